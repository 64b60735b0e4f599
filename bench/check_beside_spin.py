#!/usr/bin/env python3
"""moot check beside a checker made with Spin, as whole processes on one core: check_beside_spin.py MOOT [PAN]

MOOT: the command, of an optimised build. PAN: Spin's checker for 4 keys and 3 handles; it reads what trace_to_spin.py writes
from the file $TRACE, and says "assertion violated" where the trace is allowed. Without PAN: Moot alone.
Runs alternate; the numbers are medians. Spin gets no gets, and one event for the two of a callback."""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ONLY = "MPIX_Key_create,MPIX_Key_free,MPIX_Value_set,MPIX_Value_clear,MPI_Comm_dup,MPI_Comm_free"


def seconds(commands, runs):
    times = [[] for _ in commands]
    for _ in range(runs):
        for command, taken in zip(commands, times):
            begin = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            taken.append(time.perf_counter() - begin)
    return [statistics.median(taken) for taken in times]


def random_trace(moot, name, calls):
    made = [moot, "random", "--calls", str(calls), "--seed", "7", "--only", ONLY, "-o", name]
    subprocess.run(made, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with open(name + ".trace", encoding="utf-8") as trace:
        return sum(1 for line in trace) - 2


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    moot = os.path.abspath(sys.argv[1])
    pan = os.path.abspath(sys.argv[2]) if len(sys.argv) == 3 else None
    converter = Path(__file__).resolve().parent / "trace_to_spin.py"
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    def check(name):
        return [moot, "check", name + ".trace", "--reading", "ticket304-strict"]

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        commands = [check("ten")]
        events = random_trace(moot, "ten", 2908)
        subprocess.run(commands[0], stdout=subprocess.DEVNULL, check=True)  # it is allowed
        if pan:
            with open("ten.events", "w", encoding="utf-8") as out:
                subprocess.run([sys.executable, converter, "ten.trace"], stdout=out, check=True)
            os.environ["TRACE"] = "ten.events"
            commands.append([pan, "-E", "-m20000", "-w20"])
            said = subprocess.run(commands[1], capture_output=True, text=True, check=False).stdout
            if "assertion violated" not in said:
                sys.exit("Spin's checker does not allow the trace:\n" + said)
        times = seconds(commands, 41)
        print(f"{events} events: moot {1e3 * times[0]:.2f} ms", end="")
        print(f", Spin {1e3 * times[1]:.2f} ms, ratio {times[0] / times[1]:.2f}" if pan else "")

        lengths = [random_trace(moot, "hundred", 29_300), random_trace(moot, "thousand", 293_000)]
        times = seconds([check("hundred"), check("thousand")], 7)
        print(f"{lengths[0]} events: {1e3 * times[0]:.0f} ms; {lengths[1]} events: {1e3 * times[1]:.0f} ms, ", end="")
        print(f"ratio {times[1] / times[0]:.2f} (of lengths: {lengths[1] / lengths[0]:.2f})")
        stats = subprocess.run(check("thousand") + ["--stats"], capture_output=True, text=True, check=True)
        print(stats.stdout, end="")


main()
