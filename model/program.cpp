#include "model/program.h"

#include <array>

namespace moot {
namespace {

constexpr std::array<std::string_view, constant_count> constants{
    "MPI_COMM_WORLD", "MPI_COMM_SELF",     "MPI_INT",
    "MPI_DOUBLE",     "MPI_INFO_ENV",      "MPIX_KEY_TAG_UB",
    "MPIX_KEY_HOST",  "MPIX_KEY_IO",       "MPIX_KEY_WTIME_IS_GLOBAL",
    "MPI_COMM_NULL",  "MPI_DATATYPE_NULL", "MPI_WIN_NULL",
    "MPI_INFO_NULL",  "MPIX_KEY_NULL",     "MPI_REQUEST_NULL"};

constexpr std::array<Kind, constant_count> constant_kinds{
    Kind::communicator, Kind::communicator, Kind::datatype, Kind::datatype, Kind::info,
    Kind::key,          Kind::key,          Kind::key,      Kind::key,      Kind::communicator,
    Kind::datatype,     Kind::window,       Kind::info,     Kind::key,      Kind::request};

constexpr std::array<std::string_view, error_class_count> error_classes{"MPI_SUCCESS", "MPI_ERR_ARG", "MPI_ERR_OTHER",
                                                                        "MPIX_ERR_KEY", "MPIX_ERR_HANDLE"};

constexpr std::array<std::string_view, 5> callback_arguments{"handle", "key", "value", "context", "new_handle"};

template <typename Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names.at(i) == name) return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace

std::string_view name(Constant constant) { return constants.at(static_cast<std::size_t>(constant)); }
std::optional<Constant> constant_named(std::string_view name) { return find<Constant>(constants, name); }
Kind kind(Constant constant) { return constant_kinds.at(static_cast<std::size_t>(constant)); }
bool is_null(Constant constant) { return constant >= Constant::comm_null; }

std::string_view name(ErrorClass error) { return error_classes.at(static_cast<std::size_t>(error)); }
std::optional<ErrorClass> error_class_named(std::string_view name) { return find<ErrorClass>(error_classes, name); }

std::string_view name(CallbackArgument argument) { return callback_arguments.at(static_cast<std::size_t>(argument)); }
std::optional<CallbackArgument> callback_argument_named(std::string_view name) {
  return find<CallbackArgument>(callback_arguments, name);
}

std::string to_text(const Seen& seen) {
  if (seen.type == Seen::Type::integer) return std::to_string(seen.number);
  return seen.type == Seen::Type::word ? seen.word : "null";
}

} // namespace moot
