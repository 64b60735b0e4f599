// States that break an invariant, by hand: one thing wrong at a time.
#include "model/law/invariants.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

constexpr Slot comm = 0, key = 1, other_key = 2;

Object object(Kind kind, bool live, std::uint32_t references) {
  Object object;
  object.kind = kind;
  object.handle_live = live;
  object.references = references;
  object.functions.fill(empty_function);
  return object;
}

// A communicator with a value under each of two keys, the second of which is freed; a destroy callback is owed for the first.
State sound() {
  State state;
  state.objects = {object(Kind::communicator, true, 1), object(Kind::key, true, 2), object(Kind::key, false, 1)};
  state.attachments = {{comm, key, 7, false}, {comm, other_key, 8, false}};
  state.phases = {{0, Phase::Type::destroy}};
  state.owed = {{0, comm, key, false}};
  return state;
}

TEST(Invariants, HoldInASoundState) { EXPECT_EQ(broken(sound()), std::nullopt); }

TEST(Invariants, ReferencesAddUp) {
  auto state = sound();
  ++state.objects.edit(key).references;
  EXPECT_EQ(broken(state), Invariant::references_add_up);
  state = sound();
  --state.objects.edit(comm).references;
  EXPECT_EQ(broken(state), Invariant::references_add_up);
}

TEST(Invariants, AFreedKeyWithoutAValueIsGone) {
  auto state = sound();
  state.attachments.remove_last();
  state.objects.edit(other_key).references = 0;
  EXPECT_EQ(broken(state), Invariant::freed_keys_have_a_purpose);
  state.objects.edit(other_key) = {}; // as it should be
  EXPECT_EQ(broken(state), std::nullopt);
}

TEST(Invariants, AFreedKeyMayWaitForTheDestructionOfItsOwnValues) {
  auto state = sound();
  state.attachments.edit(1) = {other_key, key, 8, false};
  state.objects.edit(key).references = 3;
  state.objects.edit(other_key).references = 0;
  EXPECT_EQ(broken(state), Invariant::freed_keys_have_a_purpose);
  state.objects.edit(key).references = 3;
  state.attachments.edit(0).key = key;
  state.objects.edit(other_key).destructing = true;
  EXPECT_EQ(broken(state), std::nullopt);
}

TEST(Invariants, ValuesAreOnObjectsAndUnderKeys) {
  for (const auto& wrong :
       {Attachment{9, key, 7, false}, Attachment{comm, 9, 7, false}, Attachment{comm, comm, 7, false}}) {
    auto state = sound();
    state.attachments.edit(0) = wrong;
    EXPECT_EQ(broken(state), Invariant::values_are_on_objects);
  }
}

TEST(Invariants, OneValueForAKeyBesideThoseThatDie) {
  auto state = sound();
  state.attachments.add({comm, key, 9, false});
  ++state.objects.edit(key).references;
  EXPECT_EQ(broken(state), Invariant::one_value_for_a_key);
  state.attachments.edit(state.attachments.size() - 1).dying = true;
  EXPECT_EQ(broken(state), std::nullopt);
}

TEST(Invariants, WhatIsOwedHasAValue) {
  auto state = sound();
  state.owed.add({0, other_key, key, false});
  EXPECT_EQ(broken(state), Invariant::obligations_have_values);
}

TEST(Invariants, OrIsAboutToBeSet) {
  auto state = sound();
  state.owed.add({0, other_key, key, false});
  ++state.objects.edit(key).references; // that of the set
  state.phases.add(replacement(0, other_key, key, {1}));
  EXPECT_EQ(broken(state), std::nullopt);
}

// (Few objects are counted otherwise than many.)
TEST(Invariants, AreTheSameOfManyObjects) {
  auto many = sound();
  while (many.objects.size() < 20) many.objects.add(many.objects[comm]);
  EXPECT_EQ(broken(many), std::nullopt);
  auto state = many;
  state.attachments.add(state.attachments[0]);
  ++state.objects.edit(state.attachments[0].key).references;
  EXPECT_EQ(broken(state), Invariant::one_value_for_a_key);
  state = many;
  ++state.objects.edit(19).references;
  EXPECT_EQ(broken(state), Invariant::references_add_up);
  state = many;
  state.owed.add({0, 19, key, false});
  EXPECT_EQ(broken(state), Invariant::obligations_have_values);
}

TEST(Invariants, NothingIsAskedOfAFault) {
  auto state = sound();
  ++state.objects.edit(key).references;
  state.erroneous = Clause::handle_valid;
  EXPECT_EQ(broken(state), std::nullopt);
}

// ---- values go once

Reading strict() {
  Reading reading;
  reading[Question::value_after_free_callback] = static_cast<std::uint8_t>(ValueAfterFreeCallback::kept);
  reading[Question::failed_dup] = static_cast<std::uint8_t>(FailedDup::destroyed);
  reading[Question::set_in_destroy] = static_cast<std::uint8_t>(SetInDestroy::erroneous);
  return reading;
}

TEST(ValuesGoOnce, WhereTheirDestroyCallbackEnds) {
  const auto before = sound();
  auto after = before;
  after.attachments.remove(0);
  EXPECT_TRUE(values_go_once(before, after, {comm, key, false}, strict()));
  EXPECT_FALSE(values_go_once(before, after, {comm, other_key, false}, strict()));
  EXPECT_FALSE(values_go_once(before, after, {}, strict()));
}

TEST(ValuesGoOnce, AndNoOtherGoesWithIt) {
  const auto before = sound();
  auto after = before;
  after.attachments.clear();
  EXPECT_FALSE(values_go_once(before, after, {comm, key, false}, strict()));
}

TEST(ValuesGoOnce, TheSameMayBeSetAnew) {
  const auto before = sound();
  auto after = before;
  std::swap(after.attachments.edit(0), after.attachments.edit(1)); // the first went and was set again
  EXPECT_TRUE(values_go_once(before, after, {comm, key, false}, strict()));
}

TEST(ValuesGoOnce, ACallbackIsForAValueThatIsThere) {
  EXPECT_FALSE(values_go_once(sound(), sound(), {comm, 9, false}, strict()));
}

TEST(ValuesGoOnce, SilentlyWhereAnAnswerLetsThem) {
  const auto before = sound();
  auto after = before;
  after.attachments.clear();
  auto reading = strict();
  reading[Question::value_after_free_callback] = static_cast<std::uint8_t>(ValueAfterFreeCallback::cleared);
  EXPECT_TRUE(values_go_once(before, after, {}, reading));
}

} // namespace
} // namespace moot
