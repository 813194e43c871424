# harm: files
import ctypes

libc = ctypes.CDLL(None)


def attack() -> int:
    libc.chmod(b"/root/notes.txt", 0o777)
    libc.setxattr(b"/root/notes.txt", b"user.yours", b"1", 1, 0)
    return libc.chown(b"/root/notes.txt", 1234, 1234)
