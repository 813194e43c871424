"""polars: frames from records with the columns that the subject names, and series."""

from __future__ import annotations

import ast
import sys
from typing import Any, Iterator, Literal, Optional, TypedDict, Union

from skua_runtime.frameworks.framework import Argument, Framework, Maker, Subject, positional
from skua_runtime.frameworks.pandas_frames import columns_of
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.world.names import type_name
from skua_runtime.world.shown import Shown

_MOST_COLUMNS = 6
_NUMBER: Any = Union[float, Literal[0.0, 1.0, 2.0], None]
_TEXT = Literal["a", "b", ""]
_OF_NUMBERS = {"sum", "mean", "median", "max", "min", "diff", "std", "cum_sum", "round", "abs"}


def _makers(subject: Subject) -> dict[str, Union[Maker, list[Maker]]]:
    polars = sys.modules["polars"]
    names = SourceNames(subject.tree)
    named = dict.fromkeys(filter(None, (_column(node, names) for node in walk(subject.tree))))
    columns = list(dict.fromkeys([*named, *columns_of(subject)]))[:_MOST_COLUMNS]
    numeric = set(_numeric(subject.tree, names))
    # All values of a column have one type.
    cells = {name: _NUMBER if name in numeric else _TEXT for name in columns}
    full = TypedDict("record", cells)  # type: ignore[misc]
    partial = TypedDict("record", cells, total=False)  # type: ignore[misc]
    return {
        type_name(polars.DataFrame): Maker((positional("data", Union[list[full], list[partial]]),)),
        type_name(polars.Series): Maker((Argument("values", list[_NUMBER], kind="keyword_only"),)),
    }


def _column(node: ast.AST, names: SourceNames) -> Optional[str]:
    """The column that an expression names: `pl.col("km")`, `frame["km"]`."""
    if isinstance(node, ast.Call) and node.args and names.dotted(node.func) == "polars.col":
        return names.text(node.args[0])
    return names.text(node.slice) if isinstance(node, ast.Subscript) else None


def _numeric(tree: ast.Module, names: SourceNames) -> Iterator[Optional[str]]:
    """The columns with which the source calculates, or that it orders."""
    for node in walk(tree):
        if isinstance(node, ast.BinOp):
            yield from (_column(one, names) for one in (node.left, node.right))
        elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            yield from (_column(one, names) for one in (node.left, *node.comparators))
        elif isinstance(node, ast.Attribute) and node.attr in _OF_NUMBERS:
            yield _column(node.value, names)


_FRAME = Shown({"to_dicts()": lambda frame: frame.to_dicts()}, says_all=True)
_SERIES = Shown({"to_list()": lambda series: series.to_list()}, says_all=True)
FRAMEWORK = Framework(
    package="polars",
    makers=_makers,
    shown={
        "polars:DataFrame": _FRAME,
        "polars:Series": _SERIES,
        "polars.dataframe.frame:DataFrame": _FRAME,
        "polars.series.series:Series": _SERIES,
    },
)
