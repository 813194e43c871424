"""Runs a command on a machine that seems to lack what containment rests on.

    python withhold.py namespaces,landlock COMMAND…

A filter of system calls refuses them, as the default profiles of containers do.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

UNSHARE = {"x86_64": 272, "aarch64": 97}[platform.machine()]
CREATE_RULESET = 444
REFUSED = {"namespaces": (UNSHARE, errno.EPERM), "landlock": (CREATE_RULESET, errno.ENOSYS)}
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # of classic BPF, on words
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
SET_NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2


def withhold(names: list[str]) -> None:
    """From this process and those that it starts."""
    program = [(LOAD, 0, 0, 0)]  # the number of the call
    for number, error in (REFUSED[name] for name in names):
        program += [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | error)]
    program.append((RETURN, 0, 0, ALLOW))
    code = b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxP", len(program), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, header):
        raise OSError(ctypes.get_errno(), "cannot set a filter of system calls")


if __name__ == "__main__":
    withhold(sys.argv[1].split(","))
    os.execvp(sys.argv[2], sys.argv[2:])
