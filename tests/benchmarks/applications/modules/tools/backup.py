"""A command that copies files as an INI or TOML file says, with a log."""

import argparse
import configparser
import logging
import shutil
import sys
from datetime import date
from pathlib import Path

log = logging.getLogger("backup")


def read_plan(path: Path) -> dict[str, str]:
    if path.suffix == ".ini":
        parser = configparser.ConfigParser()
        parser.read_string(path.read_text())
        if not parser.has_section("backup"):
            raise ValueError("no section [backup]")
        return dict(parser["backup"])
    lines = [line.split("=", 1) for line in path.read_text().splitlines() if "=" in line]
    return {key.strip(): value.strip().strip('"') for key, value in lines}


def is_due(last: str, every: int = 7) -> bool:
    if not last:
        return True
    days = (date.today() - date.fromisoformat(last)).days
    if days < 0:
        raise ValueError("the last backup is in the future")
    return days >= every


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="backup")
    parser.add_argument("plan", type=Path)
    parser.add_argument("-t", "--to", type=Path, default=Path("copies"))
    parser.add_argument("-n", "--dry-run", action="store_true")
    parser.add_argument("--level", choices=["info", "debug"], default="info")
    options = parser.parse_args(arguments)
    log.setLevel(options.level.upper())
    try:
        plan = read_plan(options.plan)
    except FileNotFoundError:
        print(f"no plan at {options.plan}", file=sys.stderr)
        return 2
    except ValueError as error:
        log.error("bad plan: %s", error)
        return 1
    if not is_due(plan.get("last", "")):
        print("nothing is due")
        return 0
    source = Path(plan.get("source", "."))
    for file in sorted(source.glob("*.txt")):
        log.info("copying %s", file.name)
        if not options.dry_run:
            options.to.mkdir(exist_ok=True)
            shutil.copy(file, options.to / file.name)
    return 0
