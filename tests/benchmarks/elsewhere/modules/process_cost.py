"""What the process has used, in words."""

import gc
import os
import resource
import sys
import time


def cpu_seconds() -> float:
    return time.process_time()


def is_young(limit: float = 5.0) -> bool:
    if limit <= 0:
        raise ValueError("limit is positive")
    return time.process_time() < limit


def memory_kind() -> str:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if peak < 30_000:
        return "small"
    return "medium" if peak < 200_000 else "large"


def references(value: object) -> int:
    return sys.getrefcount(value)


def collects() -> bool:
    return gc.isenabled() and gc.get_threshold()[0] < 1000


def garbage() -> bool:
    return gc.get_count()[0] > 100


def children() -> bool:
    return os.times().children_user > 0


def modules() -> str:
    return "many" if len(sys.modules) > 300 else "few"


def pretty(seconds: float) -> str:
    if seconds < 0:
        raise ValueError("seconds are not negative")
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.0f} min"
