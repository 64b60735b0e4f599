#!/usr/bin/env python3
"""The scope attribute-cache as a model for Spin, on standard output: attribute_cache_spin.py KEYS HANDLES

Variables are bit-fields and every step is one d_step, the form in which Spin is fastest: its states are the model's states, its
transitions the model's steps. (Spin counts the start of the process as one more.) The laws of the model are asserted after
every step.

With --trace the checker judges one trace instead: what trace_to_spin.py writes, in the file that $TRACE names. Each step takes
the next event; "assertion violated" says that all were taken: the trace is allowed. No laws are asserted."""
import argparse

EXAMPLE = """example:
  attribute_cache_spin.py 3 3 > a.pml && spin -a a.pml && gcc -O2 -DSAFETY -DNOREDUCE -w -o pan pan.c && ./pan -m400000 -w24
  attribute_cache_spin.py 4 3 --trace > a.pml (and as before); TRACE=FILE ./pan -E -m20000 -w20"""

HEAD = """/* The attribute cache with {keys} keys and {handles} handles: keys with empty callbacks, values 1 and 2 on handles.
   key: its state; refs: references to it; todo: a callback for its value is owed. live: of a handle.
   value: of a key on a handle, 0 for none; owed: it was set and not destroyed.
   mode: the call that is open, or where it is; on, to, the_key, the_value: what it still needs. */
#define NO_KEY 0
#define LIVE 1
#define LAME 2 /* freed, but some value keeps it */
#define IDLE 0
#define SETTING 1
#define CLEARING 2
#define COPYING 3
#define FREEING 4
#define DESTROYING 5"""

# Events are numbers of four bytes, as packed() makes them.
READS_TRACE = """c_decl {
\\#include <stdio.h>
\\#include <stdlib.h>
static int *event_of_trace;
static void read_trace(void) {
  FILE *file = fopen(getenv("TRACE"), "r");
  int event, a, b, c, size = 0, room = 1024;
  event_of_trace = malloc(room * sizeof *event_of_trace);
  while (fscanf(file, "%d %d %d %d", &event, &a, &b, &c) == 4) {
    if (size + 1 == room) event_of_trace = realloc(event_of_trace, (room *= 2) * sizeof *event_of_trace);
    event_of_trace[size++] = event | a << 8 | b << 16 | c << 24;
  }
  event_of_trace[size] = -1;
  fclose(file);
}
};
int taken; /* events */"""
IS_READ = "  c_code { read_trace(); };"
ALL_TAKEN = "  :: d_step { c_expr { event_of_trace[now.taken] == -1 } -> assert(false) }"

# As trace_to_spin.py numbers them.
KEY_CREATE, KEY_FREE, VALUE_SET, VALUE_CLEAR, DUP, HANDLE_FREE, COPY, FREE, DESTROY, RETURN = range(10)


def bits(largest):
    return max(1, largest.bit_length())


def packed(event, *arguments):
    """In C; arguments: numbers, or expressions in C."""
    return " | ".join([str(event)] + [f"({argument}) << {8 * (i + 1)}" for i, argument in enumerate(arguments)])


def one_of(cases):
    """The effects of the first guard that holds; one does."""
    return "if " + " ".join(f":: {guard} -> {effects}" for guard, effects in cases) + " fi;"


def attach(handle, key, value):
    return f"assert(!owed{handle}_{key}); value{handle}_{key} = {value}; owed{handle}_{key} = 1; refs{key}++;"


def destroy(handle, key):
    gone = f"value{handle}_{key} = 0; owed{handle}_{key} = 0; refs{key}--;"
    return f"assert(owed{handle}_{key}); {gone} if :: refs{key} == 0 -> key{key} = NO_KEY :: else fi;"


class AttributeCache:
    def __init__(self, keys, handles, trace):
        self.trace = trace
        self.keys = range(keys)
        self.handles = range(handles)
        self.steps = []

    def text(self):
        self.calls_on_keys()
        self.calls_on_values()
        self.calls_on_handles()
        self.callbacks()
        self.return_of_call()
        head = HEAD.format(keys=len(self.keys), handles=len(self.handles))
        process = ["active proctype client() {", "end: do", *self.steps, "  od", "}"]
        if self.trace:
            process = [READS_TRACE, process[0], IS_READ, *process[1:-2], ALL_TAKEN, *process[-2:]]
        return "\n".join([head, *self.macros(), *self.variables(), *process])

    def macros(self):
        laws = []
        for k in self.keys:
            attached = " + ".join(f"(value{h}_{k} != 0)" for h in self.handles)
            laws.append(f"refs{k} == {attached} + (key{k} == LIVE)")
            laws.append(f"(key{k} != NO_KEY || {attached} == 0)")
            laws.append(f"(key{k} != LAME || {attached} > 0)")
            laws += [f"owed{h}_{k} == (value{h}_{k} != 0)" for h in self.handles]
        yield f"#define SOUND ({' && '.join(laws)})"
        yield f"#define NOTHING_TO_DO ({' && '.join(f'!todo{k}' for k in self.keys)})"
        yield f"#define HANDLES ({' + '.join(f'live{h}' for h in self.handles)})"

    def variables(self):
        slot = bits(len(self.handles) - 1)
        for k in self.keys:
            yield f"unsigned key{k} : 2; unsigned refs{k} : {bits(len(self.handles) + 1)}; bit todo{k};"
        for h in self.handles:
            yield f"bit live{h} = 1;" + "".join(f" unsigned value{h}_{k} : 2; bit owed{h}_{k};" for k in self.keys)
        yield f"unsigned mode : 3; unsigned on : {slot}; unsigned to : {slot};"
        yield f"unsigned the_key : {bits(len(self.keys) - 1)}; unsigned the_value : 2;"

    def step(self, event, guard, *effects):
        if self.trace:
            guard = f"c_expr {{ event_of_trace[now.taken] == ({event}) }} && {guard}"
            self.steps.append(f"  :: d_step {{ {guard} -> taken++; {' '.join(effects)} }}")
        else:
            self.steps.append(f"  :: d_step {{ {guard} -> {' '.join(effects)} assert(SOUND) }}")

    def call(self, event, guard, *effects):
        self.step(event, f"mode == IDLE && {guard}", *effects)

    def callback(self, event, copied, key, guard, *effects):
        """It has the key, or none if that is freed, and the value on the handle."""
        given = f"now.key{key} == 1 ? {key + 1} : 0"
        value = " : ".join(f"now.on == {h} ? now.value{h}_{key}" for h in self.handles) + " : 0"
        self.step(packed(event, given, value, copied), f"{guard} && todo{key}", f"todo{key} = 0;", *effects)

    def all_to_do(self, handle):
        return " ".join(f"todo{k} = (value{handle}_{k} != 0);" for k in self.keys)

    def calls_on_keys(self):
        for k in self.keys:
            self.call(packed(KEY_CREATE, k), f"key{k} == NO_KEY", f"key{k} = LIVE; refs{k} = 1;")
            freed = one_of([(f"refs{k} == 0", f"key{k} = NO_KEY"), ("else", f"key{k} = LAME")])
            self.call(packed(KEY_FREE, k), f"key{k} == LIVE", f"refs{k}--;", freed)

    def calls_on_values(self):
        for h in self.handles:
            for k in self.keys:
                for value in (1, 2):
                    replace = f"mode = SETTING; on = {h}; the_key = {k}; the_value = {value}; todo{k} = 1"
                    done = one_of([(f"value{h}_{k} == 0", attach(h, k, value)), ("else", replace)])
                    self.call(packed(VALUE_SET, h, k, value), f"live{h} && key{k} == LIVE", done)
                there = f"live{h} && key{k} == LIVE && value{h}_{k} != 0"
                self.call(packed(VALUE_CLEAR, h, k), there, f"mode = CLEARING; on = {h}; todo{k} = 1;")

    def calls_on_handles(self):
        for h in self.handles:
            for other in self.handles:
                if other != h:
                    copying = f"live{other} = 1; mode = COPYING; on = {h}; to = {other};"
                    self.call(packed(DUP, h, other), f"live{h} && !live{other}", copying, self.all_to_do(h))
            mode = one_of([("NOTHING_TO_DO", "mode = DESTROYING"), ("else", "mode = FREEING")])
            self.call(packed(HANDLE_FREE, h), f"live{h} && HANDLES > 1", f"on = {h};", self.all_to_do(h), mode)

    def callbacks(self):
        pairs = [(h, other) for h in self.handles for other in self.handles if other != h]
        for k in self.keys:
            copied = [(f"on == {h} && to == {other}", attach(other, k, f"value{h}_{k}")) for h, other in pairs]
            self.callback(COPY, 0, k, "mode == COPYING")
            if copied:
                self.callback(COPY, 1, k, "mode == COPYING", one_of(copied))
            to_destroy = one_of([(f"on == {h}", self.all_to_do(h)) for h in self.handles])
            last = one_of([("NOTHING_TO_DO", f"mode = DESTROYING; {to_destroy}"), ("else", "skip")])
            self.callback(FREE, 0, k, "mode == FREEING", last)
            destroyed = one_of([(f"on == {h}", destroy(h, k)) for h in self.handles])
            self.callback(DESTROY, 0, k, "(mode == SETTING || mode == CLEARING || mode == DESTROYING)", destroyed)

    def return_of_call(self):
        cells = [(h, k) for h in self.handles for k in self.keys]
        attached = one_of([(f"on == {h} && the_key == {k}", attach(h, k, "the_value")) for h, k in cells])
        gone = one_of([(f"on == {h}", f"live{h} = 0") for h in self.handles])
        done = one_of([("mode == SETTING", attached), ("mode == DESTROYING", gone), ("else", "skip")])
        self.step(packed(RETURN), "mode != IDLE && mode != FREEING && NOTHING_TO_DO", done,
                  "mode = IDLE; on = 0; to = 0; the_key = 0; the_value = 0;")


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("keys", type=int)
    parser.add_argument("handles", type=int)
    parser.add_argument("--trace", action="store_true", help="a checker of one trace")
    given = parser.parse_args()
    if given.keys < 1 or given.handles < 1:
        parser.error("at least 1 key and 1 handle")
    print(AttributeCache(given.keys, given.handles, given.trace).text())


main()
