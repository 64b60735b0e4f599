#include "model/vocabulary/procedure.h"

#include <algorithm>
#include <array>

namespace moot {
namespace {

using Type = Parameter::Type;

constexpr Parameter in(std::string_view name, Kind kind) { return {name, Type::handle, kind}; }
constexpr Parameter number(std::string_view name) { return {name, Type::integer}; }
constexpr Parameter any_handle{"handle", Type::handle};
constexpr Parameter key = in("key", Kind::key);
constexpr Parameter comm = in("comm", Kind::communicator);
constexpr Parameter datatype = in("datatype", Kind::datatype);
constexpr Parameter win = in("win", Kind::window);
constexpr Parameter info = in("info", Kind::info);
constexpr Parameter request = in("request", Kind::request);
constexpr Parameter type{"type", Type::kind, Kind::none, true};
constexpr Parameter tag{"tag", Type::integer, Kind::none, true};

constexpr std::array key_create_in{
    Parameter{"copy", Type::callback, Kind::none, true}, Parameter{"free", Type::callback, Kind::none, true},
    Parameter{"destroy", Type::callback, Kind::none, true}, Parameter{"context", Type::integer, Kind::none, true}};
constexpr std::array key_only{key};
constexpr std::array fortran{number("fkey")};
constexpr std::array set_in{key, any_handle, number("value"), type};
constexpr std::array get_in{key, any_handle, type};
constexpr std::array get_out{Parameter{"value", Type::flag_value}};
constexpr std::array comm_only{comm};
constexpr std::array newcomm{in("newcomm", Kind::communicator)};
constexpr std::array idup_out{in("newcomm", Kind::communicator), in("request", Kind::request)};
constexpr std::array contiguous_in{number("count"), datatype};
constexpr std::array datatype_only{datatype};
constexpr std::array newtype{in("newtype", Kind::datatype)};
constexpr std::array win_only{win};
constexpr std::array file_only{in("fh", Kind::file)};
constexpr std::array info_only{info};
constexpr std::array newinfo{in("newinfo", Kind::info)};
constexpr std::array message_in{datatype, comm, tag};
constexpr std::array request_only{request};
constexpr std::array flag{number("flag")};
constexpr std::array dup_with_info_in{comm, info};
constexpr std::array split_in{comm, number("color"), number("key")};
constexpr Parameter keyval = in("keyval", Kind::keyval);
constexpr std::array create_keyval_in{Parameter{"copy", Type::callback, Kind::none, true},
                                      Parameter{"delete", Type::callback, Kind::none, true},
                                      Parameter{"extra_state", Type::attribute, Kind::none, true}};
constexpr std::array keyval_only{keyval};
constexpr Parameter attribute_val{"attribute_val", Type::attribute};
constexpr std::array attribute_out{Parameter{"attribute_val", Type::flag_value}};
constexpr std::array comm_keyval{comm, keyval};
constexpr std::array comm_attribute{comm, keyval, attribute_val};
constexpr std::array type_keyval{datatype, keyval};
constexpr std::array type_attribute{datatype, keyval, attribute_val};
constexpr std::array win_keyval{win, keyval};
constexpr std::array win_attribute{win, keyval, attribute_val};
constexpr std::array errorcode{Parameter{"errorcode", Type::error}};
constexpr std::array errorclass{Parameter{"errorclass", Type::error}};
constexpr Parameter errhandler = in("errhandler", Kind::errhandler);
constexpr std::array comm_errhandler{comm, errhandler};
constexpr std::array win_errhandler{win, errhandler};
constexpr std::span<const Parameter> none;

// In the order of Procedure.
constexpr std::array<Signature, procedure_count> signatures{{
    {"MPIX_Key_create", key_create_in, key_only, Area::ticket304},
    {"MPIX_Key_free", key_only, none, Area::ticket304},
    {"MPIX_Key_c2f", key_only, fortran, Area::ticket304},
    {"MPIX_Key_f2c", fortran, key_only, Area::ticket304},
    {"MPIX_Value_set", set_in, none, Area::ticket304},
    {"MPIX_Value_get", get_in, get_out, Area::ticket304},
    {"MPIX_Value_clear", get_in, none, Area::ticket304},
    {"MPI_Comm_dup", comm_only, newcomm, Area::common, Bindings::all},
    {"MPI_Comm_free", comm_only, none, Area::common, Bindings::all},
    {"MPI_Type_contiguous", contiguous_in, newtype, Area::common, Bindings::all},
    {"MPI_Type_dup", datatype_only, newtype, Area::common, Bindings::all},
    {"MPI_Type_commit", datatype_only, none, Area::common, Bindings::all},
    {"MPI_Type_free", datatype_only, none, Area::common, Bindings::all},
    {"MPI_Win_allocate", comm_only, win_only, Area::common, Bindings::all},
    {"MPI_Win_free", win_only, none, Area::common, Bindings::all},
    {"MPI_Info_create", none, info_only, Area::common, Bindings::all},
    {"MPI_Info_dup", info_only, newinfo, Area::common, Bindings::all},
    {"MPI_Info_free", info_only, none, Area::common, Bindings::all},
    {"MPI_Irecv", message_in, request_only, Area::common, Bindings::all},
    {"MPI_Isend", message_in, request_only, Area::common, Bindings::all},
    {"MPI_Send", message_in, none, Area::common, Bindings::all},
    {"MPI_Wait", request_only, none, Area::common, Bindings::all},
    {"MPI_Test", request_only, flag, Area::common, Bindings::all},
    {"MPI_Comm_dup_with_info", dup_with_info_in, newcomm, Area::attributes, Bindings::all},
    {"MPI_Comm_idup", comm_only, idup_out, Area::attributes, Bindings::all},
    {"MPI_Comm_idup_with_info", dup_with_info_in, idup_out, Area::attributes, Bindings::all},
    {"MPI_Comm_split", split_in, newcomm, Area::attributes, Bindings::all},
    {"MPI_Comm_disconnect", comm_only, none, Area::attributes, Bindings::all},
    {"MPI_File_open", comm_only, file_only, Area::attributes, Bindings::all},
    {"MPI_File_close", file_only, none, Area::attributes, Bindings::all},
    {"MPI_Comm_create_keyval", create_keyval_in, keyval_only, Area::attributes, Bindings::all},
    {"MPI_Comm_free_keyval", keyval_only, none, Area::attributes, Bindings::all},
    {"MPI_Comm_set_attr", comm_attribute, none, Area::attributes, Bindings::all},
    {"MPI_Comm_get_attr", comm_keyval, attribute_out, Area::attributes, Bindings::all},
    {"MPI_Comm_delete_attr", comm_keyval, none, Area::attributes, Bindings::all},
    {"MPI_Type_create_keyval", create_keyval_in, keyval_only, Area::attributes, Bindings::all},
    {"MPI_Type_free_keyval", keyval_only, none, Area::attributes, Bindings::all},
    {"MPI_Type_set_attr", type_attribute, none, Area::attributes, Bindings::all},
    {"MPI_Type_get_attr", type_keyval, attribute_out, Area::attributes, Bindings::all},
    {"MPI_Type_delete_attr", type_keyval, none, Area::attributes, Bindings::all},
    {"MPI_Win_create_keyval", create_keyval_in, keyval_only, Area::attributes, Bindings::all},
    {"MPI_Win_free_keyval", keyval_only, none, Area::attributes, Bindings::all},
    {"MPI_Win_set_attr", win_attribute, none, Area::attributes, Bindings::all},
    {"MPI_Win_get_attr", win_keyval, attribute_out, Area::attributes, Bindings::all},
    {"MPI_Win_delete_attr", win_keyval, none, Area::attributes, Bindings::all},
    {"MPI_Keyval_create", create_keyval_in, keyval_only, Area::attributes, Bindings::not_f08},
    {"MPI_Keyval_free", keyval_only, none, Area::attributes, Bindings::not_f08},
    {"MPI_Attr_put", comm_attribute, none, Area::attributes, Bindings::not_f08},
    {"MPI_Attr_get", comm_keyval, attribute_out, Area::attributes, Bindings::not_f08},
    {"MPI_Attr_delete", comm_keyval, none, Area::attributes, Bindings::not_f08},
    {"MPI_Error_class", errorcode, errorclass, Area::attributes, Bindings::all},
    {"MPI_Add_error_class", none, errorclass, Area::attributes, Bindings::all},
    {"MPI_Add_error_code", errorclass, errorcode, Area::attributes, Bindings::all},
    {"MPI_Add_error_string", errorcode, none, Area::attributes, Bindings::all},
    {"MPI_Comm_set_errhandler", comm_errhandler, none, Area::attributes, Bindings::all},
    {"MPI_Win_set_errhandler", win_errhandler, none, Area::attributes, Bindings::all},
    {"MPI_Finalized", none, flag, Area::attributes, Bindings::all},
    {"MPI_Finalize", none, none, Area::common, Bindings::all},
}};

constexpr bool fits(const Signature& signature) {
  return signature.in.size() <= most_parameters && signature.out.size() <= most_results;
}
static_assert(std::ranges::all_of(signatures, fits));

constexpr std::array<std::string_view, callback_count> callback_names{"copy", "free", "destroy", "copy_attr",
                                                                      "delete_attr"};
constexpr std::array<std::string_view, kind_count> kind_names{"none", "communicator", "datatype",  "window",
                                                              "info", "key",          "request",   "keyval",
                                                              "file", "error code",   "errhandler"};
constexpr std::array<std::string_view, kind_count> null_handles{"",
                                                                "MPI_COMM_NULL",
                                                                "MPI_DATATYPE_NULL",
                                                                "MPI_WIN_NULL",
                                                                "MPI_INFO_NULL",
                                                                "MPIX_KEY_NULL",
                                                                "MPI_REQUEST_NULL",
                                                                "MPI_KEYVAL_INVALID",
                                                                "MPI_FILE_NULL",
                                                                "MPI_SUCCESS",
                                                                "MPI_ERRHANDLER_NULL"};
constexpr std::array<std::string_view, language_count> languages{"c", "mpif", "use_mpi", "mpi_f08"};

} // namespace

const Signature& signature(Procedure procedure) { return signatures.at(static_cast<std::size_t>(procedure)); }

std::optional<Procedure> procedure_named(std::string_view name) {
  for (int i = 0; i < procedure_count; ++i)
    if (signatures.at(static_cast<std::size_t>(i)).name == name) return static_cast<Procedure>(i);
  return std::nullopt;
}

std::string_view name(Callback callback) { return callback_names.at(static_cast<std::size_t>(callback)); }

std::optional<Callback> callback_named(std::string_view name) {
  for (std::size_t i = 0; i < callback_names.size(); ++i)
    if (callback_names.at(i) == name) return static_cast<Callback>(i);
  return std::nullopt;
}

std::string_view name(Language language) { return languages.at(static_cast<std::size_t>(language)); }

std::optional<Language> language_named(std::string_view name) {
  for (std::size_t i = 0; i < languages.size(); ++i)
    if (languages.at(i) == name) return static_cast<Language>(i);
  return std::nullopt;
}

bool exists_in(Procedure procedure, Language language) {
  switch (signature(procedure).bindings) {
  case Bindings::c: return language == Language::c;
  case Bindings::not_f08: return language != Language::mpi_f08;
  default: return true;
  }
}

Style style(Procedure procedure, Language language) {
  if (language == Language::c) return Style::pointer;
  return signature(procedure).bindings == Bindings::not_f08 ? Style::integer : Style::address_kind;
}

std::string_view name(Kind kind) { return kind_names.at(static_cast<std::size_t>(kind)); }

std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 1; i < kind_names.size(); ++i)
    if (kind_names.at(i) == name) return static_cast<Kind>(i);
  return std::nullopt;
}

char letter(Kind kind) { return "?ctwikrvfeh"[static_cast<std::size_t>(kind)]; }

std::string_view null_handle(Kind kind) { return null_handles.at(static_cast<std::size_t>(kind)); }

} // namespace moot
