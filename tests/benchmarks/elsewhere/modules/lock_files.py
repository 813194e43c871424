"""Lock files that hold the number of the process that has the lock."""

import os


class Locked(Exception):
    def __init__(self, path: str, owner: int):
        super().__init__(f"{path} is held by process {owner}")
        self.owner = owner


def is_running(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def owner(path: str) -> int:
    """The process that holds a lock; 0 for none."""
    try:
        with open(path) as file:
            pid = int(file.read().strip() or 0)
    except (FileNotFoundError, ValueError):
        return 0
    return pid if is_running(pid) else 0


def acquire(path: str) -> int:
    holder = owner(path)
    if holder and holder != os.getpid():
        raise Locked(path, holder)
    with open(path, "w") as file:
        file.write(f"{os.getpid()}\n")
    return os.getpid()


def release(path: str) -> bool:
    if owner(path) != os.getpid():
        return False
    os.unlink(path)
    return True


def lock_name(program: str) -> str:
    safe = "".join(letter if letter.isalnum() else "-" for letter in program).strip("-")
    if not safe:
        raise ValueError("a lock needs a name")
    return f"/var/run/{safe}.pid" if os.access("/var/run", os.W_OK) else f"/tmp/{safe}.pid"


def is_orphan() -> bool:
    return os.getppid() == 1


def is_leader() -> bool:
    return os.getpgrp() == os.getpid() and os.getsid(0) == os.getpid()
