#include "programs/attributes/draft.h"
#include "programs/attributes/programs.h"
#include "programs/dice.h"

#include <algorithm>
#include <array>

namespace moot::campaign {
namespace {

using Type = Step::Type;

constexpr std::int64_t two_to_31 = std::int64_t{1} << 31U;
constexpr std::array<std::int64_t, 12> values{
    1, 2, 3, 5, 0, -1, -5, two_to_31 - 1, two_to_31, 2 * two_to_31 + 5, -two_to_31 * 512, 12345};

// Not MPI_UNIVERSE_SIZE, for which MPICH waits for ever where it was started without mpiexec: each would cost seconds.
constexpr std::array predefined{Constant::tag_ub,
                                Constant::host,
                                Constant::io,
                                Constant::wtime_is_global,
                                Constant::appnum,
                                Constant::last_used_code,
                                Constant::win_base,
                                Constant::win_size,
                                Constant::win_disp_unit,
                                Constant::win_create_flavor,
                                Constant::win_model};

// Of a hundred programs: what sort they are.
constexpr std::uint32_t with_fortran = 35;
constexpr std::uint32_t with_requests = 12;
constexpr std::uint32_t with_finalize = 1; // each ends a process
constexpr std::uint32_t with_values = 20;  // pointers and handles as attributes
constexpr std::uint32_t with_ranks = 10;   // some processes do what others do not
constexpr std::uint32_t with_trouble = 4;  // what readings may leave open, or call erroneous
constexpr std::uint32_t with_errors = 8;   // errors kept, added, classified
// Of a hundred steps:
constexpr std::uint32_t with_a_grequest = 1;
constexpr std::uint32_t with_a_rare_one = 2;
constexpr std::uint32_t with_an_intercommunicator = 10; // of two processes
// Of a hundred windows: of the program's own memory, or of none. (With Open MPI each such program needs a process of its own.)
constexpr std::uint32_t with_own_memory = 4;
// Of a hundred of these:
constexpr std::uint32_t with_handlers = 30; // fatal ones: each may end a process
constexpr std::uint32_t with_a_fault = 10;  // a call by a keyval that is no more

class Author {
public:
  Author(std::uint64_t seed, std::uint64_t number, const Where& where)
      : dice_(seed, number), error_dice_(~seed, number), ways_dice_(seed ^ 0xff, number), where_(where),
        draft_({6, 6, {where.processes == 2 ? 2 : 1, where.mpi_4}}), // (of more there are no intercommunicators)
        fortran_(dice_.percent(with_fortran)), requests_(dice_.percent(with_requests)),
        finalize_(dice_.percent(with_finalize)), trouble_(dice_.percent(with_trouble)),
        values_(dice_.percent(with_values)), ranks_(dice_.percent(with_ranks)),
        kind_(dice_.pick({Kind::communicator, Kind::communicator, Kind::communicator, Kind::datatype, Kind::datatype,
                          Kind::window})),
        errors_(error_dice_.percent(with_errors)), handlers_(errors_ && error_dice_.percent(with_handlers)) {}

  Plan write() {
    const std::size_t wanted = 5 + dice_.below(16);
    constexpr int patience = 400;
    for (int tries = 0; calls(draft_.plan()) < wanted && tries < patience; ++tries) {
      if (errors_ && error_dice_.percent(made().errors.empty() ? 40 : 15)) draft_.take(error_step());
      auto step = any_step();
      decorate(step);
      go_another_way(step);
      if (errors_) expect_errors(step);
      if (frees_under_idup(step) && !trouble_) continue;
      draft_.take(step);
    }
    if (errors_) end_with_errors();
    if (finalize_) end_with_finalize();
    return draft_.plan();
  }

private:
  // For which Open MPI crashes, now or later: each costs a process.
  bool frees_under_idup(const Step& step) const {
    const auto& requests = made().requests;
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (requests[i].of_dup && requests[i].comm == step.object && draft_.is_pending(static_cast<std::uint8_t>(i)))
        return step.type == Type::free;
    return false;
  }

  const Made& made() const { return draft_.made(); }

  Type any_type() {
    if (made().keyvals.empty()) return Type::create_keyval;
    if (dice_.percent(30)) return Type::set;
    if (requests_ && dice_.percent(30)) return dice_.pick({Type::irecv, Type::isend, Type::wait, Type::commit});
    return dice_.pick({Type::create_keyval, Type::dup,       Type::dup,           Type::dup,        Type::get,
                       Type::get,           Type::get,       Type::remove,        Type::remove,     Type::free,
                       Type::free,          Type::free,      Type::free_keyval,   Type::split,      Type::contiguous,
                       Type::win_allocate,  Type::file_open, Type::dup_with_info, Type::disconnect, Type::predefined,
                       Type::idup,          Type::idup,      Type::wait,          Type::wait});
  }

  Step any_step() {
    Step step;
    step.type = any_type();
    constexpr std::size_t most_keyvals = 4; // the others are for the end
    const bool full = made().keyvals.size() >= most_keyvals;
    if (step.type == Type::create_keyval && !full) return keyval();
    if (step.type == Type::create_keyval) step.type = Type::get;
    if (step.type == Type::wait)
      return step.object = static_cast<std::uint8_t>(dice_.below(made().requests.size() + 1)), step;
    step.keyval = static_cast<std::uint8_t>(dice_.below(made().keyvals.size()));
    step.object = static_cast<std::uint8_t>(dice_.below(made().objects.size()));
    step.datatype = static_cast<std::uint8_t>(dice_.below(made().objects.size()));
    // Mostly on what is alive and was made here.
    if (step.object < made_objects && dice_.percent(50))
      step.object = static_cast<std::uint8_t>(dice_.below(made().objects.size()));
    if (step.type == Type::set) step.value = dice_.percent(60) ? 1 + dice_.below(9) : dice_.pick(values);
    if (step.type == Type::predefined) step.constant = dice_.pick(predefined);
    if (step.type == Type::set && values_ && dice_.percent(40))
      step.given = dice_.pick({Given::memory, Given::handle, Given::mpis});
    step.on_last_rank = ranks_ && (step.type == Type::set || step.type == Type::remove) && dice_.percent(40);
    return step;
  }

  BodyCall body() {
    if (!dice_.percent(25)) return BodyCall::none;
    if (trouble_)
      return dice_.pick({BodyCall::set_own, BodyCall::set_other, BodyCall::delete_own, BodyCall::delete_other});
    if (ranks_) // not all of them run the callbacks: nothing collective there
      return dice_.pick({BodyCall::get_own, BodyCall::get_other, BodyCall::free_keyval, BodyCall::finalized});
    return dice_.pick({BodyCall::get_own, BodyCall::get_other, BodyCall::dup, BodyCall::free_keyval,
                       BodyCall::free_object, BodyCall::finalized});
  }

  // Mostly well behaved: what fails ends what can be judged.
  Step keyval() {
    Step step;
    step.kind = dice_.percent(75) ? kind_ : dice_.pick({Kind::communicator, Kind::datatype, Kind::window});
    auto& functions = step.functions;
    functions.copy = dice_.pick({CopyFunction::hands_on, CopyFunction::hands_on, CopyFunction::hands_on,
                                 CopyFunction::dup, CopyFunction::dup, CopyFunction::absent, CopyFunction::refuses,
                                 CopyFunction::null_copy, CopyFunction::adds});
    if ((fortran_ || values_) &&
        functions.copy == CopyFunction::adds) // to an address: a number that differs from run to run
      functions.copy = CopyFunction::hands_on;
    if (dice_.percent(12)) functions.copy = CopyFunction::fails;
    if (trouble_ && dice_.percent(30)) functions.copy = CopyFunction::says_two;
    functions.remove = dice_.percent(15)
                           ? dice_.pick({DeleteFunction::fails, DeleteFunction::fails_once})
                           : dice_.pick({DeleteFunction::absent, DeleteFunction::absent, DeleteFunction::null_delete});
    if (!fortran_ && dice_.percent(2)) functions.remove = DeleteFunction::null_pointer; // Fortran has none
    functions.error = dice_.pick({ErrorClass::topology, ErrorClass::other, ErrorClass::arg, ErrorClass::comm});
    functions.in_copy = body();
    functions.in_delete = body();
    functions.object = static_cast<std::uint8_t>(dice_.below(made().objects.size()));
    if (dice_.percent(40)) step.value = dice_.pick(values);
    return step;
  }

  // In which language, and by which of its procedures.
  void decorate(Step& step) {
    // (In Fortran a handle may be the same INTEGER as a number of the program's.)
    if (fortran_ && dice_.percent(60) && step.given != Given::handle)
      step.language = dice_.pick({Language::mpif, Language::use_mpi, Language::mpi_f08});
    const bool comm = step.type == Type::create_keyval
                          ? step.kind == Kind::communicator
                          : step.type == Type::free_keyval || step.object < made().objects.size();
    const bool has_old = step.type == Type::create_keyval || step.type == Type::set || step.type == Type::get ||
                         step.type == Type::remove || step.type == Type::free_keyval || step.type == Type::predefined;
    if (!comm || !has_old || step.language == Language::mpi_f08 || !dice_.percent(fortran_ ? 30 : 8)) return;
    if (step.type == Type::free_keyval)
      step.mpi1 = step.keyval < made().keyvals.size() && made().keyvals[step.keyval].of == Kind::communicator;
    else if (step.type == Type::create_keyval)
      step.mpi1 = true;
    else
      step.mpi1 = made().objects[step.object].kind == Kind::communicator;
  }

  // (A program that goes none of these ways is what it was before there were any.)
  void go_another_way(Step& step) {
    auto count = ways(step.type, where_).size();
    if (step.type == Type::win_allocate && !ways_dice_.percent(2 * with_own_memory)) count -= 2;
    if (count > 1 && ways_dice_.percent(50)) step.way = static_cast<std::uint8_t>(ways_dice_.below(count));
    if (ways_dice_.percent(with_a_grequest)) generalized_request();
    if (ways_dice_.percent(with_a_rare_one)) rare_step();
    if (where_.processes == 2 && ways_dice_.percent(with_an_intercommunicator)) draft_.take(step_of(Type::intercomm));
  }

  void generalized_request() {
    Step request;
    request.type = Type::grequest;
    request.value = ways_dice_.pick(values);
    request.given = ways_dice_.pick({Given::number, Given::number, Given::memory});
    draft_.take(request);
  }

  Step step_of(Type type) {
    Step step;
    step.type = type;
    step.object = static_cast<std::uint8_t>(ways_dice_.below(made().objects.size()));
    step.datatype = static_cast<std::uint8_t>(ways_dice_.below(made().objects.size()));
    step.keyval = static_cast<std::uint8_t>(ways_dice_.below(made().keyvals.size() + 1));
    return step;
  }

  // Few objects are of a kind for it: the first that the machine takes, of some tries.
  void rare_step() {
    constexpr int patience = 16;
    const auto type = ways_dice_.pick({Type::compare, Type::predefined_function, Type::contents, Type::merge});
    for (int tries = 0; tries < patience; ++tries) {
      auto step = step_of(type);
      if (type == Type::predefined_function) {
        step.way = static_cast<std::uint8_t>(ways_dice_.below(ways(type).size()));
        step.value = ways_dice_.pick(values);
      }
      if (draft_.take(step)) return;
    }
  }

  // ---- errors

  Step error_step() {
    Step step;
    step.type = error_dice_.pick(
        {Type::error_class, Type::error_class, Type::add_error_class, Type::add_error_code, Type::add_error_string});
    step.language = error_language();
    if (handlers_ && error_dice_.percent(50)) return handler_step(step.language);
    step.functions.error =
        error_dice_.pick({ErrorClass::topology, ErrorClass::other, ErrorClass::arg, ErrorClass::keyval});
    const bool of_predefined = step.type == Type::add_error_code && error_dice_.percent(40);
    if (step.type == Type::add_error_class || of_predefined || made().errors.empty()) return step;
    step.error = static_cast<std::uint8_t>(error_dice_.below(made().errors.size()));
    // Of an added class Open MPI gets it wrong, and what follows is not judged.
    const bool known =
        step.type == Type::error_class && made().errors[*step.error].type == Made::Error::Type::added_class;
    if (known && !error_dice_.percent(10)) step.type = Type::add_error_code;
    return step;
  }

  Language error_language() {
    if (!fortran_ || !error_dice_.percent(60)) return Language::c;
    return error_dice_.pick({Language::mpif, Language::use_mpi, Language::mpi_f08});
  }

  Step handler_step(Language language) {
    Step step;
    step.type = Type::set_errhandler;
    step.language = language;
    step.fatal = error_dice_.percent(75);
    const auto& objects = made().objects;
    do { // rather what can have a handler
      step.object = static_cast<std::uint8_t>(error_dice_.below(objects.size()));
    } while (!draft_.accepts(step) && !error_dice_.percent(10));
    return step;
  }

  // More functions fail than in other programs, and what calls return is kept.
  void expect_errors(Step& step) {
    const bool keeps = error_dice_.percent(step.type == Type::free || step.type == Type::dup ? 60 : 25);
    step.keeps_error = keeps && step.type != Type::predefined;
    if (step.type != Type::create_keyval) return;
    auto& functions = step.functions;
    if (functions.copy < CopyFunction::null_copy && error_dice_.percent(25)) functions.copy = CopyFunction::fails;
    if (functions.remove < DeleteFunction::null_delete && error_dice_.percent(35))
      functions.remove = error_dice_.pick({DeleteFunction::fails, DeleteFunction::fails_once});
    if (made().errors.empty() || !error_dice_.percent(70)) return;
    const auto added = static_cast<std::uint8_t>(error_dice_.below(made().errors.size()));
    if (made().errors[added].type != Made::Error::Type::of_call) functions.added = added;
  }

  // The classes of what came last; and perhaps a fault.
  void end_with_errors() {
    Step step;
    step.type = Type::error_class;
    for (std::size_t i = made().errors.size(); i-- > 0 && i + 2 >= made().errors.size();) {
      step.error = static_cast<std::uint8_t>(i);
      step.language = error_language();
      if (made().errors[i].type != Made::Error::Type::added_class) draft_.take(step);
    }
    if (!error_dice_.percent(with_a_fault)) return;
    Step fault;
    fault.at_fault = fault.keeps_error = true;
    fault.type = error_dice_.pick({Type::set, Type::get, Type::remove});
    for (std::size_t keyval = 0; keyval < made().keyvals.size(); ++keyval)
      for (std::size_t object = 0; object < made().objects.size(); ++object) {
        fault.keyval = static_cast<std::uint8_t>(keyval);
        fault.object = static_cast<std::uint8_t>(object);
        if (draft_.take(fault)) return;
      }
  }

  void set_on_self_and_world() {
    for (int i = 0; i < 2; ++i) draft_.take(Step{}); // plain keyvals, whose order can be seen
    Step step;
    step.type = Type::set;
    for (const auto object : {comm_self, comm_world})
      for (std::size_t keyval = 0; keyval < made().keyvals.size(); ++keyval) {
        const auto remove = made().keyvals[keyval].functions.remove;
        const bool fails = remove == DeleteFunction::fails || remove == DeleteFunction::fails_once;
        step.object = object;
        step.keyval = static_cast<std::uint8_t>(keyval);
        step.value = 1 + dice_.below(9);
        if (!fails && dice_.percent(object == comm_self ? 80 : 20)) draft_.take(step);
      }
  }

  // Windows and files are to be freed and operations to be complete before.
  void end_with_finalize() {
    Step step;
    step.type = Type::free;
    for (step.object = made_objects; step.object < made().objects.size(); ++step.object)
      if (must_be_freed(made().objects[step.object].kind) && draft_.is_live(step.object)) draft_.take(step);
    step.type = Type::wait;
    for (step.object = 0; step.object < made().requests.size(); ++step.object) draft_.take(step);
    set_on_self_and_world();
    step.type = Type::finalize;
    draft_.take(step);
  }

  Dice dice_, error_dice_, ways_dice_; // (a program without errors is what it was before there were any)
  Where where_;
  Draft draft_;
  bool fortran_, requests_, finalize_, trouble_, values_, ranks_;
  Kind kind_; // of most objects
  bool errors_, handlers_;
};

} // namespace

Plan random_plan(std::uint64_t seed, std::uint64_t number, const Where& where) {
  return Author(seed, number, where).write();
}

} // namespace moot::campaign
