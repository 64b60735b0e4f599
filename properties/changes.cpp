#include "properties/changes.h"

#include "traces/format/trace.h"

#include <algorithm>
#include <set>

namespace moot::properties {
namespace {

Seen word(std::string text) { return {Seen::Type::word, 0, std::move(text)}; }

class Changer {
public:
  explicit Changer(const Events& events) : events_(events) {
    for (const auto& event : events)
      for (const auto& field : event.fields)
        if (field.value.type == Seen::Type::word) words_.insert(field.value.word);
  }

  std::vector<Events> run() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].type == Event::Type::callback) change_callback(i);
      if (events_[i].type == Event::Type::return_) change_return(i);
    }
    return std::move(found_);
  }

private:
  template <typename Change> void add(const Change& change) {
    found_.push_back(events_);
    change(found_.back());
  }

  // The other objects of this kind that the trace names, and the null handle.
  std::vector<Seen> others(const Seen& value, Kind kind) const {
    std::vector<Seen> all;
    const auto null = std::string(null_handle(kind));
    if (value.word != null) all.push_back(word(null));
    for (const auto& other : words_)
      if (other != value.word && other.front() == letter(kind)) all.push_back(word(other));
    return all;
  }

  static Kind kind_of(const Seen& handle) {
    for (const auto kind : {Kind::communicator, Kind::datatype, Kind::window, Kind::info, Kind::key})
      if (handle.word == null_handle(kind) || handle.word.front() == letter(kind)) return kind;
    return Kind::communicator;
  }

  void change_callback(std::size_t at) {
    const auto end = past(at);
    const bool calls = end > at + 2; // inside it
    for (std::size_t i = 0; i < events_[at].fields.size(); ++i) {
      // A callback under another key makes the calls of another function: a run of another program, for all we know.
      if (calls && events_[at].fields[i].name == "key") continue;
      const auto& value = events_[at].fields[i].value;
      if (value.type == Seen::Type::integer) add([&](Events& copy) { ++copy[at].fields[i].value.number; });
      if (value.type != Seen::Type::word) continue;
      for (const auto& other : others(value, kind_of(value)))
        add([&](Events& copy) { copy[at].fields[i].value = other; });
    }
    const auto position = [](Events& copy, std::size_t i) { return copy.begin() + static_cast<std::ptrdiff_t>(i); };
    add([&](Events& copy) { copy.erase(position(copy, at), position(copy, end)); });
    add([&](Events& copy) {
      const Events twice(position(copy, at), position(copy, end));
      copy.insert(position(copy, end), twice.begin(), twice.end());
    });
    if (end < events_.size() && events_[end].type == Event::Type::callback)
      add([&](Events& copy) { std::rotate(position(copy, at), position(copy, end), position(copy, past(end))); });
  }

  // One past the end of the callback that begins here.
  std::size_t past(std::size_t begin) const {
    auto i = begin + 1;
    while (events_[i].type != Event::Type::end || events_[i].depth != events_[begin].depth) ++i;
    return i + 1;
  }

  void change_return(std::size_t at) {
    const auto& event = events_[at];
    if (event.error == ErrorClass::success)
      add([&](Events& copy) {
        copy[at].error = ErrorClass::other;
        copy[at].fields.clear();
      });
    if (event.procedure != Procedure::value_get || event.fields.empty()) return;
    const auto& value = event.fields[0].value;
    if (value.type == Seen::Type::null)
      add([&](Events& copy) { copy[at].fields[0].value = {Seen::Type::integer, 1, {}}; });
    else
      add([&](Events& copy) { copy[at].fields[0].value = {}; });
    if (value.type == Seen::Type::integer) add([&](Events& copy) { ++copy[at].fields[0].value.number; });
  }

  const Events& events_;
  std::set<std::string> words_;
  std::vector<Events> found_;
};

} // namespace

std::string text_of(const Events& events) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) text += event_line(events[i], i + 1) + '\n';
  return text;
}

std::vector<Events> one_event_changes(const Events& events) { return Changer(events).run(); }

} // namespace moot::properties
