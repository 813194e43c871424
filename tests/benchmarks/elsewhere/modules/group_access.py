"""Access by groups: who is in which, and what that allows."""

import grp
import os
import stat


def group_names() -> list[str]:
    found = []
    for number in {os.getegid(), *os.getgroups()}:
        try:
            found.append(grp.getgrgid(number).gr_name)
        except KeyError:
            found.append(str(number))
    return sorted(found)


def is_member(name: str) -> bool:
    return name in group_names()


def may_use_docker() -> bool:
    return os.geteuid() == 0 or is_member("docker")


def members(name: str) -> list[str]:
    try:
        return sorted(grp.getgrnam(name).gr_mem)
    except KeyError:
        raise LookupError(f"no group {name!r}") from None


def letters(mode: int) -> str:
    return stat.filemode(mode)[1:]


def allows(mode: int, uid: int, gid: int, what: str = "r") -> bool:
    """Whether a file of that owner lets this process read, write or execute it."""
    bit = {"r": 4, "w": 2, "x": 1}[what]
    if os.geteuid() == 0:
        return what != "x" or bool(mode & 0o111)
    if uid == os.geteuid():
        return bool(mode >> 6 & bit)
    if gid in (os.getegid(), *os.getgroups()):
        return bool(mode >> 3 & bit)
    return bool(mode & bit)


def primary() -> str:
    number = os.getgid()
    return "wheel" if number == 0 else f"group-{number}"
