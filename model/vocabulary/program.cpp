#include "model/vocabulary/program.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace moot {
namespace {

struct ConstantText {
  std::string_view name;
  Kind kind;
};
// In the order of Constant.
constexpr std::array<ConstantText, constant_count> constants{{
    {"MPI_COMM_WORLD", Kind::communicator},
    {"MPI_COMM_SELF", Kind::communicator},
    {"MPI_INT", Kind::datatype},
    {"MPI_DOUBLE", Kind::datatype},
    {"MPI_INFO_ENV", Kind::info},
    {"MPIX_KEY_TAG_UB", Kind::key},
    {"MPIX_KEY_HOST", Kind::key},
    {"MPIX_KEY_IO", Kind::key},
    {"MPIX_KEY_WTIME_IS_GLOBAL", Kind::key},
    {"MPI_TAG_UB", Kind::keyval},
    {"MPI_HOST", Kind::keyval},
    {"MPI_IO", Kind::keyval},
    {"MPI_WTIME_IS_GLOBAL", Kind::keyval},
    {"MPI_UNIVERSE_SIZE", Kind::keyval},
    {"MPI_APPNUM", Kind::keyval},
    {"MPI_LASTUSEDCODE", Kind::keyval},
    {"MPI_WIN_BASE", Kind::keyval},
    {"MPI_WIN_SIZE", Kind::keyval},
    {"MPI_WIN_DISP_UNIT", Kind::keyval},
    {"MPI_WIN_CREATE_FLAVOR", Kind::keyval},
    {"MPI_WIN_MODEL", Kind::keyval},
    {"MPI_ERRORS_RETURN", Kind::errhandler},
    {"MPI_ERRORS_ARE_FATAL", Kind::errhandler},
    {"MPI_GROUP_EMPTY", Kind::group},
    {"MPI_SUM", Kind::op},
    {"MPI_COMM_NULL", Kind::communicator},
    {"MPI_DATATYPE_NULL", Kind::datatype},
    {"MPI_WIN_NULL", Kind::window},
    {"MPI_INFO_NULL", Kind::info},
    {"MPIX_KEY_NULL", Kind::key},
    {"MPI_REQUEST_NULL", Kind::request},
    {"MPI_KEYVAL_INVALID", Kind::keyval},
    {"MPI_FILE_NULL", Kind::file},
    {"MPI_ERRHANDLER_NULL", Kind::errhandler},
    {"MPI_GROUP_NULL", Kind::group},
    {"MPI_OP_NULL", Kind::op},
    {"MPI_SESSION_NULL", Kind::session},
    {"MPI_MESSAGE_NULL", Kind::message},
}};

constexpr std::array<std::string_view, predefined_count> predefined_functions{
    "MPI_NULL_COPY_FN",      "MPI_DUP_FN",      "MPI_NULL_DELETE_FN",
    "MPI_COMM_NULL_COPY_FN", "MPI_COMM_DUP_FN", "MPI_COMM_NULL_DELETE_FN",
    "MPI_TYPE_NULL_COPY_FN", "MPI_TYPE_DUP_FN", "MPI_TYPE_NULL_DELETE_FN",
    "MPI_WIN_NULL_COPY_FN",  "MPI_WIN_DUP_FN",  "MPI_WIN_NULL_DELETE_FN"};

constexpr std::array<std::string_view, error_class_count> error_classes{
    "MPI_SUCCESS",     "MPI_ERR_ARG",      "MPI_ERR_OTHER", "MPIX_ERR_KEY",   "MPIX_ERR_HANDLE",
    "MPI_ERR_COMM",    "MPI_ERR_TYPE",     "MPI_ERR_WIN",   "MPI_ERR_KEYVAL", "MPI_ERR_INTERN",
    "MPI_ERR_UNKNOWN", "MPI_ERR_TOPOLOGY", "an_error"};

constexpr std::array<std::string_view, callback_argument_count> callback_arguments{
    "handle", "key",           "value",       "context",  "new_handle", "handle_type",
    "keyval", "attribute_val", "extra_state", "complete", "tool_id",    "tool_context"};

template <typename Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names.at(i) == name) return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace

std::string_view name(Constant constant) { return constants.at(static_cast<std::size_t>(constant)).name; }
Kind kind(Constant constant) { return constants.at(static_cast<std::size_t>(constant)).kind; }
bool is_null(Constant constant) { return constant >= Constant::comm_null; }
std::optional<Constant> constant_named(std::string_view name) {
  for (std::size_t i = 0; i < constants.size(); ++i)
    if (constants.at(i).name == name) return static_cast<Constant>(i);
  return std::nullopt;
}

std::string_view name(Predefined function) { return predefined_functions.at(static_cast<std::size_t>(function)); }
std::optional<Predefined> predefined_named(std::string_view name) {
  return find<Predefined>(predefined_functions, name);
}

std::string_view name(ErrorClass error) { return error_classes.at(static_cast<std::size_t>(error)); }
std::string to_text(ErrorClass error) {
  return is_added(error) ? letter(Kind::error_code) + std::to_string(added_number(error)) : std::string(name(error));
}
std::optional<ErrorClass> error_class_named(std::string_view name) { return find<ErrorClass>(error_classes, name); }

std::string_view name(CallbackArgument argument) { return callback_arguments.at(static_cast<std::size_t>(argument)); }
std::optional<CallbackArgument> callback_argument_named(std::string_view name) {
  return find<CallbackArgument>(callback_arguments, name);
}

std::string to_text(const Seen& seen) {
  if (seen.type == Seen::Type::integer) return std::to_string(seen.number);
  return seen.type == Seen::Type::word ? seen.word : "null";
}

bool covers(const Seen& expected, const Seen& seen) {
  if (expected == seen || expected.word == undefined_word) return true;
  if (expected.word != name(ErrorClass::an_error) || seen.type != Seen::Type::word) return false;
  if (const auto error = error_class_named(seen.word)) return *error != ErrorClass::success;
  // What the program added shows as a variable.
  return !constant_named(seen.word) && seen.word != address_word && seen.word != undefined_word;
}

bool covers(const Observed& expected, const Observed& seen) {
  const auto one_covers = [](const std::optional<Seen>& a, const std::optional<Seen>& b) {
    if (a && a->word == undefined_word) return true; // or nothing
    return a.has_value() == b.has_value() && (!a || covers(*a, *b));
  };
  return std::equal(expected.begin(), expected.end(), seen.begin(), seen.end(), one_covers);
}

namespace {

// A part of it may be MPI_COMM_NULL.
bool makes_an_intercommunicator(Procedure procedure) {
  return procedure == Procedure::intercomm_create || procedure == Procedure::comm_spawn ||
         procedure == Procedure::comm_join;
}

} // namespace

bool Areas::may_grow_by(Procedure procedure) {
  return signature(procedure).area != Area::common || makes_an_intercommunicator(procedure);
}

void Areas::add(Procedure procedure) {
  ticket304 = ticket304 || signature(procedure).area == Area::ticket304;
  attributes = attributes || signature(procedure).area == Area::attributes;
  tools = tools || signature(procedure).area == Area::tools;
  contents = contents || procedure == Procedure::type_get_contents;
  ways = ways || makes_an_intercommunicator(procedure);
}

bool Areas::has(Area area) const {
  switch (area) {
  case Area::ticket304: return ticket304;
  case Area::attributes: return attributes;
  case Area::tools: return tools;
  case Area::common: break;
  }
  return true;
}

bool is_attached_by_mpi(Constant constant) {
  return !is_null(constant) && (kind(constant) == Kind::key || kind(constant) == Kind::keyval);
}

namespace {

// What is compared with an integer that stands there, or with an error class, is no handle.
bool may_go_several_ways(const Expression& expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const auto& term = expression[i];
    if (term.type == Term::Type::constant && is_attached_by_mpi(static_cast<Constant>(term.number))) return true;
    if (term.type != Term::Type::equal && term.type != Term::Type::unequal) continue;
    const auto right = expression[i - 1].type;
    if (right != Term::Type::integer && right != Term::Type::null && right != Term::Type::error_class) return true;
  }
  return false;
}

bool may_go_several_ways(const Statement& statement) {
  return may_go_several_ways(statement.expression) ||
         std::ranges::any_of(statement.arguments,
                             [](const auto& argument) { return argument && may_go_several_ways(*argument); });
}

} // namespace

Seen memory_word(std::int64_t cell) { return {Seen::Type::word, 0, "m" + std::to_string(cell + 1)}; }

std::optional<std::int64_t> memory_named(std::string_view word) {
  std::int64_t number = 0;
  if (word.size() < 2 || word[0] != 'm') return std::nullopt;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
  const bool whole = error == std::errc{} && end == word.data() + word.size();
  return whole && number > 0 ? std::optional(number - 1) : std::nullopt;
}

namespace {

bool looks(const Expression& expression) {
  return std::ranges::any_of(expression,
                             [](const Term& it) { return it.type == Term::Type::rank || it.type == Term::Type::size; });
}
bool looks(const Statement& statement) {
  return looks(statement.expression) ||
         std::ranges::any_of(statement.arguments, [](const auto& given) { return given && looks(*given); });
}

// What it gives depends on which processes there are.
bool asks(const Statement& statement) {
  return statement.type == Statement::Type::call &&
         (statement.procedure == Procedure::comm_compare || statement.procedure == Procedure::intercomm_create);
}

template <typename Is> bool any_statement(const Program& program, const Is& is) {
  return std::ranges::any_of(program.main, is) ||
         std::ranges::any_of(program.callbacks,
                             [&](const CallbackDefinition& each) { return std::ranges::any_of(each.body, is); });
}

} // namespace

bool looks_at_process(const Program& program) {
  return any_statement(program, [](const Statement& it) { return looks(it); });
}

bool depends_on_process(const Program& program) {
  return any_statement(program, [](const Statement& it) { return looks(it) || asks(it); });
}

bool has_threads(const Program& program) {
  return std::ranges::find(program.main, Statement::Type::thread, &Statement::type) != program.main.end();
}

Areas areas_of(const Program& program) {
  Areas areas;
  areas.process = program.process;
  const auto add = [&](const Block& block) {
    for (const auto& statement : block) {
      if (statement.type == Statement::Type::call) areas.add(statement.procedure);
      areas.ways = areas.ways || may_go_several_ways(statement);
    }
  };
  add(program.main);
  for (const auto& callback : program.callbacks) add(callback.body);
  return areas;
}

} // namespace moot
