"""How many workers a batch gets, by cores, affinity and load."""

import multiprocessing
import os


def usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def workers(setting: str = "auto") -> int:
    """From a setting such as auto, 4, 50% or -1 (all but one)."""
    setting = setting.strip().lower()
    cores = usable_cores()
    if setting in ("auto", "max"):
        return cores
    if setting.endswith("%"):
        share = float(setting[:-1]) / 100
        if not 0 < share <= 1:
            raise ValueError(f"no share of cores: {setting}")
        return max(1, int(cores * share))
    number = int(setting)
    if number < 0:
        return max(1, cores + number)
    if number == 0:
        raise ValueError("at least one worker")
    return number


def chunks(items: int, each: int | None = None) -> int:
    each = each or multiprocessing.cpu_count() * 4
    return -(-items // each)


def is_single_core() -> bool:
    return usable_cores() == 1


def is_pinned() -> bool:
    return usable_cores() < (os.cpu_count() or 1)


def start_method(platform: str = os.name) -> str:
    if platform != "posix":
        return "spawn"
    return "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"


def is_busy(limit: float = 0.8) -> bool:
    load, _, _ = os.getloadavg()
    return load / usable_cores() > limit


def niceness() -> str:
    level = os.nice(0)
    return "normal" if level == 0 else ("low" if level > 0 else "high")
