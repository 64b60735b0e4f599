#!/usr/bin/env python3
"""What the layer costs beside the MPI library under it: medians of CPU time, and instructions that callgrind counts.

FOLDER: where the layer_bench_* are, as built by: cmake --preset bench && cmake --build --preset bench (build-bench/bench)
    bench/layer_cost.py build-bench/bench
Exit code 2: bad usage, a tool is missing, or a benchmark fails."""
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


def instructions_of(call, command, through, state, folder):
    few, many = (instructions([command, call, through, state, str(count)], folder) for count in (1000, 3000))
    return (many - few) / 2000


def report(command, repetitions, folder):
    print(f"\n{command.name.removeprefix('layer_bench_')}")
    found = times(command, "asleep", repetitions) | times(command, "-asleep|handles", repetitions)
    print(f"  {'':24}{'layer':>10}{'native':>10}{'ratio':>8}")
    for name, nanoseconds in found.items():
        if "/layer" not in name:
            continue
        native = found.get(name.replace("/layer", "/native"))
        beside = f"{native:8.0f}ns{nanoseconds / native:8.2f}" if native else ""
        print(f"  {name.replace('/layer', ''):24}{nanoseconds:8.0f}ns{beside}")
    for name, nanoseconds in times(command, "handles", repetitions).items():
        print(f"  {name.replace('/layer', ''):24}{nanoseconds:8.0f}ns")
    if not shutil.which("valgrind"):
        print("  instructions: not counted, valgrind is not there")
        return
    for call, text in (("message", "Irecv, Isend and a Wait for each"), ("dup_free", "Comm_dup and Comm_free")):
        for state in ("asleep", "awake"):
            layer, native = (instructions_of(call, command, through, state, folder) for through in ("MPI", "PMPI"))
            print(f"  {text}, {state}: {layer:.1f} instructions, natively {native:.1f}: "
                  f"{layer - native:+.1f}, {layer / native:.3f} times")


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
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            report(command.resolve(), options.repetitions, Path(folder))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"{Path(__file__).name}: {failure}", file=sys.stderr)
        sys.exit(failure.code)
