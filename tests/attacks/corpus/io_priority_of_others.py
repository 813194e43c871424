# harm: processes
import ctypes


def attack() -> int:
    return ctypes.CDLL(None).syscall(251, 1, @VICTIM@, 3 << 13)
