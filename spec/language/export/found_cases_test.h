// For tests: the cases of spec/litmus/found, and which library deviates.
#pragma once

#include "model/vocabulary/program.h"

#include <array>
#include <string>
#include <vector>

namespace moot {

struct FoundCase {
  const char* name = "";
  bool openmpi = false, mpich = false; // deviates
  bool by_event = false;               // only the checker of traces says so: no outcome tells, and so no export judges
  bool exported = true;
};

inline constexpr std::array found_cases{
    FoundCase{"campaign/copy-after-reset-beside-a-younger-keyval", false, true},
    FoundCase{"campaign/create-group-copies-attributes", true, false},
    FoundCase{"campaign/dup-after-free-under-idup", true, false},
    FoundCase{"campaign/dup-in-delete-at-finalize", false, true},
    FoundCase{"campaign/dup-in-delete-of-datatype", true, false},
    FoundCase{"campaign/dup-in-delete-of-datatype-in-fortran", true, false},
    FoundCase{"campaign/failing-copies-of-windows", true, true},
    FoundCase{"campaign/failing-copy-of-shared-window", false, true},
    FoundCase{"campaign/failing-delete-before-another-at-disconnect", true, true},
    FoundCase{"campaign/failing-delete-before-another-in-fortran", false, true},
    FoundCase{"campaign/failing-delete-before-another-of-window", true, true},
    FoundCase{"campaign/failing-delete-of-datatype-in-fortran", true, true},
    FoundCase{"campaign/failing-delete-of-window-in-fortran", true, false},
    FoundCase{"campaign/failing-dup-in-delete-of-datatype", true, true},
    FoundCase{"campaign/file-closed-in-copy-function", false, true},
    FoundCase{"campaign/finalize-after-failing-copies-of-windows", true, true},
    FoundCase{"campaign/finalize-with-a-window", false, true},
    FoundCase{"campaign/free-after-reset-beside-a-younger-keyval", false, true},
    FoundCase{"campaign/reset-beside-a-younger-keyval-in-fortran", false, true},
    FoundCase{"campaign/reset-beside-a-younger-keyval-of-datatype", false, true},
    FoundCase{"campaign/reset-beside-a-younger-keyval-of-window", false, true},
    FoundCase{"campaign/reset-beside-a-younger-keyval-of-window-in-fortran", false, true},
    FoundCase{"errors/call-in-a-free-function", false, true},
    FoundCase{"errors/class-of-an-added-class", true, false, false, false},
    FoundCase{"errors/created-communicator-has-its-parents-handler", false, true, false, false},
    FoundCase{"errors/error-of-a-free-goes-to-world", false, true, false, false},
    FoundCase{"errors/error-of-a-free-function", true, false},
    FoundCase{"errors/fatal-error-of-a-free", false, true, true},
    FoundCase{"errors/fatal-error-of-a-set-in-fortran", true, false, true},
    FoundCase{"errors/freed-keyval-after-its-last-attribute", true, false, true},
    FoundCase{"errors/grequest-freed-before-it-is-complete", false, true},
    FoundCase{"errors/keyval-freed-twice", true, false, true},
    FoundCase{"errors/parrived-of-a-null-request", false, true, false, false},
    FoundCase{"errors/parrived-of-an-inactive-request", false, true, false, false},
    FoundCase{"errors/query-function-of-testall", false, true, false, false},
    FoundCase{"errors/set-by-a-freed-keyval", true, false, true},
    FoundCase{"errors/set-by-a-freed-keyval-in-fortran", true, false, true},
    FoundCase{"interop/appnum-without-universe-size", false, true},
    FoundCase{"interop/c-dup-fn-of-a-fortran-value-in-c", false, true},
    FoundCase{"interop/copy-by-c-dup-fn-of-a-fortran-value", false, true},
    FoundCase{"interop/copy-by-c-leads-to-the-original", false, true},
    FoundCase{"interop/copy-by-old-style-of-a-negative-old-value", false, true},
    FoundCase{"interop/copy-by-old-style-of-a-negative-value", false, true},
    FoundCase{"interop/fortran-copy-function-gets-a-datatype-of-c", true, false},
    FoundCase{"interop/fortran-delete-function-gets-the-communicator", true, false},
    FoundCase{"interop/fortran-delete-function-gets-the-datatype", true, false},
    FoundCase{"interop/fortran-delete-function-gets-the-window", true, false},
    FoundCase{"interop/fortran-extra-state-is-kept-by-value", false, true},
    FoundCase{"interop/old-style-delete-function-gets-the-communicator", true, false},
    FoundCase{"interop/predefined-of-a-dup-of-world", true, false},
    FoundCase{"interop/universe-size-without-mpiexec", false, true},
    FoundCase{"life/derived-in-delete-of-datatype", true, true},
    FoundCase{"life/failing-copy-of-file", false, true},
    FoundCase{"life/failing-copy-of-window", false, true},
    FoundCase{"life/failing-delete-at-disconnect", true, false},
    FoundCase{"life/failing-delete-before-others", false, true},
    FoundCase{"life/failing-delete-of-datatype", true, true},
    FoundCase{"life/failing-delete-of-window", true, false},
    FoundCase{"life/idup-keeps-only-the-old-communicator", true, false},
    FoundCase{"life/idup-keeps-the-old-communicator", true, false},
    FoundCase{"life/null-functions-of-mpi-1-called", false, true, false, false},
    FoundCase{"life/predefined-null-functions-called", false, true},
    FoundCase{"life/send-in-delete-of-datatype", true, true},
    FoundCase{"ranks/intercommunicators-copy-local-attributes", true, false, false, false},
};

// The outcomes that the case expects of a library: those of its own reading or, where that has none whatever the answers, of all.
inline std::vector<Expected> expected_of(const Program& program, const std::string& own_reading) {
  std::vector<Expected> own, all;
  for (const auto& expectation : program.expectations)
    for (const auto& result : expectation.results) {
      if (result.type != Expected::Type::outcome) continue;
      all.push_back(result);
      if (expectation.reading == own_reading && expectation.answers.empty()) own.push_back(result);
    }
  return own.empty() ? all : own;
}

} // namespace moot
