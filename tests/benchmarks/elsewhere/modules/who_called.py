"""Says who called: for deprecation notes and debug output."""

import inspect
import sys
import threading
import traceback


def caller_name(depth: int = 1) -> str:
    if depth < 1:
        raise ValueError("depth begins with 1")
    return sys._getframe(depth).f_code.co_name


def caller_file() -> str:
    return inspect.stack()[1].filename.rsplit("/", 1)[-1]


def stack_depth() -> int:
    return len(inspect.stack())


def is_deep(limit: int = 30) -> bool:
    return len(traceback.extract_stack()) > limit


def thread_label() -> str:
    current = threading.current_thread()
    return f"{current.name}{'' if current.daemon else '*'}"


def is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def room_left(need: int) -> bool:
    if need < 0:
        raise ValueError("need is not negative")
    return sys.getrecursionlimit() - len(inspect.stack()) > need


def deprecated(name: str, instead: str = "") -> str:
    note = f"{name} is deprecated"
    if instead:
        note += f", use {instead}"
    return f"{note} (called by {caller_name(2)})" if name.startswith("old") else note
