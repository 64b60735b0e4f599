#!/usr/bin/env python3
"""Counts the instructions of ten fixed jobs of moot, and compares them with the numbers in instructions.json beside this file.

MOOT: the command, built as ./test builds it. Instructions hardly differ from one machine to the next, but with the compiler: where
it is another than the one that the numbers are of, nothing is compared (exit code 77). A job that takes 5 % more fails (exit code 1):
mend it or, if that is what the change costs, say why in its commit and renew the numbers with --renew. One that takes 5 % less
is said, too: renew them, so that it stays so. Exit code 2: bad usage, a tool is missing, or a job fails."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zlib import crc32

from beside import Failure, instructions, require

HERE = Path(__file__).resolve().parent
NUMBERS = HERE / "instructions.json"
ROOT = HERE.parent
CASES = ROOT / "spec" / "litmus"
TOLERANCE = 0.05
NOT_COMPARED = 77

# A callback that calls itself by way of the call that it makes: 2,668 events, half of them deep inside others.
DEEP = """litmus "Each free callback frees a duplicate"

callback on_copy { new_value := value }
callback on_free {
  n := n + 1
  if n < 500 {
    MPI_Comm_dup(handle) -> d
    MPI_Comm_free(d)
  }
}

MPIX_Key_create(copy: on_copy, free: on_free) -> k
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPIX_Value_set(k, c, 1)
MPI_Comm_free(c)

observe n
"""

TICKET = ["-r", "ticket304"]
STRICT = ["-r", "ticket304-strict"]
CACHE = ["survey", "-s", "attribute-cache", "-j1"]

# What each does, and how; traces and `eighth` are what `prepare` makes.
JOBS = {
    "explore a case": ["explore", CASES / "ticket304" / "other-key-in-free.litmus", *TICKET],
    "explore a case on attributes": ["explore", CASES / "attributes" / "copy-and-delete.litmus", "-r", "mpi-3.1"],
    "settle an eighth of the cases of Ticket 304": ["settle", "eighth", "--seeds", "0", "--time", "0", "-j1"],
    "export a case": ["export", CASES / "attributes" / "copy-and-delete.litmus", "--c", "-r", "mpi-3.1"],
    "explain a clause": ["explain", "t304.free.mutate"],
    "survey 2 keys and 3 handles": [*CACHE, "--keys", "2", "--handles", "3", "--no-symmetry"],
    "survey 2 keys and 3 handles up to renaming": [*CACHE, "--keys", "2", "--handles", "3"],
    "check 10,000 calls": ["check", "long.trace", *STRICT],
    "check deep recursion with open questions": ["check", "deep.trace", *TICKET, "-a", "dup-in-free=all"],
    "distinguish two readings": ["distinguish", "ticket304-strict", "ticket304-strict:mutate-in-free=queued", "--calls-at-most", "5", "-j1"],
}


def prepare(moot, folder):
    (folder / "deep.litmus").write_text(DEEP, encoding="utf-8")
    (folder / "eighth").mkdir()
    for case in (CASES / "ticket304").glob("*.litmus"):
        if crc32(case.name.encode()) % 8 == 0:  # a new case is seldom one of them, and changes nothing else
            shutil.copy(case, folder / "eighth")
    makes = [["random", "--calls", "10000", "--seed", "7", "-o", "long"],
             ["run", "deep.litmus", "--on", "model", *STRICT, "-a", "dup-in-free=all", "-o", "deep.trace"]]
    for command in makes:
        done = subprocess.run([moot, *map(str, command)], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"moot {' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")


def compiler(command):
    """As it tells its version in the command that it has built."""
    done = subprocess.run(["readelf", "-p", ".comment", command], capture_output=True, text=True, check=False)
    lines = [line.split("]")[1].strip() for line in done.stdout.splitlines() if "]" in line]
    return ", ".join(sorted(set(lines))) or "unknown"


def count_all(moot, jobs):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(moot, folder)
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            counts = pool.map(lambda job: instructions([moot, *job], folder), jobs.values())
            return dict(zip(jobs, counts))


def compare(counts, known):
    """Says how each has changed. Is none worse?"""
    good = True
    for job, count in counts.items():
        before = known.get(job)
        if before is None:
            print(f"{count:15,}  {job}: no number yet")
            good = False
            continue
        change = count / before - 1
        word = "FAILS" if change > TOLERANCE else "renew" if change < -TOLERANCE else ""
        good = good and change <= TOLERANCE
        print(f"{count:15,}  {change:+7.1%}  {word:5}  {job}")
    return good


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moot", metavar="MOOT", type=os.path.abspath)
    parser.add_argument("--renew", action="store_true", help=f"write {NUMBERS.name} anew")
    options = parser.parse_args()
    require(parser, options.moot, {"valgrind": "valgrind", "readelf": "binutils"})
    return options


def main():
    options = read_options()
    built_by = compiler(options.moot)
    known = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    if not options.renew and known.get("compiler") != built_by:
        print(f"not compared: the numbers are of {known.get('compiler')}; this command was built by {built_by}")
        sys.exit(NOT_COMPARED)
    try:
        counts = count_all(options.moot, JOBS)
    except Failure as failure:
        print(f"{Path(sys.argv[0]).name}: {failure}", file=sys.stderr)
        sys.exit(failure.code)
    good = compare(counts, known.get("instructions", {}))
    if options.renew:
        new = NUMBERS.with_suffix(".new")
        new.write_text(json.dumps({"compiler": built_by, "instructions": counts}, indent=2) + "\n", encoding="utf-8")
        new.rename(NUMBERS)
        print(f"{NUMBERS.name} is written")
    elif not good:
        print(f"\nA job takes more than {TOLERANCE:.0%} more instructions. Mend that; or, if it is what the change costs, say so in its\n"
              f"commit, and renew the numbers: bench/{Path(__file__).name} MOOT --renew")
        sys.exit(1)


main()
