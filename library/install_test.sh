#!/usr/bin/env bash
# install_test.sh CMAKE SOURCE BUILD CC CXX "BACKEND...": installs BUILD into an empty folder, moves that, builds what library/examples has
# with it alone, and runs that and the command. Where the system allows it, sources and build tree are hidden meanwhile.
set -uo pipefail
cmake=$1 source=$2 build=$3
export CC=$4 CXX=$5
read -ra backends <<<"$6"
unset MOOT_SPEC MOOT_EXECUTORS MOOT_OWN LD_LIBRARY_PATH
# Debian's Open MPI refuses to run as root, and warns of networks that a container does not have.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0

expect() { # expect WHAT TEXT GOT
  if [[ $3 != "$2" ]]; then
    printf 'FAILED: %s\n  expected: %s\n  got: %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}
expect_part() { # expect_part WHAT PART GOT
  expect "$1" yes "$([[ $3 == *"$2"* ]] && echo yes || echo "no '$2' in: $3")"
}
must() { # must WHAT COMMAND...: nothing that follows makes sense without it
  if ! "${@:2}" >log 2>&1; then
    printf 'FAILED: %s\n' "$1"
    tail -n 30 log
    exit 1
  fi
}

# ---- installing

must "cmake --install" "$cmake" --install "$build" --prefix "$scratch/first"
mv first "moved on"
prefix="$scratch/moved on"

# Every file is in one component, and in one only.
for component in command layer development documentation; do
  must "component $component" "$cmake" --install "$build" --prefix "$scratch/part-$component" --component $component
  [[ ! -d part-$component ]] || (cd part-$component && find . ! -type d) >>parts
done
expect "components, of all files" "$(cd "$prefix" && find . ! -type d | sort)" "$(sort parts)"

# Nothing that is text knows where it was built or installed.
expect "texts that name the sources" "" "$(grep -rlIF -e "$source/" -e "$build" -e "$scratch/first" "$prefix")"

expect "headers, but for the standard library and their own" "" \
  "$(grep -h '^#include' "$prefix"/include/moot/*.h | grep -v '<moot/' | grep -e / -e '"' -e '\.h>')"

# ---- with the sources and the build tree hidden

# hidden COMMAND...: where the sources are, it finds an empty folder. (Who is not root may be it in a namespace of its own.)
hide=none
for way in -m -rm; do
  if [[ $hide == none ]] && unshare $way mount -t tmpfs none "$source" 2>/dev/null; then hide=$way; fi
done
hidden() {
  if [[ $hide == none ]]; then
    "$@"
    return
  fi
  # shellcheck disable=SC2016 # for the inner shell
  unshare $hide bash -c 'mount -t tmpfs none "$1" && shift && exec "$@"' bash "$source" "$@"
}
if [[ $hide == none ]]; then
  echo "note: unshare is not allowed here: the sources are not hidden"
else
  expect "hidden" "" "$(hidden ls "$source")"
  [[ $build/ == "$source"/* ]] || echo "note: the build tree is outside of the sources, and not hidden"
fi

examples=$scratch/examples
cp -r "$source/library/examples" "$examples"
must "find_package" hidden "$cmake" -S "$examples" -B built -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_FLAGS=-Werror
must "build of the examples" hidden "$cmake" --build built
case=$prefix/share/moot/litmus/ticket304/other-key-in-free.litmus

# Two free callbacks look at each other's value. By the order of the callbacks, the later one finds nothing; if values are there
# throughout, both find theirs; if they are gone, none does.
expect "explorer" \
  "Is another key's value still there in a free callback?
seen_a = null, seen_b = null
  if other-key-in-free = absent
seen_a = null, seen_b = 2
  if other-key-in-free = by-order
seen_a = 1, seen_b = null
  if other-key-in-free = by-order
seen_a = 1, seen_b = 2
  if other-key-in-free = present" "$(hidden built/outcomes "$case" 2>&1)"
expect "explorer, a case that is not there" "nowhere.litmus: no such file" \
  "$(hidden built/outcomes nowhere.litmus 2>&1)"

# A reading that is nowhere else.
cat >"$prefix/share/moot/readings/house.toml" <<'HOUSE'
name = "house"
title = "The house's own"
extends = "ticket304-strict"
[answers]
other-key-in-free = "present"
HOUSE
# Twice, MPI may begin with either key: for the free callbacks, and for the destroy callbacks, which are empty.
expect "law" \
  "MPIX_Key_create(free: peek_b) -> k1
MPIX_Key_create(free: peek_a) -> k2
MPI_Comm_dup(MPI_COMM_SELF) -> c1
MPIX_Value_set(k1, c1, 1)
MPIX_Value_set(k2, c1, 2)
MPI_Comm_free(c1)
...
MPI_Comm_free returns
2 choices: seen_a = 1, seen_b = 2" "$(hidden built/walk "$case" house 2>&1 | sed '/^  /d; /^MPI_Comm_free(/s/$/\n.../')"
# The law alone needs no thread, no absl, no zstd, no JSON.
expect "law: shared libraries" "libc libfmt libgcc_s libm libstdc++ libtomlplusplus" \
  "$(ldd built/walk | sed -n 's/^[[:space:]]*\(lib[a-z+_]*\)\.so.*=>.*/\1/p' | sort -u | xargs)"

# ---- the command

moot=$prefix/bin/moot
expect_part "moot explore" "seen_a = 1, seen_b = 2: allowed" "$(hidden "$moot" explore "$case" --reading house 2>&1)"
rm "$prefix/share/moot/readings/house.toml"
expect "moot settle" \
  "Is another key's value still there in a free callback?
ticket304 lines 129-165; $case
decides other-key-in-free

outcomes
   1  seen_a = null, seen_b = null
   2  seen_a = null, seen_b = 2
   3  seen_a = 1, seen_b = null
   4  seen_a = 1, seen_b = 2

                  1    2    3   4
ticket304         if  if   if   if
ticket304-queued  .   yes  yes  .
ticket304-strict  .   yes  yes  ." \
  "$(hidden "$moot" settle "$case" --seeds 0 2>&1 | sed '/^ticket304-strict/q')"
expect_part "moot explain" "Ordering of free callbacks is non-deterministic" "$(hidden "$moot" explain t304.free.order 2>&1)"
expect_part "moot survey finds its scope" "states" \
  "$(hidden "$moot" survey --scope attribute-cache --keys 1 --handles 1 --calls-at-most 2 2>&1)"
must "moot run" hidden "$moot" run "$case" --on model --reading ticket304-strict -o run.trace
# Five calls; MPI_Comm_free with two free callbacks that make a call, and two destroy callbacks that are empty.
expect "checker" "24 events: allowed" "$(hidden built/judge run.trace ticket304-strict 2>&1)"

expect_part "manual" ".TH" "$(head -n 3 "$prefix/share/man/man1/moot.1")"
expect "completion" "settle" "$(
  PATH=$prefix/bin:$PATH
  # shellcheck source=/dev/null
  source "$prefix/share/bash-completion/completions/moot"
  # shellcheck disable=SC2034
  COMP_WORDS=(moot se) COMP_CWORD=1
  _moot
  echo "${COMPREPLY[*]}"
)"

# ---- each MPI library

layer_says="get 42
free 42, of 1
destroy 42, the key is freed"
for backend in "${backends[@]}"; do
  expect "layer on $backend" "$layer_says" "$(hidden "built/cache_$backend" 2>&1)"

  PKG_CONFIG_PATH=$(find "$prefix" -name "moot-layer-$backend.pc" -printf %h)
  export PKG_CONFIG_PATH
  flags=()
  eval "flags=($(pkg-config --cflags --libs "moot-layer-$backend"))" # it quotes blanks
  must "pkg-config moot-layer-$backend" hidden "$CC" "$examples/cache.c" "${flags[@]}" -o "by-pkg-config-$backend"
  expect "layer on $backend by pkg-config" "$layer_says" \
    "$(LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/pkgconfig} hidden "./by-pkg-config-$backend" 2>&1)"

  expect_part "moot settle on $backend" "layer on" \
    "$(hidden "$moot" settle "$case" --seeds 4 --on "$backend" 2>&1)"
done
if ((${#backends[@]} == 0)); then echo "note: no MPI library here: there is no layer"; fi

# Its own build of a library needs the sources.
if [[ $hide != none ]]; then
  printf '#!/bin/sh\n' >mpicc && chmod +x mpicc
  expect "an own build without sources" \
    "moot: --on $scratch/mpicc: its executors are built from the sources of Moot, which are not at $source" \
    "$(HOME=$scratch hidden "$moot" settle "$case" --on ./mpicc 2>&1)"
fi

((failures == 0)) && echo "all as expected"
exit $((failures > 0))
