"""Models: values at the limits that fields set, and beyond each of them."""

import pytest

PYDANTIC = """
from typing import Optional
from pydantic import BaseModel, Field

class Line(BaseModel):
    note: Optional[str] = Field(None, max_length=3)
    count: int = Field(gt=0, le=9)
    sku: str = Field(pattern=r"^[A-Z]-[0-9]$")
"""
ATTRS = """
import attrs
from attrs import field, validators

@attrs.define
class Item:
    sku: str = field(validator=validators.matches_re(r"[A-Z]-[0-9]"))
    count: "int" = field(default=1, validator=[validators.ge(1), validators.le(9)])
    kind: str = field(default="a", validator=validators.optional(validators.in_(("a", "b"))))
    hidden: int = field(init=False, default=3)

@attrs.define
class Free:
    name: str
"""


def parameters(subject, name):
    [cls] = [one for one in subject["classes"] if one["name"] == name]
    [constructor] = [subject["callables"][index] for index in cls["constructors"]]
    return {one["name"]: one for one in constructor["parameters"]}


def literals(subject, parameter):
    def of(index):
        described = subject["types"][index]
        found = [one.get("t", one.get("v")) for one in described.get("literals", [])]
        return found + [one for each in described.get("arguments", []) for one in of(each)]

    return set(of(parameter["type"]))


def test_fields_of_pydantic_are_tried_at_their_limits(project):
    pytest.importorskip("pydantic", reason="pydantic is not installed in this environment")
    subject = project.subject("subject", PYDANTIC)
    taken = parameters(subject, "Line")
    assert {name: one["has_default"] for name, one in taken.items()} == {
        "count": False,
        "sku": False,
        "note": True,
    }
    assert literals(subject, taken["count"]) == {1, 9, 0, 10}
    assert literals(subject, taken["note"]) == {"aaa", "aaaa"}
    assert {"A-0", "a"} & literals(subject, taken["sku"])


def test_attributes_of_attrs_are_tried_at_their_limits(project):
    pytest.importorskip("attrs", reason="attrs is not installed in this environment")
    subject = project.subject("subject", ATTRS)
    taken = parameters(subject, "Item")
    assert {name: one["has_default"] for name, one in taken.items()} == {
        "sku": False,
        "count": True,
        "kind": True,
    }
    assert literals(subject, taken["count"]) == {1, 9, 0, 10}
    assert literals(subject, taken["kind"]) == {"a", "b"}
    assert "a" in literals(subject, taken["sku"])
    assert list(parameters(subject, "Free")) == ["name"]
