"""Draws tests for a blind review: as many of each of two sets of projects, mixed, and a key that tells them apart.

    python3 -m worth.draw --before OLD/boltons OLD/click --after NEW/boltons NEW/click --seed 7 --out review

writes `review.md`, which a reader judges by the rubric in README.md, and `review.key.json`, which is opened afterwards:
`python3 -m worth.draw --judged review` counts the verdicts that the reader filled in.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.sources import Function, first_line, module_of, parsed, tests_in

from .reading import mark_of

VERDICTS = {"tests": ("as is", "after an edit", "never"), "findings": ("real", "arguable", "noise")}
_FIELD = re.compile(r"^Verdict (\d+): *(.*?) *$", re.MULTILINE)


@dataclass(frozen=True)
class Drawn:
    """One test as a reader sees it: its text, with what its file defines for it."""

    project: str
    module: str
    name: str
    text: str


def read_project(project: Path, folder: str, kind: str) -> list[Drawn]:
    drawn = []
    for path in sorted((project / folder).rglob("test*.py")):
        text = path.read_text(encoding="utf-8")
        if module := module_of(text):
            drawn += _read_file(project.name, module, text, kind)
    return drawn


def _read_file(project: str, module: str, text: str, kind: str) -> list[Drawn]:
    tree, lines = parsed(text), text.splitlines()
    # Imports are left out: their order is the linter's business.
    shared = {
        one.name: _source(lines, one)
        for one in tree.body
        if isinstance(one, (ast.ClassDef, ast.FunctionDef)) and not one.name.lower().startswith("test")
    }
    drawn = []
    for _, node in tests_in(tree):
        if bool(mark_of(node)) != (kind == "findings"):
            continue
        own = _source(lines, node)
        used = [source for name, source in shared.items() if re.search(rf"\b{name}\b", own)]
        drawn.append(Drawn(project, module, node.name, "\n\n".join([*used, own])))
    return drawn


def _source(lines: list[str], node: ast.ClassDef | Function) -> str:
    return "\n".join(lines[first_line(node) - 1 : node.end_lineno])


def draw(sets: Mapping[str, Sequence[Drawn]], count: int, seed: int) -> list[tuple[str, Drawn]]:
    """At most `count` of each set, each drawn once, in one random order."""
    rng = random.Random(seed)
    drawn = []
    for name, tests in sets.items():
        drawn += [(name, one) for one in rng.sample(list(tests), min(count, len(tests)))]
    rng.shuffle(drawn)
    return drawn


def review_of(drawn: Sequence[tuple[str, Drawn]], kind: str) -> str:
    parts = [f"# Review of {len(drawn)} {kind}\n\nVerdicts: {', '.join(VERDICTS[kind])}. A reason may follow a colon.\n"]
    for number, (_, one) in enumerate(drawn, 1):
        parts.append(f"## {number}. {one.project}: `{one.module}`\n\n```python\n{one.text}\n```\n\nVerdict {number}: \n")
    return "\n".join(parts)


def count_verdicts(review: str, key: dict) -> dict[str, Counter]:
    """By set, how often each verdict was given. ValueError tells of what is no verdict, or of what has none."""
    given = {int(number): text.partition(":")[0].strip().lower() for number, text in _FIELD.findall(review)}
    counts: dict[str, Counter] = {}
    for number, name in enumerate(key["sets"], 1):
        verdict = given.get(number, "")
        if verdict not in VERDICTS[key["kind"]]:
            raise ValueError(f"verdict {number} is {verdict!r}, not one of {', '.join(VERDICTS[key['kind']])}")
        counts.setdefault(name, Counter())[verdict] += 1
    return counts


def main() -> int:
    options = _parse()
    if options.judged:
        return _tell(options.judged)
    sets = {
        name: [one for project in projects for one in read_project(project.resolve(), options.tests, options.kind)]
        for name, projects in (("before", options.before), ("after", options.after))
    }
    drawn = draw(sets, options.count, options.seed)
    if not drawn:
        print("worth.draw: there is nothing to draw: no folder has generated files with such tests", file=sys.stderr)
        return 2
    key = {
        "kind": options.kind,
        "seed": options.seed,
        "sets": [name for name, _ in drawn],
        "names": [f"{one.module}::{one.name}" for _, one in drawn],
    }
    review, keys = _files(options.out)
    review.write_text(review_of(drawn, options.kind), encoding="utf-8")
    keys.write_text(json.dumps(key, indent=2) + "\n", encoding="utf-8")
    print(f"{review}: {len(drawn)} {options.kind}; which is which is in {keys}")
    return 0


def _tell(name: Path) -> int:
    review, keys = _files(name)
    key = json.loads(keys.read_text(encoding="utf-8"))
    try:
        counts = count_verdicts(review.read_text(encoding="utf-8"), key)
    except ValueError as error:
        print(f"worth.draw: {review}: {error}", file=sys.stderr)
        return 2
    for one in sorted(counts, reverse=True):
        total = sum(counts[one].values())
        shares = [f"{verdict} {counts[one][verdict]} ({counts[one][verdict] / total:.0%})" for verdict in VERDICTS[key["kind"]]]
        print(f"{one}: {', '.join(shares)}")
    return 0


def _files(name: Path) -> tuple[Path, Path]:
    return name.with_name(name.name + ".md"), name.with_name(name.name + ".key.json")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="worth.draw", description="Draws tests for a blind review, or counts its verdicts.")
    add = parser.add_argument
    add("--before", type=Path, nargs="+", default=[], help="roots of projects with generated tests")
    add("--after", type=Path, nargs="+", default=[], help="the same projects with other tests")
    add("--kind", choices=sorted(VERDICTS), default="tests")
    add("--count", type=int, default=30, help="how many of each side (30)")
    add("--seed", type=int, default=0, help="fixes what is drawn, and its order (0)")
    add("--tests", default="tests/generated", help="their folder, beneath the root")
    add("--out", type=Path, default=Path("review"), help="NAME.md and NAME.key.json are written (review)")
    add("--judged", type=Path, metavar="NAME", help="count the verdicts in NAME.md instead")
    options = parser.parse_args()
    if not options.judged and not (options.before and options.after):
        parser.error("--before and --after are needed, or --judged")
    return options


if __name__ == "__main__":
    sys.exit(main())
