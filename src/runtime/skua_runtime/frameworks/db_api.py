"""Databases behind a server, by drivers of the DB-API (PEP 249): connections that give the rows of a
test.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from types import GenericAlias
from typing import Any, Iterator, Literal, Union

from skua_runtime.frameworks.columns import nullable, value_of
from skua_runtime.frameworks.drivers import raised_of
from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import type_name

_QUERY = re.compile(r"\b(?:select|returning)\s+(.+?)(?:\s+from\b|\s*$)", re.IGNORECASE | re.DOTALL)
_NUMBERS = ("id", "key", "count", "number", "age", "total", "amount", "balance", "size", "price")
_MOST_COLUMNS = 8
_MOST_QUERIES = 8
_TEXT = '''class ConnectionDouble{base}:
    """Each statement gives the next of these lists of rows, the last one from then on; exceptions
    among them are raised."""

    def __init__(self, *results):
        self.results = list(results) or [[]]
        self.rows = []

    def cursor(self, *args, **kwargs):
        return self

    def execute(self, *args, **kwargs):
        result = self.results.pop(0) if len(self.results) > 1 else self.results[0]
        if isinstance(result, Exception):
            raise result
        self.rows, self.rowcount = list(result), len(result)
        return self

    executemany = execute

    def fetchone(self):
        return self.rows.pop(0) if self.rows else None

    def fetchall(self):
        return [self.rows.pop(0) for _ in range(len(self.rows))]

    def __iter__(self):
        return iter(self.fetchall())

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass

    def commit(self):
        pass

    rollback = close = commit
'''


@dataclass(frozen=True)
class Driver:
    package: str
    module: str  # of the class
    name: str
    errors: str  # the module of exceptions
    inherits: bool = False  # whether a double may derive from the class

    def framework(self) -> Framework:
        return Framework(
            package=self.package,
            definitions=self._definitions,
            given=self._given,
        )

    def _given(self, subject: Subject) -> dict[str, Any]:
        raised = raised_of(subject, sys.modules[self.package])
        return {f"{self.package}.connect": Union[(self._class(), *raised)]}

    def _class(self) -> Any:
        return getattr(sys.modules[self.module], self.name)

    def _definitions(self, subject: Subject) -> dict[str, Definition]:
        rows = list(dict.fromkeys(_rows(subject))) or [tuple[int], tuple[str, int]]
        results: Any = GenericAlias(list, (Union[tuple(rows)],))
        raised = [*raised_of(subject, sys.modules[self.errors]), *raised_of(subject, sys.modules[self.package])]
        definition = Definition(
            "ConnectionDouble",
            _TEXT.format(base=f"({self.name})" if self.inherits else ""),
            [f"{self.module}:{self.name}"] if self.inherits else [],
            (Argument("results", Union[(results, *raised)], kind="var_positional"),),
        )
        return {type_name(self._class()): definition}


def _rows(subject: Subject) -> Iterator[Any]:
    """The types of rows that the queries in the source give."""
    texts = [
        node.value
        for node in walk(subject.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    found = [match[1] for text in texts for match in _QUERY.finditer(text)]
    for columns in found[:_MOST_QUERIES]:
        names = [one.split()[-1].rpartition(".")[2] for one in re.split(r",(?![^(]*\))", columns) if one.strip()]
        if "*" not in names and len(names) <= _MOST_COLUMNS:
            yield GenericAlias(tuple, tuple(_cell(name, subject) for name in names))


def _cell(name: str, subject: Subject) -> Any:
    last = name.lower().strip('"').rpartition("_")[2]
    if "(" in name or last in _NUMBERS:
        return Union[Literal[0, 1, 2], int]
    return nullable(value_of(str, subject), last not in ("name", "title"))


FRAMEWORKS = tuple(
    driver.framework()
    for driver in (
        Driver("psycopg", "psycopg", "Connection", "psycopg.errors", inherits=True),
        Driver("psycopg2", "psycopg2.extensions", "connection", "psycopg2.errors"),
        Driver("pymysql", "pymysql.connections", "Connection", "pymysql.err"),
    )
)
