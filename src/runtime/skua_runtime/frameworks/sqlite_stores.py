"""sqlite3: connections to a database in memory, with the tables of a schema that the module has under a
name, and rows that fit these.
"""

from __future__ import annotations

import sys
from types import GenericAlias
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.columns import nullable, value_of
from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.frameworks.hints import mentions

_CONNECTION = "sqlite3:Connection"
_MOST_TABLES = 8
_TEXT = '''class StoredRows(Connection):
    """A database in memory with the tables of the schema and these rows: (table, *values)."""

    def __init__(self, *rows):
        super().__init__(":memory:")
        self.executescript({schema})
        for table, *values in rows:
            marks = ", ".join("?" * len(values))
            self.execute(f"insert into {{table}} values ({{marks}})", values)
{factory}'''
_FACTORY = "        self.row_factory = Row\n"
# By a part of the type that is declared, in SQLite's own order (datatype3.html, section 3.1).
_AFFINITIES = (("INT", int), ("CHAR", str), ("TEXT", str), ("CLOB", str), ("REAL", float), ("FLOA", float))


def _definitions(subject: Subject) -> dict[str, Definition]:
    for name, text in subject.names.items():
        if isinstance(text, str) and "create table" in text.lower() and name.isidentifier():
            rows = list(_rows(text, subject))
            if rows:
                factory = _FACTORY if mentions(subject.tree, "Row") else ""
                imports = [_CONNECTION, f"{subject.name}:{name}"]
                definition = Definition(
                    "StoredRows",
                    _TEXT.format(schema=name, factory=factory),
                    [*imports, "sqlite3:Row"] if factory else imports,
                    (Argument("rows", Union[tuple(rows)], kind="var_positional"),),
                )
                return {_CONNECTION: definition}
    return {}


def _rows(schema: str, subject: Subject) -> Iterator[Any]:
    """For each table the type of a row, its name in front."""
    sqlite3: Any = sys.modules["sqlite3"]
    database = sqlite3.connect(":memory:")
    database.set_authorizer(lambda action, *_: 1 if action == sqlite3.SQLITE_ATTACH else 0)
    try:
        database.executescript(schema)
        tables = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        for (table,) in tables[:_MOST_TABLES]:
            if table.isidentifier():
                columns = database.execute(f"pragma table_info({table})").fetchall()
                yield GenericAlias(tuple, (Literal[table], *(_cell(one, subject) for one in columns)))
    finally:
        database.close()


def _cell(column: tuple[Any, ...], subject: Subject) -> Any:
    _, _, declared, is_needed, _, key = column
    kind = next((kind for part, kind in _AFFINITIES if part in declared.upper()), str)
    if key and kind is int:
        return Optional[Literal[1, 2, 3]]
    return nullable(value_of(kind, subject), not is_needed and not key)


FRAMEWORK = Framework(package="sqlite3", definitions=_definitions)
