// What a retelling (retelling.h) knows of the objects of a trace: which of them the model was told of, how many handles the program has, and
// which of them something unseen may keep.
#pragma once

#include "traces/check/matching.h"

#include <array>
#include <set>
#include <unordered_map>

namespace moot {

class ObjectsTold {
public:
  // An event that was taken.
  void note_names(const Event& event);

  // ---- kinds of which the model is told late (treatment.h): of those objects that have values under keys

  bool is_known(const ObjectName& object) const;
  bool knows_all(const Event& event) const;
  // Is it one of those that the model was told of late?
  bool was_told_late(const ObjectName& object) const { return late_.contains(object); }
  void tell_late(const ObjectName& object) { late_.insert(object); }
  // It has a value, and is known by that alone: what made it, and what else keeps it, nothing tells.
  void meet(const ObjectName& object);
  // A call begins. Objects of it that no event has named before, no recorded call has made: what they hold, nothing tells. True: there is none,
  // and the model knows them all.
  bool has_met_all(const Event& call);
  // Those of this call, which the model is told now: each once.
  std::vector<ObjectName> take_unseen(const Event& call);
  // The call is about one of these, if it is of a kind that others keep or nobody saw it made: what becomes of it may have reasons that no
  // event shows. `kind`: about one of this kind.
  bool is_obscure(const Event& event, std::optional<Kind> kind = std::nullopt) const;
  bool has_met_obscure_ones() const { return !met_.empty(); }
  void note_persistent(const ObjectName& request) { persistent_.insert(request); }
  bool is_persistent(const ObjectName& request) const { return persistent_.contains(request); }

  // ---- handles

  // A call gave a handle of an object: one more, if events have named the object before.
  void note_handle(const ObjectName& object);
  // A call frees a handle of which the program has several: then the object stays.
  bool frees_one_of_several(const Event& call);
  bool was_named(const ObjectName& object) const { return object.second <= highest_of(object.first); }

  // ---- what something unseen may keep

  void keeps(const ObjectName& object) { kept_.insert(object); }
  // The communicator and the datatypes of an operation.
  void keeps(const Event& call);
  // The object that this call frees, if something may keep it. `any`: of what no call shows, too.
  std::optional<ObjectName> kept_one(const Event& call, bool any);

private:
  struct Hash {
    std::size_t operator()(const ObjectName& object) const {
      return (std::size_t{object.second} << 8 | static_cast<std::size_t>(object.first)) * 0x9e3779b97f4a7c15;
    }
  };
  std::uint32_t highest_of(Kind kind) const { return highest_[static_cast<std::size_t>(kind)]; }

  std::set<ObjectName> late_, met_, unseen_, persistent_, kept_;
  bool may_keep_any_datatype_ = false;
  std::unordered_map<ObjectName, std::uint32_t, Hash> more_handles_; // than one
  std::array<std::uint32_t, kind_count> highest_{};
};

} // namespace moot
