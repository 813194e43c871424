"""The shape of a value: its kind and rough form, such as "int_digit" or "str_url".

The engine has the same shapes in model/expected_argument.h and src/search/expected/shape_of.cc.
"""

from __future__ import annotations

import math
import re
from typing import Any, Optional, get_args

from skua_runtime.records import Shape

SHAPES: tuple[Shape, ...] = get_args(Shape)
# Maps a shape with a single value to the value.
SINGLE: dict[Shape, Any] = {
    "false": False, "true": True, "int_zero": 0, "int_one": 1, "int_two": 2, "int_minus_one": -1,
    "str_empty": "", "bytes_empty": b"", "none": None,
}  # fmt: skip
# Shapes of values without content, passed if the content does not matter.
HOLLOW: frozenset[Shape] = frozenset(
    (
        "none",
        "false",
        "int_zero",
        "str_empty",
        "str_blank",
        "bytes_empty",
        "list_empty",
        "tuple_empty",
        "dict_empty",
        "set_empty",
    )
)

# The first pattern that matches the whole text gives its shape.
_TEXTS: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("str_character", re.compile(r"[A-Za-z0-9]")),
    ("str_signs", re.compile(r"[^A-Za-z0-9]+")),
    ("str_word", re.compile(r"[a-z]+")),
    ("str_upper", re.compile(r"[A-Z]+")),
    ("str_capitalised", re.compile(r"[A-Z][a-z]+")),
    ("str_number", re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)*")),
    ("str_date", re.compile(r"[0-9]{1,4}(?:[-:/.T ][0-9]{1,4})+Z?")),
    ("str_url", re.compile(r"[a-z]+://.*")),
    ("str_mail", re.compile(r"[A-Za-z0-9_.+-]+@[A-Za-z0-9_.-]+")),
    ("str_template", re.compile(r".*(?:\{[A-Za-z0-9_]*\}|%[a-zA-Z(]).*")),
    ("str_markup", re.compile(r".*[<>].*")),
    ("str_identifier", re.compile(r"[A-Za-z_][A-Za-z0-9_]*")),
    ("str_dotted", re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)+")),
    ("str_path", re.compile(r"[^ ]*/[^ ]*")),
    ("str_words", re.compile(r"[A-Za-z][A-Za-z' ,.!?-]*")),
    ("str_text", re.compile(r".* .*")),
)


def shape_of(kind: str, value: Any, size: Optional[int] = None) -> Optional[Shape]:
    """The shape of a literal of this kind (parameter_facts.kind_of_value), or of a collection with
    `size` elements; None if only the kind is known."""
    if kind in ("none", "callable", "class", "object"):
        return kind  # type: ignore[return-value]
    if kind in ("list", "tuple", "dict", "set"):
        return None if size is None else kind if size else f"{kind}_empty"  # type: ignore[return-value]
    if value is None:
        return None
    if kind == "bool":
        return "true" if value else "false"
    if kind == "int":
        return _of_int(value)
    if kind == "float":
        return _of_float(value) if isinstance(value, float) else "object"
    if kind == "bytes":
        word = re.fullmatch(rb"[a-z]+", value)
        return "bytes_empty" if not value else "bytes_word" if word else "bytes_more"
    return _of_text(value)


def kind_of_shape(shape: Shape) -> str:
    """The kind of a shape: "int" for "int_digit"."""
    kind = shape.partition("_")[0]
    return "bool" if kind in ("true", "false") else kind


def _of_int(value: int) -> Shape:
    if value < 0:
        return "int_minus_one" if value == -1 else "int_negative"
    if value < 10:
        few: tuple[Shape, ...] = ("int_zero", "int_one", "int_two")
        return few[value] if value < 3 else "int_digit"
    if 1900 <= value <= 2100:
        return "int_year"
    return "int_tens" if value < 100 else "int_hundreds" if value < 1000 else "int_more"


def _of_float(value: float) -> Shape:
    if not math.isfinite(value):
        return "float_special"
    if value < 0:
        return "float_negative"
    if 0 < value < 1:
        return "float_fraction"
    return "float_whole" if value == int(value) and value < 1e6 else "float_more"


def _of_text(text: str) -> Shape:
    if not text.strip(" \n\t\r"):
        return "str_blank" if text else "str_empty"
    if any(not (" " <= character <= "~" or character in "\n\t\r") for character in text):
        return "str_foreign"
    if "\n" in text:
        return "str_lines"
    for shape, pattern in _TEXTS:
        if pattern.fullmatch(text):
            return shape
    return "str_code"
