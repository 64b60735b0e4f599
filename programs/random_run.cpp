#include "programs/random_run.h"

#include "programs/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace moot {
namespace {

bool takes_value(Procedure procedure) {
  return procedure == Procedure::value_set || procedure == Procedure::value_get || procedure == Procedure::value_clear;
}

// A case refuses a callback that no key is given.
bool has_keys(const RandomProgram& what) {
  return what.calls > what.handles &&
         std::ranges::find(what.procedures, Procedure::key_create) != what.procedures.end();
}

Program program_of(const RandomProgram& what) {
  Program program;
  program.title = fmt::format("random program, seed {}", what.seed);
  program.source = "ticket304";
  program.place = "line 1";
  if (has_keys(what))
    program.callbacks.push_back({"pass_on", {assign(new_value, argument(CallbackArgument::value))}, {}});
  for (std::uint32_t i = 0; i < what.handles; ++i) program.variables.push_back(fmt::format("c{}", i));
  for (std::uint32_t i = 0; i < what.keys; ++i) program.variables.push_back(fmt::format("k{}", i));
  program.variables.emplace_back("seen");
  // (Tells the machine which constants there are.)
  program.main.push_back(moot::call(Procedure::comm_dup, {constant(Constant::comm_self)}, {0}));
  return program;
}

} // namespace

RandomRun::RandomRun(RandomProgram what, const Reading& reading)
    : what_(std::move(what)), random_(what_.seed), program_(program_of(what_)),
      machine_(program_, reading, {.ticket304 = true}), recorder_(program_), state_(machine_.initial()) {}

bool RandomRun::call() {
  if (made_ == what_.calls) return false;
  if (made_ < what_.handles) {
    program_.main.front().results = {static_cast<std::int32_t>(made_)};
  } else {
    const auto choice = next();
    if (!choice) return false;
    program_.main.front() = statement_of(*choice);
  }
  ++made_;
  run();
  return true;
}

// The machine's program is one statement; when that has been run, main is at its end.
void RandomRun::run() {
  state_.frames.edit(0).code().position = 0;
  do {
    machine_.moves(state_, moves_);
    if (moves_.empty())
      throw std::runtime_error(fmt::format("call {}, {}, is erroneous under {}", made_,
                                           signature(statement().procedure).name, machine_.mpi().reading().name));
    machine_.apply(state_, moves_[random_() % moves_.size()], &recorder_);
  } while (state_.frames.size() > 1);
}

std::optional<RandomRun::Choice> RandomRun::next() {
  if (made_ == what_.handles && has_keys(what_)) return Choice{Procedure::key_create, 0, 0, 1};
  std::vector<Choice> valid;
  for (const auto procedure : what_.procedures) add_all(procedure, valid);
  std::erase_if(valid, [&](const Choice& choice) { return !is_valid(choice); });
  if (valid.empty()) return std::nullopt;
  auto choice = valid[random_() % valid.size()];
  if (choice.procedure == Procedure::value_set)
    choice.number = 1 + static_cast<std::uint32_t>(random_() % what_.values);
  return choice;
}

// Every call of a procedure that the variables allow for.
void RandomRun::add_all(Procedure procedure, std::vector<Choice>& out) const {
  const bool creates = procedure == Procedure::key_create;
  const bool has_key = creates || procedure == Procedure::key_free || takes_value(procedure);
  const bool has_handle = !has_key || takes_value(procedure);
  std::uint32_t numbers = 1;
  if (creates) numbers = 2;
  if (procedure == Procedure::comm_dup) numbers = what_.handles;
  for (std::uint32_t key = 0; key < (has_key ? what_.keys : 1); ++key)
    for (std::uint32_t handle = 0; handle < (has_handle ? what_.handles : 1); ++handle)
      for (std::uint32_t number = 0; number < numbers; ++number) out.push_back({procedure, key, handle, number});
}

bool RandomRun::is_valid(const Choice& choice) const {
  switch (choice.procedure) {
  case Procedure::key_create: return key(choice.key) == no_slot;
  case Procedure::key_free: return may_free_key(choice.key);
  case Procedure::comm_dup: return handle(choice.handle) != no_slot && handle(choice.number) == no_slot;
  case Procedure::comm_free: return may_free_handle(choice.handle);
  default: break;
  }
  if (!is_live(key(choice.key)) || handle(choice.handle) == no_slot) return false;
  return choice.procedure != Procedure::value_clear || state_.find(handle(choice.handle), key(choice.key)) != nullptr;
}

Statement RandomRun::statement_of(const Choice& choice) const {
  const auto key_variable = static_cast<std::int32_t>(what_.handles + choice.key);
  const auto on = static_cast<std::int32_t>(choice.handle);
  const auto given = static_cast<std::int32_t>(choice.number);
  switch (choice.procedure) {
  case Procedure::key_create: {
    std::optional<Expression> copy;
    if (choice.number == 1) copy = function(0);
    return moot::call(choice.procedure, {copy, std::nullopt, std::nullopt, number(choice.key)}, {key_variable});
  }
  case Procedure::key_free: return moot::call(choice.procedure, {variable(key_variable)});
  case Procedure::comm_dup: return moot::call(choice.procedure, {variable(on)}, {given});
  case Procedure::comm_free: return moot::call(choice.procedure, {variable(on)});
  default: break;
  }
  std::vector<std::optional<Expression>> arguments{variable(key_variable), variable(on)};
  if (choice.procedure == Procedure::value_set) arguments.emplace_back(number(given));
  const bool gets = choice.procedure == Procedure::value_get;
  const auto seen = static_cast<std::int32_t>(program_.variables.size() - 1);
  return moot::call(choice.procedure, std::move(arguments), gets ? std::vector{seen} : std::vector<std::int32_t>{});
}

// ---- what there is

Slot RandomRun::handle(std::uint32_t index) const {
  const auto& value = state_.variables[index];
  return value.type == Value::Type::object ? static_cast<Slot>(value.number) : no_slot;
}

// The variable's own value is the null handle once the key is freed.
Slot RandomRun::key(std::uint32_t index) const {
  const auto site = what_.handles + index + 1;
  const auto found = std::ranges::find(state_.objects, site, &Object::site);
  return found == state_.objects.end() ? no_slot : static_cast<Slot>(found - state_.objects.begin());
}

bool RandomRun::is_live(Slot key) const { return key != no_slot && state_.objects[key].handle_live; }

// A live handle, another one than `but`, without values of freed keys and of the key `also`.
bool RandomRun::has_clean_handle(std::uint32_t but, Slot also) const {
  const auto is_clean = [&](Slot on) {
    return std::ranges::none_of(state_.attachments, [&](const Attachment& value) {
      return value.object == on && (value.key == also || !is_live(value.key));
    });
  };
  for (std::uint32_t i = 0; i < what_.handles; ++i)
    if (i != but && handle(i) != no_slot && is_clean(handle(i))) return true;
  return false;
}

bool RandomRun::may_free_key(std::uint32_t index) const {
  const auto slot = key(index);
  if (!is_live(slot)) return false;
  const bool has_values = state_.objects[slot].references > 1;
  return !has_values || has_clean_handle(what_.handles, slot);
}

bool RandomRun::may_free_handle(std::uint32_t index) const {
  return handle(index) != no_slot && has_clean_handle(index, no_slot);
}

} // namespace moot
