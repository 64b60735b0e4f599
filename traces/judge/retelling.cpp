#include "traces/judge/retelling.h"

#include "model/law/law.h"
#include "traces/judge/model_events.h"
#include "traces/judge/objects_told.h"
#include "traces/judge/treatment.h"

#include <algorithm>
#include <unordered_map>

namespace moot {
class Retelling::Impl {
public:
  Impl(Listener& listener, const TraceHeader& header)
      : listener_(listener), sees_operations_(std::ranges::count(header.filtered, name(Kind::request)) == 0) {}

  void event(const Event& event) {
    ++sequence_;
    take(event);
    objects_.note_names(event);
  }

private:
  // A call that has begun and not returned.
  struct Open {
    Event call;
    std::uint64_t sequence = 0;
    Treatment treatment = Treatment::says_nothing;
    bool is_callback = false;
    bool is_error_handler = false;
    bool is_unseen = false;            // a call of which no event tells
    bool is_told = false;              // that it began: as it is,
    bool stands_in = false;            //   or as the call that stands for all that the model knows nothing of
    bool is_doubtful = false;          // what comes of it may have reasons that no event shows
    std::optional<Field> predefined;   // a get's key or keyval, if MPI itself holds something under it
    std::vector<std::string> requests; // that the model knows, of its arguments
  };
  using Stack = std::vector<Open>;

  void take(const Event& event) {
    // (What the library calls itself. It opens nothing here: callbacks in it come in the program's call.)
    if (event.by == Event::By::library && is_of_call(event)) return;
    auto& stack = stacks_[event.thread];
    if (event.type != Event::Type::callback) leave_unseen_call(stack);
    if (!is_beginning(event)) return ends(event, stack);
    if (event.type == Event::Type::callback && !event.other.empty()) return handles_error(stack);
    if (event.type == Event::Type::callback) return callback(event, stack);
    begins(event, stack);
  }

  // ---- what the listener is told

  void tell(const Event& event, std::uint64_t sequence, bool is_doubtful = false) {
    if (event.type == Event::Type::call)
      for (const auto& object : objects_.take_unseen(event)) arrives(object);
    is_doubtful ? listener_.doubtful(event, sequence) : listener_.told(event, sequence);
  }
  void arrives(const ObjectName& object) { listener_.arrives(object.first, object.second); }

  // What is used under a key is known from now on.
  void meet_late(const Event& event) {
    for (const auto& field : event.fields)
      if (const auto object = object_in(field.value); object && !objects_.is_known(*object)) {
        objects_.meet(*object);
        arrives(*object);
      }
  }

  // An argument that the model does not know: an info object, mostly.
  void leave_out_unknown(Event& call) const {
    for (auto& field : call.fields)
      if (const auto object = object_in(field.value); object && !objects_.is_known(*object))
        field.value.word = null_handle(object->first);
  }

  // ---- calls begin

  void begins(const Event& event, Stack& stack) {
    auto& open = stack.emplace_back();
    open.sequence = sequence_;
    open.treatment = treatment_of(event);
    open.predefined = predefined(event);
    const bool has_met_all = objects_.has_met_all(event);
    open.is_doubtful = objects_.is_obscure(event);
    // (Nothing tells which functions such a keyval has.)
    if (objects_.is_obscure(event, Kind::keyval)) open.treatment = Treatment::says_nothing;
    // (A handle of which no event has told may name nothing.)
    if (open.treatment == Treatment::as_it_is && !has_met_all) open.treatment = Treatment::if_it_succeeds;
    if (open.treatment == Treatment::as_it_is) {
      open.is_told = true;
      if (event.procedure == Procedure::finalize) open.is_doubtful = objects_.has_met_obscure_ones();
      open.call.procedure = event.procedure;
      return tell(event, sequence_);
    }
    open.call = event;
    if (open.treatment == Treatment::of_request) return begins_of_request(open);
    const bool is_of_object = open.treatment == Treatment::of_object || open.treatment == Treatment::receives;
    if (is_of_object && objects_.knows_all(event)) tell_begin(open);
  }

  void begins_of_request(Open& open) {
    const bool starts = is_called(open.call, Procedure::start) || open.call.other == "MPI_Startall";
    const bool frees = is_called(open.call, Procedure::request_free);
    for (const auto& field : open.call.fields)
      if (const auto object = object_in(field.value); object && objects_.was_told_late(*object)) {
        if (starts) objects_.note_persistent(*object);
        // (Of how often such a request is complete, the model knows nothing if it does not know what made it.)
        if (!objects_.is_persistent(*object) || !open.is_doubtful || frees) open.requests.push_back(field.value.word);
      }
    if (open.requests.empty()) return;
    if (open.call.other.empty()) return tell_begin(open);
    const bool waits_for_all = open.call.other == "MPI_Waitall";
    const bool are_two = waits_for_all && open.requests.size() == 2;
    if (open.requests.size() > 1 && !are_two)
      throw NotModelled("one call that waits for several requests that matter is not modelled");
    // Of several, the one that the model knows: does it go?
    const auto& first = open.requests.front();
    if (are_two)
      open.call = as(open.call, Procedure::waitall, {named("request1", first), named("request2", open.requests[1])});
    else
      open.call = as(open.call, waits_for_all ? Procedure::wait : Procedure::test, {named("request", first)});
    tell_begin(open);
  }

  void tell_begin(Open& open) {
    open.is_told = true;
    auto call = without_request(open.call);
    if (call.other.empty() && signature(call.procedure).area == Area::ticket304) meet_late(call);
    leave_out_unknown(call);
    if (open.treatment == Treatment::if_it_succeeds) may_be_kept(call);
    tell(call, open.sequence);
  }

  // Where no request is recorded, its completion is not: as if it were a dup.
  Event without_request(const Event& event) const {
    const bool is_idup = is_called(event, Procedure::comm_idup) || is_called(event, Procedure::comm_idup_with_info);
    if (sees_operations_ || !is_idup) return event;
    auto dup = as(event, event.procedure == Procedure::comm_idup ? Procedure::comm_dup : Procedure::comm_dup_with_info,
                  event.fields);
    std::erase_if(dup.fields, [](const Field& field) { return field.name == "request"; });
    return dup;
  }

  // An error handler of the program's, of which the model knows nothing. If it knows nothing of the call either, the handler's calls come as if
  // they were by themselves.
  static void handles_error(Stack& stack) {
    const bool is_in_what_is_told = !stack.empty() && stack.back().is_told;
    if (is_in_what_is_told && !stack.back().is_callback)
      throw NotModelled("an error handler of the program's, in a call that fails in the middle, is not modelled");
    auto& open = stack.emplace_back();
    open.is_callback = true;
    open.is_error_handler = true;
  }

  // Callbacks come in a call of which nothing was told.
  void callback(const Event& event, Stack& stack) {
    if (!stack.empty() && !stack.back().is_callback && !stack.back().is_told) {
      auto& around = stack.back();
      if (around.treatment == Treatment::if_it_succeeds) {
        around.call.may_fail = true;
        tell_begin(around);
      } else {
        stand_in(around);
      }
    }
    const bool is_outside = stack.empty() ? event.thread == 0 : stack.back().is_callback;
    if (is_outside) enter_unseen_call(event, stack);
    const bool is_doubtful =
        (!stack.empty() && (stack.back().is_unseen || stack.back().is_doubtful)) || objects_.is_obscure(event);
    auto& open = stack.emplace_back();
    open.is_callback = open.is_told = true;
    tell(event, sequence_, is_doubtful);
  }

  // A callback outside of any call that was recorded: it came in one that was not (an MPI_Wait for an operation that did not matter).
  void enter_unseen_call(const Event& callback, Stack& stack) {
    auto& open = stack.emplace_back();
    open.is_unseen = true;
    open.sequence = sequence_;
    open.call.thread = callback.thread;
    open.call.depth = callback.depth;
    if (stack.size() > 1) open.call.by = Event::By::callback;
    stand_in(open);
  }
  void leave_unseen_call(Stack& stack) {
    if (stack.empty() || !stack.back().is_unseen) return;
    const auto call = std::move(stack.back().call);
    stack.pop_back();
    tell(stand_in_returns(call), sequence_);
  }

  void stand_in(Open& open) {
    open.is_told = open.stands_in = true;
    tell(moot::stand_in(open.call), open.sequence);
  }

  // ---- and end

  void ends(const Event& event, Stack& stack) {
    if (stack.empty()) throw TraceError("the end of what did not begin");
    const Open open = std::move(stack.back());
    stack.pop_back();
    if (open.is_error_handler) return;
    if (open.is_callback) return tell(event, sequence_);
    if (open.stands_in) tell(stand_in_returns(event), sequence_);
    if (open.is_told && !open.stands_in) return returns(event, open);
    if (event.error != ErrorClass::success) return; // it did nothing
    switch (open.treatment) {
    case Treatment::if_it_succeeds: return succeeded(event, open);
    case Treatment::makes:
    case Treatment::derives: return made(event, open);
    case Treatment::receives:
      if (event.procedure == Procedure::mrecv) return; // it is done with it
      [[fallthrough]];
    case Treatment::operates: return operates(open.call, stack);
    default: return;
    }
  }

  void returns(const Event& event, const Open& open) {
    Event end = without_request(event);
    if (open.predefined) show_predefined(end, *open.predefined);
    if (end.error != ErrorClass::success) end.fields.clear(); // (no record tells what stands there then)
    if (!open.requests.empty() && !event.other.empty()) end = end_of_several(event, open);
    note_results(end);
    tell(end, sequence_, open.is_doubtful);
  }

  static Event end_of_several(const Event& event, const Open& open) {
    const bool is_left = std::ranges::any_of(
        event.fields, [&](const Field& field) { return field.value.word == open.requests.front(); });
    auto end = as(event, open.call.procedure);
    if (end.procedure == Procedure::test) end.fields = {{"flag", {Seen::Type::integer, is_left ? 0 : 1, {}}}};
    return end;
  }

  // What a call makes that the model follows, the model knows: a request of MPI_Comm_idup's, a copy of an info object.
  void note_results(const Event& end) {
    for (const auto& field : end.fields)
      if (const auto object = object_in(field.value); object && is_told_late(object->first))
        objects_.tell_late(*object);
  }

  // It came to no callback: both of it is told now.
  void succeeded(const Event& event, const Open& open) {
    if (objects_.frees_one_of_several(open.call)) return;
    auto told = open;
    tell_begin(told);
    returns(event, told);
  }

  void made(const Event& event, const Open& open) {
    if (open.treatment == Treatment::derives || derives(event, open.call)) return derived(event, open.call);
    bool made_something = false;
    for (const auto& field : event.fields) {
      const auto object = object_in(field.value);
      if (!object) continue;
      made_something = true;
      if (object->first == Kind::request)
        objects_.keeps(open.call);
      else if (!is_told_late(object->first))
        arrived(*object, event);
    }
    if (!made_something) objects_.keeps(open.call); // a view of a file, an access to a window
  }

  // A handle that was known already is one more of the same object; but for MPI_Comm_get_parent, which shows the one that there is.
  void arrived(const ObjectName& object, const Event& end) {
    if (is_called(end, Procedure::comm_get_parent) && objects_.was_named(object)) return;
    objects_.note_handle(object);
    arrives(object);
  }

  // ---- datatypes

  // Of what it is derived from, the model is told the first; the others it may keep.
  void derived(const Event& end, const Event& call) {
    const auto told = contiguous(call);
    tell(told, sequence_);
    tell(contiguous_returns(end), sequence_);
    for (const auto& field : call.fields)
      if (const auto object = object_in(field.value);
          object && object->first == Kind::datatype && field.value != told.fields.back().value)
        objects_.keeps(*object);
  }

  // Its communicator may be just being freed: an error handler or a callback has begun it.
  void operates(const Event& call, const Stack& stack) {
    objects_.keeps(call);
    for (const auto& around : stack)
      if (around.is_told && !around.is_callback && around.treatment == Treatment::if_it_succeeds)
        may_be_kept(around.call);
  }

  // Said when it is freed: until then it changes nothing.
  void may_be_kept(const Event& call) {
    if (const auto object = objects_.kept_one(call, !sees_operations_))
      listener_.may_be_kept(object->first, object->second);
  }

  Listener& listener_;
  const bool sees_operations_;                      // else any object may be kept by some
  std::unordered_map<std::uint32_t, Stack> stacks_; // by thread
  ObjectsTold objects_;
  std::uint64_t sequence_ = 0;
};

Retelling::Retelling(Listener& listener, const TraceHeader& header) : impl_(std::make_unique<Impl>(listener, header)) {}
Retelling::~Retelling() = default;
void Retelling::event(const Event& event) { impl_->event(event); }

} // namespace moot
