#include "programs/attributes/small_programs.h"

#include <algorithm>
#include <array>

namespace moot::campaign {
namespace {

using Type = Step::Type;

// The sorts of keyval that small programs have. The body of a function has a call at most, and only one of the two has.
std::vector<Functions> sorts_of_functions(Kind kind) {
  constexpr std::array copies{CopyFunction::absent, CopyFunction::hands_on,  CopyFunction::refuses,
                              CopyFunction::fails,  CopyFunction::null_copy, CopyFunction::dup};
  constexpr std::array deletes{DeleteFunction::absent, DeleteFunction::fails, DeleteFunction::null_delete};
  std::vector<Functions> sorts;
  for (const auto remove : deletes) {
    if (kind == Kind::window) sorts.push_back({CopyFunction::absent, remove});
    for (const auto copy : copies)
      if (kind != Kind::window) sorts.push_back({copy, remove});
  }
  sorts.push_back({CopyFunction::null_pointer, DeleteFunction::absent});
  sorts.push_back({CopyFunction::absent, DeleteFunction::null_pointer});
  for (const auto body : {BodyCall::get_own, BodyCall::get_other, BodyCall::dup, BodyCall::free_keyval}) {
    sorts.push_back({CopyFunction::absent, DeleteFunction::absent, BodyCall::none, body});
    if (kind != Kind::window) sorts.push_back({CopyFunction::hands_on, DeleteFunction::absent, body});
  }
  return sorts;
}

bool creates(const Step& step) {
  switch (step.type) {
  case Type::create_keyval:
  case Type::dup:
  case Type::dup_with_info:
  case Type::idup:
  case Type::split:
  case Type::contiguous:
  case Type::win_allocate:
  case Type::file_open: return true;
  default: return false;
  }
}

// The steps that a small program is made of, some of which may not come next.
class Candidates {
public:
  explicit Candidates(const Draft& draft) : made_(draft.made()), size_(calls(draft.plan()) + 1) {}

  std::vector<Step> all() {
    for (const auto kind : {Kind::communicator, Kind::datatype, Kind::window})
      for (const auto& functions : sorts_of_functions(kind)) {
        Step step;
        step.kind = kind;
        step.functions = functions;
        add(step);
        if (functions.in_delete != BodyCall::none || functions.in_copy != BodyCall::none) continue;
        for (std::size_t object = made_objects; object < made_.objects.size(); ++object)
          if (functions == Functions{}) frees_object(step, object);
      }
    for (std::size_t i = 0; i < made_.objects.size(); ++i)
      if (i != comm_world) on_object(static_cast<std::uint8_t>(i));
    for (std::size_t i = 0; i < made_.keyvals.size(); ++i) {
      Step step = of(Type::free_keyval, 0);
      step.keyval = static_cast<std::uint8_t>(i);
      add(step);
    }
    for (std::size_t i = 0; i < made_.requests.size(); ++i) add(of(Type::wait, static_cast<std::uint8_t>(i)));
    predefined();
    constexpr std::size_t short_enough = 3; // each ends a process
    if (size_ <= short_enough) add(of(Type::finalize, 0));
    return std::move(found_);
  }

private:
  // Values that differ, and do not fit into 32 bits.
  static constexpr std::int64_t wide = std::int64_t{1} << 32U;

  static Step of(Type type, std::uint8_t object) {
    Step step;
    step.type = type;
    step.object = object;
    return step;
  }
  void add(const Step& step) { found_.push_back(step); }
  void frees_object(Step step, std::size_t object) {
    step.functions.in_delete = BodyCall::free_object;
    step.functions.object = static_cast<std::uint8_t>(object);
    add(step);
  }

  void on_object(std::uint8_t object) {
    for (const auto type : {Type::dup, Type::dup_with_info, Type::idup, Type::split, Type::contiguous,
                            Type::win_allocate, Type::file_open, Type::free, Type::disconnect})
      add(of(type, object));
    for (std::size_t keyval = 0; keyval < made_.keyvals.size(); ++keyval)
      for (const auto type : {Type::set, Type::get, Type::remove}) {
        Step step = of(type, object);
        step.keyval = static_cast<std::uint8_t>(keyval);
        if (type == Type::set) step.value = wide + static_cast<std::int64_t>(size_);
        add(step);
      }
  }

  // What MPI itself attaches: one get is a program, and on a window two calls are.
  void predefined() {
    const bool alone = size_ == 1;
    const bool window = size_ == 2 && made_.objects.size() > made_objects;
    for (auto constant = Constant::tag_ub; constant <= Constant::win_model;
         constant = static_cast<Constant>(static_cast<int>(constant) + 1)) {
      Step step = of(Type::predefined, alone ? comm_world : made_objects);
      step.constant = constant;
      if (alone || (window && constant >= Constant::win_base)) add(step);
    }
  }

  const Made& made_;
  std::size_t size_; // of the program with the step
  std::vector<Step> found_;
};

// Of two steps that make things, and do not need each other, the smaller one comes first.
bool is_in_order(const Plan& plan) {
  std::uint8_t object = made_objects;
  for (std::size_t i = 1; i < plan.size(); ++i) {
    const auto& before = plan[i - 1];
    const auto& step = plan[i];
    if (before.type != Type::create_keyval && creates(before)) ++object;
    if (!creates(before) || !creates(step) || calls(before) > 1 || calls(step) > 1) continue;
    const bool needs_it = before.type != Type::create_keyval && step.object + 1 == object;
    if (!needs_it && step < before) return false;
  }
  return true;
}

} // namespace

std::vector<Step> SmallProgram::next_steps() const {
  auto steps = Candidates(draft_).all();
  std::erase_if(steps, [&](const Step& step) { return !draft_.accepts(step); });
  return steps;
}

bool SmallProgram::take(const Step& step) {
  const auto before = draft_;
  if (!draft_.take(step)) return false;
  use_.take(step, before);
  return true;
}

std::size_t SmallProgram::waits_missing() const {
  std::size_t missing = 0;
  for (std::size_t i = 0; i < draft_.made().requests.size(); ++i)
    missing += draft_.is_pending(static_cast<std::uint8_t>(i)) ? 1 : 0;
  return missing;
}

bool SmallProgram::is_of_use() const {
  return !plan().empty() && calls_missing() == 0 && use_.is_of_all() && use_.last_set_shows() && is_in_order(plan()) &&
         use_.is_of_one_piece();
}

// Asks the machine last: most steps are ruled out without it.
class Enumeration {
public:
  Enumeration(std::size_t calls, std::size_t enough) : calls_(calls), enough_(enough) {}

  std::vector<Plan> run() {
    extend({});
    return std::move(found_);
  }

private:
  void extend(const SmallProgram& program) {
    const auto size = calls(program.plan());
    if (size == calls_) {
      if (program.is_of_use()) found_.push_back(program.plan());
      return;
    }
    auto plan = program.plan();
    for (const auto& step : Candidates(program.draft_).all()) {
      if (found_.size() >= enough_) return;
      if (size + calls(step) > calls_) continue;
      plan.push_back(step);
      if (is_in_order(plan)) extend_by(step, program);
      plan.pop_back();
    }
  }

  void extend_by(const Step& step, const SmallProgram& program) {
    auto use = program.use_;
    if (!program.draft_.fits(step)) return;
    use.take(step, program.draft_);
    if (calls(program.plan()) + calls(step) + use.calls_missing() > calls_) return;
    auto next = program;
    if (!next.draft_.take(step)) return;
    next.use_ = std::move(use);
    if (calls(next.plan()) + next.calls_missing() <= calls_) extend(next);
  }

  std::size_t calls_;
  std::size_t enough_; // plans
  std::vector<Plan> found_;
};

std::optional<std::vector<Plan>> small_plans(std::size_t calls_at_most, std::size_t most) {
  std::vector<Plan> all;
  for (std::size_t calls = 1; calls <= calls_at_most; ++calls) {
    for (auto& plan : Enumeration(calls, most - all.size() + 1).run()) all.push_back(std::move(plan));
    if (all.size() > most) return std::nullopt;
  }
  return all;
}

std::vector<Plan> small_plans(std::size_t calls_at_most) { return *small_plans(calls_at_most, 1'000'000'000); }

} // namespace moot::campaign
