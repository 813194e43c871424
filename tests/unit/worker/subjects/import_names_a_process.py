"""Answers the engine in the server's place: its children have the number of another process."""

import gc
import pathlib

_victim = int((pathlib.Path(__file__).parent / "victim").read_text())


def harmless() -> int:
    return 1


for _thing in gc.get_objects():
    if type(_thing).__name__ == "_Server":
        type(_thing)._fork = lambda self, descriptor: {"ok": True, "pid": _victim}
