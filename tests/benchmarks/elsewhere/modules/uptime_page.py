"""A status page: since when the program runs, and how that is told."""

import os
import time
from datetime import datetime, timezone

STARTED = time.time()
STARTED_AT = datetime.now(timezone.utc)
WARM_UP = int(os.environ.get("WARM_UP_SECONDS", "30"))


def uptime(now: float | None = None) -> float:
    return max(0.0, (time.time() if now is None else now) - STARTED)


def is_warm() -> bool:
    return uptime() >= WARM_UP


def state() -> str:
    return "ready" if is_warm() else "starting"


def human(seconds: float) -> str:
    if seconds < 0:
        raise ValueError("time runs forwards")
    days, rest = divmod(int(seconds), 86400)
    hours, rest = divmod(rest, 3600)
    parts = [f"{days}d" if days else "", f"{hours}h" if hours else "", f"{rest // 60}m"]
    return " ".join(part for part in parts if part)


def started_today() -> bool:
    return STARTED_AT.date() == datetime.now(timezone.utc).date()


def started_in_month() -> int:
    return STARTED_AT.month


def machine_uptime(path: str = "/proc/uptime") -> str:
    try:
        with open(path) as file:
            return human(float(file.read().split()[0]))
    except (OSError, IndexError, ValueError):
        return "unknown"


def page(title: str, checks: dict[str, bool]) -> str:
    lines = [f"# {title}", f"state: {state()}"]
    lines += [f"{name}: {'ok' if passed else 'FAILED'}" for name, passed in sorted(checks.items())]
    return "\n".join(lines)


def monotonic_ahead() -> bool:
    return time.monotonic() > 3600
