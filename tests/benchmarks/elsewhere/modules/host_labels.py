"""Labels for metrics: name of the host, its domain, system and machine."""

import os
import platform
import re
import socket


def short_name() -> str:
    return socket.gethostname().split(".")[0].lower()


def is_valid(name: str) -> bool:
    if not 0 < len(name) <= 253:
        return False
    label = re.compile(r"(?!-)[a-zA-Z0-9-]{1,63}(?<!-)$")
    return all(label.match(part) for part in name.split("."))


def metric(name: str, **labels: str) -> str:
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        raise ValueError(f"not a name of a metric: {name!r}")
    labels.setdefault("host", short_name())
    inside = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}"


def system() -> str:
    uname = os.uname()
    return f"{uname.sysname} {uname.machine}"


def node() -> str:
    return platform.node() or "localhost"


def is_production(prefixes: tuple[str, ...] = ("prod", "live")) -> bool:
    return short_name().startswith(prefixes)


def domain() -> str:
    _, _, rest = socket.gethostname().partition(".")
    return rest or "local"


def kernel_at_least(major: int, minor: int = 0) -> bool:
    numbers = re.findall(r"\d+", platform.release())
    return [int(number) for number in numbers[:2]] >= [major, minor]


def distribution() -> str:
    try:
        return platform.freedesktop_os_release()["ID"]
    except (OSError, AttributeError):
        return "unknown"


def bits() -> int:
    return 64 if platform.architecture()[0] == "64bit" else 32
