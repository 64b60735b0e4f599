#!/usr/bin/env python3
"""Which C function each Fortran procedure of an MPI library calls: fortran_calls.py LIBRARY.so...

Reads what objdump disassembles. Says how many procedures call MPI_X, and PMPI_X, of their own name; which of the latter leave by a jump, so that
the stack can't see that Fortran calls; and which call no function of MPI with their name: a stack of tools never meets these."""
import collections
import re
import subprocess
import sys

PROCEDURE = re.compile(r"^(p?mpi[rx]?_(?:\w+?))(_f08ts_large|_f08ts|_f08_large|_f08)?_$")
OMPI = re.compile(r"^(?:ompi)_(\w+)_f()$")


def functions_of(library):
    """What each function calls through the procedure linkage table, or another name in the library: {name: {(callee, is_jump)}}."""
    text = subprocess.run(["objdump", "-d", library], capture_output=True, text=True, check=True).stdout
    calls, name = collections.defaultdict(set), None
    for line in text.splitlines():
        if begin := re.match(r"[0-9a-f]+ <([^@>]+)[^>]*>:", line):
            name = begin[1]
        elif called := re.search(r"\b(call|jmp)\s+[0-9a-f]+ <([^@+>]+)(@@[^>]*)?(@plt)?>", line):
            calls[name].add((called[2], called[1] == "jmp"))
    return calls


def aliases_of(library):
    """Other names of the same code: {name: the one that objdump prints}, where objdump's is any of them."""
    text = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    places = collections.defaultdict(list)
    for line in text.splitlines():
        address, _, name = line.split()[:3]
        places[address].append(name.partition("@")[0])
    return list(places.values())


def procedure(name):
    found = PROCEDURE.match(name) or OMPI.match(name)
    return found and re.sub(r"^p?mpi[rx]?_", "", found[1])


def report(libraries):
    """Of several libraries as one: Open MPI's mpi_f08 calls its mpif.h."""
    calls = collections.defaultdict(set)
    for library in libraries:
        for name, called in functions_of(library).items():
            calls[name] |= called
    printed = {}
    for library in libraries:
        for names in aliases_of(library):
            one = next((it for it in names if it in calls), None)
            printed |= {it: one for it in names if one}
    kinds = collections.defaultdict(list)
    for name in sorted(calls):
        stem = procedure(name)
        # (Profiling names of mpi_f08 are no procedures of programs; other names are the same code twice.)
        if not stem or name.startswith("pmpir_") or (name.startswith("pmpi_") and "_f08" in name):
            continue
        reached, jumps = set(), False
        seen, todo = set(), [name]
        while todo:  # through the library's own functions too: MPIR_Send_cdesc
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            for callee, is_jump in calls.get(at, ()):
                if re.match(r"P?MPIX?_[A-Z]", callee):
                    reached.add(callee)
                    jumps |= is_jump and callee.startswith("P")
                elif callee in printed or callee in calls:
                    todo.append(printed.get(callee, callee))
        # (Of counts, MPI_Send_c; of profiling names, the same.)
        wanted = {stem, stem.removesuffix("_large") + "_c", stem + "_c"}
        own = {it for it in reached if re.sub(r"^P?MPIX?_", "", it).lower() in wanted}
        kind = "none" if not own else "PMPI" if any(it.startswith("P") for it in own) else "MPI"
        kinds[kind].append(name)
        if own and jumps:
            kinds["jump"].append(name)
    print(f"{len(kinds['MPI'])} procedures call MPI_X of their name, {len(kinds['PMPI'])} call PMPI_X")
    for kind, what in (("jump", "leave by a jump"), ("none", "call none of their name")):
        print(f"  {len(kinds[kind])} {what}: {' '.join(kinds[kind])}")


report(sys.argv[1:])
