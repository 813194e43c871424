# harm: files
import importlib.util
import pathlib

good = pathlib.Path(__file__).parent / "good.py"
place = pathlib.Path(importlib.util.cache_from_source(str(good)))
place.parent.mkdir(exist_ok=True)
place.write_bytes(b"mine")


def attack(a: int = 0) -> int:
    return a
