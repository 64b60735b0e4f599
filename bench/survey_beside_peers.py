#!/usr/bin/env python3
"""moot survey beside Spin and Rumur: the same scope, the same counts, in turn on one core.

MOOT: the command, of an optimised build. Models of the scope attribute-cache for the others (bench/peers) are made into
checkers in a temporary folder. First all must count the same states and transitions: else nothing is compared. (Rumur's
heuristic symmetry is not canonical: it may find more.) Then moot, Spin and Rumur run in turn. A ratio is the median of
each round's: what disturbs the machine for longer than a round disturbs both sides.

Ratios are by the processor's time, which others on the machine disturb little; beside them by the clock (of two cores, what
counts is the clock; by the processor it is the ratio at best, if both were its own). Machines differ, instructions hardly:
callgrind counts those of moot and of Spin in a scope of 2 keys and 3 handles. How much two cores can give at all, two copies of moot show that run at once and share
nothing: where the cores, or their memory, are not moot's alone, that is less than 2. The bars are for 3 keys and 3 handles:
in smaller scopes, starting and fixed tables count. Exit codes: 0 compared, whatever the ratios; 1 counts differ; 2 bad usage, or a tool is missing or fails."""
import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, NamedTuple

from beside import PEERS, Failure, instructions, machine, make, make_spins_checker, require

EXAMPLE = """example:
  cmake --preset release && cmake --build --preset release
  bench/survey_beside_peers.py build/cli/moot --keys 3 --handles 3 --rounds 5"""

PACKAGES = {"spin": "spin", "rumur": "rumur", "gcc": "gcc", "time": "time", "taskset": "util-linux", "valgrind": "valgrind"}
RUMUR = "rumur --deadlock-detection off --threads 1 --pack-state off --scalarset-schedules off --symmetry-reduction".split()
COMPILE_RUMUR = "gcc -O3 -march=native -std=c11 -mcx16 -w".split()

# Keys and handles: states, transitions, states up to renaming. A search written by hand and TLC count so, too.
KNOWN = {
    (2, 2): (4_728, 8_260, 641),
    (2, 3): (77_556, 136_644, 3_680),
    (3, 2): (119_232, 224_512, 5_537),
    (3, 3): (5_231_760, 9_907_992, 78_805),
}
SCOPE_OF_BARS = (3, 3)
SCOPE_OF_INSTRUCTIONS = (2, 3)  # callgrind takes fifty times as long


class Counts(NamedTuple):
    states: int
    transitions: int

    def __str__(self):
        return f"{self.states:,} states and {self.transitions:,} transitions"


class Run(NamedTuple):
    counts: Counts
    seconds: float  # by the clock
    cpu_seconds: float
    peak: float  # bytes


@dataclass
class Checker:
    name: str
    command: list
    read: Callable[[str], Counts]  # from what it prints
    cores: int = 1
    copies: int = 1  # that run at once


# ---- what checkers print


def found(pattern, text):
    match = re.search(pattern, text)
    return [int(float(number)) for number in match.groups()] if match else None


def read_moot(text):
    said = json.loads(text)
    if said["ending"] != "complete" or said["violations"]:
        raise ValueError
    return Counts(said["states"], said["transitions"])


def read_spin(text):
    counted = found(r"(?s)(\S+) states, stored.*?(\S+) transitions", text)
    if "errors: 0" not in text or "max search depth too small" in text or not counted:
        raise ValueError
    return Counts(counted[0], counted[1] - 1)  # it counts the start of the process


def read_rumur(text):
    counted = found(r"\t(\d+) states, (\d+) rules fired in \d+s\.\s*$", text)
    if "No error found" not in text or not counted:
        raise ValueError
    return Counts(*counted)


# ---- making checkers


def spin(root, keys, handles):
    folder = root / f"spin-{keys}-{handles}"
    folder.mkdir()
    return Checker("Spin", [make_spins_checker(folder, keys, handles), "-m400000", "-w24"], read_spin)


def rumur(root, keys, handles, symmetry):
    folder = root / f"rumur-{symmetry}"
    folder.mkdir()
    types = "range" if symmetry == "off" else "scalarset"
    make([sys.executable, PEERS / "attribute_cache_rumur.py", keys, handles, types], folder, "model.m")
    make([*RUMUR, symmetry, "-o", "model.c", "model.m"], folder)
    make([*COMPILE_RUMUR, "model.c", "-o", "model", "-lpthread"], folder)
    name = "Rumur" if symmetry == "off" else f"Rumur, {symmetry} symmetry"
    return Checker(name, [folder / "model"], read_rumur)


def moot(command, keys, handles, symmetry, jobs):
    survey = [command, "survey", "--scope", "attribute-cache", "--keys", keys, "--handles", handles, "--json", f"-j{jobs}"]
    name = f"moot -j{jobs}" + (", up to renaming" if symmetry else "")
    return Checker(name, [*survey, "--symmetry" if symmetry else "--no-symmetry"], read_moot, cores=jobs)


def checkers(options, folder):
    scope = (options.keys, options.handles)
    one = moot(options.moot, *scope, symmetry=False, jobs=1)
    made = {"spin": spin(folder, *scope), "moot": one}
    if len(os.sched_getaffinity(0)) > 1:
        made["moot2"] = moot(options.moot, *scope, symmetry=False, jobs=2)
        made["copies"] = replace(one, name="moot -j1, two at once", copies=2)
    made["moot_symmetry"] = moot(options.moot, *scope, symmetry=True, jobs=1)
    made["rumur_heuristic"] = rumur(folder, *scope, "heuristic")
    made["rumur_exhaustive"] = rumur(folder, *scope, "exhaustive")
    made["rumur"] = rumur(folder, *scope, "off")
    return made


# ---- running them


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(checker, copy, folder):
    command = [str(word) for word in checker.command]
    if checker.cores == 1:
        cores = sorted(os.sched_getaffinity(0), reverse=True)
        command = ["taskset", "-c", str(cores[copy]), *command]
    # (what resource.getrusage says of a child's memory holds Python's own)
    command = [shutil.which("time"), "-q", "-f", "%M", "-o", f"peak{copy}", *command]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def counted(checker, process, printed):
    try:
        if process.returncode != 0:
            raise ValueError
        return checker.read(printed[0])
    except (ValueError, KeyError) as error:
        raise Failure(f"{checker.name} did not come to its end, or found an error: {' '.join(map(str, checker.command))}\n"
                      f"exit code {process.returncode}\n{printed[0][-2000:]}{printed[1][-2000:]}") from error


def run(checker, folder):
    """Of copies: the counts of each, the time until all have ended, and of one on average what else they use."""
    cpu, begin = cpu_seconds(), time.perf_counter()
    started = [start(checker, copy, folder) for copy in range(checker.copies)]
    printed = [process.communicate() for process in started]
    seconds, cpu = time.perf_counter() - begin, cpu_seconds() - cpu
    counts = {counted(checker, *each) for each in zip(started, printed)}
    if len(counts) > 1:
        raise Failure(f"{checker.name}: each counts something else: {', '.join(map(str, counts))}", code=1)
    peaks = [1024 * int((folder / f"peak{copy}").read_text(encoding="utf-8")) for copy in range(checker.copies)]
    return Run(counts.pop(), seconds, cpu / checker.copies, statistics.mean(peaks))


def tell(text):
    print(text, file=sys.stderr, flush=True)


def check_counts(options, made, counts):
    """Same counts, or no comparison."""
    plain, symmetric = counts["moot"], counts["moot_symmetry"]
    expected = {"spin": plain, "moot2": plain, "copies": plain, "rumur": plain, "rumur_exhaustive": symmetric}
    wrong = [f"{made[key].name} counts {counts[key]}, moot {ours}" for key, ours in expected.items()
             if key in counts and counts[key] != ours]
    if counts["rumur_heuristic"].states < symmetric.states:
        wrong.append(f"{made['rumur_heuristic'].name} counts {counts['rumur_heuristic']}, fewer than moot: {symmetric}")
    known = KNOWN.get((options.keys, options.handles))
    if known and known != (*plain, symmetric.states):
        wrong.append(f"moot counts {plain}, up to renaming {symmetric.states:,} states; known are "
                     f"{Counts(*known[:2])}, {known[2]:,} states")
    if wrong:
        raise Failure("counts differ, nothing is compared:\n  " + "\n  ".join(wrong), code=1)


def measure(options, made, folder):
    """Each checker's runs."""
    runs = {}
    for key, checker in made.items():
        tell(f"counting: {checker.name}")
        runs[key] = [run(checker, folder)]
    counts = {key: first.counts for key, (first,) in runs.items()}
    check_counts(options, made, counts)
    in_turn = [key for key in made if key not in ("rumur", "rumur_exhaustive")]  # those two: only to count
    for key in in_turn:
        runs[key].clear()
    for i in range(options.rounds):
        tell(f"round {i + 1} of {options.rounds}")
        for key in in_turn:
            runs[key].append(run(made[key], folder))
            counts[key] = runs[key][-1].counts
        check_counts(options, made, counts)
    return runs


# ---- what came out


def medians(runs):
    counts = runs[0].counts
    seconds = statistics.median(each.seconds for each in runs)
    cpu = statistics.median(each.cpu_seconds for each in runs)
    return {
        "runs": len(runs),
        "states": counts.states,
        "transitions": counts.transitions,
        "seconds": seconds,
        "cpu_seconds": cpu,
        "states_per_second": counts.states / seconds,
        "bytes_per_state": statistics.median(each.peak for each in runs) / counts.states,
    }


class Ratio(NamedTuple):
    what: str
    by_clock: float | None
    by_cpu: float | None
    bar: float | None
    at_most: bool
    counts: str = "cpu"  # or clock

    @property
    def met(self):
        value = self.by_clock if self.counts == "clock" or self.by_cpu is None else self.by_cpu
        return value <= self.bar if self.at_most else value >= self.bar

    def judged(self):
        if self.bar is None:
            return "no bar"
        return f"{'at most' if self.at_most else 'at least'} {self.bar:g}: {'met' if self.met else 'missed'}"


def ratios(runs):
    def times(one, other, factor=1):
        """How often one takes the other's time, the median of all rounds: by the clock, by the processor."""
        rounds = list(zip(runs[one], runs[other]))
        return (factor * statistics.median(a.seconds / b.seconds for a, b in rounds),
                factor * statistics.median(a.cpu_seconds / b.cpu_seconds for a, b in rounds))

    compared = [Ratio("states a second: moot to Spin", *times("spin", "moot"), 1.0, False),
                Ratio("bytes a state: moot", medians(runs["moot"])["bytes_per_state"], None, 36, True),
                Ratio("time up to renaming: moot to Rumur", *times("moot_symmetry", "rumur_heuristic"), 0.25, True)]
    if "moot2" in runs:
        clock, cpu = times("moot", "moot2")
        compared.append(Ratio("states a second: two cores to one", clock, 2 * cpu, 1.6, False, "clock"))
        compared.append(Ratio("  two copies that share nothing", *times("moot", "copies", factor=2), None, False))
    return compared


def instructions_per_state(command, folder):
    """Of moot and of Spin."""
    keys, handles = SCOPE_OF_INSTRUCTIONS
    states = KNOWN[SCOPE_OF_INSTRUCTIONS][0]
    tell("counting instructions")
    both = {"moot": moot(command, keys, handles, symmetry=False, jobs=1), "spin": spin(folder, keys, handles)}
    return {key: instructions(checker.command, folder) / states for key, checker in both.items()}


def table(options, made, of, compared, counted_instructions):
    keys, handles = options.keys, options.handles
    yield machine()
    yield f"attribute-cache with {keys} keys and {handles} handles: all count the same"
    yield ""
    yield f"{'':28}{'runs':>5}{'states':>12}{'seconds':>10}{'CPU s':>9}{'states/s':>12}{'bytes/state':>13}"
    for key, each in of.items():
        yield (f"{made[key].name:28}{each['runs']:5}{each['states']:12,}{each['seconds']:10.3f}{each['cpu_seconds']:9.3f}"
               f"{each['states_per_second']:12,.0f}{each['bytes_per_state']:13.1f}")
    yield ""
    yield f"{'':38}{'by CPU':>8}{'by clock':>10}   bar"
    for each in compared:
        cpu = "" if each.by_cpu is None else f"{each.by_cpu:.2f}"
        judged = each.judged() if (keys, handles) == SCOPE_OF_BARS else "none for this scope"
        yield f"{each.what:38}{cpu:>8}{each.by_clock:10.2f}   {judged}"
    yield ""
    ours, spins = counted_instructions["moot"], counted_instructions["spin"]
    yield (f"instructions a state, with {SCOPE_OF_INSTRUCTIONS[0]} keys and {SCOPE_OF_INSTRUCTIONS[1]} handles: moot {ours:,.0f}, "
           f"Spin {spins:,.0f}: {'met' if ours <= spins else 'missed'}")


def as_json(options, load, of, compared, counted_instructions):
    bars = (options.keys, options.handles) == SCOPE_OF_BARS
    judged = [each._asdict() | {"met": each.met if bars and each.bar is not None else None} for each in compared]
    numbers = {"machine": machine(), "keys": options.keys, "handles": options.handles, "load": load, "checkers": of,
               "ratios": judged, "instructions_per_state": counted_instructions}
    return json.dumps(numbers, indent=2)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moot", metavar="MOOT", type=os.path.abspath)
    parser.add_argument("--keys", type=int, choices=range(1, 6), default=3)
    parser.add_argument("--handles", type=int, choices=range(1, 6), default=3)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, at least 3 (3)")
    parser.add_argument("--json", action="store_true", help="the numbers on standard output; the table on standard error")
    options = parser.parse_args()
    if options.rounds < 3:
        parser.error("--rounds: at least 3")
    require(parser, options.moot, PACKAGES)
    return options


def main():
    options = read_options()
    load = os.getloadavg()[0]
    if load > 0.5:
        tell(f"the machine is busy (load {load:.1f}): ratios are disturbed, those by CPU less")
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            tell("making checkers")
            made = checkers(options, folder)
            runs = measure(options, made, folder)
            counted_instructions = instructions_per_state(options.moot, folder)
    except Failure as failure:
        tell(f"{Path(sys.argv[0]).name}: {failure}")
        sys.exit(failure.code)
    of = {key: medians(each) for key, each in runs.items()}
    compared = ratios(runs)
    print(*table(options, made, of, compared, counted_instructions), sep="\n", file=sys.stderr if options.json else sys.stdout)
    if options.json:
        print(as_json(options, load, of, compared, counted_instructions))


main()
