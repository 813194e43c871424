"""A small command line that converts units; without words it reads those of the process."""

import argparse
import os.path
import sys

FACTORS = {("km", "mi"): 0.621371, ("kg", "lb"): 2.204623, ("l", "gal"): 0.264172}


def convert(value: float, source: str, target: str) -> float:
    if source == target:
        return value
    if (source, target) in FACTORS:
        return value * FACTORS[source, target]
    if (target, source) in FACTORS:
        return value / FACTORS[target, source]
    raise ValueError(f"cannot convert {source} to {target}")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Converts units.")
    made.add_argument("value", type=float, nargs="?", default=1.0)
    made.add_argument("--from", dest="source", default="km")
    made.add_argument("--to", dest="target", default="mi")
    made.add_argument("-d", "--digits", type=int, default=2)
    return made


def main(argv=None) -> int:
    options, unknown = parser().parse_known_args(argv)
    try:
        result = convert(options.value, options.source, options.target)
    except ValueError as error:
        print(f"{program_name()}: {error}", file=sys.stderr)
        return 2
    print(f"{result:.{options.digits}f} {options.target}")
    return 1 if unknown else 0


def program_name() -> str:
    return os.path.basename(sys.argv[0]) or "convert"


def is_verbose() -> bool:
    return "-v" in sys.argv or "--verbose" in sys.argv


def word_count() -> int:
    return len(sys.argv) - 1


def usage(extra: str = "") -> str:
    first = parser().format_usage().split("\n")[0]
    return f"{first} {extra}".rstrip()
