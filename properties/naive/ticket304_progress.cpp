// What MPI may do in any call: what complete operations kept goes.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <list>

namespace moot::properties::naive {

// What operations keep of freed objects may go in any call, once they can complete; so may the requests that the program has
// freed, whoever destroys the rest. In a call that waits for ever, all goes.
void Run::progress(bool all) {
  const auto where = ask<DeferredDestroyWhere>();
  for (;;) {
    std::vector<std::pair<Operation*, std::vector<Id>>> able;
    for (auto& operation : operations_) {
      if (!operation.matched) continue;
      if (!operation.completed && objects_[operation.request].handles == 0) {
        able.emplace_back(&operation, std::vector{operation.request});
        if (where == DeferredDestroyWhere::completing_call)
          able.back().second.insert(able.back().second.end(), operation.uses.begin(), operation.uses.end());
      }
      if (where == DeferredDestroyWhere::completing_call || (operation.from != 0 && !operation.completed)) continue;
      for (const auto each : operation.uses)
        if (objects_[each].handles == 0) able.emplace_back(&operation, std::vector{each});
    }
    if (able.empty()) return;
    const auto silent = std::ranges::find_if(
        able, [&](const auto& one) { return std::ranges::all_of(one.second, [&](Id id) { return is_silent(id); }); });
    if (silent == able.end() && where == DeferredDestroyWhere::any_thread) throw NotCovered("a thread of MPI's");
    auto chosen = static_cast<std::size_t>(silent - able.begin());
    if (silent == able.end()) chosen = choose(all ? able.size() : able.size() + 1);
    if (chosen == able.size()) return;
    const auto& [operation, ids] = able[chosen];
    require_one_thing_ends(*operation, ids);
    for (const auto id : ids) {
      --objects_[id].kept_by;
      if (id == operation->request) operation->completed = true;
      if (const auto use = std::ranges::find(operation->uses, id); use != operation->uses.end())
        operation->uses.erase(use);
    }
    std::list<Phase> others; // what MPI itself lets go waits for no phase, but in a call that a destroy callback makes
    if (phases_.empty() || destroying_.size() == phases_.back().depth) others.swap(phases_);
    const auto keeps_owing = [&](Id id) {
      return std::ranges::any_of(objects_[id].keeps, [&](Id each) { return owes_callbacks(each); });
    };
    if (!others.empty() && ask<CascadeOrder>() == CascadeOrder::after_phase && std::ranges::any_of(ids, keeps_owing))
      throw NotCovered("what is kept by what MPI lets go in a destroy phase");
    destroy_unkept(ids);
    if (!others.empty()) others.swap(phases_);
  }
}

// Where the pages and the model differ.
void Run::require_one_thing_ends(const Operation& operation, const std::vector<Id>& ids) const {
  if (ids.front() != operation.request || objects_.at(operation.request).persistent) return;
  auto others = objects_.at(operation.request).keeps;
  if (ids.size() == 1) others.insert(others.end(), operation.uses.begin(), operation.uses.end());
  const auto owed = std::ranges::count_if(others, [&](Id each) { return is_owed_callbacks(each); });
  if (owed > 1 || (owed == 1 && is_owed_callbacks(operation.request)))
    throw NotCovered("what goes with a request that ends by itself");
}

// Do destroy callbacks run when the last that keeps it goes?
bool Run::owes_callbacks(Id id) const {
  const auto& object = objects_.at(id);
  if (object.handles > 0 || object.kept_by > 1) return false;
  return !object.values.empty() || std::ranges::any_of(object.keeps, [&](Id each) { return owes_callbacks(each); });
}

bool Run::is_owed_callbacks(Id id) const {
  const auto& object = objects_.at(id);
  return object.handles == 0 && !object.values.empty();
}

// Nobody can tell when it goes.
bool Run::is_silent(Id id) const {
  const auto& object = objects_.at(id);
  const bool can_change = object.kind != Kind::request && !object.predefined && object.handles > 0;
  return !can_tell_ && !can_change && object.values.empty() && object.keeps.empty();
}

} // namespace moot::properties::naive
