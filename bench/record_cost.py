#!/usr/bin/env python3
"""What recording costs: the recorder beside an empty wrapper, the bytes of an event, and how fast a long trace is judged.

BUILD: a build tree of `cmake --preset bench` (build-bench)
    bench/record_cost.py build-bench
Times are medians of CPU time in one run. Exit code 1: something costs more than it may (the limits stand beside what was found). Exit code
2: bad usage, or a tool is missing."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from beside import Failure, libraries_with, machine

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader"}
EVENTS = 10_000_000
RECORDED = ("MPI_Comm_get_attr", "MPI_Type_get_attr")  # these are recorded; the other calls are passed on
BATCHES, CALLS = 101, 20_000


def run(build, library, folder, kinds, calls):
    environment = dict(os.environ, **ENVIRONMENT, LD_PRELOAD=str(build / f"mpi_backend/libmoot_recorder_{library}.so"),
                       MOOT_RECORD_FOLDER=folder)
    if kinds is not None:
        environment["MOOT_RECORD_KINDS"] = str(kinds)
    command = [build / f"bench/record_bench_{library}", str(BATCHES), str(CALLS), str(calls)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise Failure(f"{command[0]}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def report(what, found, limit, unit):
    over = found > limit
    print(f"  {what}: {found:.1f} {unit} (at most {limit}){'  TOO MUCH' if over else ''}", flush=True)
    return over


def costs(build, library):
    """Prints them; whether one of them is too much."""
    over = False
    with tempfile.TemporaryDirectory() as folder:
        for name, it in run(build, library, folder, None, 0).items():
            limit = 40 if name in RECORDED else 3
            over |= report(f"{name}, more than {it['empty']:.1f} ns", it["more"], limit, "ns")
    with tempfile.TemporaryDirectory() as folder:
        for name, it in run(build, library, folder, 1, 0).items():
            over |= report(f"{name}, filtered out", it["more"], 3, "ns")
    with tempfile.TemporaryDirectory() as folder:
        print(f"  recording and judging {EVENTS:,} events", flush=True)
        run(build, library, folder, None, EVENTS // 26)
        trace = Path(folder) / "rank-0.moot"
        command = [build / "cli/moot", "check", trace, "--reading", "mpi-3.1", "--stats", "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"moot check: exit code {done.returncode}")
        checked = json.loads(done.stdout)
        over |= report("bytes an event", trace.stat().st_size / checked["events"], 64, "bytes")
        over |= report("judged in", checked["seconds"] / checked["events"] * 1e6, 1, "s a million events")
        over |= report("memory of the judge", checked["peak_bytes"] / 1e6, 64, "MB")
    return over


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    build = parser.parse_args().build.resolve()
    libraries = libraries_with(build, "record_bench")
    print(machine())
    over = False
    for library in libraries:
        print(library, flush=True)
        over |= costs(build, library)
    return 1 if over else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(2)
