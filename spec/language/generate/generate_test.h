// A few kinds of object, and tables of procedures about them.
#pragma once

#include "spec/language/generate/data.h"

namespace moot::generate {

inline const std::vector<Kind>& some_kinds() {
  static const auto kinds = parse_kinds(R"([kinds]
communicator = { letter = "c", word = "comm", type = "MPI_Comm", handle_type = "MPIX_HANDLE_COMM", null = "MPI_COMM_NULL", c2f = "MPI_Comm_c2f", ends = "MPI_Comm_free" }
datatype = { letter = "t", word = "datatype", type = "MPI_Datatype", handle_type = "MPIX_HANDLE_DATATYPE", null = "MPI_DATATYPE_NULL", c2f = "MPI_Type_c2f" }
window = { letter = "w", word = "win", type = "MPI_Win", handle_type = "MPIX_HANDLE_WIN", null = "MPI_WIN_NULL", c2f = "MPI_Win_c2f" }
info = { letter = "i", word = "info", type = "MPI_Info", handle_type = "MPIX_HANDLE_INFO", null = "MPI_INFO_NULL", c2f = "MPI_Info_c2f" }
key = { letter = "k", word = "key", type = "MPIX_Key", handle_type = "MPIX_HANDLE_KEY", null = "MPIX_KEY_NULL" }
request = { letter = "r", word = "request", type = "MPI_Request", handle_type = "MPIX_HANDLE_REQUEST", null = "MPI_REQUEST_NULL", c2f = "MPI_Request_c2f" }
keyval = { letter = "v", word = "keyval", type = "int", null = "MPI_KEYVAL_INVALID" }
file = { letter = "f", word = "file", type = "MPI_File", handle_type = "MPIX_HANDLE_FILE", null = "MPI_FILE_NULL", c2f = "MPI_File_c2f" }
error_code = { letter = "e", name = "error code", word = "error", type = "int" }
session = { letter = "s", word = "session", type = "MPI_Session", handle_type = "MPIX_HANDLE_SESSION", null = "MPI_SESSION_NULL", c2f = "MPI_Session_c2f", ends = "MPI_Session_finalize", since = 4 }
)",
                                        "k.toml");
  return kinds;
}

inline const std::vector<Type>& some_types() {
  static const auto types = types_with(some_kinds());
  return types;
}

inline std::vector<Procedure> procedures_in(const std::string& rows) {
  return parse_procedures("[procedures]\n" + rows, "p.toml", some_types());
}

} // namespace moot::generate
