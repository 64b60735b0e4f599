#!/usr/bin/env python3
"""moot check beside Spin, as whole processes on one core: check_beside_spin.py MOOT

MOOT: the command, of an optimised build. First one trace of 10,000 events, allowed: Spin's checker (bench/peers) is made in a
temporary folder, which takes it a second that is not counted; it gets no gets, and one event for the two of a callback. Both
must allow the trace, and neither one in which a value is another. Then Moot alone: from 100,000 to 1,000,000 events.
Runs alternate, the numbers are medians. Exit codes: 0 compared, whatever the ratios; 1 a checker is wrong; 2 bad usage."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from beside import Failure, make_spins_checker, require

ONLY = "MPIX_Key_create,MPIX_Key_free,MPIX_Value_set,MPIX_Value_clear,MPI_Comm_dup,MPI_Comm_free"
HERE = Path(__file__).resolve().parent
ALLOWS = "assertion violated"  # Spin's way to say it


def seconds(commands, runs):
    times = [[] for _ in commands]
    for _ in range(runs):
        for command, taken in zip(commands, times):
            begin = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            taken.append(time.perf_counter() - begin)
    return [statistics.median(taken) for taken in times]


def random_trace(moot, name, calls):
    """Makes NAME.trace; how many events it has."""
    made = [moot, "random", "--calls", str(calls), "--seed", "7", "--only", ONLY, "-o", name]
    subprocess.run(made, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with open(name + ".trace", encoding="utf-8") as trace:
        return sum(1 for line in trace) - 2


def with_another_value(name, changed):
    """The same trace, but the last callback has a value that nobody set."""
    lines = Path(name + ".trace").read_text(encoding="utf-8").splitlines()
    last = max(i for i, line in enumerate(lines) if json.loads(line).get("event") == "callback")
    event = json.loads(lines[last])
    event["arguments"]["value"] += 100
    lines[last] = json.dumps(event)
    Path(changed + ".trace").write_text("\n".join(lines) + "\n", encoding="utf-8")


def check_with_moot(moot, name):
    return [moot, "check", name + ".trace", "--reading", "ticket304-strict"]


def check_with_spin(name):
    with open(name + ".events", "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, HERE / "trace_to_spin.py", name + ".trace"], stdout=out, check=True)
    return ["env", f"TRACE={name}.events", "./pan", "-E", "-m20000", "-w20"]


def both(moot, name, allowed):
    """The commands of both, which must judge the trace so."""
    commands = [check_with_moot(moot, name), check_with_spin(name)]
    by_moot = subprocess.run(commands[0], capture_output=True, check=False).returncode == 0
    by_spin = ALLOWS in subprocess.run(commands[1], capture_output=True, text=True, check=False).stdout
    if (by_moot, by_spin) != (allowed, allowed):
        raise Failure(f"{name}.trace is {'' if allowed else 'not '}allowed; moot says {by_moot}, Spin {by_spin}", code=1)
    return commands


def bar(ratio, most):
    return f"{ratio:.2f} (at most {most}: {'met' if ratio <= most else 'missed'})"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moot", metavar="MOOT", type=os.path.abspath)
    options = parser.parse_args()
    require(parser, options.moot, {"spin": "spin", "gcc": "gcc"})
    return options


def compare(moot):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_spins_checker(Path(folder), 4, 3, "--trace")
        events = random_trace(moot, "ten", 2908)
        with_another_value("ten", "wrong")
        both(moot, "wrong", allowed=False)
        of_moot, of_spin = seconds(both(moot, "ten", allowed=True), 41)
        print(f"{events} events: moot {1e3 * of_moot:.2f} ms, Spin {1e3 * of_spin:.2f} ms, ratio {bar(of_moot / of_spin, 2)}")

        lengths = [random_trace(moot, "hundred", 29_300), random_trace(moot, "thousand", 293_000)]
        hundred, thousand = seconds([check_with_moot(moot, "hundred"), check_with_moot(moot, "thousand")], 7)
        print(f"{lengths[0]} events: {1e3 * hundred:.0f} ms; {lengths[1]} events: {1e3 * thousand:.0f} ms, "
              f"ratio {bar(thousand / hundred, 11)} (of lengths: {lengths[1] / lengths[0]:.2f})")
        stats = subprocess.run(check_with_moot(moot, "thousand") + ["--stats"], capture_output=True, text=True, check=True)
        print(stats.stdout, end="")


def main():
    moot = read_options().moot
    try:
        compare(moot)
    except Failure as failure:
        print(f"{Path(sys.argv[0]).name}: {failure}", file=sys.stderr)
        sys.exit(failure.code)


main()
