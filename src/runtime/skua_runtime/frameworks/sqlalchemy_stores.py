"""SQLAlchemy: rows from the columns of mapped classes, and sessions on a database in memory."""

from __future__ import annotations

import sys
from typing import Any, Iterator, Optional, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_SESSION = "sqlalchemy.orm.session:Session"
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
    return {id(cls): tuple(_arguments(cls)) for _, cls in _mapped(subject)}


def _arguments(cls: Any) -> Iterator[Argument]:
    """Keywords of the constructor: columns that a row must have come first."""
    needed: list[Argument] = []
    others: list[Argument] = []
    for attribute in cls.__mapper__.column_attrs:
        column = attribute.columns[0]
        has_default = (
            column.nullable or column.primary_key or column.default is not None
            or column.server_default is not None or bool(column.foreign_keys)
        )  # fmt: skip
        kind = _python_type(column)
        one = Argument(
            attribute.key, Optional[kind] if column.nullable else kind, has_default, "keyword_only"
        )
        (others if has_default else needed).append(one)
    for relation in cls.__mapper__.relationships:
        target = relation.mapper.class_
        kind = list[target] if relation.uselist else target  # type: ignore[valid-type]
        others.append(Argument(relation.key, kind, True, "keyword_only"))
    yield from (*needed, *others)


def _python_type(column: Any) -> Any:
    try:
        return column.type.python_type
    except SUBJECT_EXCEPTIONS:
        return Any


def _definitions(subject: Subject) -> dict[str, Definition]:
    mapped = list(_mapped(subject))
    if not mapped or "sqlalchemy.orm.session" not in sys.modules:
        return {}
    base = mapped[0][0]
    rows: Any = Union[tuple(cls for _, cls in mapped)]
    definition = Definition(
        name="StoreSession",
        text=_TEXT.format(base=base),
        imports=["sqlalchemy.orm:Session", "sqlalchemy:create_engine", f"{subject.name}:{base}"],
        arguments=(Argument("rows", rows, kind="var_positional"),),
    )
    return {_SESSION: definition}


FRAMEWORK = Framework(package="sqlalchemy", fields=_fields, definitions=_definitions)
