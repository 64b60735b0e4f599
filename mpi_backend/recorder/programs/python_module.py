"""Attributes from Python: a module in C (its argument), whose callbacks Python answers."""
import ctypes
import sys

module = ctypes.CDLL(sys.argv[1])
Answer = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_long)
module.make_keyval.argtypes = [Answer, Answer, ctypes.c_long]
module.copy_of.argtypes = [ctypes.c_int, ctypes.c_long]
module.copy_of.restype = ctypes.c_long
deleted = []


@Answer
def copy(value, extra_state):
    return value + extra_state


@Answer
def delete(value, _):
    deleted.append(value)
    return 0


keyval = module.make_keyval(copy, delete, 5)
assert module.copy_of(keyval, 7) == 12
assert deleted == [12, 7]
module.finish(keyval)
