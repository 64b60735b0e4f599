#!/usr/bin/env bash
# Tests ./moot on a copy of the script with a tiny command in place of Moot, and with stand-ins for Debian's tools.
set -uo pipefail
self=$(readlink -f -- "${BASH_SOURCE[0]}")
source_root=${self%/cmake/*}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree="$scratch/a tree"
failures=0

expect() { # expect WHAT PATTERN TEXT
  # shellcheck disable=SC2053 # a pattern
  if [[ $3 != $2 ]]; then
    printf 'FAILED: %s\n  expected: %s\n  got: %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}

run() { # run COMMAND...: sets out, err, code
  "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  code=$?
  out=$(<"$scratch/out") err=$(<"$scratch/err")
}

# What dpkg-query would know is in the file `installed`; apt-get adds to it unless there is a file `offline`.
tools=$scratch/tools
mkdir -p "$tools"
cat >"$tools/dpkg-query" <<'STAND_IN'
#!/usr/bin/env bash
for package in "${@:4}"; do
  if grep -qxF -- "$package" "${0%/*}/installed"; then printf '%s=installed ' "$package"; fi
done
STAND_IN
cat >"$tools/apt-get" <<'STAND_IN'
#!/usr/bin/env bash
here=${0%/*}
if [[ -e $here/offline ]]; then exit 100; fi
[[ $* == *install* ]] || exit 0
seen=no
for word in "$@"; do
  if [[ $seen == yes && $word != -* ]]; then echo "$word" >>"$here/installed"; fi
  if [[ $word == install ]]; then seen=yes; fi
done
STAND_IN
# shellcheck disable=SC2016 # for the stand-in to expand
printf '#!/bin/sh\necho "${FAKE_ID-0}"\n' >"$tools/id"
printf '#!/bin/sh\nexit 1\n' >"$tools/sudo"
chmod +x "$tools"/*
: >"$tools/installed"
export PATH=$tools:$PATH
unset CI MOOT_INSTALL

mkdir -p "$tree"/{cmake,cli,model,spec/litmus,programs,traces,mpi_backend,workbench}
cp "$source_root/moot" "$tree/"
cp "$source_root/cmake/setup.sh" "$tree/cmake/"
cp "$source_root/CMakePresets.json" "$tree/"
cat >"$tree/CMakeLists.txt" <<'STAND_IN'
cmake_minimum_required(VERSION 3.25)
project(stand_in C)
add_executable(moot cli/main.c)
set_target_properties(moot PROPERTIES RUNTIME_OUTPUT_DIRECTORY cli)
STAND_IN
cat >"$tree/cli/main.c" <<'STAND_IN'
#include <stdio.h>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) printf("<%s>", argv[i]);
  return argc;
}
STAND_IN

run "$tree/moot" completion bash
expect "completion before a build: exit code" 2 "$code"
expect "completion before a build: what to do" "*nothing is built yet*" "$err"
expect "completion before a build: nothing is built" "no" "$([[ -e $tree/build ]] && echo yes || echo no)"

touch "$tools/offline"
run env FAKE_ID=1000 "$tree/moot" settle
expect "without root: exit code" 2 "$code"
expect "without root: the command to type" "*sudo apt-get install g++ *" "$err"
expect "without root: apt-get is not tried" "no" "$([[ $err == *failed* ]] && echo yes || echo no)"
expect "without root: nothing on standard output" "" "$out"

run "$tree/moot" settle
expect "offline: exit code" 2 "$code"
expect "offline: where to look" "*messages are in $tree/build/build.log*" "$err"
rm "$tools/offline"

run env MOOT_INSTALL=no "$tree/moot" settle
expect "MOOT_INSTALL=no: exit code" 2 "$code"

(root=$tree && source "$tree/cmake/setup.sh" && printf '%s\n' "${build_packages[@]}") >"$tools/installed"
run env FAKE_ID=1000 "$tree/moot" "a b" c
expect "only extras missing: exit code" 3 "$code"
expect "only extras missing: one line" "*going on without some packages*mpich*" "$err"
expect "arguments" "<a b><c>" "$out"

run env FAKE_ID=1000 "$tree/moot"
expect "second run: nothing said" "" "$err"

echo mpich >>"$tools/installed"
run "$tree/moot"
expect "an extra has come: builds again, with the rest installed" "*installing*openmpi-bin*building*" "$err"
run "$tree/moot"
expect "and then nothing" "" "$err"

touch "$tree/spec/litmus/new.litmus"
run "$tree/moot"
expect "a new case: no build" "" "$err"

sleep 0.01
echo "int syntax error" >>"$tree/cli/main.c"
run "$tree/moot"
expect "a build that fails: exit code" 2 "$code"
expect "a build that fails: the message" "*main.c*error*the build failed*build.log*" "$err"
expect "a build that fails: nothing on standard output" "" "$out"
expect "a build that fails: no half stamp" "$tree/build/.stamp" "$(echo "$tree"/build/.stamp*)"
run "$tree/moot"
expect "and fails again" 2 "$code"
run "$tree/moot" completion words x
expect "completion after a change: as it was built" "<completion><words><x>" "$out"
sed -i '$d' "$tree/cli/main.c"

ln -s "$tree/moot" "$scratch/link"
cd "$scratch" || exit 1
./link x >first.out 2>first.err &
./link y >second.out 2>second.err &
wait
expect "mended, two at once through a link" "<x> <y>" "$(<first.out) $(<second.out)"
expect "one of them waited" "*waiting*" "$(<first.err)$(<second.err)"

mv "$tree" "$scratch/moved"
run "$scratch/moved/moot" z
expect "moved: builds again" "*building*" "$err"
expect "moved: runs" "<z>" "$out"

# Ctrl-C goes to the whole foreground process group; the build hangs meanwhile.
cat >>"$scratch/moved/CMakeLists.txt" <<'STAND_IN'
add_custom_target(hang ALL COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_SOURCE_DIR}/hanging COMMAND sleep 30)
STAND_IN
setsid --fork --wait env --default-signal=INT bash -c 'echo $$ >group; exec ./moved/moot' >interrupted.out 2>&1 &
for _ in {1..100}; do
  if [[ -e moved/hanging ]]; then break; fi
  sleep 0.1
done
kill -INT -- "-$(<group)"
wait
expect "Ctrl-C: no half stamp" "moved/build/.stamp" "$(echo moved/build/.stamp*)"
expect "Ctrl-C: nothing left running" "" "$(ps -o args= -s "$(<group)")"
expect "Ctrl-C: not called a failure" "moot: building build (minutes the first time)" "$(<interrupted.out)"

((failures == 0)) && echo "all as expected"
exit $((failures > 0))
