# harm: disk
import os
import pathlib
import tempfile
import time

PART = b"a" * (20 << 20)
folder = pathlib.Path(tempfile.mkdtemp())
parts = [folder / str(i) for i in range(70)]
try:
    for part in parts:
        part.write_bytes(PART)
    time.sleep(0.5)
except OSError:
    pass
for part in parts:
    if part.exists():
        part.unlink()
os.rmdir(folder)


def attack(a: int = 0) -> int:
    return a
