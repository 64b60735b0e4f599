#include "mpi_backend/executor/objects.h"

#include "mpi_backend/executor/through.h"

#include <sys/mman.h>
#include <unistd.h>

namespace moot::executor {
namespace {

std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }
Seen word(std::string_view text) { return {Seen::Type::word, 0, std::string(text)}; }

// Is this a place in memory? Numbers that programs put into pointers are none.
bool is_mapped(std::int64_t address) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::uint64_t>(address) & ~(page - 1);
  unsigned char resident = 0;
  return address > 0 && mincore(reinterpret_cast<void*>(begin), 1, &resident) == 0; // NOLINT(performance-no-int-to-ptr)
}

} // namespace

Value Value::pointer(std::int64_t number) {
  return is_mapped(number) ? Value{Type::address, Kind::none, number} : integer(number);
}

MPIX_Handle native_constant(Constant constant) {
  switch (constant) {
  case Constant::comm_world: return MPIX_HANDLE(MPI_COMM_WORLD);
  case Constant::comm_self: return MPIX_HANDLE(MPI_COMM_SELF);
  case Constant::type_int: return MPIX_HANDLE(MPI_INT);
  case Constant::type_double: return MPIX_HANDLE(MPI_DOUBLE);
  case Constant::info_env: return MPIX_HANDLE(MPI_INFO_ENV);
  case Constant::key_tag_ub:
  case Constant::key_host:
  case Constant::key_io:
  case Constant::key_wtime_is_global: return predefined_key(constant);
  case Constant::tag_ub: return MPI_TAG_UB;
  case Constant::host: return MPI_HOST;
  case Constant::io: return MPI_IO;
  case Constant::wtime_is_global: return MPI_WTIME_IS_GLOBAL;
  case Constant::universe_size: return MPI_UNIVERSE_SIZE;
  case Constant::appnum: return MPI_APPNUM;
  case Constant::last_used_code: return MPI_LASTUSEDCODE;
  case Constant::win_base: return MPI_WIN_BASE;
  case Constant::win_size: return MPI_WIN_SIZE;
  case Constant::win_disp_unit: return MPI_WIN_DISP_UNIT;
  case Constant::win_create_flavor: return MPI_WIN_CREATE_FLAVOR;
  case Constant::win_model: return MPI_WIN_MODEL;
  case Constant::errors_return: return MPIX_HANDLE(MPI_ERRORS_RETURN);
  case Constant::errors_are_fatal: return MPIX_HANDLE(MPI_ERRORS_ARE_FATAL);
  case Constant::group_empty: return MPIX_HANDLE(MPI_GROUP_EMPTY);
  case Constant::sum: return MPIX_HANDLE(MPI_SUM);
  default: return native_null(kind(constant));
  }
}

MPIX_Handle native_null(Kind kind) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, ...)                                                                        \
  case Kind::kind: return MPIX_HANDLE(null);
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  case Kind::key: return MPIX_HANDLE(MPIX_KEY_NULL);
  case Kind::keyval: return MPI_KEYVAL_INVALID;
  case Kind::error_code: return 0; // MPI_SUCCESS is 0 (MPI-4.0, 8.4)
  default: return MPIX_HANDLE(MPI_COMM_NULL);
  }
}

Objects::Objects(bool follows_handles) : follows_handles_(follows_handles) {
  // The first objects are the predefined ones, in the order of Constant.
  for (int i = 0; !is_null(static_cast<Constant>(i)); ++i) {
    const auto constant = static_cast<Constant>(i);
    Object object;
    object.kind = moot::kind(constant);
    object.native = native_constant(constant);
    object.predefined = constant;
    add(object);
  }
}

Value Objects::add(Object object) {
  const auto position = objects_.size();
  const auto [known, is_new] = current_.at(index(object.kind)).try_emplace(object.native, position);
  if (!is_new) {
    Object& older = objects_[known->second];
    if (follows_handles_ && older.handles == 0 && !older.predefined) older.again = position;
    known->second = position;
  }
  objects_.push_back(object);
  return {Value::Type::handle, object.kind, static_cast<std::int64_t>(position)};
}

std::size_t Objects::place(const Value& value) const {
  auto place = static_cast<std::size_t>(value.number);
  while (objects_[place].again) place = *objects_[place].again;
  return place;
}

Value Objects::predefined(Constant constant) {
  return {Value::Type::handle, moot::kind(constant), static_cast<std::int64_t>(constant)};
}

Value Objects::shown(Kind kind, MPIX_Handle native, std::int32_t variable) {
  Object object;
  object.kind = kind;
  object.native = native;
  object.generation = ++generations_.at(index(kind));
  object.variable = variable;
  return add(object);
}

Value Objects::created(Kind kind, MPIX_Handle native, std::int32_t variable) {
  if (native == native_null(kind)) return Value::null_handle(kind);
  const Value made = shown(kind, native, variable);
  if (ends_before_its_callbacks(kind)) (*this)[made].fortran = static_cast<MPI_Fint>(handle_in_fortran(kind, native));
  return made;
}

// (A communicator keeps its error handler, however that came about; a group's handle may be another group's later on.)
Value Objects::given_by(const Value& by, Kind kind, MPIX_Handle native, std::int32_t variable) {
  const Names& names = current_.at(index(kind));
  if (const auto found = names.find(native); found != names.end()) {
    const Object& known = objects_[found->second];
    if (kind == Kind::errhandler || known.predefined || known.handles > 0 || known.shared_by == by.number)
      return {Value::Type::handle, kind, static_cast<std::int64_t>(found->second)};
  }
  const Value made = created(kind, native, variable);
  if (made.type == Value::Type::handle) (*this)[made].shared_by = by.number;
  return made;
}

Value Objects::named_by(Kind kind, MPIX_Handle native) {
  if (native == native_null(kind)) return Value::null_handle(kind);
  const Names& names = current_.at(index(kind));
  const auto found = names.find(native);
  if (found == names.end())
    return shown(kind, native, no_variable); // (it may be no handle of this kind: MPI is not asked)
  return {Value::Type::handle, kind, static_cast<std::int64_t>(found->second)};
}

std::optional<Value> Objects::predefined_with(Kind kind, MPIX_Handle native) const {
  const Names& names = current_.at(index(kind));
  const auto found = names.find(native);
  if (found == names.end() || !objects_[found->second].predefined) return std::nullopt;
  return Value{Value::Type::handle, kind, static_cast<std::int64_t>(found->second)};
}

std::optional<Value> Objects::added(int code) const {
  const Names& names = current_.at(index(Kind::error_code));
  const auto found = names.find(code);
  if (found == names.end()) return std::nullopt;
  return Value{Value::Type::handle, Kind::error_code, static_cast<std::int64_t>(found->second)};
}

std::optional<Value> Objects::with_fortran(Kind kind, MPI_Fint fortran) const {
  for (std::size_t i = objects_.size(); i-- > 0;)
    if (objects_[i].kind == kind && objects_[i].fortran == fortran)
      return Value{Value::Type::handle, kind, static_cast<std::int64_t>(i)};
  return std::nullopt;
}

Seen Objects::in_trace(const Value& value) const {
  switch (value.type) {
  case Value::Type::integer: return {Seen::Type::integer, value.number, {}};
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::null_handle: return word(null_handle(value.kind));
  case Value::Type::library: return word(name(*value.of));
  case Value::Type::untouched: return word(untouched_word);
  case Value::Type::address: return word(address_word);
  case Value::Type::memory: return memory_word(value.number);
  case Value::Type::handle: {
    const Object& object = (*this)[value];
    if (object.predefined) return word(name(*object.predefined));
    return word(letter(object.kind) + std::to_string(object.generation));
  }
  default: return {};
  }
}

Seen Objects::in_outcome(const Value& value, const std::vector<std::string>& variables) const {
  if (value.type != Value::Type::handle || (*this)[value].predefined) return in_trace(value);
  const auto variable = (*this)[value].variable;
  return word(variable == no_variable ? "_" : variables[static_cast<std::size_t>(variable)]);
}

} // namespace moot::executor
