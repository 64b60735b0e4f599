#include "model/distinguish/action.h"

#include <algorithm>

namespace moot {
namespace {

constexpr std::array predefined{Constant::comm_self, Constant::type_int, Constant::key_tag_ub};

Operand constant(Constant constant) { return {Operand::Type::object, site_of(constant)}; }
Operand object(std::uint32_t site) { return {Operand::Type::object, site}; }
Operand integer(std::int64_t number) { return {Operand::Type::integer, number}; }

class Actions {
public:
  explicit Actions(const State& state) : state_(state), in_callback_(state.frames[state.top(0)].is_callback) {
    for (const auto& object : state.objects) note(object);
  }

  std::vector<Action> all() {
    key_calls();
    value_calls();
    comm_calls();
    message_calls();
    if (!in_callback_) add({Procedure::finalize, false, no_site, {}});
    return std::move(out_);
  }

private:
  void note(const Object& it) {
    if (it.kind == Kind::none || it.site > sites::last) return;
    used_ |= 1U << it.site;
    if (it.kind == Kind::key)
      keys_.push_back(it.site); // freed ones, too: the program may have kept a copy of the handle
    const bool usable = it.handle_live || (it.destructing && in_callback_);
    if (it.kind == Kind::communicator && usable) comms_.push_back(it.site);
    if (it.kind == Kind::request && it.handle_live) requests_.push_back(it.site);
  }

  // The first free slot is as good as any other.
  std::uint32_t free_site(std::uint32_t first, std::uint32_t last) const {
    for (auto site = first; site <= last; ++site)
      if ((used_ >> site & 1) == 0) return site;
    return no_site;
  }

  void add(const Action& action) { out_.push_back(action); }

  void key_calls() {
    if (const auto site = free_site(sites::first_key, sites::last_key); site != no_site) {
      Action create{Procedure::key_create, false, site, {}};
      for (int i = 0; i < 3; ++i) create.operands.at(static_cast<std::size_t>(i)) = {Operand::Type::function, i};
      add(create);
      create.operands[2].number = null_function;
      add(create);
    }
    for (const auto key : keys_) add({Procedure::key_free, false, no_site, {object(key)}});
    add({Procedure::key_free, false, no_site, {constant(Constant::key_tag_ub)}});
  }

  // A new value is one that nothing has: two values never look alike.
  std::int64_t fresh_value() const {
    std::int64_t fresh = 1;
    const auto taken = [&] {
      return std::ranges::find(state_.attachments, fresh, &Attachment::value) != state_.attachments.end() ||
             std::ranges::find(state_.phases, fresh, &Phase::value) != state_.phases.end();
    };
    while (taken()) ++fresh;
    return fresh;
  }

  void value_calls() {
    auto on = comms_;
    on.insert(on.end(), keys_.begin(), keys_.end());
    for (const auto key : keys_)
      for (const auto handle : on) {
        add({Procedure::value_set, false, no_site, {object(key), object(handle), integer(fresh_value())}});
        add({Procedure::value_get, false, no_site, {object(key), object(handle)}});
        add({Procedure::value_clear, false, no_site, {object(key), object(handle)}});
      }
    for (const auto handle : comms_)
      add({Procedure::value_set,
           false,
           no_site,
           {constant(Constant::key_tag_ub), object(handle), integer(fresh_value())}});
  }

  void comm_calls() {
    if (const auto site = free_site(sites::first_comm, sites::last_comm); site != no_site) {
      add({Procedure::comm_dup, false, site, {constant(Constant::comm_self)}});
      for (const auto comm : comms_)
        for (const bool may_fail : {false, true}) add({Procedure::comm_dup, may_fail, site, {object(comm)}});
    }
    for (const auto comm : comms_) add({Procedure::comm_free, false, no_site, {object(comm)}});
  }

  void message_calls() {
    const auto site = free_site(sites::first_request, sites::last_request);
    for (const auto comm : comms_) {
      if (site != no_site) {
        add({Procedure::irecv, false, site, {constant(Constant::type_int), object(comm)}});
        add({Procedure::isend, false, site, {constant(Constant::type_int), object(comm)}});
      }
      add({Procedure::send, false, no_site, {constant(Constant::type_int), object(comm)}});
    }
    for (const auto request : requests_) add({Procedure::wait, false, no_site, {object(request)}});
  }

  using Sites = boost::container::small_vector<std::uint32_t, 4>;
  const State& state_;
  const bool in_callback_;
  std::uint32_t used_ = 0;
  Sites keys_, comms_, requests_;
  std::vector<Action> out_;
};

Slot slot_of(const State& state, std::int64_t site) {
  const auto found = std::ranges::find(state.objects, static_cast<std::uint32_t>(site), &Object::site);
  return found == state.objects.end() ? no_slot : static_cast<Slot>(found - state.objects.begin());
}

} // namespace

std::vector<Action> actions(const State& state) { return Actions(state).all(); }

State start_of_history() {
  State state;
  for (const auto constant : predefined) state.objects.push_back(predefined_object(constant));
  Frame main;
  main.block = main_block;
  state.frames.push_back(main);
  return state;
}

std::int32_t function_of(std::uint32_t key_site, Callback callback) {
  return static_cast<std::int32_t>(3 * (key_site - sites::first_key)) + static_cast<std::int32_t>(callback);
}

std::array<Value, 4> arguments(const State& state, const Action& action) {
  std::array<Value, 4> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& operand = action.operands.at(i);
    if (operand.type == Operand::Type::integer) values.at(i) = Value::integer(operand.number);
    if (operand.type == Operand::Type::function)
      values.at(i) = Value::integer(operand.number == null_function
                                        ? null_function
                                        : function_of(action.site, static_cast<Callback>(operand.number)));
    if (operand.type != Operand::Type::object) continue;
    if (const auto slot = slot_of(state, operand.number); slot != no_slot)
      values.at(i) = Value::object(state.objects[slot].kind, slot);
  }
  return values;
}

} // namespace moot
