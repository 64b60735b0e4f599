// Positions are what may be under both readings after one history. As long as no question was asked that the readings answer
// differently, both may be the same, and one set stands for two.
#include "model/distinguish/search.h"

#include "model/distinguish/possible.h"
#include "model/encode.h"
#include "model/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <deque>
#include <memory>

namespace moot {
namespace {

// What a key's function does: fixed once it has run.
struct Body {
  std::vector<Action> calls;
  bool copies = false;
  bool known = false;
  bool operator==(const Body&) const = default;
};
using Bodies = std::array<Body, function_count>;
using SharedBodies = std::shared_ptr<const Bodies>; // most positions have those of the one before

struct Position {
  std::vector<State> a, b;
  bool common = true; // b is as a
  SharedBodies bodies;
};

// A position that waits, as bytes, and how it came about.
struct Node {
  std::uint32_t from = 0;
  Happening happening;
  std::string bytes;
  std::uint32_t a = 0, b = 0; // states
  bool common = true;
  SharedBodies bodies;
};

Reading where_they_agree(const Reading& a, const Reading& b) {
  Reading reading = a;
  for (std::size_t i = 0; i < a.answers.size(); ++i)
    if (a.answers.at(i) != b.answers.at(i)) reading.answers.at(i) = open_answer;
  return reading;
}

class Search {
public:
  Search(const Reading& a, const Reading& b, const SearchOptions& options)
      : options_(options), agreed_(where_they_agree(a, b)), a_(a), b_(b), common_(agreed_) {}

  SearchResult run() {
    waiting_.resize(options_.calls_at_most + 1);
    found_.resize(options_.calls_at_most + 1);
    Position start;
    start.a = {start_of_history()};
    start.bodies = std::make_shared<const Bodies>();
    add(start, 0, 0, {});
    for (unsigned calls = 0; calls <= options_.calls_at_most && result_.histories.empty() && !result_.stopped;
         ++calls) {
      result_.calls = calls;
      std::uint64_t since_found = 0;
      while (!waiting_[calls].empty() && found_[calls].size() < options_.histories && !result_.stopped) {
        if (!found_[calls].empty() && ++since_found > options_.patience) break;
        const auto node = waiting_[calls].front();
        waiting_[calls].pop_front();
        look_up(calls);
        expand(node, calls);
      }
      result_.histories = std::move(found_[calls]);
    }
    return std::move(result_);
  }

private:
  // ---- steps

  void expand(std::uint32_t number, unsigned calls) {
    Position position = take(number);
    if (mpis_happenings(position, number, calls)) return;
    for (std::uint8_t thread = 0; thread < 2; ++thread) {
      const auto& rep = position.a.front();
      const auto top = rep.top(thread);
      if (top != rep.frames.size() && rep.frames[top].type == Frame::Type::code)
        programs_happenings(position, thread, number, calls);
    }
  }

  // True: it tells the readings apart.
  bool mpis_happenings(Position& position, std::uint32_t number, unsigned calls) {
    bool asked = false;
    auto in_a = position.common ? common_.nexts(position.a, asked) : a_.nexts(position.a, asked);
    if (position.common && asked) {
      position.common = false;
      position.b = position.a;
      in_a = a_.nexts(position.a, asked);
    }
    if (position.common) {
      for (auto& [text, next] : in_a)
        follow(position, next.happening, std::move(next.possible), std::nullopt, number, calls);
      return false;
    }
    auto in_b = b_.nexts(position.b, asked);
    bool differ = false;
    for (auto* side : {&in_a, &in_b})
      for (auto& [text, next] : *side)
        if (!(side == &in_a ? in_b : in_a).contains(text)) found(number, next.happening, calls), differ = true;
    if (differ) return true;
    for (auto& [text, next] : in_a)
      follow(position, next.happening, std::move(next.possible), std::move(in_b.at(text).possible), number, calls);
    return false;
  }

  void programs_happenings(const Position& position, std::uint8_t thread, std::uint32_t number, unsigned calls) {
    const auto& code = position.a.front().frames[position.a.front().top(thread)];
    if (!code.is_callback) return calls_of(position, thread, number, calls, -1);
    const auto& body = position.bodies->at(static_cast<std::size_t>(code.block));
    const bool of_copy = code.callback == Callback::copy;
    if (body.known && code.position < body.calls.size())
      return make(position, thread, body.calls[code.position], number, calls, code.block);
    if (body.known) return end(position, thread, body.copies, number, calls, code.block);
    for (const bool copies : {false, true})
      if (!copies || of_copy) end(position, thread, copies, number, calls, code.block);
    calls_of(position, thread, number, calls, code.block);
  }

  void calls_of(const Position& position, std::uint8_t thread, std::uint32_t number, unsigned calls,
                std::int32_t function) {
    if (calls == options_.calls_at_most || position.a.front().finalized) return;
    for (const auto& action : actions(position.a.front())) make(position, thread, action, number, calls, function);
  }

  // A call, by main or by a key's function: the first time it is written down.
  void make(const Position& position, std::uint8_t thread, const Action& action, std::uint32_t number, unsigned calls,
            std::int32_t function) {
    Bodies bodies = *position.bodies;
    bool fresh = true;
    if (function >= 0) {
      auto& body = bodies.at(static_cast<std::size_t>(function));
      fresh = !body.known;
      if (fresh) body.calls.push_back(action);
    }
    if (action.procedure == Procedure::key_create)
      for (const auto callback : {Callback::copy, Callback::free, Callback::destroy})
        bodies.at(static_cast<std::size_t>(function_of(action.site, callback))) = {};
    Position next;
    next.bodies = shared(position, bodies);
    Happening happening;
    happening.action = action;
    take_step(position, std::move(next), happening, number, calls + (fresh ? 1 : 0),
              [&](const Side& side, const std::vector<State>& states) { return side.call(states, thread, action); });
  }

  void end(const Position& position, std::uint8_t thread, bool copies, std::uint32_t number, unsigned calls,
           std::int32_t function) {
    Bodies bodies = *position.bodies;
    auto& body = bodies.at(static_cast<std::size_t>(function));
    body.known = true;
    body.copies = copies;
    Position next;
    next.bodies = shared(position, bodies);
    Happening happening;
    happening.type = Happening::Type::end;
    happening.function = function;
    happening.copies = copies;
    take_step(position, std::move(next), happening, number, calls,
              [&](const Side& side, const std::vector<State>& states) { return side.end(states, thread, copies); });
  }

  static SharedBodies shared(const Position& position, const Bodies& bodies) {
    return bodies == *position.bodies ? position.bodies : std::make_shared<const Bodies>(bodies);
  }

  template <typename Step>
  void take_step(const Position& position, Position&& next, const Happening& happening, std::uint32_t number,
                 unsigned calls, const Step& step) {
    if (position.common) {
      auto both = step(common_, position.a);
      common_.close(both);
      if (!both.asked) return arrive(std::move(next), happening, std::move(both), std::nullopt, number, calls);
    }
    arrive(std::move(next), happening, step(a_, position.a), step(b_, position.common ? position.a : position.b),
           number, calls);
  }

  void follow(const Position& position, const Happening& happening, Possible a, std::optional<Possible> b,
              std::uint32_t number, unsigned calls) {
    Position next;
    next.bodies = position.bodies;
    if (!b) {
      const auto before = a;
      common_.close(a);
      if (!a.asked) return arrive(std::move(next), happening, std::move(a), std::nullopt, number, calls);
      return arrive(std::move(next), happening, before, before, number, calls);
    }
    arrive(std::move(next), happening, std::move(a), std::move(b), number, calls);
  }

  // Without b: both are alike.
  void arrive(Position next, const Happening& happening, Possible a, std::optional<Possible> b, std::uint32_t number,
              unsigned calls) {
    if (b) {
      a_.close(a);
      b_.close(*b);
      const bool differ = a.erroneous != b->erroneous || a.states.empty() != b->states.empty();
      if (differ) {
        auto last = happening;
        if (a.erroneous != b->erroneous) last.ends_in_fault = true;
        return found(number, last, calls);
      }
      next.b = std::move(b->states);
      next.common = false;
    }
    next.a = std::move(a.states);
    if (!next.a.empty()) add(next, calls, number, happening);
  }

  void found(std::uint32_t from, const Happening& last, unsigned calls) {
    if (found_[calls].size() >= options_.histories) return;
    History history{last};
    for (; from != 0; from = nodes_[from].from) history.push_back(nodes_[from].happening);
    std::ranges::reverse(history);
    if (!options_.accept || options_.accept(history)) found_[calls].push_back(std::move(history));
  }

  // ---- positions

  void add(Position& position, unsigned calls, std::uint32_t from, const Happening& happening) {
    Node node;
    node.from = from;
    node.happening = happening;
    node.bytes = bytes_of(position.a);
    node.a = static_cast<std::uint32_t>(position.a.size());
    if (!position.common) {
      const auto of_b = bytes_of(position.b);
      position.common = of_b == node.bytes;
      if (!position.common) node.bytes += of_b;
      if (!position.common) node.b = static_cast<std::uint32_t>(position.b.size());
    }
    node.common = position.common;
    node.bodies = position.bodies;
    if (options_.merge && !known_.insert(fingerprint(node.bytes + bytes_of(node))).second) return;
    ++result_.positions;
    waiting_[calls].push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back(std::move(node));
  }

  std::string bytes_of(const std::vector<State>& states) {
    std::vector<std::string> all;
    all.reserve(states.size());
    for (const auto& state : states) all.emplace_back(encode_into(state, true, buffer_));
    std::ranges::sort(all);
    std::string bytes;
    for (const auto& each : all) {
      const auto size = static_cast<std::uint32_t>(each.size());
      bytes.append(reinterpret_cast<const char*>(&size), sizeof size).append(each);
    }
    return bytes;
  }

  static std::string bytes_of(const Node& node) {
    std::string bytes(1, node.common ? 'c' : 'd');
    for (const auto& body : *node.bodies) {
      bytes += body.known ? (body.copies ? 'c' : 'k') : 'u';
      for (const auto& action : body.calls) {
        bytes += static_cast<char>(action.procedure);
        bytes += action.may_fail ? 'f' : '.';
        bytes += static_cast<char>(action.site);
        for (const auto& operand : action.operands) {
          bytes += static_cast<char>(operand.type);
          bytes.append(reinterpret_cast<const char*>(&operand.number), sizeof operand.number);
        }
      }
    }
    return bytes;
  }

  Position take(std::uint32_t number) {
    auto& node = nodes_[number];
    Position position;
    std::string_view bytes = node.bytes;
    const auto next = [&] {
      std::uint32_t size = 0;
      std::copy_n(bytes.data(), sizeof size, reinterpret_cast<char*>(&size));
      State state;
      decode(bytes.substr(sizeof size, size), start_, state);
      bytes.remove_prefix(sizeof size + size);
      return state;
    };
    for (std::uint32_t i = 0; i < node.a; ++i) position.a.push_back(next());
    for (std::uint32_t i = 0; i < node.b; ++i) position.b.push_back(next());
    position.common = node.common;
    position.bodies = std::move(node.bodies);
    std::string().swap(node.bytes); // it is not needed any more
    return position;
  }

  void look_up(unsigned calls) {
    if (options_.stop != nullptr && *options_.stop) result_.stopped = true;
    if (options_.progress && ++since_told_ % 1024 == 0) options_.progress(calls, result_.positions);
  }

  const SearchOptions& options_;
  const Reading agreed_;
  const Side a_, b_, common_; // under a, under b, and where they agree
  const State start_ = start_of_history();
  std::deque<Node> nodes_;
  std::vector<std::deque<std::uint32_t>> waiting_; // by number of calls
  std::vector<std::vector<History>> found_;        // by number of calls
  absl::flat_hash_set<Fingerprint, FingerprintHash> known_;
  Buffer buffer_;
  std::uint64_t since_told_ = 0;
  SearchResult result_;
};

} // namespace

SearchResult search_histories(const Reading& a, const Reading& b, const SearchOptions& options) {
  return Search(a, b, options).run();
}

} // namespace moot
