#include "traces/judge/retelling.h"

#include "model/law/law.h"
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

  void tell(const Event& event, std::uint64_t sequence) { listener_.told(event, sequence); }
  void arrives(const ObjectName& object) { listener_.arrives(object.first, object.second); }

  // What is used under a key is known from now on.
  void meet_late(const Event& event) {
    for (const auto& field : event.fields)
      if (const auto object = object_in(field.value); object && !objects_.is_known(*object)) {
        objects_.tell_late(*object);
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
    if (open.treatment == Treatment::as_it_is) {
      if (signature(event.procedure).area == Area::ticket304) meet_late(event);
      open.is_told = true;
      open.call.procedure = event.procedure;
      if (const auto keyval = predefined_keyval(event)) open.call.fields = {*keyval};
      return tell(event, sequence_);
    }
    open.call = event;
    if (open.treatment == Treatment::of_request) return begins_of_request(open);
    if (open.treatment == Treatment::of_object && objects_.knows_all(event)) tell_begin(open);
  }

  void begins_of_request(Open& open) {
    for (const auto& field : open.call.fields)
      if (const auto object = object_in(field.value); object && objects_.was_told_late(*object))
        open.requests.push_back(field.value.word);
    if (open.requests.empty()) return;
    if (open.call.other.empty()) return tell_begin(open);
    if (open.requests.size() == 2 && open.call.other == "MPI_Waitall") {
      open.call.other.clear();
      open.call.procedure = Procedure::waitall;
      open.call.fields = {{"request1", {Seen::Type::word, 0, open.requests[0]}},
                          {"request2", {Seen::Type::word, 0, open.requests[1]}}};
      return tell_begin(open);
    }
    if (open.requests.size() > 1)
      throw NotModelled("one call that waits for several requests that matter is not modelled");
    // Of several, the one that the model knows: does it go?
    Event call = open.call;
    call.other.clear();
    call.procedure = open.call.other == "MPI_Waitall" ? Procedure::wait : Procedure::test;
    call.fields = {{"request", {Seen::Type::word, 0, open.requests.front()}}};
    open.call = call;
    tell_begin(open);
  }

  void tell_begin(Open& open) {
    open.is_told = true;
    auto call = open.call;
    leave_out_unknown(call);
    if (open.treatment == Treatment::if_it_succeeds) may_be_kept(call);
    tell(call, open.sequence);
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
    if (stack.empty() && event.thread == 0) enter_unseen_call(event, stack);
    auto& open = stack.emplace_back();
    open.is_callback = open.is_told = true;
    tell(event, sequence_);
  }

  // A callback outside of any call that was recorded: it came in one that was not (an MPI_Wait for an operation that did not matter).
  void enter_unseen_call(const Event& callback, Stack& stack) {
    auto& open = stack.emplace_back();
    open.is_unseen = true;
    open.sequence = sequence_;
    open.call.thread = callback.thread;
    stand_in(open);
  }
  void leave_unseen_call(Stack& stack) {
    if (stack.size() != 1 || !stack.back().is_unseen) return;
    Event end;
    end.type = Event::Type::return_;
    end.thread = stack.back().call.thread;
    end.procedure = Procedure::finalized;
    stack.pop_back();
    tell(end, sequence_);
  }

  // A call in which MPI may do what it has put off, and nothing else.
  void stand_in(Open& open) {
    open.is_told = open.stands_in = true;
    Event call;
    call.type = Event::Type::call;
    call.thread = open.call.thread;
    call.depth = open.call.depth;
    call.by = open.call.by;
    call.procedure = Procedure::finalized;
    tell(call, open.sequence);
  }

  // ---- and end

  void ends(const Event& event, Stack& stack) {
    if (stack.empty()) throw TraceError("the end of what did not begin");
    const Open open = std::move(stack.back());
    stack.pop_back();
    if (open.is_error_handler) return;
    if (open.is_callback) return tell(event, sequence_);
    if (open.stands_in) {
      Event end = event;
      end.other.clear();
      end.procedure = Procedure::finalized;
      end.fields.clear();
      end.error = ErrorClass::success;
      tell(end, sequence_);
    }
    if (open.is_told && !open.stands_in) return returns(event, open);
    if (event.error != ErrorClass::success) return; // it did nothing
    switch (open.treatment) {
    case Treatment::if_it_succeeds: return succeeded(event, open);
    case Treatment::makes:
    case Treatment::derives: return made(event, open);
    case Treatment::operates: return objects_.keeps(open.call);
    default: return;
    }
  }

  // Of a get: what a predefined keyval holds is the library's affair, which shows as a number here.
  static std::optional<Field> predefined_keyval(const Event& call) {
    const bool gets = call.procedure == Procedure::comm_get_attr || call.procedure == Procedure::win_get_attr ||
                      call.procedure == Procedure::attr_get;
    if (!gets) return std::nullopt;
    const auto keyval = std::ranges::find(call.fields, "keyval", &Field::name);
    const auto constant = keyval == call.fields.end() ? std::nullopt : constant_named(keyval->value.word);
    if (!constant || !is_attached_by_mpi(*constant)) return std::nullopt;
    return *keyval;
  }
  static void show_predefined(Event& end, const Field& keyval) {
    for (auto& field : end.fields)
      if (field.value.type == Seen::Type::integer) {
        const bool is_address = end.language == Language::c || keyval.value.word == name(Constant::win_base);
        field.value = {Seen::Type::word, 0, is_address ? std::string(address_word) : keyval.value.word};
      }
  }

  void returns(const Event& event, const Open& open) {
    Event end = event;
    if (!open.call.fields.empty() && open.call.fields.front().name == "keyval")
      show_predefined(end, open.call.fields.front());
    if (!open.requests.empty() && !event.other.empty()) end = end_of_several(event, open);
    objects_.note_end(open.call);
    note_results(end);
    tell(end, sequence_);
  }

  static Event end_of_several(const Event& event, const Open& open) {
    Event end = event;
    end.other.clear();
    end.procedure = open.call.procedure;
    const bool is_left = std::ranges::any_of(
        event.fields, [&](const Field& field) { return field.value.word == open.requests.front(); });
    end.fields.clear();
    if (end.procedure == Procedure::test) end.fields = {{"flag", {Seen::Type::integer, is_left ? 0 : 1, {}}}};
    return end;
  }

  // MPI_Comm_idup and MPI_Grequest_start make requests that the model follows.
  void note_results(const Event& end) {
    for (const auto& field : end.fields)
      if (const auto object = object_in(field.value); object && object->first == Kind::request)
        objects_.tell_late(*object);
  }

  // It came to no callback: both of it is told now.
  void succeeded(const Event& event, const Open& open) {
    if (objects_.frees_one_of_several(open.call)) return;
    auto told = open;
    tell_begin(told);
    note_results(event);
    tell(event, sequence_);
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
    const bool shown_again = end.other.empty() && end.procedure == Procedure::comm_get_parent;
    if (shown_again && objects_.was_named(object)) return;
    objects_.note_handle(object);
    arrives(object);
  }

  // ---- datatypes

  static bool derives(const Event& end, const Event& call) {
    return call.other.starts_with("MPI_Type_") && call.other != "MPI_Type_get_contents" &&
           names_a(end, Kind::datatype) && names_a(call, Kind::datatype);
  }

  // As MPI_Type_contiguous(1, OLDTYPE): of what it is derived from, the first; the others it may keep.
  void derived(const Event& end, const Event& call) {
    Seen old{Seen::Type::word, 0, "MPI_INT"};
    for (const auto& field : call.fields)
      if (const auto object = object_in(field.value); object && object->first == Kind::datatype) {
        if (old.word == "MPI_INT")
          old = field.value;
        else
          objects_.keeps(*object);
      }
    Event told = call;
    told.other.clear();
    told.procedure = Procedure::type_contiguous;
    told.fields = {{"count", {Seen::Type::integer, 1, {}}}, {"datatype", old}};
    tell(told, sequence_);
    Event back = end;
    back.other.clear();
    back.procedure = Procedure::type_contiguous;
    back.fields = {{"newtype", end.fields.front().value}};
    tell(back, sequence_);
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
