"""Converts settings between INI, JSON and TOML."""

import argparse
import configparser
import json
import logging
import sys
from pathlib import Path

log = logging.getLogger("convert")


def read(path, form):
    text = sys.stdin.read() if path == "-" else Path(path).read_text()
    if form == "json":
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("settings are an object")
        return data
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections()}


def write(data, form):
    if form == "json":
        return json.dumps(data, indent=2, sort_keys=True)
    lines = []
    for section, values in data.items():
        lines.append(f"[{section}]")
        if isinstance(values, dict):
            lines += [f"{key} = {value}" for key, value in values.items()]
        else:
            log.warning("%s has no values", section)
    return "\n".join(lines)


def main(argv=None):
    parser = argparse.ArgumentParser(prog="convert")
    parser.add_argument("path")
    parser.add_argument("--from", dest="source", choices=["ini", "json"], default="ini")
    parser.add_argument("--to", dest="target", choices=["ini", "json"], default="json")
    parser.add_argument("--section")
    parser.add_argument("-o", "--output")
    args = parser.parse_args(argv)
    try:
        data = read(args.path, args.source)
    except FileNotFoundError:
        print("no such file", file=sys.stderr)
        return 2
    except (ValueError, configparser.Error) as error:
        log.error("not readable: %s", type(error).__name__)
        return 3
    if args.section:
        if args.section not in data:
            print("no such section", file=sys.stderr)
            return 4
        data = {args.section: data[args.section]}
    text = write(data, args.target)
    if args.output:
        Path(args.output).write_text(text)
    else:
        print(text)
    return 0
