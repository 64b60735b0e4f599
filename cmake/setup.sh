# Sourced by ./moot and ./test: what must be installed, and how a tree is built. The caller has set `root`.
# Everything said goes to standard error: standard output belongs to the command.
# shellcheck shell=bash disable=SC2034,SC2154

# To build the command, these Debian packages are needed; the others are used where they are installed.
build_packages=(g++ make cmake libboost-dev tao-pegtl-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev
  libfmt-dev robin-map-dev libsimdjson-dev libzstd-dev libxxhash-dev libabsl-dev pkg-config)
build_extras=(ninja-build ccache libopenmpi-dev openmpi-bin libmpich-dev mpich
  gfortran)
# Programs that tests record: parallel HDF5, and mpi4py, which Debian builds for Open MPI.
test_packages=(libgtest-dev libgmock-dev librapidcheck-dev libhdf5-openmpi-dev libhdf5-mpich-dev python3-mpi4py)
ci_packages=(clang libclang-rt-dev clang-tidy clang-format shellcheck python3-jsonschema valgrind chromium)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() {
  say "$@"
  exit 2
}

# The packages among the arguments that are not installed. Where there is no dpkg, CMake will say what it misses.
missing() {
  command -v dpkg-query >/dev/null || return 0
  local package installed
  # shellcheck disable=SC2016 # a format of dpkg's, not of the shell's
  installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)"
  for package in "$@"; do
    [[ $installed == *" $package=installed "* ]] || printf '%s ' "$package"
  done
}

trap 'exit 130' INT # Ctrl-C is no failed build: say nothing; the next run goes on where this one stopped

# Sets `as_root` to what installs packages, if anything may.
find_root() {
  [[ ${MOOT_INSTALL-yes} != no ]] && command -v apt-get >/dev/null || return 1
  if [[ $(id -u) == 0 ]]; then
    as_root=(env DEBIAN_FRONTEND=noninteractive)
  else
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n env DEBIAN_FRONTEND=noninteractive)
  fi
}

apt_install() {
  local log=$1 apt=(apt-get -qq -o DPkg::Lock::Timeout=600)
  shift
  { "${as_root[@]}" "${apt[@]}" update || true; } >>"$log" 2>&1 </dev/null
  "${as_root[@]}" "${apt[@]}" install --yes --no-install-recommends "$@" >>"$log" 2>&1 </dev/null
}

# install_packages LOG PACKAGE... -- EXTRA...: installs what is missing. Without a needed package, says how to get it and
# exits with 2; without an extra, says so and sets `without` to what is missing.
install_packages() {
  local log=$1 needed=() extras as_root lacking lacking_extras
  shift
  while [[ $1 != -- ]]; do needed+=("$1") && shift; done
  shift
  extras=("$@")
  read -ra lacking <<<"$(missing "${needed[@]}")"
  read -ra lacking_extras <<<"$(missing "${extras[@]}")"
  if ((${#lacking[@]} + ${#lacking_extras[@]})) && find_root; then
    say "installing" "${lacking[@]}" "${lacking_extras[@]}"
    apt_install "$log" "${lacking[@]}" "${lacking_extras[@]}" || # all, or else at least what is needed
      { ((${#lacking[@]} && ${#lacking_extras[@]})) && apt_install "$log" "${lacking[@]}"; } || true
    read -ra lacking <<<"$(missing "${needed[@]}")"
    read -ra lacking_extras <<<"$(missing "${extras[@]}")"
  fi
  if ((${#lacking[@]})); then
    [[ ! -v as_root ]] || say "apt-get failed; its messages are in $log"
    die "these packages are needed; please install them:
  sudo apt-get update && sudo apt-get install ${lacking[*]}"
  fi
  without="${lacking_extras[*]}"
  [[ -z $without ]] || say "going on without some packages; to add them: sudo apt-get install $without"
}

# Waits until no other script of ours builds in the folder; the lock goes with this process.
lock() {
  command -v flock >/dev/null || return 0
  exec 9>"$1/.lock"
  flock -n 9 || { say "another build is running; waiting for it" && flock 9; }
}

# Copies standard input to the log, and the counter that begins each line of a build to the terminal.
progress() {
  local line
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    if [[ -t 2 && $line == \[* ]]; then printf '\r\e[K%s' "${line%%]*}]" >&2; fi
  done
  if [[ -t 2 ]]; then printf '\r\e[K' >&2; fi
}

# build_tree PRESET FOLDER [-D...]: configures and builds; where that fails, shows the end of the log and exits with 2.
build_tree() {
  local preset=$1 folder=$2 log=$2/build.log configure
  shift 2
  configure=(cmake --preset "$preset" "$@")
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=${CMAKE_GENERATOR-Ninja}; fi
  # A tree that was moved knows its old place.
  if [[ -f $folder/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    configure+=(--fresh)
  fi
  say "building ${folder##*/} (minutes the first time)"
  (cd "$root" && "${configure[@]}") >>"$log" 2>&1 </dev/null || build_failed "$log"
  (cd "$root" && cmake --build --preset "$preset" --parallel "$(nproc)") 2>&1 </dev/null | progress "$log" ||
    build_failed "$log"
}

build_failed() {
  tail -n 25 "$1" >&2
  die "the build failed; the whole log is $1"
}
