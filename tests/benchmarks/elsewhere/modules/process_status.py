"""Reads what Linux tells of a process beneath /proc."""

import os


def fields(text: str) -> dict[str, str]:
    found = {}
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            found[name.strip()] = value.strip()
    return found


def status(pid: str = "self") -> dict[str, str]:
    try:
        with open(f"/proc/{pid}/status") as file:
            return fields(file.read())
    except OSError:
        return {}


def thread_count() -> int:
    return int(status().get("Threads", "1"))


def has_capabilities() -> bool:
    return int(status().get("CapEff", "0"), 16) != 0


def seccomp() -> str:
    return {"0": "off", "1": "strict", "2": "filter"}.get(status().get("Seccomp", ""), "unknown")


def open_files() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return -1


def command_line(pid: int | str = "self") -> list[str]:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return [part.decode() for part in file.read().split(b"\0") if part]
    except OSError:
        return []


def is_traced() -> bool:
    return status().get("TracerPid", "0") != "0"


def processes(least: int = 1) -> bool:
    """Whether the machine shows at least so many processes."""
    if least < 0:
        raise ValueError("a count is not negative")
    return sum(name.isdigit() for name in os.listdir("/proc")) >= least


def parse_kib(text: str) -> int:
    number, _, unit = text.partition(" ")
    if unit.lower() != "kb":
        raise ValueError(f"expected kB: {text!r}")
    return int(number) * 1024


def mounts(kind: str = "tmpfs") -> int:
    with open("/proc/self/mounts") as file:
        return sum(line.split()[2] == kind for line in file)


def kernel_setting(name: str, default: int = 0) -> int:
    try:
        with open("/proc/sys/" + name.replace(".", "/")) as file:
            return int(file.read())
    except (OSError, ValueError):
        return default
