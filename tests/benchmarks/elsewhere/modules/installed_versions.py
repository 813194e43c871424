"""Versions of installed packages, compared and told."""

import importlib.metadata
import importlib.util
import re


def parse(text: str) -> tuple[int, ...]:
    match = re.match(r"v?(\d+(?:\.\d+)*)", text.strip())
    if not match:
        raise ValueError(f"not a version: {text!r}")
    return tuple(int(part) for part in match[1].split("."))


def version(name: str, default: str = "0") -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return default


def is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def at_least(name: str, wanted: str) -> bool:
    return parse(version(name)) >= parse(wanted)


def user_agent(product: str = "tool") -> str:
    if not product:
        raise ValueError("name the product")
    return f"{product}/{version(product)} pip/{version('pip')} pytest/{version('pytest', 'none')}"


def bump(text: str, part: str = "patch") -> str:
    numbers = [*parse(text), 0, 0][:3]
    index = {"major": 0, "minor": 1, "patch": 2}[part]
    numbers[index] += 1
    numbers[index + 1 :] = [0] * (2 - index)
    return ".".join(map(str, numbers))


def fast_backend() -> str:
    for name in ("orjson", "ujson", "simplejson"):
        if is_installed(name):
            return name
    return "json"


def count_packages(least: int = 1) -> bool:
    return sum(1 for _ in importlib.metadata.distributions()) >= least


def commands() -> list[str]:
    points = importlib.metadata.entry_points()
    names = {point.name for point in points.select(group="console_scripts")}
    return sorted(names & {"pip", "pytest", "coverage", "ruff"})


def requirement(name: str) -> str:
    found = version(name, "")
    return f"{name}=={found}" if found else name
