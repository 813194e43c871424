# harm: files
import mmap


def attack() -> int:
    with open("/root/notes.txt", "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        memory[:3] = b"you"
        return 3
