// The canonical bytes of a state, by hand: what they tell apart and what not. (Of random programs: properties/.)
#include "model/search/encode.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>

namespace moot {
namespace {

std::string bytes_of(const State& state, SettingOrder setting_order = SettingOrder::matters) {
  std::string bytes;
  encode(state, setting_order, bytes);
  return bytes;
}

Object object(Kind kind, std::uint32_t site) {
  Object object;
  object.kind = kind;
  object.handle_live = true;
  object.site = site;
  object.references = 1;
  if (kind == Kind::key) object.functions = {empty_function, empty_function, empty_function};
  return object;
}

constexpr Slot world = 0, comm = 1, key_a = 2, key_b = 3, type = 4, request = 5;

// A communicator with values under two keys, a derived datatype, a request; a dup of it in progress runs a's callback
// and owes b's.
State some_state() {
  State state;
  state.objects = {predefined_object(Constant::comm_world),
                   object(Kind::communicator, 10),
                   object(Kind::key, 20),
                   object(Kind::key, 30),
                   object(Kind::datatype, 40),
                   object(Kind::request, 50)};
  state.objects.edit(request).base = type;
  state.objects.edit(request).comm = comm;
  state.requests = 1;
  state.attachments = {{comm, key_a, 10, false}, {comm, key_b, 11, false}};
  state.variables = {Value::object(Kind::communicator, comm), Value::integer(7), Value::null(), Value{}};
  CallFrame dup;
  dup.procedure = Procedure::comm_dup;
  dup.arguments[0] = Value::object(Kind::communicator, comm);
  CallbackFrame callback{{0}};
  callback.key = key_a;
  callback.object = comm;
  state.frames = {main_frame(), {0, dup}, {0, callback}};
  state.phases = {{1, Phase::Type::copy, comm, no_slot, no_slot, 0}};
  state.owed = {{0, comm, key_b, false}};
  return state;
}

TEST(Encode, TellsApartWhatMayGoOnDifferently) {
  using Change = std::function<void(State&)>;
  const std::map<std::string, Change> changes{
      {"nothing", [](State&) {}},
      {"answers", [](State& s) { s.answers[3] = 1; }},
      {"another answer", [](State& s) { s.answers[3] = 2; }},
      {"another question", [](State& s) { s.answers[4] = 1; }},
      {"erroneous", [](State& s) { s.erroneous = Clause::get; }},
      {"finalized", [](State& s) { s.finalized = true; }},
      {"handle_live", [](State& s) { s.objects.edit(comm).handle_live = false; }},
      {"references", [](State& s) { s.objects.edit(comm).references = 2; }},
      {"references to a predefined object", [](State& s) { s.objects.edit(world).references = 2; }},
      {"destructing", [](State& s) { s.objects.edit(comm).destructing = true; }},
      {"site", [](State& s) { s.objects.edit(type).site = 41; }},
      {"name", [](State& s) { s.objects.edit(comm).name = 1; }},
      {"another name", [](State& s) { s.objects.edit(comm).name = 2; }},
      {"kind", [](State& s) { s.objects.edit(comm).kind = Kind::info; }},
      {"gone", [](State& s) { s.forget(type); }},
      {"committed", [](State& s) { s.objects.edit(type).committed = true; }},
      {"base", [](State& s) { s.objects.edit(request).base = no_slot; }},
      {"comm", [](State& s) { s.objects.edit(request).comm = world; }},
      {"matched", [](State& s) { s.objects.edit(request).matched = true; }},
      {"tag", [](State& s) { s.objects.edit(request).tag = 1; }},
      {"age of the request", [](State& s) { s.objects.edit(request).context = 1; }},
      {"context", [](State& s) { s.objects.edit(key_a).context = 1; }},
      {"negative context", [](State& s) { s.objects.edit(key_a).context = -1; }},
      {"copy function", [](State& s) { s.objects.edit(key_a).functions[0] = 0; }},
      {"free function", [](State& s) { s.objects.edit(key_a).functions[1] = 0; }},
      {"destroy function", [](State& s) { s.objects.edit(key_a).functions[2] = 0; }},
      {"null function", [](State& s) { s.objects.edit(key_a).functions[2] = null_function; }},
      {"a value", [](State& s) { s.attachments.edit(0).value = 12; }},
      {"a large value", [](State& s) { s.attachments.edit(0).value = INT64_MAX; }},
      {"a small value", [](State& s) { s.attachments.edit(0).value = INT64_MIN; }},
      {"dying", [](State& s) { s.attachments.edit(0).dying = true; }},
      {"no value", [](State& s) { s.attachments.remove_last(); }},
      {"on another object", [](State& s) { s.attachments.edit(1).object = type; }},
      {"another order of setting", [](State& s) { std::swap(s.attachments.edit(0), s.attachments.edit(1)); }},
      {"a variable", [](State& s) { s.variables.edit(1) = Value::integer(8); }},
      {"another variable", [](State& s) { std::swap(s.variables.edit(1), s.variables.edit(2)); }},
      {"another handle", [](State& s) { s.variables.edit(0).number = world; }},
      {"a null handle", [](State& s) { s.variables.edit(0) = Value::null_handle(Kind::communicator); }},
      {"another null handle", [](State& s) { s.variables.edit(0) = Value::null_handle(Kind::info); }},
      {"an error class", [](State& s) { s.variables.edit(1) = Value::error(ErrorClass::other); }},
      {"position", [](State& s) { s.frames.edit(2).code().position = 1; }},
      {"body", [](State& s) { s.frames.edit(2).code().block = 1; }},
      {"callback", [](State& s) { s.frames.edit(2).callback().callback = Callback::destroy; }},
      {"thread", [](State& s) { s.frames.edit(2).thread = 1; }},
      {"value of the callback", [](State& s) { s.frames.edit(2).callback().value.number = 1; }},
      {"context of the callback", [](State& s) { s.frames.edit(2).callback().context.number = 1; }},
      {"key of the callback", [](State& s) { s.frames.edit(2).callback().key = key_b; }},
      {"object of the callback", [](State& s) { s.frames.edit(2).callback().object = type; }},
      {"key argument", [](State& s) { s.frames.edit(2).callback().key_argument = Value::null_handle(Kind::key); }},
      {"handle argument",
       [](State& s) { s.frames.edit(2).callback().handle_argument = Value::null_handle(Kind::key); }},
      {"new handle", [](State& s) { s.frames.edit(2).callback().new_handle = Value::null_handle(Kind::key); }},
      {"new value", [](State& s) { s.frames.edit(2).callback().result.value = Value::null_handle(Kind::key); }},
      {"what the callback says of a flag",
       [](State& s) { s.frames.edit(2).callback().result.flag = Value::integer(1); }},
      {"what the callback returns", [](State& s) { s.frames.edit(2).callback().error = ErrorClass::key; }},
      {"how the attribute was put",
       [](State& s) {
         s.frames.edit(2).callback().callback = Callback::delete_attr;
         s.frames.edit(2).callback().put = Put::integer;
       }},
      {"an attribute that is a handle",
       [](State& s) {
         s.frames.edit(2).callback().callback = Callback::delete_attr;
         s.frames.edit(2).callback().value = Value::object(Kind::key, key_b);
       }},
      {"an extra_state that is a handle",
       [](State& s) {
         s.frames.edit(2).callback().callback = Callback::delete_attr;
         s.frames.edit(2).callback().context = Value::object(Kind::key, key_b);
       }},
      {"language of the callback", [](State& s) { s.frames.edit(2).callback().language = Language::mpif; }},
      {"language of the call", [](State& s) { s.frames.edit(1).call().language = Language::mpif; }},
      {"second result", [](State& s) { s.frames.edit(1).call().second_result = Value::integer(0); }},
      {"back in main", [](State& s) { s.frames.edit(2).what = Code{}; }},
      {"a thread of many", [](State& s) { s.frames.edit(2).thread = 1000; }},
      {"procedure", [](State& s) { s.frames.edit(1).call().procedure = Procedure::info_dup; }},
      {"argument", [](State& s) { s.frames.edit(1).call().arguments[0].number = world; }},
      {"second argument", [](State& s) { s.frames.edit(1).call().arguments[1] = Value::integer(0); }},
      {"result", [](State& s) { s.frames.edit(1).call().result = Value::integer(0); }},
      {"error", [](State& s) { s.frames.edit(1).call().error = ErrorClass::key; }},
      {"may fail", [](State& s) { s.frames.edit(1).call().may_fail = true; }},
      {"failed", [](State& s) { s.frames.edit(1).call().failed = true; }},
      {"created", [](State& s) { s.frames.edit(1).call().created = comm; }},
      {"the library's own work", [](State& s) { s.frames.edit(1).what = LibraryWork{}; }},
      {"a call that has returned", [](State& s) { s.frames.edit(1).what = ReturnedCall{s.frames[1].call()}; }},
      {"frame of the phase", [](State& s) { s.phases.edit(0).frame = 2; }},
      {"type of the phase", [](State& s) { s.phases.edit(0).type = Phase::Type::free; }},
      {"object of the phase", [](State& s) { s.phases.edit(0).object = no_slot; }},
      {"created in the phase", [](State& s) { s.phases.edit(0).created = comm; }},
      {"key of the phase", [](State& s) { s.phases.edit(0).key = key_a; }},
      {"value of the phase", [](State& s) { s.phases.edit(0).value = 1; }},
      {"nothing owed", [](State& s) { s.owed.clear(); }},
      {"key owed", [](State& s) { s.owed.edit(0).key = key_a; }},
      {"object owed", [](State& s) { s.owed.edit(0).object = type; }},
      {"phase owed", [](State& s) { s.owed.edit(0).phase = 1; }},
      {"key freed", [](State& s) { s.owed.edit(0).key_freed = true; }},
  };
  std::map<std::string, std::string> seen; // by bytes: the change
  for (const auto& [what, change] : changes) {
    State state = some_state();
    change(state);
    const auto [other, is_new] = seen.try_emplace(bytes_of(state), what);
    EXPECT_TRUE(is_new) << "as if alike: " << what << "; " << other->second;
  }
}

TEST(Encode, ForgetsTheOrderOfSettingWhereNothingDependsOnIt) {
  const State state = some_state();
  State other = state;
  std::swap(other.attachments.edit(0), other.attachments.edit(1));
  EXPECT_EQ(bytes_of(state, SettingOrder::forgotten), bytes_of(other, SettingOrder::forgotten));
  EXPECT_NE(bytes_of(state), bytes_of(other));
  // Of a value and the one that is being destroyed beside it, the older one's turn may come first.
  other = state;
  other.attachments = {{comm, key_a, 10, true}, {comm, key_a, 11, false}};
  State swapped = other;
  std::swap(swapped.attachments.edit(0), swapped.attachments.edit(1));
  EXPECT_NE(bytes_of(other, SettingOrder::forgotten), bytes_of(swapped, SettingOrder::forgotten));
  State back;
  decode(bytes_of(other, SettingOrder::forgotten), some_state(), back);
  EXPECT_EQ(back.attachments[0].value, 10);
  EXPECT_EQ(back.attachments[1].value, 11);
  swapped.attachments = {{comm, key_a, 10, false}, {comm, key_a, 11, true}};
  EXPECT_NE(bytes_of(other, SettingOrder::forgotten), bytes_of(swapped, SettingOrder::forgotten));
}

TEST(Encode, WhatIsOwedIsASet) {
  State state = some_state();
  state.owed.add({0, comm, key_a, false});
  State other = state;
  std::swap(other.owed.edit(0), other.owed.edit(1));
  EXPECT_EQ(bytes_of(state), bytes_of(other));
}

TEST(Encode, DoesNotSeeHoles) {
  State state = some_state();
  for (int holes = 0; holes < 3; ++holes) state.objects.add();
  EXPECT_EQ(bytes_of(state), bytes_of(some_state()));
}

TEST(Encode, OfAFaultIsItsClauseAndTheAnswers) {
  State state = some_state();
  state.erroneous = Clause::get;
  State other;
  other.erroneous = Clause::get;
  EXPECT_EQ(bytes_of(state), bytes_of(other));
  other.answers[1] = 1;
  EXPECT_NE(bytes_of(state), bytes_of(other));
}

TEST(Encode, IntoABufferThatHeldALongerState) {
  Buffer buffer;
  State large = some_state();
  for (int i = 0; i < 500; ++i) large.variables.add(Value::integer(INT64_MIN)); // ten bytes each
  EXPECT_EQ(encode_into(large, SettingOrder::matters, buffer), bytes_of(large));
  EXPECT_EQ(encode_into(some_state(), SettingOrder::matters, buffer), bytes_of(some_state()));
}

} // namespace
} // namespace moot
