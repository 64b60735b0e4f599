#include "programs/attributes/draft.h"

#include "programs/statements.h"

#include <algorithm>

namespace moot::campaign {
namespace {

using Type = Step::Type;

// An answer under which the program breaks a clause.
bool is_fault(std::string_view answer) { return answer == "erroneous" || answer == "undefined"; }

Reading make_lenient() {
  auto reading = all_open("lenient");
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& answers = text(question).answers;
    const auto other = std::ranges::find_if_not(answers, is_fault);
    if (std::ranges::any_of(answers, is_fault) && other != answers.end())
      reading[question] = static_cast<std::uint8_t>(other - answers.begin());
  }
  // Any order is every order; and no thread of the library's, which may come between at any time.
  reading[Question::delete_order] = static_cast<std::uint8_t>(DeleteOrder::arbitrary);
  reading[Question::attribute_copy_order] = static_cast<std::uint8_t>(AttributeCopyOrder::arbitrary);
  reading[Question::deferred_destroy_where] = static_cast<std::uint8_t>(DeferredDestroyWhere::any_later_call);
  return reading;
}

const Reading& lenient() {
  static const Reading reading = make_lenient();
  return reading;
}

constexpr Areas areas{.ticket304 = false, .attributes = true, .ways = true, .contents = true};

// The machine gives slots to the constants that a program names, in their order: so they are named first, and never run.
Statement all_constants() {
  Statement names;
  names.type = Statement::Type::assign;
  for (const auto of : {Constant::comm_self, Constant::type_int, Constant::comm_world, Constant::info_env,
                        Constant::errors_return, Constant::errors_are_fatal})
    names.expression.push_back(constant(of).front());
  return names;
}

Step set_errhandler_on(std::uint8_t object) {
  Step step;
  step.type = Type::set_errhandler;
  step.object = object;
  return step;
}

bool has_dup(Kind kind) { return kind == Kind::communicator || kind == Kind::datatype; }
bool calls_copy(CopyFunction copy) { return copy < CopyFunction::null_copy; }
bool calls_delete(DeleteFunction remove) { return remove < DeleteFunction::null_delete; }
bool fails(DeleteFunction remove) { return remove == DeleteFunction::fails || remove == DeleteFunction::fails_once; }
bool names_other(BodyCall body) {
  return body == BodyCall::get_other || body == BodyCall::set_other || body == BodyCall::delete_other;
}

} // namespace

bool is_null(const Functions& functions) {
  return functions.copy == CopyFunction::null_pointer || functions.remove == DeleteFunction::null_pointer;
}

bool must_be_freed(Kind kind) { return kind == Kind::window || kind == Kind::file; }

Draft::Draft(Limits limits) : limits_(limits) {
  writer_.program().main = {all_constants()};
  for (int rank = 0; rank < limits.where.processes; ++rank) {
    writer_.program().process = {rank, limits.where.processes};
    runs_.push_back({writer_.program().process, {Machine(writer_.program(), lenient(), areas).initial()}});
  }
}

bool Draft::take(const Step& step) {
  if (over_ || !fits(step) || !is_of_sense(step)) return false;
  // What MPI attaches is a number of the run's, and a get of it changes nothing: another call asks whether the object can be used.
  const bool looks = step.type == Type::predefined;
  const auto before = writer_.mark();
  auto runs = followed(looks ? set_errhandler_on(step.object) : step);
  if (looks || runs.empty()) writer_.back_to(before);
  if (runs.empty()) return false;
  plan_.push_back(step);
  // After MPI_Finalize there is nothing to call, nor after what aborts in every run.
  over_ = step.at_fault || step.type == Type::finalize ||
          std::ranges::any_of(runs, [](const Runs& it) { return it.states.empty(); });
  if (!looks) runs_ = std::move(runs);
  return true;
}

std::vector<Draft::Runs> Draft::followed(const Step& step) {
  writer_.program().main.resize(1);
  writer_.write(step, true);
  std::vector<Process> processes;
  for (const auto& runs : runs_) processes.push_back(runs.process);
  if (step.on_last_rank) processes = {{0, 2}, {1, 2}};
  std::vector<Runs> next;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    writer_.program().process = processes[i];
    auto to = follow(Machine(writer_.program(), lenient(), areas), runs_[std::min(i, runs_.size() - 1)].states, 1);
    if (step.at_fault ? to.broken != Clause::keyval_valid : !to.is_lawful) return {};
    next.push_back({processes[i], std::move(to.states)});
  }
  return next;
}

// ---- where the runs are

namespace {

// The object that was first received in this variable; no_slot: it is gone.
Slot slot_of(const State& state, std::int32_t variable) {
  const auto site = static_cast<std::uint32_t>(variable + 1);
  const auto found = std::ranges::find(state.objects, site, &Object::site);
  return found == state.objects.end() ? no_slot : static_cast<Slot>(found - state.objects.begin());
}

} // namespace

// The variable names an object whose handle the program has.
bool Draft::is_handle_in_each_run(std::int32_t variable) const {
  return std::ranges::all_of(runs_, [&](const Runs& runs) {
    return std::ranges::all_of(runs.states, [&](const State& state) {
      const auto& value = state.variables[static_cast<std::size_t>(variable)];
      return value.type == Value::Type::object && state.objects[static_cast<std::size_t>(value.number)].handle_live;
    });
  });
}

bool Draft::is_live(std::uint8_t object) const {
  return object < made_objects || is_handle_in_each_run(made().objects[object].variable);
}

bool Draft::is_pending(std::uint8_t request) const { return is_handle_in_each_run(made().requests[request].variable); }

std::set<std::uint8_t> Draft::attributes_of(std::uint8_t object) const {
  std::set<std::uint8_t> found;
  for (const auto& runs : runs_)
    for (const auto& state : runs.states) {
      const auto on = object < made_objects ? state.predefined(predefined_objects.at(object))
                                            : slot_of(state, made().objects[object].variable);
      for (std::size_t i = 0; i < made().keyvals.size(); ++i)
        if (on != no_slot && state.find(on, slot_of(state, made().keyvals[i].variable)) != nullptr)
          found.insert(static_cast<std::uint8_t>(i));
    }
  return found;
}

// ---- what can be written

bool Draft::has_object(std::size_t object, Kind kind) const {
  return object < made().objects.size() && made().objects[object].kind == kind;
}

bool Draft::has_room() const { return made().objects.size() < made_objects + limits_.objects; }

bool Draft::has_keyval(Kind kind) const {
  return std::ranges::any_of(made().keyvals, [&](const Made::Keyval& it) { return it.of == kind; });
}

bool Draft::fits(const Step& step) const {
  if (step.way != 0 && step.way >= ways(step.type, limits_.where).size()) return false;
  switch (step.type) {
  case Type::create_keyval: return made().keyvals.size() < limits_.keyvals && functions_fit(step);
  case Type::free_keyval: return step.keyval < made().keyvals.size();
  case Type::wait: return step.object < made().requests.size();
  case Type::finalize: return true;
  case Type::grequest:
    return !step.keeps_error && (step.given != Given::handle || step.datatype < made().objects.size());
  case Type::intercomm: return limits_.where.processes == 2 && has_room();
  case Type::error_class:
  case Type::add_error_class:
  case Type::add_error_code:
  case Type::add_error_string: return !step.keeps_error && fits_error(step);
  default: return step.object < made().objects.size() && fits_object(step);
  }
}

bool Draft::fits_object(const Step& step) const {
  const auto kind = made().objects[step.object].kind;
  const bool is_comm = kind == Kind::communicator;
  const bool is_inter = made().objects[step.object].is_inter;
  switch (step.type) {
  case Type::dup: return has_room() && has_dup(kind);
  case Type::dup_with_info:
  case Type::idup: return has_room() && is_comm;
  case Type::split:
  case Type::win_allocate:
  case Type::file_open: return has_room() && is_comm && !is_inter;
  case Type::merge: return has_room() && is_inter;
  case Type::contiguous:
  case Type::contents: return has_room() && kind == Kind::datatype;
  case Type::commit: return kind == Kind::datatype;
  case Type::set:
    if (step.given == Given::handle && step.datatype >= made().objects.size()) return false;
    [[fallthrough]];
  case Type::get:
  case Type::remove: return step.keyval < made().keyvals.size() && made().keyvals[step.keyval].of == kind;
  case Type::set_errhandler: return is_comm || kind == Kind::window;
  case Type::free: return step.object >= made_objects;
  case Type::disconnect: return step.object >= made_objects && is_comm;
  case Type::irecv:
  case Type::isend: return is_comm && !is_inter && has_object(step.datatype, Kind::datatype);
  case Type::compare: return is_comm && has_object(step.datatype, Kind::communicator);
  case Type::predefined_function: return step.keyval < made().keyvals.size() && fits_function(step);
  case Type::predefined:
    return moot::kind(step.constant) == Kind::keyval &&
           (step.constant >= Constant::win_base ? kind == Kind::window : is_comm);
  default: return false;
  }
}

// A function is of the kind of its keyval and its object.
bool Draft::fits_function(const Step& step) const {
  const auto of = signature(ways(step.type)[step.way]).in.front().kind;
  return made().objects[step.object].kind == of && made().keyvals[step.keyval].of == of;
}

bool Draft::fits_error(const Step& step) const {
  using enum Made::Error::Type;
  if (step.error && *step.error >= made().errors.size()) return false;
  const auto of = step.error ? made().errors[*step.error].type : of_call;
  switch (step.type) {
  case Type::add_error_class: return !step.error;
  case Type::add_error_code: return !step.error || of == added_class;
  case Type::add_error_string: return step.error && of != of_call;
  default: return step.error.has_value();
  }
}

// A function that is none of the program's has no body; those of windows are not copied; and what a body names is there.
bool Draft::functions_fit(const Step& step) const {
  const auto& functions = step.functions;
  const auto [copy, remove] = std::pair(functions.in_copy, functions.in_delete);
  if (copy != BodyCall::none && (!calls_copy(functions.copy) || step.kind == Kind::window)) return false;
  if (remove != BodyCall::none && !calls_delete(functions.remove)) return false;
  if (remove == BodyCall::dup && step.kind == Kind::window) return false;
  if (is_null(functions) && (copy != BodyCall::none || remove != BodyCall::none)) return false;
  if (functions.added &&
      (*functions.added >= made().errors.size() || made().errors[*functions.added].type == Made::Error::Type::of_call))
    return false;
  if ((names_other(copy) || names_other(remove)) && !has_keyval(step.kind)) return false;
  const bool frees = copy == BodyCall::free_object || remove == BodyCall::free_object;
  return !frees || (functions.object >= made_objects && functions.object < made().objects.size());
}

// ---- what is worth a program, though the law does not mind

bool Draft::is_of_sense(const Step& step) const {
  switch (step.type) {
  // Its function could never free what is gone; and MPI_Finalized is false in every copy function.
  case Type::create_keyval: {
    const auto [copy, remove] = std::pair(step.functions.in_copy, step.functions.in_delete);
    const bool frees = copy == BodyCall::free_object || remove == BodyCall::free_object;
    return copy != BodyCall::finalized && (!frees || is_live(step.functions.object));
  }
  case Type::wait:
    return is_pending(step.object); // MPI_REQUEST_NULL tells nothing
  // "All communication is complete": the machine asks only that it can be, and MPICH waits for ever.
  case Type::disconnect:
    for (std::size_t i = 0; i < made().requests.size(); ++i)
      if (made().requests[i].comm == step.object && is_pending(static_cast<std::uint8_t>(i))) return false;
    return true;
  // It does not fail; and of MPI_LASTUSEDCODE the model does not say what it is once errors were added.
  case Type::predefined:
    return !step.keeps_error &&
           (step.constant != Constant::last_used_code || std::ranges::all_of(made().errors, [](const Made::Error& it) {
              return it.type == Made::Error::Type::of_call;
            }));
  // Something happens in it, and succeeds; the library would complain of what is left.
  case Type::finalize: {
    const auto attributes = attributes_of(comm_self);
    for (std::size_t i = made_objects; i < made().objects.size(); ++i)
      if (must_be_freed(made().objects[i].kind) && is_live(static_cast<std::uint8_t>(i))) return false;
    return !step.keeps_error && !attributes.empty() && std::ranges::none_of(attributes, [&](std::uint8_t keyval) {
      return fails(made().keyvals[keyval].functions.remove);
    });
  }
  default: return !step.keeps_error || !step.on_last_rank; // (the others would have no error to look at)
  }
}

} // namespace moot::campaign
