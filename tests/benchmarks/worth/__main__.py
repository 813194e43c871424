"""The command line: reads the generated tests of projects, and prints what they are worth.

Nothing of what it reads is executed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from . import findings, lint
from .contradictions import Signatures
from .natural import Words
from .reading import Test, is_counted, is_wrong_type, read_folder


def main() -> int:
    options = _parse()
    rows = [measure(project.resolve(), options.tests, options.list) for project in options.project]
    if len(rows) > 1:
        rows.append(_total(rows))
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    for row in rows:
        print(f"{row['project']}: {row['tests']} tests, {row['findings']} findings")
        for name, value in shares(row).items():
            print(f"  {name:<48}{value:>8}")
        for name in findings.CLASSES:
            if count := row["classes"].get(name):
                print(f"  {'finding: ' + name:<48}{count:>8}")
    return 0 if all(row["tests"] for row in rows) else 1


def measure(project: Path, folder: str, lists: bool = False) -> dict:
    generated = project / folder
    all_tests = read_folder(generated)
    words, signatures = Words.of(project, generated), Signatures.of(project, generated)
    tests = [one for one in all_tests if not one.mark]
    found = [one for one in all_tests if one.mark]
    files = sorted(generated.rglob("test*.py"))
    unnatural = [one for one in tests if not all(map(words.is_natural, one.values))]
    bare = [one for one in tests if is_wrong_type(one)]
    wrong = [one for one in bare if any(signatures.contradicts(*call) for call in one.calls)]
    private = [one for one in tests if one.private]
    if lists:
        _list("unnatural", unnatural, lambda t: [v for v in t.values if not words.is_natural(v)])
        _list("bare", bare, lambda t: t.raises)
        _list("contradicts", wrong, lambda t: t.raises)
        _list("private", private, lambda t: t.private)
        _list("finding", found, lambda t: (findings.class_of(t, signatures), t.mark))
    return {
        "project": project.name,
        "tests": len(tests),
        "findings": len(found),
        "natural": len(tests) - len(unnatural),
        "statements": sum(one.statements for one in tests),
        "assertions": sum(one.assertions for one in tests),
        "early": sum(bool(one.early) for one in tests),
        "counted": sum(is_counted(one.name) for one in tests),
        "tautologies": sum(len(one.tautologies) for one in tests),
        "bare": len(bare),
        "wrong_type": len(wrong),
        "private": len(private),
        "lint": lint.lint_errors(project, files),
        "unformatted": lint.unformatted(project, files),
        "files": len(files),
        "classes": dict(Counter(findings.class_of(one, signatures) for one in found)),
    }


def shares(row: dict) -> dict[str, str]:
    tests = max(1, row["tests"])
    with_evidence = sum(row["classes"].get(name, 0) for name in findings.WITH_EVIDENCE)
    return {
        "tests with natural values only": f"{row['natural'] / tests:.0%}",
        "statements a test": f"{row['statements'] / tests:.2f}",
        "assertions a test": f"{row['assertions'] / tests:.2f}",
        "tests that assert before they act": str(row["early"]),
        "names that only count": str(row["counted"]),
        "assertions that cannot fail": str(row["tautologies"]),
        "bare TypeError or AttributeError expected": str(row["bare"]),
        "  of an argument that contradicts its annotation": str(row["wrong_type"]),
        "tests that use private names": f"{row['private'] / tests:.0%}",
        "lint errors": str(row["lint"]),
        "files that the formatter changes": f"{row['unformatted']}/{row['files']}",
        "findings with evidence": f"{with_evidence}/{row['findings']}",
    }


def _total(rows: list[dict]) -> dict:
    total: dict = {"project": "all", "classes": Counter()}
    for row in rows:
        total["classes"] += Counter(row["classes"])
        for name, value in row.items():
            if isinstance(value, int):
                total[name] = total.get(name, 0) + value
    return total


def _list(kind: str, tests: list[Test], why) -> None:
    for one in tests:
        print(f"{kind}: {one.module}::{one.name}: {why(one)}", file=sys.stderr)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="worth", description="What generated tests are worth to their readers.")
    add = parser.add_argument
    add("project", type=Path, nargs="+", help="a project's root, with generated tests in it")
    add("--tests", default="tests/generated", help="their folder, beneath the root")
    add("--list", action="store_true", help="name the tests that count, on stderr")
    add("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
