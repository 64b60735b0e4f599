#!/usr/bin/env python3
"""The scope attribute-cache as a model for Spin, on standard output: attribute_cache_spin.py KEYS HANDLES

Variables are bit-fields and every step is one d_step, the form in which Spin is fastest: its states are the model's states, its
transitions the model's steps. (Spin counts the start of the process as one more.) The laws of the model are asserted after
every step."""
import argparse

EXAMPLE = """example:
  attribute_cache_spin.py 3 3 > a.pml && spin -a a.pml && gcc -O2 -DSAFETY -DNOREDUCE -w -o pan pan.c && ./pan -m400000 -w24"""

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


def bits(largest):
    return max(1, largest.bit_length())


def one_of(cases):
    """The effects of the first guard that holds; one does."""
    return "if " + " ".join(f":: {guard} -> {effects}" for guard, effects in cases) + " fi;"


def attach(handle, key, value):
    return f"assert(!owed{handle}_{key}); value{handle}_{key} = {value}; owed{handle}_{key} = 1; refs{key}++;"


def destroy(handle, key):
    gone = f"value{handle}_{key} = 0; owed{handle}_{key} = 0; refs{key}--;"
    return f"assert(owed{handle}_{key}); {gone} if :: refs{key} == 0 -> key{key} = NO_KEY :: else fi;"


class AttributeCache:
    def __init__(self, keys, handles):
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

    def step(self, guard, *effects):
        self.steps.append(f"  :: d_step {{ {guard} -> {' '.join(effects)} assert(SOUND) }}")

    def call(self, guard, *effects):
        self.step(f"mode == IDLE && {guard}", *effects)

    def all_to_do(self, handle):
        return " ".join(f"todo{k} = (value{handle}_{k} != 0);" for k in self.keys)

    def calls_on_keys(self):
        for k in self.keys:
            self.call(f"key{k} == NO_KEY", f"key{k} = LIVE; refs{k} = 1;")
            freed = one_of([(f"refs{k} == 0", f"key{k} = NO_KEY"), ("else", f"key{k} = LAME")])
            self.call(f"key{k} == LIVE", f"refs{k}--;", freed)

    def calls_on_values(self):
        for h in self.handles:
            for k in self.keys:
                for value in (1, 2):
                    replace = f"mode = SETTING; on = {h}; the_key = {k}; the_value = {value}; todo{k} = 1"
                    done = one_of([(f"value{h}_{k} == 0", attach(h, k, value)), ("else", replace)])
                    self.call(f"live{h} && key{k} == LIVE", done)
                there = f"live{h} && key{k} == LIVE && value{h}_{k} != 0"
                self.call(there, f"mode = CLEARING; on = {h}; todo{k} = 1;")

    def calls_on_handles(self):
        for h in self.handles:
            for other in self.handles:
                if other != h:
                    copying = f"live{other} = 1; mode = COPYING; on = {h}; to = {other};"
                    self.call(f"live{h} && !live{other}", copying, self.all_to_do(h))
            mode = one_of([("NOTHING_TO_DO", "mode = DESTROYING"), ("else", "mode = FREEING")])
            self.call(f"live{h} && HANDLES > 1", f"on = {h};", self.all_to_do(h), mode)

    def callbacks(self):
        pairs = [(h, other) for h in self.handles for other in self.handles if other != h]
        for k in self.keys:
            copied = [(f"on == {h} && to == {other}", attach(other, k, f"value{h}_{k}")) for h, other in pairs]
            self.step(f"mode == COPYING && todo{k}", f"todo{k} = 0;")
            if copied:
                self.step(f"mode == COPYING && todo{k}", f"todo{k} = 0;", one_of(copied))
            to_destroy = one_of([(f"on == {h}", self.all_to_do(h)) for h in self.handles])
            last = one_of([("NOTHING_TO_DO", f"mode = DESTROYING; {to_destroy}"), ("else", "skip")])
            self.step(f"mode == FREEING && todo{k}", f"todo{k} = 0;", last)
            destroyed = one_of([(f"on == {h}", destroy(h, k)) for h in self.handles])
            destroying = "(mode == SETTING || mode == CLEARING || mode == DESTROYING)"
            self.step(f"{destroying} && todo{k}", f"todo{k} = 0;", destroyed)

    def return_of_call(self):
        cells = [(h, k) for h in self.handles for k in self.keys]
        attached = one_of([(f"on == {h} && the_key == {k}", attach(h, k, "the_value")) for h, k in cells])
        gone = one_of([(f"on == {h}", f"live{h} = 0") for h in self.handles])
        done = one_of([("mode == SETTING", attached), ("mode == DESTROYING", gone), ("else", "skip")])
        self.step("mode != IDLE && mode != FREEING && NOTHING_TO_DO", done,
                  "mode = IDLE; on = 0; to = 0; the_key = 0; the_value = 0;")


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("keys", type=int)
    parser.add_argument("handles", type=int)
    given = parser.parse_args()
    if given.keys < 1 or given.handles < 1:
        parser.error("at least 1 key and 1 handle")
    print(AttributeCache(given.keys, given.handles).text())


main()
