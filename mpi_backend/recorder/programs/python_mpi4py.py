"""Attributes through mpi4py, whose callbacks are Python's."""
from mpi4py import MPI

counts = {"copied": 0, "deleted": 0}


def copy(comm, keyval, value):
    counts["copied"] += 1
    return value + ["copied"]


def delete(comm, keyval, value):
    counts["deleted"] += 1


keyval = MPI.Comm.Create_keyval(copy, delete)
one = MPI.COMM_SELF.Dup()
one.Set_attr(keyval, ["made"])
other = one.Dup()
assert other.Get_attr(keyval) == ["made", "copied"]
other.Free()
one.Free()
assert MPI.Comm.Free_keyval(keyval) == MPI.KEYVAL_INVALID
assert counts == {"copied": 1, "deleted": 2}
