"""What the standard streams are, and which letters they can show."""

import os
import sys


def encoding(stream=None) -> str:
    stream = stream or sys.stdout
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("_", "-")


def can_show(text: str, stream=None) -> bool:
    try:
        text.encode(encoding(stream))
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def arrow() -> str:
    return "→" if can_show("→") else "->"


def kind(descriptor: int = 1) -> str:
    if descriptor < 0:
        raise ValueError(f"no descriptor: {descriptor}")
    try:
        if os.isatty(descriptor):
            return "terminal"
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return "closed"
    return {0o010000: "pipe", 0o100000: "file", 0o020000: "device"}.get(mode & 0o170000, "other")


def has_input() -> bool:
    return sys.stdin is not None and not sys.stdin.isatty()


def is_piped() -> bool:
    return not sys.stdout.isatty()


def ask(question: str, default: str = "no") -> str:
    """The answer of the user; the default where nobody can answer."""
    if not sys.stdin.isatty():
        return default
    return input(f"{question} [{default}] ").strip() or default


def progress(done: int, total: int) -> str:
    if total <= 0:
        raise ValueError("nothing to do")
    part = min(done, total) / total
    if sys.stderr.isatty():
        return f"\r{'#' * int(part * 20):20} {part:.0%}"
    return f"{part:.0%}"


def file_encoding() -> str:
    return f"{sys.getfilesystemencoding()}/{sys.getdefaultencoding()}"


def buffering() -> str:
    return "line" if getattr(sys.stdout, "line_buffering", False) else "block"
