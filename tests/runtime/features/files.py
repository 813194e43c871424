"""Files and folders by their paths."""

import json
from pathlib import Path


def load_settings(path: Path) -> dict:
    if not path.exists():
        return {}
    text = path.read_text()
    if not text.strip():
        return {"empty": True}
    settings = json.loads(text)
    if "name" in settings:
        return settings
    raise KeyError("name")


def count_lines(filename: str) -> int:
    count = 0
    with open(filename) as stream:
        for line in stream:
            if line.startswith("#"):
                continue
            count += 1
    return count


def is_folder(path: str) -> bool:
    return True if Path(path).is_dir() else False
