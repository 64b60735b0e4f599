#!/usr/bin/env python3
"""What the layer costs beside the MPI library under it: medians of CPU time, and instructions that callgrind counts.

FOLDER: where the layer_bench_* are, as built by: cmake --preset bench && cmake --build --preset bench (build-bench/bench)
    bench/layer_cost.py build-bench/bench
Exit code 1: something costs more than it may (the limits stand beside what was found). Exit code 2: bad usage, a tool is
missing, or a benchmark fails."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from beside import Failure, instructions, machine

# What both libraries need to run alone, as root, on a machine without a network.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader"}


def times(command, only, repetitions):
    """Nanoseconds of CPU of each benchmark, the median of its repetitions."""
    which = f"all but {only[1:]}" if only.startswith("-") else only
    print(f"{command.name}: measuring {which}; this takes minutes", file=sys.stderr, flush=True)
    options = [f"--benchmark_filter={only}", f"--benchmark_repetitions={repetitions}", "--benchmark_format=json"]
    if not only.startswith("asleep"):
        options.append("--benchmark_enable_random_interleaving=true")
    done = subprocess.run([command, *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{command}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    samples = {}
    for run in json.loads(done.stdout[done.stdout.index("{"):])["benchmarks"]:
        if run["run_type"] == "iteration":
            samples.setdefault(run["run_name"].split("/repeats:")[0], []).append(run["cpu_time"])
    return {name: statistics.median(of) for name, of in samples.items()}


def instructions_of(words, command, folder, counts=(1000, 3000)):
    """Of one call: the difference between few and many of them."""
    few, many = (instructions([command, *words, str(count)], folder) for count in counts)
    return (many - few) / (counts[1] - counts[0])


class Limits:
    """What the layer may cost, and what was over that."""

    def __init__(self):
        self.over = []

    def verdict(self, what, found, limit):
        if found <= limit:
            return f"(at most {limit:g})"
        self.over.append(what)
        return f"OVER THE LIMIT of {limit:g}"


def report_times(command, repetitions, limits):
    found = times(command, "asleep", repetitions) | times(command, "-asleep|handles", repetitions)
    print(f"  {'':24}{'layer':>10}{'native':>10}{'ratio':>8}")
    for name, nanoseconds in found.items():
        if "/layer" not in name:
            continue
        native = found.get(name.replace("/layer", "/native"))
        beside = f"{native:8.0f}ns{nanoseconds / native:8.2f} " if native else ""
        if native and name.startswith(("get", "set")):
            beside += limits.verdict(f"{command.name}: {name}", nanoseconds / native, 2)
        print(f"  {name.replace('/layer', ''):24}{nanoseconds:8.0f}ns{beside}")
    for name, nanoseconds in times(command, "handles", repetitions).items():
        print(f"  {name.replace('/layer', ''):24}{nanoseconds:8.0f}ns")


def report_instructions(command, folder, limits):
    for call, text in (("message", "Irecv, Isend and a Wait for each"), ("dup_free", "Comm_dup and Comm_free")):
        for state in ("asleep", "awake"):
            layer, native = (instructions_of((call, through, state), command, folder) for through in ("MPI", "PMPI"))
            verdict = ""
            if (call, state) == ("message", "asleep"):
                verdict = limits.verdict(f"{command.name}: {call}, {state}", layer - native, 30)
            if (call, state) == ("dup_free", "awake"):
                verdict = limits.verdict(f"{command.name}: {call}, {state}", layer / native, 1.05)
            print(f"  {text}, {state}: {layer:.1f} instructions, natively {native:.1f}: "
                  f"{layer - native:+.1f}, {layer / native:.3f} times {verdict}")
    for of, numbers in (("values", (1, 64, 10_000)), ("handles", (1, 1_000, 1_000_000))):
        counted = [instructions_of((of, str(number)), command, folder, (20_000, 60_000)) for number in numbers]
        verdict = limits.verdict(f"{command.name}: {of}", max(counted) / counted[0], 1.1)
        each = ", ".join(f"{number:,}: {count:.1f}" for number, count in zip(numbers, counted))
        print(f"  MPIX_Value_get, instructions by {of}: {each}; {max(counted) / counted[0]:.3f} times {verdict}")


def report(command, repetitions, folder, limits):
    print(f"\n{command.name.removeprefix('layer_bench_')}")
    report_times(command, repetitions, limits)
    if shutil.which("valgrind"):
        report_instructions(command, folder, limits)
    else:
        print("  instructions: not counted, valgrind is not there")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args()
    commands = sorted(options.folder.glob("layer_bench_*"))
    if not commands:
        parser.error(f"{options.folder}: no layer_bench_* there; cmake --preset bench && cmake --build --preset bench")
    os.environ.update(ENVIRONMENT)
    print(machine())
    limits = Limits()
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            report(command.resolve(), options.repetitions, Path(folder), limits)
    for what in limits.over:
        print(f"over the limit: {what}", file=sys.stderr)
    return 1 if limits.over else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"{Path(__file__).name}: {failure}", file=sys.stderr)
        sys.exit(failure.code)
