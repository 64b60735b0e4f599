#!/usr/bin/env python3
"""What a stack of tools costs a call: MPI_Comm_rank through 0, 1, 2, 4 and 8 tools that pass it on, beside as many empty wrappers and one more.

BUILD: a build tree of `cmake --preset bench` (build-bench)
    bench/tools_bench.py build-bench
Like is compared with like: each tool and each wrapper is a library of its own, compiled alike, and does nothing but call the next. A wrapper calls what
is below by its name, through the linker's table, as PMPI wrappers call PMPI_X; in the second row it has looked the function up once, as
wrappers do that use dlsym(RTLD_NEXT, ...). The bar for N tools is N + 1 wrappers by name: the stack may cost one, and each tool one more. Then come
the variants of the letter, and other ways of the stack.
CPU time in ns, medians, all ways of a process in turn; the median of several processes, which take turns, too. Exit code 1: the bar is missed by more
than 0.1 ns. Exit code 2: bad usage."""
import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from beside import Failure, libraries_with, machine

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader"}
BATCHES, CALLS, PROCESSES = 51, 20_000, 7
COUNTS = (0, 1, 2, 4, 8)
NOISE = 0.1
AGAIN = "again"
# The row's name; the folder of its tools; the variant of the library; answers.
ROWS = (
    ("the default", "default", "", ""),
    ("MPIX_QMPI_HANDED", "handed", "", ""),
    ("..._TABLE_IN_CONTEXT", "table_in_context", "table_in_context_", ""),
    ("..._ID_IN_CONTEXT", "id_in_context", "id_in_context_", ""),
    ("both of these", "all_in_context", "all_in_context_", ""),
    ("default, Get_function called", "by_call", "", ""),
    ("..._CONTEXT_ALLOCATED", "context_allocated", "context_allocated_", ""),
    ("default, one tool many times", AGAIN, "", ""),
    ("default, calls-of-tools=from-below", "default", "", "calls-of-tools=from-below"),
)


def run(build, library, words=(), **environment):
    command = [build / f"bench/tools_bench_{library}", str(BATCHES), str(CALLS), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ, **ENVIRONMENT, **environment))
    if done.returncode != 0:
        raise Failure(f"{command[0]}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def through_tools(build, library, row, count):
    _, kind, variant, answers = row
    folder = build / f"bench/{library}" / ("default" if kind == AGAIN else kind)
    names = ["pass1"] * count if kind == AGAIN else [f"pass{i + 1}" for i in range(count)]
    listed = ",".join(f"{name}={folder}/lib{name}.so" for name in names)
    return run(build, library, MOOT_QMPI_TOOLS=listed, MOOT_QMPI_ANSWERS=answers,
               LD_PRELOAD=str(build / f"mpi_backend/libmoot_tools_{variant}{library}.so"))["stack"]


def medians(build, library):
    """(ways of wrappers, {row: {count: ns}})"""
    wrappers = [str(build / f"bench/{library}/libwrapper{i}.so") for i in range(1, max(COUNTS) + 2)]
    ways, stacks = [], {(row, count): [] for row in ROWS for count in COUNTS}
    for _ in range(PROCESSES):
        ways.append(run(build, library, wrappers))
        for (row, count), found in stacks.items():
            found.append(through_tools(build, library, row, count))
    middle = statistics.median
    return ({way: middle(it[way] for it in ways) for way in ways[0]},
            {row: {count: middle(stacks[row, count]) for count in COUNTS} for row in ROWS})


def show(name, values):
    print(f"  {name:<36}" + "".join(f"{value:8.2f}" for value in values), flush=True)


def report(build, library):
    """Prints a library's table; whether the bar is missed."""
    ways, stacks = medians(build, library)
    plain = ways["plain"]
    print(f"{library}: plain {plain:.2f} ns\n  {'':<36}" + "".join(f"{count:>8}" for count in COUNTS))
    for name, way in (("wrappers by name", "wrapper"), ("wrappers by pointer", "pointer")):
        show(name, [ways[f"{way}{count}"] if count else plain for count in COUNTS])
    bar = [ways[f"wrapper{count + 1}"] for count in COUNTS]
    show("the bar: one more wrapper by name", bar)
    for row, of_row in stacks.items():
        show(row[0], of_row.values())
    missed = {count: it - limit for (count, it), limit in zip(stacks[ROWS[0]].items(), bar) if it > limit + NOISE}
    print("  the bar is " + ("missed: " + ", ".join(f"{count} tools by {by:.2f} ns" for count, by in missed.items()) if missed else "met"))
    return bool(missed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    build = parser.parse_args().build.resolve()
    print(machine())
    return 1 if any([report(build, library) for library in libraries_with(build, "tools_bench")]) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"tools_bench.py: {failure}", file=sys.stderr)
        sys.exit(failure.code)
