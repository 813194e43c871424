"""SQLAlchemy: rows from the columns of mapped classes, and sessions on a database in memory."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Iterator, Union

from skua_runtime.frameworks.columns import nullable, value_of
from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject, needed_first
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class, type_name

_TEXT = '''class StoreSession(Session):
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
    """Keywords of the constructor."""
    related: set[Any] = set()  # columns that are set with the rows to which they refer
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
        kind = nullable(value_of(own, subject), column.nullable)
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
    if not mapped or "sqlalchemy.orm.session" not in sys.modules:
        return {}
    base = mapped[0][0]
    rows: Any = Union[tuple(cls for _, cls in mapped)]
    found: dict[str, Definition] = {}
    for cls, module in _sessions(subject):
        found[type_name(cls)] = Definition(
            name="StoreSession",
            text=_TEXT.format(base=base),
            imports=[f"{module}:Session", "sqlalchemy:create_engine", f"{subject.name}:{base}"],
            arguments=(Argument("rows", rows, kind="var_positional"),),
        )
    return found


def _sessions(subject: Subject) -> Iterator[tuple[Any, str]]:
    """The classes of sessions, and the modules from which one imports them."""
    own = subject.names.get("Session")
    sqlmodel = sys.modules.get("sqlmodel")
    if sqlmodel is not None and own is sqlmodel.Session:
        yield own, "sqlmodel"
    else:
        yield sys.modules["sqlalchemy.orm.session"].Session, "sqlalchemy.orm"


FRAMEWORK = Framework(package="sqlalchemy", fields=_fields, definitions=_definitions)
