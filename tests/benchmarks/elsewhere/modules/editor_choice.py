"""Chooses the programs that a command line opens: editor, pager, browser, shell."""

import os
import shlex
import shutil

FALLBACKS = {
    "editor": ("nano", "vi", "ed"),
    "pager": ("less", "more", "cat"),
    "browser": ("xdg-open", "lynx"),
}


def editor_command(path: str, line: int = 0) -> list[str]:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    words = shlex.split(chosen)
    if line > 0:
        if os.path.basename(words[0]) in ("vi", "vim", "nano", "emacs"):
            words.append(f"+{line}")
        elif words[0] == "code":
            return [*words, "--goto", f"{path}:{line}"]
    return [*words, path]


def pager(text: str, height: int = 24):
    """The pager to show a text with, or None if it fits on the screen."""
    if text.count("\n") < height:
        return None
    return os.environ.get("PAGER", "less")


def shell_name() -> str:
    shell = os.environ.get("SHELL", "/bin/sh")
    name = shell.rsplit("/", 1)[-1]
    return name.removesuffix(".exe")


def installed(kind: str) -> list[str]:
    """Programs of a kind that this machine has."""
    if kind not in FALLBACKS:
        raise ValueError(f"unknown kind of program: {kind}")
    return [name for name in FALLBACKS[kind] if shutil.which(name)]


def has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def opener(url: str) -> str:
    if not url.startswith(("http://", "https://", "file://")):
        raise ValueError(f"not an address: {url}")
    if has_display():
        return os.environ.get("BROWSER", "xdg-open")
    return "lynx" if "SSH_CONNECTION" in os.environ else "print"
