"""Where a user's settings, data and caches are, after the XDG rules."""

import os
from pathlib import Path


def home() -> Path:
    return Path.home()


def config_folder(app: str) -> Path:
    if not app.isidentifier():
        raise ValueError(f"not a name of a program: {app!r}")
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else home() / ".config") / app


def cache_folder(app: str, version: str | None = None) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, app, *([version] if version else []))


def find_config(app: str):
    """The first of the files that exist."""
    for path in (config_folder(app) / "config.toml", home() / f".{app}rc", Path(f"/etc/{app}.conf")):
        if path.is_file():
            return path
    return None


def short(path: str) -> str:
    """A path with the home folder as a tilde."""
    place = os.path.expanduser("~")
    if path == place:
        return "~"
    return "~" + path[len(place) :] if path.startswith(place + "/") else path


def has_dotfiles() -> bool:
    return any(entry.name.startswith(".") for entry in home().iterdir())


def shell_profile(shell: str = "bash") -> str:
    names = {"bash": [".bash_profile", ".profile"], "zsh": [".zprofile"], "fish": []}
    if shell not in names:
        raise KeyError(shell)
    for name in names[shell]:
        if (home() / name).exists():
            return name
    return ".bashrc" if shell == "bash" else f".{shell}rc"


def is_expanded(path: str) -> bool:
    return os.path.expanduser(path) == path
