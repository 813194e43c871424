"""Modes of new files and folders under the umask of the process."""

import os
import stat


def current_umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def effective(mode: int = 0o666) -> int:
    if not 0 <= mode <= 0o7777:
        raise ValueError(f"not a mode: {mode:o}")
    return mode & ~current_umask()


def symbolic(mode: int) -> str:
    letters = ""
    for shift in (6, 3, 0):
        part = mode >> shift & 7
        letters += "".join(letter if part & bit else "-" for letter, bit in zip("rwx", (4, 2, 1)))
    return letters


def parse(text: str) -> int:
    """A mode from 644, 0o644 or rw-r--r--."""
    text = text.strip()
    if len(text) == 9 and set(text) <= set("rwx-"):
        return int("".join("0" if letter == "-" else "1" for letter in text), 2)
    return int(text.removeprefix("0o"), 8)


def write_private(path: str, text: str) -> str:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    return symbolic(stat.S_IMODE(os.stat(path).st_mode))


def mode_of_new_file(path: str) -> str:
    with open(path, "w"):
        pass
    return symbolic(stat.S_IMODE(os.stat(path).st_mode))


def is_group_writable() -> bool:
    return not current_umask() & 0o020


def is_private() -> bool:
    return current_umask() & 0o077 == 0o077


def can_write(path: str) -> bool:
    return os.access(path, os.W_OK)


def is_executable(path: str = "/bin/sh") -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
