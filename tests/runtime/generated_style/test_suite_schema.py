"""Checks suites as JSON against their schema: what it says is what is written.

The golden file is checked in any case, and some of the files in SKUA_RENDERED_DIR.
"""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import jsonschema
import pytest

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "render"
EVERY_NTH = 10


def suites() -> list[pathlib.Path]:
    folder = os.environ.get("SKUA_RENDERED_DIR")
    corpus = sorted(pathlib.Path(folder).glob("*.json")) if folder else []
    return [GOLDEN / "parcel_rates.json", *corpus[::EVERY_NTH]]


def load(path: pathlib.Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    schema = load(GOLDEN / "suite.schema.json")
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def test_suites_are_valid(validator: jsonschema.Draft7Validator) -> None:
    for path in suites():
        validator.validate(load(path))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["version"], 1),
        (["surprise"], 1),
        (["tests", 0, "statements", 0, "kind"], "lazy"),
        (["tests", 0, "statements", 5, "hex"], "0"),
        (["tests", 0, "statements", 6, "value"], 3),
        (["tests", 0, "statements", 10, "items", 0], [9]),
        (["tests", 0, "statements", 12, "receiver"], -1),
        (["tests", 0, "assertions", 0, "after"], "12"),
        (["tests", 0, "assertions", 5, "variable"], 1),
        (["tests", 0, "verdict"], "passed"),
        (["tests", 0, "raises", "type"], "KeyError"),
        (["tests", 0, "goals", 0], 3),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, list) else "",
)
def test_what_is_no_suite_is_not_valid(
    validator: jsonschema.Draft7Validator, path: list[Any], value: Any
) -> None:
    suite = load(GOLDEN / "parcel_rates.json")
    place = suite
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value

    assert not validator.is_valid(suite)
