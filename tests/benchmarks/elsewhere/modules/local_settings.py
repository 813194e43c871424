"""Settings of the project, of the user and of the machine, in this order."""

import configparser
import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def read(path: str | Path) -> dict:
    text = Path(path).read_text()
    return json.loads(text) if text.startswith("{") else dict(_pairs(text))


def _pairs(text: str):
    for line in text.splitlines():
        key, found, value = line.partition("=")
        if found and not key.startswith("#"):
            yield key.strip(), value.strip()


def of_project() -> dict:
    for name in (".env", "settings.local.json"):
        if (ROOT / name).exists():
            return read(ROOT / name)
    return {}


def of_user() -> dict:
    path = Path.home() / ".sevenrc"
    return read(path) if path.is_file() else {}


def of_machine() -> dict:
    parser = configparser.ConfigParser()
    parser.read(["/etc/seven.ini", os.path.expanduser("~/.seven.ini"), "seven.ini"])
    return dict(parser["seven"]) if parser.has_section("seven") else {}


def setting(name: str, default: str = "") -> str:
    if not name.isidentifier():
        raise ValueError(f"no name of a setting: {name!r}")
    for source in (of_project(), of_user(), of_machine()):
        if name in source:
            return source[name]
    return os.environ.get(f"SEVEN_{name.upper()}", default)


def is_writable() -> bool:
    return os.access(ROOT, os.W_OK)


def has_git() -> bool:
    return any((parent / ".git").exists() for parent in [ROOT, *ROOT.parents])
