"""A command line with subcommands, and a file that only its name in the source tells of."""

import argparse
import json
from pathlib import Path

PLACE = "todo.json"


def load():
    path = Path(PLACE)
    return json.loads(path.read_text()) if path.exists() else []


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="todo")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add")
    add.add_argument("text")
    add.add_argument("--priority", choices=["low", "high"], default="low")
    commands.add_parser("list")
    options = parser.parse_args(arguments)
    items = load()
    if options.command == "list":
        return len(items) if items else -1
    if options.priority == "high":
        items.insert(0, options.text)
    else:
        items.append(options.text)
    Path(PLACE).write_text(json.dumps(items))
    return 0
