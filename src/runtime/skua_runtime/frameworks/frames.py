"""numpy: arrays of small shapes with literal elements. pandas and polars: series, and frames from records
with the columns that the subject names; for pandas with indices of moments if the subject uses time.
"""

from __future__ import annotations

import ast
import sys
from types import GenericAlias
from typing import Any, Callable, Iterator, Literal, Optional, Sequence, TypedDict, Union

from skua_runtime.frameworks.framework import Argument, Framework, Maker, Subject, positional
from skua_runtime.frameworks.hints import mentions
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.texts.json_documents import compared_values, looked_up_on
from skua_runtime.world.names import type_name
from skua_runtime.world.shown import Shown

# Rows are tuples, so that all have the same length.
_ELEMENT: Any = Union[float, Literal[0.0, 1.0, -1.0, float("nan")]]
_MATRIX_2 = list[tuple[_ELEMENT, _ELEMENT]]
_MATRIX_3 = list[tuple[_ELEMENT, _ELEMENT, _ELEMENT]]
_CONTENT = Union[list[_ELEMENT], list[int], _MATRIX_2, _MATRIX_3, list[tuple[int, int]], list[bool]]


def _arrays(_subject: Subject) -> dict[str, Maker]:
    return {"numpy:ndarray": Maker((positional("object", _CONTENT),), function="array")}


_NUMPY = Framework(
    package="numpy",
    makers=_arrays,
    shown={
        # "tolist()" is known to render/body/assertion_text.cc of the engine.
        "numpy:ndarray": Shown({"tolist()": lambda array: array.tolist()}),
        "numpy:generic": Shown(equals=lambda number: number.item()),
    },
)

# pandas

_USUAL_COLUMNS = ("name", "value")
_MOST_COLUMNS = 8
_NAMING_COLUMNS = ("on", "by", "left_on", "right_on", "subset", "columns")
_CELL = Union[int, float, Literal["a", "b", ""], None]
_NUMBER: Any = Union[float, Literal[0.0, 1.0, 2.0]]
_NUMBERS = list[Union[float, int]]
_TEXTS = list[Literal["a", "b", ""]]
# Two days of a week, a weekend, another month, and two moments of one hour.
_MOMENTS = Literal[
    "2024-02-29", "2024-03-01", "2024-03-02", "2024-03-03", "2024-02-29 12:00", "2024-02-29 12:30"
]
_INDICES = (
    "DatetimeIndex", "resample", "asfreq", "tz_localize", "tz_convert", "dayofweek", "weekday",
    "between_time", "at_time", "date_range",
)  # fmt: skip


def _made_by_pandas(subject: Subject) -> dict[str, Union[Maker, list[Maker]]]:
    pandas = sys.modules["pandas"]
    cells = _cells_of(subject.tree, _columns_of(subject))
    # A record that lacks a column has a missing value there.
    record = TypedDict("record", cells, total=False)  # type: ignore[misc]
    full = TypedDict("record", cells)  # type: ignore[misc]
    rows: Any = Union[list[record], list[full]]
    content: Any = Union[_NUMBERS, _TEXTS]
    series = [Maker((positional("data", content),))]
    found: dict[str, Union[Maker, list[Maker]]] = {}
    if any(mentions(subject.tree, name) for name in _INDICES):
        by_moment = {
            name: GenericAlias(dict, (pandas.Timestamp, cell)) for name, cell in cells.items()
        }
        table = TypedDict("table", by_moment, total=False)  # type: ignore[misc]
        rows = Union[rows, table]
        content = Union[GenericAlias(dict, (pandas.Timestamp, float)), content]
        # As many values as moments; two moments may be equal.
        index = Argument("index", pandas.DatetimeIndex, kind="keyword_only")
        series = [
            Maker((positional("data", content),)),
            Maker((positional("data", tuple[_NUMBER, _NUMBER, _NUMBER]), index)),
        ]
        moments = Maker((positional("arg", tuple[_MOMENTS, _MOMENTS, _MOMENTS]),), "to_datetime", "pandas")
        found[type_name(pandas.DatetimeIndex)] = moments
    return {
        **found,
        type_name(pandas.DataFrame): Maker((positional("data", rows),)),
        type_name(pandas.Series): series,
        type_name(pandas.Timestamp): Maker((positional("ts_input", _MOMENTS),)),
    }


def _columns_of(subject: Subject) -> list[str]:
    """Return columns that the source looks up, has in sets or passes by keyword, and usual ones."""
    names = SourceNames(subject.tree)
    named = [
        names.text(one)
        for node in walk(subject.tree)
        for one in _naming(node)
        if isinstance(one, ast.Constant)
    ]
    found = [*subject.hints.keys, *filter(None, named), *_USUAL_COLUMNS]
    return list(dict.fromkeys(found))[:_MOST_COLUMNS]


def _naming(node: ast.AST) -> Sequence[ast.AST]:
    """Return nodes with names of columns: items of a set, and keywords such as `on`."""
    if isinstance(node, ast.Set):
        return node.elts
    if isinstance(node, ast.keyword) and node.arg in _NAMING_COLUMNS:
        return getattr(node.value, "elts", [node.value])
    return []


def _cells_of(tree: ast.Module, columns: Sequence[str]) -> dict[str, Any]:
    """Return the type of each column's cells.

    They are moments if the source parses them, else like the values that it compares the column
    with, else any.
    """
    names = SourceNames(tree)
    compared = compared_values(tree, names)
    parsed = {
        looked_up_on(argument, names)[0]
        for call in calls(tree)
        if getattr(call.func, "attr", "") == "to_datetime"
        for argument in call.args
    }
    cells: dict[str, Any] = {}
    for column in columns:
        values = compared.get(column, [])
        numbers = [one for one in values if type(one) in (int, float)]
        texts = [one for one in values if type(one) is str]
        if column in parsed:
            cells[column] = _MOMENTS
        elif numbers:
            edges = [one + step for one in numbers for step in (0, 1, -1)]
            cells[column] = Union[Literal[tuple(edges)], float, None]
        elif texts:
            cells[column] = Union[Literal[tuple(texts)], Literal["a", ""], None]
        else:
            cells[column] = _CELL
    return cells


# Fields for observers. The first one exists if it shows everything; render/body/assertion_text.cc of the
# engine writes pandas' own assertion of it.


def _shown(field: str, data_of: Callable[[Any], Any], kind: str, check: str) -> Shown:
    """Show the data alone if pandas makes an equal object of them, else also the index."""

    def by_data(thing: Any) -> Any:
        pandas = sys.modules["pandas"]
        data = data_of(thing)
        getattr(pandas.testing, check)(thing, getattr(pandas, kind)(data))
        return data

    def by_index(thing: Any) -> Any:
        try:
            by_data(thing)
        except (AssertionError, ValueError, TypeError):
            return thing.to_dict()
        raise LookupError("the data show everything")

    return Shown({field: by_data, "to_dict()": by_index}, says_all=True)


_FRAME = _shown(
    'to_dict("list")', lambda frame: frame.to_dict("list"), "DataFrame", "assert_frame_equal"
)
_SERIES = _shown("to_list()[:]", lambda series: series.to_list(), "Series", "assert_series_equal")
_PANDAS = Framework(
    package="pandas",
    makers=_made_by_pandas,
    # both also by their names in older versions
    shown={
        **dict.fromkeys(("pandas:DataFrame", "pandas.core.frame:DataFrame"), _FRAME),
        **dict.fromkeys(("pandas:Series", "pandas.core.series:Series"), _SERIES),
    },
)


# polars

_MOST_OF_POLARS = 6
_NUMBER_OR_NONE: Any = Union[float, Literal[0.0, 1.0, 2.0], None]
_LETTER = Literal["a", "b", ""]
_OF_NUMBERS = {"sum", "mean", "median", "max", "min", "diff", "std", "cum_sum", "round", "abs"}


def _made_by_polars(subject: Subject) -> dict[str, Union[Maker, list[Maker]]]:
    polars = sys.modules["polars"]
    names = SourceNames(subject.tree)
    named = dict.fromkeys(filter(None, (_column(node, names) for node in walk(subject.tree))))
    columns = list(dict.fromkeys([*named, *_columns_of(subject)]))[:_MOST_OF_POLARS]
    numeric = set(_numeric(subject.tree, names))
    # All values of a column have one type.
    cells = {name: _NUMBER_OR_NONE if name in numeric else _LETTER for name in columns}
    full = TypedDict("record", cells)  # type: ignore[misc]
    partial = TypedDict("record", cells, total=False)  # type: ignore[misc]
    return {
        type_name(polars.DataFrame): Maker((positional("data", Union[list[full], list[partial]]),)),
        type_name(polars.Series): Maker((Argument("values", list[_NUMBER_OR_NONE], kind="keyword_only"),)),
    }


def _column(node: ast.AST, names: SourceNames) -> Optional[str]:
    """Return the column in `pl.col("km")` or `frame["km"]`; else None."""
    if isinstance(node, ast.Call) and node.args and names.dotted(node.func) == "polars.col":
        return names.text(node.args[0])
    return names.text(node.slice) if isinstance(node, ast.Subscript) else None


def _numeric(tree: ast.Module, names: SourceNames) -> Iterator[Optional[str]]:
    """Yield the columns that the source calculates with or orders."""
    for node in walk(tree):
        if isinstance(node, ast.BinOp):
            yield from (_column(one, names) for one in (node.left, node.right))
        elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            yield from (_column(one, names) for one in (node.left, *node.comparators))
        elif isinstance(node, ast.Attribute) and node.attr in _OF_NUMBERS:
            yield _column(node.value, names)


_POLARS_FRAME = Shown({"to_dicts()": lambda frame: frame.to_dicts()}, says_all=True)
_POLARS_SERIES = Shown({"to_list()": lambda series: series.to_list()}, says_all=True)
_POLARS = Framework(
    package="polars",
    makers=_made_by_polars,
    shown={
        "polars:DataFrame": _POLARS_FRAME,
        "polars:Series": _POLARS_SERIES,
        "polars.dataframe.frame:DataFrame": _POLARS_FRAME,
        "polars.series.series:Series": _POLARS_SERIES,
    },
)
FRAMEWORKS = (_NUMPY, _PANDAS, _POLARS)
