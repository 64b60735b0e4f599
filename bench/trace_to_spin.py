#!/usr/bin/env python3
"""The same trace for a checker made with Spin: trace_to_spin.py TRACE > EVENTS

TRACE: plain JSON Lines by `moot random` (keys and communicators only, an empty callback or one that passes its value on).
EVENTS: a line "event a b c" each, with slots of handles h, d and keys k, and values v:
  0 k      key_create      1 k      key_free      2 h k v  value_set     3 h k  value_clear    4 h d  dup    5 h  handle_free
  6 x v c  copy callback (c: copied)              7 x v    free callback                       8 x v  destroy callback
           (x: k + 1; 0 for MPIX_KEY_NULL)
  9        the return of a dup, a free of a handle, a clear, or a set that replaces
All handles exist at the start: the dups of MPI_COMM_SELF are left out. Gets are left out, too."""
import json
import sys


class Converter:
    def __init__(self):
        self.keys = {}  # name: slot
        self.handles = {}
        self.free = []  # slots of handles
        self.events = []
        self.call = None  # the one that is open: its line
        self.callbacks = 0  # in it

    def emit(self, *event):
        self.events.append(list(event) + [0] * (4 - len(event)))

    def begin_call(self, procedure, arguments):
        self.callbacks = 0
        key = self.keys.get(arguments.get("key"))
        handle = self.handles.get(arguments.get("handle", arguments.get("comm")))
        if procedure == "MPIX_Key_create":
            self.emit(0, arguments["context"])  # `moot random` gives each key the number of its variable
        elif procedure == "MPIX_Key_free":
            self.emit(1, key)
        elif procedure == "MPIX_Value_set":
            self.emit(2, handle, key, arguments["value"])
        elif procedure == "MPIX_Value_clear":
            self.emit(3, handle, key)
        elif procedure == "MPI_Comm_dup" and handle is not None:
            self.emit(4, handle, self.free[-1])
        elif procedure == "MPI_Comm_free":
            self.emit(5, handle)

    def end_call(self, procedure, call, results):
        if procedure == "MPIX_Key_create":
            self.keys[results["key"]] = call["context"]
        elif procedure == "MPI_Comm_dup":
            first = call["comm"] == "MPI_COMM_SELF"
            self.handles[results["newcomm"]] = len(self.handles) if first else self.free.pop()
            if not first:
                self.emit(9)
        elif procedure == "MPI_Comm_free":
            self.free.append(self.handles[call["comm"]])
            self.emit(9)
        elif procedure == "MPIX_Value_clear" or (procedure == "MPIX_Value_set" and self.callbacks):
            self.emit(9)

    def callback(self, kind, arguments):
        key = 0 if arguments["key"] == "MPIX_KEY_NULL" else self.keys[arguments["key"]] + 1
        self.emit({"copy": 6, "free": 7, "destroy": 8}[kind], key, arguments["value"])
        self.callbacks += 1

    def add(self, line):
        if line["event"] == "call":
            self.call = line["arguments"]
            self.begin_call(line["procedure"], self.call)
        elif line["event"] == "return":
            self.end_call(line["procedure"], self.call, line["results"])
        elif line["event"] == "callback":
            self.callback(line["callback"], line["arguments"])
        elif line["callback"] == "copy":
            self.events[-1][3] = int(line["results"].get("new_value") is not None)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    converter = Converter()
    with open(sys.argv[1], encoding="utf-8") as trace:
        for text in trace:
            line = json.loads(text)
            if "event" in line:
                converter.add(line)
    for event in converter.events:
        print(*event)


main()
