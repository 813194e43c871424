import os

for descriptor in range(3, 256):
    try:
        os.write(descriptor, b"SKUA is what this is not")
    except OSError:
        pass


def function() -> int:
    return 1
