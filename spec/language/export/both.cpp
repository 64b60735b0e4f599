#include "spec/language/export/both.h"

#include "spec/language/export/c.h"
#include "spec/language/export/expected.h"
#include "spec/language/export/program.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {
namespace {

void refuse_others(const Program& program) {
  bool fortran = false;
  for_each_call(program, [&](const Statement& call) { fortran = fortran || call.language != Language::c; });
  if (!fortran) refuse({}, "no call in Fortran: the case is one C file");
}

// Text that stands in comments of a shell script.
std::string in_comments(const std::string& text) {
  std::string out = "# ";
  for (const char c : text) out += c == '\n' ? std::string("\n# ") : std::string(1, c);
  return out + '\n';
}

constexpr auto usage = R"(#
#   sh FILE.sh                                            with mpicc and mpifort
#   MPICC=/path/mpicc MPIFC=/path/mpifort sh FILE.sh      with others, perhaps with options
#
)";

// With keys, which are the layer's.
constexpr auto usage_with_layer = R"(#
#   MOOT=/path/moot LAYER='-L/path -lmoot_layer_openmpi' sh FILE.sh
#
# with MPI Forum's Ticket 304 from Moot's layer (docs/layer.md). MOOT is where spec/include is. MPICC and MPIFC name other compilers
# than mpicc and mpifort, perhaps with options.
#
)";

constexpr auto begin_of_script =
    R"(# One process. It prints what is expected, then what came. Exit code: 0 if that is expected; 1 if something else came; 2 if
# nothing ran (it does not compile) or it was interrupted; if the program died, whatever is left of it (139: SIGSEGV).

here=$PWD
call_compiler() { # $1: its name or path, perhaps with options; a relative path is meant from here
  compiler=${1%% *}
  options=${1#"$compiler"}
  shift
  case $compiler in
  /*) ;;
  */*) compiler=$here/$compiler ;;
  esac
  "$compiler" $options "$@"
}

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 2' HUP INT TERM
cd "$folder" || exit 2

)";

constexpr auto end_of_script = R"(
call_compiler "${MPICC:-mpicc}" -c case.c || exit 2
for file in calls_in_*.f90 main.f90; do
  call_compiler "${MPIFC:-mpifort}" -c "$file" || exit 2
done
call_compiler "${MPIFC:-mpifort}" ./*.o -o case || exit 2
./case
)";

constexpr auto end_with_layer = R"(
include=${MOOT:?is where spec/include is}/spec/include
call_compiler "${MPICC:-mpicc}" -I "$include" -c case.c || exit 2
for file in "$include/mpix.f90" calls_in_*.f90 main.f90; do
  call_compiler "${MPIFC:-mpifort}" -I "$include" -c "$file" || exit 2
done
call_compiler "${MPIFC:-mpifort}" ./*.o ${LAYER:?says how to link the layer} -o case || exit 2
./case
)";

} // namespace

std::string export_both(const Program& program, const Export& what) {
  refuse_others(program);
  const auto [c, fortran] = export_c_with_fortran(program, what);
  std::string files;
  for (const auto& [name, text] : fortran)
    files += fmt::format("\ncat >{} <<'END_OF_FORTRAN'\n{}END_OF_FORTRAN\n", name, text);
  const bool keys = areas_of(program).ticket304;
  return "#!/bin/sh\n" + in_comments(program.title) + "#\n" + in_comments(origin_of(program, what.origin)) +
         (keys ? usage_with_layer : usage) + begin_of_script +
         fmt::format("cat >case.c <<'END_OF_C'\n{}END_OF_C\n", c) + files + (keys ? end_with_layer : end_of_script);
}

} // namespace moot
