// Programs of Ticket 304.
#include "model/search/distinguish/family.h"

#include <algorithm>

namespace moot {
namespace {

constexpr std::array predefined_constants{Constant::comm_self, Constant::comm_world, Constant::type_int,
                                          Constant::key_tag_ub};

Operand constant(Constant constant) { return {Operand::Type::object, site_of(constant)}; }
Operand object(std::uint32_t site) { return {Operand::Type::object, site}; }
Operand integer(std::int64_t number) { return {Operand::Type::integer, number}; }

Slot slot_of(const State& state, std::int64_t site) {
  const auto found = std::ranges::find(state.objects, static_cast<std::uint32_t>(site), &Object::site);
  return found == state.objects.end() ? no_slot : static_cast<Slot>(found - state.objects.begin());
}

// A handle of an object that was in this slot.
Value gone(std::int64_t site) {
  return {Value::Type::stale, sites::kind(static_cast<std::uint32_t>(site)), site << 32};
}

using Sites = boost::container::small_vector<std::uint32_t, 4>;

bool is_predefined(std::uint32_t site) { return site >= predefined_site; }

void add_once(Sites& sites, std::uint32_t site) {
  if (std::ranges::find(sites, site) == sites.end()) sites.push_back(site);
}

class Actions {
public:
  Actions(const std::vector<State>& under_a, const std::vector<State>& under_b)
      : states_{&under_a, &under_b}, in_callback_(under_a.front().frames[under_a.front().top(0)].is_callback()) {
    for (const auto constant : predefined_constants)
      if (kind(constant) == Kind::communicator) comms_.push_back(site_of(constant));
    for (const auto* states : states_)
      for (const auto& state : *states)
        for (const auto& object : state.objects) note(object);
    std::ranges::sort(keys_);
    std::ranges::sort(comms_);
  }

  std::vector<Action> all() {
    key_calls();
    value_calls();
    comm_calls();
    message_calls();
    if (!in_callback_) add({Procedure::finalize});
    return std::move(out_);
  }

private:
  void note(const Object& it) {
    if (it.kind == Kind::none || it.site > sites::last) return;
    used_ |= 1U << it.site;
    if (it.kind == Kind::key)
      add_once(keys_, it.site); // freed ones, too: the program may have kept a copy of the handle
    const bool usable = it.handle_live || (it.destructing && in_callback_);
    if (it.kind == Kind::communicator && usable) add_once(comms_, it.site);
    if (it.kind == Kind::request && it.handle_live) add_once(requests_, it.site);
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

  // A value that nothing has: so two never look alike. Whatever the order in which values are set, a place gets the same ones:
  // their last digits are the slots of the key and of the handle.
  std::int64_t fresh_value(std::uint32_t key, std::uint32_t handle) const {
    const auto digit = [](std::uint32_t site) { return is_predefined(site) ? 0 : std::int64_t{site}; };
    auto fresh = 100 * digit(key) + digit(handle);
    const auto has_it = [&](const State& state) {
      return std::ranges::find(state.attachments, fresh, &Attachment::value) != state.attachments.end() ||
             std::ranges::find(state.phases, fresh, &Phase::value) != state.phases.end();
    };
    const auto taken = [&] {
      return std::ranges::any_of(states_, [&](const auto* states) { return std::ranges::any_of(*states, has_it); });
    };
    while (fresh == 0 || taken()) fresh += 1000;
    return fresh;
  }

  void value_calls() {
    auto on = comms_;
    on.insert(on.end(), keys_.begin(), keys_.end());
    for (const auto key : keys_)
      for (const auto handle : on) {
        add({Procedure::value_set, false, no_site, {object(key), object(handle), integer(fresh_value(key, handle))}});
        add({Procedure::value_get, false, no_site, {object(key), object(handle)}});
        add({Procedure::value_clear, false, no_site, {object(key), object(handle)}});
      }
    for (const auto handle : comms_)
      add({Procedure::value_set,
           false,
           no_site,
           {constant(Constant::key_tag_ub), object(handle),
            integer(fresh_value(site_of(Constant::key_tag_ub), handle))}});
  }

  void comm_calls() {
    if (const auto site = free_site(sites::first_comm, sites::last_comm); site != no_site) {
      for (const auto comm : comms_)
        for (const bool may_fail : {false, true}) add({Procedure::comm_dup, may_fail, site, {object(comm)}});
    }
    for (const auto comm : comms_)
      if (!is_predefined(comm)) add({Procedure::comm_free, false, no_site, {object(comm)}});
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

  const std::array<const std::vector<State>*, 2> states_;
  const bool in_callback_;
  std::uint32_t used_ = 0;
  Sites keys_, comms_, requests_;
  std::vector<Action> out_;
};

Arguments arguments(const State& state, const Action& action) {
  Arguments values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& operand = action.operands.at(i);
    if (operand.type == Operand::Type::integer) values.at(i) = Value::integer(operand.number);
    if (operand.type == Operand::Type::function)
      values.at(i) = Value::integer(operand.number == null_function
                                        ? null_function
                                        : function_of(action.site, static_cast<Callback>(operand.number)));
    if (operand.type != Operand::Type::object) continue;
    const auto slot = slot_of(state, operand.number);
    values.at(i) = slot != no_slot ? Value::object(state.objects[slot].kind, slot) : gone(operand.number);
  }
  return values;
}

class Ticket304Family final : public Family {
public:
  Areas areas() const override { return {.ticket304 = true}; }

  State start() const override {
    State state;
    for (const auto constant : predefined_constants) state.objects.add(predefined_object(constant));
    state.frames.add(main_frame());
    return state;
  }

  std::size_t functions() const override { return functions_of_keys; }

  std::vector<Action> actions(const std::vector<State>& under_a, const std::vector<State>& under_b) const override {
    return Actions(under_a, under_b).all();
  }

  // Not make a key, nor any object in a slot that is taken: two would look the same.
  bool may_repeat(const Action& action, const std::vector<State>& under_a,
                  const std::vector<State>& under_b) const override {
    if (action.site == no_site) return true;
    const auto taken = [&](const State& state) { return slot_of(state, action.site) != no_slot; };
    return action.procedure != Procedure::key_create && std::ranges::none_of(under_a, taken) &&
           std::ranges::none_of(under_b, taken);
  }

  std::vector<std::int32_t> makes(const Action& action) const override {
    if (action.procedure != Procedure::key_create) return {};
    return {function_of(action.site, Callback::copy), function_of(action.site, Callback::free),
            function_of(action.site, Callback::destroy)};
  }

  NewCall call(const State& state, const Action& action) const override {
    return {.procedure = action.procedure,
            .arguments = arguments(state, action),
            .may_fail = action.may_fail,
            .site = action.site};
  }
};

} // namespace

const Family& ticket304_family() {
  static const Ticket304Family family;
  return family;
}

std::int32_t function_of(std::uint32_t key_site, Callback callback) {
  return static_cast<std::int32_t>(3 * (key_site - sites::first_key)) + static_cast<std::int32_t>(callback);
}

} // namespace moot
