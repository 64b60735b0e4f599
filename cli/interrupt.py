#!/usr/bin/python3
"""Runs a command, and interrupts it once it is ready for that.

interrupt.py SECONDS COMMAND [ARGUMENT...]

SIGINT is sent SECONDS after the command has begun to catch it, however long a busy machine takes to get there. The exit code is the
command's, 128 and the signal where one ended it; what has not ended a minute later is killed.
"""

import signal
import subprocess
import sys
import time


def catches_interrupts(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        caught = next((line for line in status if line.startswith("SigCgt:")), "SigCgt: 0")  # none: it has ended
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1


def main():
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    process = subprocess.Popen(command)
    while process.poll() is None and not catches_interrupts(process):
        time.sleep(0.01)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    try:
        code = process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    return code if code >= 0 else 128 - code


sys.exit(main())
