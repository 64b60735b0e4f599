"""What benchmarks share: failing, tools, counting instructions, and making Spin's checker."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).resolve().parent / "peers"
COMPILE_SPIN = "gcc -O2 -DSAFETY -DNOREDUCE -w -o pan pan.c".split()


class Failure(Exception):
    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


def require(parser, moot, packages):
    """Ends with a usage error if the command or a tool is missing. packages: tool to Debian's name for it."""
    if not os.access(moot, os.X_OK) or os.path.isdir(moot):
        parser.error(f"{moot}: no such command; build it: cmake --preset release && cmake --build --preset release")
    missing = [package for tool, package in packages.items() if not shutil.which(tool)]
    if missing:
        parser.error(f"missing tools; on Debian: apt-get install {' '.join(missing)}")


def make(command, folder, output=None):
    """Runs a tool in a folder; what it prints becomes a file there."""
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr or done.stdout}")
    if output:
        (folder / output).write_text(done.stdout, encoding="utf-8")


def instructions(command, folder):
    """How many instructions a command takes in all its threads, as callgrind counts them; whatever its exit code."""
    counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    done = subprocess.run(counted, cwd=folder, capture_output=True, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if not collected:
        raise Failure(f"{' '.join(counted)}: callgrind counts nothing\n{done.stderr[-2000:]}")
    return int(collected[1])


def machine():
    """The machine, in a line."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", text)
    return f"{model[1] if model else os.uname().machine}, {len(os.sched_getaffinity(0))} cores of {os.cpu_count()}"


# The libraries for which `name`_LIBRARY was built in this tree.
def libraries_with(build, name):
    libraries = [it for it in ("openmpi", "mpich") if (build / f"bench/{name}_{it}").exists()]
    if not libraries:
        raise Failure(f"{build}: no {name} there; build it with cmake --preset bench && cmake --build --preset bench")
    return libraries


def make_spins_checker(folder, keys, handles, *more):
    """The command of the scope attribute-cache; more: as attribute_cache_spin.py takes."""
    make([sys.executable, PEERS / "attribute_cache_spin.py", keys, handles, *more], folder, "model.pml")
    make(["spin", "-a", "model.pml"], folder)
    make(COMPILE_SPIN, folder)
    return folder / "pan"
