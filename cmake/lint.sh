#!/usr/bin/env bash
# lint.sh format|reformat|tidy|shell BUILD: checks of the sources themselves. BUILD has a compile_commands.json.
set -euo pipefail
self=$(readlink -f -- "${BASH_SOURCE[0]}")
cd "${self%/cmake/*}"

# mpixf.h is Fortran.
sources() {
  find include library model spec programs traces mpi_backend workbench cli properties bench \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) ! -name mpixf.h
}

case $1 in
  format) sources | xargs -d '\n' clang-format --dry-run -Werror --ferror-limit=1 ;;
  reformat) sources | xargs -d '\n' clang-format -i ;;
  tidy)
    # Tests are left out, as GoogleTest's and RapidCheck's macros break most rules, and the programs that tests record. The
    # other files are all there, several at a time with MOOT_UNITY; each once, although executor and layer are compiled for
    # two libraries, and the layer also with faults and for sanitizers.
    mkdir -p "$2/tidy"
    python3 - "$2" <<'ONCE'
import json, pathlib, sys
def sources(file):
    return pathlib.Path(file).read_text() if "/Unity/" in file else file
commands = json.load(open(sys.argv[1] + "/compile_commands.json"))
once = {sources(command["file"]): command for command in reversed(commands)}
json.dump(list(once.values()), open(sys.argv[1] + "/tidy/compile_commands.json", "w"))
ONCE
    run-clang-tidy -quiet -p "$2/tidy" -j "$(nproc)" -extra-arg=-Wno-unknown-warning-option -extra-arg=-Wreserved-identifier \
      -checks=-bugprone-suspicious-include -header-filter='.*/(include/moot|library|model|spec|programs|traces|mpi_backend|workbench|cli)/.*\.(h|cpp)$' \
      '^(?!.*/recorder/programs/).*/(include/moot|library|model|spec|programs|traces|mpi_backend|workbench|cli)/(?!.*_(test|fuzz)[._])[^.]*(\.dir/Unity/[^.]*)?\.c(pp|xx)?$' 2>&1 |
      sed -e $'s/\e\\[[0-9;]*m//g' -e '/^clang-tidy/d' -e '/warnings\? generated\.$/d'
    ;;
  shell) shellcheck moot test .ci/run cmake/*.sh library/*.sh ;;
  *) exit 2 ;;
esac
