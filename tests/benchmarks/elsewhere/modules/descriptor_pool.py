"""Sizes pools of connections by the number of descriptors that the system allows."""

import resource

RESERVED = 32


def limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)


def pool_size(wanted: int, per_connection: int = 2) -> int:
    """As many connections as are wanted and can be had."""
    if wanted < 1 or per_connection < 1:
        raise ValueError("at least one connection of one descriptor")
    soft, _ = limits()
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, (soft - RESERVED) // per_connection))


def can_raise_to(number: int) -> bool:
    soft, hard = limits()
    if number <= soft:
        return True
    return hard == resource.RLIM_INFINITY or number <= hard


def describe(number: int) -> str:
    if number == resource.RLIM_INFINITY:
        return "unlimited"
    for unit, size in (("Mi", 1 << 20), ("Ki", 1 << 10)):
        if number >= size and number % size == 0:
            return f"{number // size} {unit}"
    return str(number)


def report() -> str:
    soft, hard = limits()
    return f"{describe(soft)} of {describe(hard)}"


def is_generous() -> bool:
    return limits()[0] >= 1024


def core_dumps() -> bool:
    return resource.getrlimit(resource.RLIMIT_CORE)[0] != 0


def longest_cpu(default: int = 600) -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    return default if soft == resource.RLIM_INFINITY else min(default, soft)
