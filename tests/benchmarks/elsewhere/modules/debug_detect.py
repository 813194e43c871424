"""Turns time-outs off and checks on where somebody debugs or measures the program."""

import gc
import sys
import threading

DEBUGGERS = ("pydevd", "pdb", "bdb", "debugpy")


def is_traced() -> bool:
    return sys.gettrace() is not None


def is_profiled() -> bool:
    return sys.getprofile() is not None


def debugger() -> str | None:
    return next((name for name in DEBUGGERS if name in sys.modules), None)


def is_measured() -> bool:
    return "coverage" in sys.modules and is_traced()


def under_tests() -> bool:
    return "pytest" in sys.modules or "unittest" in sys.modules


def timeout(seconds: float) -> float | None:
    """None where somebody may have stopped at a line."""
    if seconds <= 0:
        raise ValueError("a time-out is positive")
    if is_traced() and not is_measured():
        return None
    return seconds * (3 if is_profiled() or is_measured() else 1)


def checks_enabled(level: int = 1) -> bool:
    if __debug__ and level <= 1:
        return True
    return is_traced() or gc.isenabled() and level == 0


def mode() -> str:
    if is_traced():
        return "debug"
    return "test" if under_tests() else "normal"


def stack_depth(limit: int = 1000) -> int:
    frame, depth = sys._getframe(), 0
    while frame is not None and depth < limit:
        frame, depth = frame.f_back, depth + 1  # type: ignore[assignment]
    return depth


def describe(values: dict) -> str:
    parts = [f"{key}={value!r}" for key, value in sorted(values.items())]
    if threading.current_thread() is not threading.main_thread():
        parts.append(f"thread={threading.current_thread().name}")
    return ", ".join(parts) or "nothing"


def collector() -> str:
    return f"{'on' if gc.isenabled() else 'off'} {gc.get_threshold()[0]}"
