// What the generator makes: the text of each file in the folder `generated` of the build tree, and the table in docs/case-language.md.
#pragma once

#include "spec/language/generate/data.h"

#include <string>
#include <string_view>
#include <vector>

namespace moot::generate {

// ---- the vocabulary (model/vocabulary/kind.h, procedure.h, question.h)
std::string kinds_header(const std::vector<Kind>& kinds);
std::string kinds_source(const std::vector<Kind>& kinds, const std::vector<Procedure>& procedures);
std::string procedures_header(const std::vector<Procedure>& procedures);
std::string procedures_source(const std::vector<Procedure>& procedures);
std::string questions_header(const std::vector<Question>& questions);
std::string questions_source(const std::vector<Question>& questions);

// ---- the calls of the executors (mpi_backend/executor/calls.h): in C, those of an area; in Fortran, by way of ObjectCalls
std::string interceptions(const std::vector<Procedure>& procedures); // of what tools may be called for
std::string c_calls(const std::vector<Procedure>& procedures, std::string_view area);
std::string fortran_calls(const std::vector<Procedure>& procedures, std::string_view area);
std::string fortran_calls_header(const std::vector<Procedure>& procedures); // struct ObjectCalls
std::string fortran_calls_module(const std::vector<Procedure>& procedures); // the same in Fortran
// binding: "mpif", "use_mpi", "mpi_f08"
std::string fortran_module(const std::vector<Procedure>& procedures, std::string_view binding);

// ---- the handles of MPI (mpi_backend/native_kinds.h)
std::string native_kinds(const std::vector<Kind>& kinds);

// ---- docs/case-language.md
std::string table_of_procedures(const std::vector<Procedure>& procedures);

// ---- what they share
// The first line of a file that is made of this one.
std::string made_from(std::string_view data, std::string_view comment = "//");
// In quotes, for C++.
std::string quoted(std::string_view text);
// `begin`, the items with commas, `end`; on further lines, which begin under the first item, where one is longer than `width`.
// Fortran ends a line that goes on with ' &'.
std::string list_of(std::string_view begin, const std::vector<std::string>& items, std::string_view end,
                    std::string_view goes_on = "", std::size_t width = 120);

} // namespace moot::generate
