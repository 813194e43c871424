# harm: hangs
import os

while True:
    os.write(1, b"a" * 65536)
    os.write(2, b"a" * 65536)
