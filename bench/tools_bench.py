#!/usr/bin/env python3
"""What a stack of tools costs a call: MPI_Comm_rank through 0 to 8 tools that pass it on, beside a plain call and empty PMPI wrappers.

BUILD: a build tree of `cmake --preset bench` (build-bench)
    bench/tools_bench.py build-bench
CPU time, medians, each way in turn in one process; the median of several processes. Exit code 1: a further tool costs more than an empty wrapper,
or no tool costs more than one (both: and 0.3 ns). Exit code 2: bad usage."""
import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from beside import Failure, libraries_with, machine

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader"}
BATCHES, CALLS, PROCESSES = 101, 20_000, 5
COUNTS = (0, 1, 2, 4, 8)
NOISE = 0.3
DIFFERENT = "different tools"


def once(build, library, tool, count, answers):
    folder = build / f"mpi_backend/tools/{library}"
    if tool == DIFFERENT:
        listed = ",".join(f"pass{i}={build}/bench/{library}/libpass{i}.so" for i in range(1, count + 1))
    else:
        listed = ",".join(["pass" if i else f"pass={folder / tool}" for i in range(count)])
    environment = dict(os.environ, **ENVIRONMENT, MOOT_QMPI_TOOLS=listed, MOOT_QMPI_ANSWERS=answers,
                       LD_PRELOAD=str(build / f"mpi_backend/libmoot_tools_{library}.so"))
    command = [build / f"bench/tools_bench_{library}", str(BATCHES), str(CALLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise Failure(f"{command[0]}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def medians(build, library, tool, answers):
    """{count: {way: ns}}; processes take turns, too."""
    runs = {count: [] for count in COUNTS}
    for _ in range(PROCESSES):
        for count in COUNTS:
            runs[count].append(once(build, library, tool, count, answers))
    return {count: {way: statistics.median(run[way] for run in of) for way in of[0]} for count, of in runs.items()}


def report(build, library, title, tool, answers=""):
    """Prints a table; what a further tool costs, and an empty wrapper."""
    found = medians(build, library, tool, answers)
    plain = statistics.median(it["plain"] for it in found.values())
    one = statistics.median(it["wrapper"] for it in found.values())
    eight = statistics.median(it["eight"] for it in found.values())
    wrapper = (eight - one) / 7
    stack = {count: it["stack"] for count, it in found.items()}
    further = (stack[8] - stack[1]) / 7
    print(f"{library}, {title}: plain {plain:.2f} ns, one empty wrapper {one:.2f}, eight {eight:.2f}")
    print("  tools " + "".join(f"{count:>8}" for count in COUNTS))
    print("  ns    " + "".join(f"{stack[count]:8.2f}" for count in COUNTS))
    print("  ratio " + "".join(f"{stack[count] / plain:8.2f}" for count in COUNTS))
    print(f"  a further tool costs {further:.2f} ns, a further empty wrapper {wrapper:.2f}", flush=True)
    return further > wrapper + NOISE or stack[0] > one + NOISE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    build = parser.parse_args().build.resolve()
    libraries = libraries_with(build, "tools_bench")
    print(machine())
    over = False
    for library in libraries:
        over |= report(build, library, "different tools, MPIX_QMPI_Get_function_inline", DIFFERENT)
        report(build, library, "the same tool again, MPIX_QMPI_Get_function_inline", "libpass.so")
        report(build, library, "the same, MPIX_QMPI_Get_function", "libpass_by_call.so")
        report(build, library, "the same, inline, calls-of-tools=from-below", "libpass.so", "calls-of-tools=from-below")
    return 1 if over else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"tools_bench.py: {failure}", file=sys.stderr)
        sys.exit(failure.code)
