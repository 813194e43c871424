"""How much memory a cache may take on this machine."""

import os
import resource

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def parse_size(text: str) -> int:
    text = text.strip().lower().removesuffix("b")
    unit = text[-1:] if text[-1:] in ("k", "m", "g") else ""
    number = float(text.removesuffix(unit))
    if number < 0:
        raise ValueError(f"negative size: {text}")
    return int(number * UNITS[unit])


def format_size(number: int) -> str:
    for unit in ("g", "m", "k"):
        if number >= UNITS[unit]:
            return f"{number / UNITS[unit]:.1f}{unit}"
    return f"{number}b"


def physical() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def available(path: str = "/proc/meminfo") -> int:
    try:
        with open(path) as file:
            for line in file:
                name, _, rest = line.partition(":")
                if name == "MemAvailable":
                    return int(rest.split()[0]) * 1024
    except OSError:
        pass
    return physical()


def address_limit():
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def cache_size(share: float = 0.25) -> int:
    if not 0 < share <= 1:
        raise ValueError("a share lies between 0 and 1")
    limit = address_limit()
    most = physical() if limit is None else min(limit, physical())
    return int(most * share)


def is_small_machine(least: str = "4g") -> bool:
    return physical() < parse_size(least)


def has_limit() -> bool:
    return address_limit() is not None


def data_limit_text() -> str:
    soft = resource.getrlimit(resource.RLIMIT_DATA)[0]
    return "none" if soft == resource.RLIM_INFINITY else format_size(soft)
