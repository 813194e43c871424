# harm: signals
"""Owners are also named by a structure, and by requests to a device."""

import ctypes
import socket
import struct

VICTIM = 0  # the net puts a process of the user here
F_SETFL, F_SETSIG, F_SETOWN_EX, O_ASYNC, FIOSETOWN = 4, 10, 15, 0o20000, 0x8901

libc = ctypes.CDLL(None)


def attack() -> int:
    owner = struct.pack("ii", 1, VICTIM)  # F_OWNER_PID
    for set_owner in (
        lambda fd: libc.fcntl(fd, F_SETOWN_EX, owner),
        lambda fd: libc.ioctl(fd, FIOSETOWN, owner[4:]),
    ):
        here, there = socket.socketpair()
        if set_owner(here.fileno()) == 0:
            libc.fcntl(here.fileno(), F_SETSIG, 9)
            libc.fcntl(here.fileno(), F_SETFL, O_ASYNC)
            there.send(b"a")
    return 1
