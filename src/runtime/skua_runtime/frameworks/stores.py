"""Databases in memory. sqlite3: connections with the tables of a schema in the module's variables, and rows
of them. SQLAlchemy: rows of mapped classes, and sessions with such rows.

Columns have few values, so that rows refer to each other, and queries of tests find them.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from types import GenericAlias
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject, needed_first
from skua_runtime.frameworks.hints import mentions
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class, type_name

_MOST_TEXTS = 4


def _value_of(kind: Any, subject: Subject) -> Any:
    """Return the type of values in a column of a Python type."""
    if kind is str:
        known = [text for text in subject.hints.compared[:_MOST_TEXTS] if not text.isupper()]
        return Union[Literal[("a", "b", *known)], str]
    return Union[Literal[1, 2], int] if kind is int else kind


def _nullable(kind: Any, may_be_missing: bool) -> Any:
    return Optional[kind] if may_be_missing else kind


# sqlite3

_CONNECTION = "sqlite3:Connection"
_MOST_TABLES = 8
_STORED_ROWS = '''class StoredRows(Connection):
    """A database in memory with the tables of the schema and these rows: (table, *values)."""

    def __init__(self, *rows):
        super().__init__(":memory:")
        self.executescript({schema})
        for table, *values in rows:
            marks = ", ".join("?" * len(values))
            self.execute(f"insert into {{table}} values ({{marks}})", values)
{factory}'''
_FACTORY = "        self.row_factory = Row\n"
# By a part of the declared type, in SQLite's own order (datatype3.html, section 3.1).
_AFFINITIES = (("INT", int), ("CHAR", str), ("TEXT", str), ("CLOB", str), ("REAL", float), ("FLOA", float))


def _connections(subject: Subject) -> dict[str, Definition]:
    for name, text in subject.names.items():
        if isinstance(text, str) and "create table" in text.lower() and name.isidentifier():
            rows = list(_rows(text, subject))
            if rows:
                factory = _FACTORY if mentions(subject.tree, "Row") else ""
                imports = [_CONNECTION, f"{subject.name}:{name}"]
                definition = Definition(
                    "StoredRows",
                    _STORED_ROWS.format(schema=name, factory=factory),
                    [*imports, "sqlite3:Row"] if factory else imports,
                    (Argument("rows", Union[tuple(rows)], kind="var_positional"),),
                )
                return {_CONNECTION: definition}
    return {}


def _rows(schema: str, subject: Subject) -> Iterator[Any]:
    """Yield the type of each table's rows; the first item is the table's name."""
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
    return _nullable(_value_of(kind, subject), not is_needed and not key)


_SQLITE = Framework(package="sqlite3", definitions=_connections)


# SQLAlchemy

_STORE_SESSION = '''class StoreSession(Session):
    """A session on a database in memory that holds these rows."""

    def __init__(self, *rows):
        engine = create_engine("sqlite://")
        {base}.metadata.create_all(engine)
        super().__init__(engine)
        self.add_all(rows)
        self.commit()
'''


def _mapped(subject: Subject) -> Iterator[tuple[str, Any]]:
    for name, thing in subject.names.items():
        if is_class(thing) and "__mapper__" in vars(thing):
            yield name, thing


def _fields(subject: Subject) -> dict[int, tuple[Argument, ...]]:
    return {id(cls): needed_first(_arguments(cls, subject)) for _, cls in _mapped(subject)}


def _arguments(cls: Any, subject: Subject) -> Iterator[Argument]:
    """Yield keywords of the constructor."""
    related: set[Any] = set()  # columns that SQLAlchemy sets from related rows
    for relation in cls.__mapper__.relationships:
        target = relation.mapper.class_
        kind = list[target] if relation.uselist else target  # type: ignore[valid-type]
        refers = relation.direction.name == "MANYTOONE"
        related.update(relation.local_columns if refers else ())
        is_needed = refers and not any(column.nullable for column in relation.local_columns)
        yield Argument(relation.key, kind, not is_needed, "keyword_only")
    for attribute in cls.__mapper__.column_attrs:
        column = attribute.columns[0]
        own = _python_type(column)
        has_default = (
            column.nullable or column in related or (column.primary_key and own is int)
            or column.default is not None or column.server_default is not None
        )  # fmt: skip
        kind = _nullable(_value_of(own, subject), column.nullable)
        yield Argument(attribute.key, kind, has_default, "keyword_only")


def _python_type(column: Any) -> Any:
    kinds: list[Any] = [column.type, getattr(column.type, "impl", None)]
    for kind in kinds:
        with suppress(*SUBJECT_EXCEPTIONS):
            found = kind.python_type
            if found is not object:
                return found
    return Any


def _definitions(subject: Subject) -> dict[str, Definition]:
    mapped = list(_mapped(subject))
    if not mapped or "sqlalchemy.orm" not in sys.modules:
        return {}
    base = mapped[0][0]
    of_sqlmodel = getattr(sys.modules.get("sqlmodel"), "Session", None)
    is_of_sqlmodel = of_sqlmodel is not None and subject.names.get("Session") is of_sqlmodel
    module = "sqlmodel" if is_of_sqlmodel else "sqlalchemy.orm"
    definition = Definition(
        name="StoreSession",
        text=_STORE_SESSION.format(base=base),
        imports=[f"{module}:Session", "sqlalchemy:create_engine", f"{subject.name}:{base}"],
        arguments=(Argument("rows", Union[tuple(cls for _, cls in mapped)], kind="var_positional"),),
    )
    return {type_name(sys.modules[module].Session): definition}


_SQLALCHEMY = Framework(package="sqlalchemy", fields=_fields, definitions=_definitions)
FRAMEWORKS = (_SQLALCHEMY, _SQLITE)
