# harm: files
import ctypes
import pathlib

libc = ctypes.CDLL(None)


def attack() -> int:
    here = pathlib.Path(__file__).parent / "pyproject.toml"
    return libc.utimes(str(here).encode(), (ctypes.c_long * 4)(5, 0, 5, 0))
