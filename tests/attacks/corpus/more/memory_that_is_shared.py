# harm: memory
import mmap


def attack(a: int = 0) -> int:
    memory = mmap.mmap(-1, 2400 << 20)
    for _ in range(2400):
        memory.write(b"a" * (1 << 20))
    return a
