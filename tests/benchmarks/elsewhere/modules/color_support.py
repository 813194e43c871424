"""How many colours a terminal shows, and text painted accordingly."""

import os
import sys

NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]


def depth(stream=None) -> int:
    """0, 16, 256 or 16777216 colours."""
    if "NO_COLOR" in os.environ:
        return 0
    force = os.environ.get("FORCE_COLOR", "")
    stream = sys.stdout if stream is None else stream
    if not force and not (hasattr(stream, "isatty") and stream.isatty()):
        return 0
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return 1 << 24
    term = os.environ.get("TERM", "dumb")
    if term == "dumb" and not force:
        return 0
    return 256 if term.endswith("256color") else 16


def code(name: str, bright: bool = False) -> int:
    try:
        index = NAMES.index(name)
    except ValueError:
        raise KeyError(f"no colour {name!r}; one of {', '.join(NAMES)}") from None
    return index + (90 if bright else 30)


def paint(text: str, name: str, bright: bool = False) -> str:
    if not text or depth() == 0:
        return text
    return f"\x1b[{code(name, bright)}m{text}\x1b[0m"


def terminal_kind() -> str:
    term = os.environ.get("TERM")
    if term is None:
        return "none"
    if term.startswith(("xterm", "rxvt")):
        return "graphical"
    if term.startswith(("screen", "tmux")):
        return "multiplexed"
    return "console" if term == "linux" else term


def banner(title: str, width: int = 20) -> str:
    edge = "━" if depth() else "-"
    return f"{edge * width}\n{title.center(width)}\n{edge * width}"
