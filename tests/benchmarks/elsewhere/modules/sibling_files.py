"""Reads what lies beside the project: shared prices, a licence, other checkouts."""

import json
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = HERE.parent / "shared"


def prices() -> dict[str, float]:
    path = SHARED / "prices.json"
    if not path.exists():
        return {"default": 1.0}
    return json.loads(path.read_text())


def price(item: str, count: int = 1) -> float:
    if count < 1:
        raise ValueError("buy at least one")
    known = prices()
    each = known.get(item, known["default"])
    return round(each * count * (0.9 if count >= 10 else 1), 2)


def licence() -> str:
    for name in ("LICENSE", "LICENSE.txt", "COPYING"):
        if (HERE / name).is_file():
            return (HERE / name).read_text().split("\n", 1)[0]
    return "unlicensed"


def neighbours() -> list[str]:
    return sorted(entry.name for entry in os.scandir(HERE.parent) if entry.is_dir())


def count_modules() -> int:
    return len(list(HERE.glob("*.py")))


def own_size() -> str:
    size = os.path.getsize(__file__)
    return "small" if size < 4096 else "large"


def note(text: str) -> str:
    """Appends a line to the notes of all projects."""
    if "\n" in text:
        raise ValueError("one line")
    try:
        with open(SHARED / "notes.txt", "a") as file:
            file.write(text + "\n")
    except OSError:
        return "lost"
    return "noted"


def is_checkout() -> bool:
    return (HERE.parent / ".git").exists() or (HERE / ".git").exists()
