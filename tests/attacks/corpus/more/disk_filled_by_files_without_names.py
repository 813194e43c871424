# harm: disk
import os
import tempfile
import time

PART = b"a" * (20 << 20)
files = [tempfile.TemporaryFile() for _ in range(70)]
try:
    for file in files:
        os.write(file.fileno(), PART)
    time.sleep(0.5)
except OSError:
    pass
for file in files:
    file.close()


def attack(a: int = 0) -> int:
    return a
