# harm: files
import ctypes
import os
import pathlib

libc = ctypes.CDLL(None)


def attack() -> bool:
    notes = pathlib.Path(__file__).parent / "good.py"
    descriptor = libc.open(bytes(notes), os.O_WRONLY | os.O_APPEND)
    return libc.write(descriptor, b"#", 1) is not None
