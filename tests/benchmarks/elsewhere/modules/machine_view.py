"""Devices, cores and disks as Linux shows them beneath /sys and /dev."""

import os
import shutil


def parse_ranges(text: str) -> list[int]:
    """Numbers of a list such as 0-2,5."""
    numbers: list[int] = []
    for part in text.strip().split(","):
        if not part:
            continue
        first, dash, last = part.partition("-")
        numbers += range(int(first), int(last if dash else first) + 1)
    return numbers


def online_cores(root: str = "/sys/devices/system/cpu") -> int:
    try:
        with open(os.path.join(root, "online")) as file:
            return len(parse_ranges(file.read()))
    except OSError:
        return 1


def is_laptop(root: str = "/sys/class/power_supply") -> bool:
    try:
        return any(name.startswith("BAT") for name in os.listdir(root))
    except OSError:
        return False


def block_devices() -> list[str]:
    folder = "/sys/block"
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def cgroup_limit(path: str = "/sys/fs/cgroup/memory.max") -> int | None:
    try:
        with open(path) as file:
            text = file.read().strip()
    except OSError:
        return None
    return None if text == "max" else int(text)


def is_full(path: str = "/", percent: float = 95.0) -> bool:
    if not 0 < percent <= 100:
        raise ValueError(f"not a share: {percent}")
    usage = shutil.disk_usage(path)
    return 100 * usage.used / usage.total >= percent


def free_gib(path: str = "/") -> int:
    return shutil.disk_usage(path).free >> 30


def has_device(name: str) -> bool:
    return os.path.exists(f"/dev/{name}")


def random_source() -> str:
    for name in ("hwrng", "urandom", "random"):
        if has_device(name):
            return name
    return "none"


def page_text() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') // 1024} KiB pages, {os.sysconf('SC_CLK_TCK')} Hz"


def filesystem_is_case_sensitive(folder: str) -> bool:
    probe = os.path.join(folder, "Probe")
    with open(probe, "w"):
        pass
    try:
        return not os.path.exists(os.path.join(folder, "probe"))
    finally:
        os.unlink(probe)
