#!/usr/bin/env bash
# lint.sh format|reformat|tidy|shell BUILD: checks of the sources themselves. BUILD has a compile_commands.json.
set -euo pipefail
self=$(readlink -f -- "${BASH_SOURCE[0]}")
cd "${self%/cmake/*}"

sources() { find model spec traces mpi_backend cli properties bench -name '*.h' -o -name '*.cpp' -o -name '*.c'; }

case $1 in
  format) sources | xargs -d '\n' clang-format --dry-run -Werror --ferror-limit=1 ;;
  reformat) sources | xargs -d '\n' clang-format -i ;;
  tidy)
    # Tests are left out: GoogleTest's and RapidCheck's macros break most rules. The other files are all there.
    run-clang-tidy -quiet -p "$2" -j "$(nproc)" -extra-arg=-Wno-unknown-warning-option \
      '/(model|spec|traces|mpi_backend|cli)/(?!.*_(test|fuzz)\.cpp)[^.]*\.c(pp)?$' 2>&1 |
      sed -e $'s/\e\\[[0-9;]*m//g' -e '/^clang-tidy/d' -e '/warnings\? generated\.$/d'
    ;;
  shell) shellcheck moot test .ci/run cmake/*.sh ;;
  *) exit 2 ;;
esac
