"""How to observe instances of library classes whose data is not in attributes."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Optional

from skua_runtime.world.names import SUBJECT_EXCEPTIONS, type_name


@dataclass(frozen=True)
class Shown:
    """How to observe instances of a class.

    `fields` maps expressions after the dot, such as "status_code" or "tolist()", to functions.
    `equals` returns a plain value that compares equal to the instance. With `says_all`, other
    attributes are ignored.
    """

    fields: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    equals: Optional[Callable[[Any], Any]] = None
    says_all: bool = False


def where(is_told: Callable[[Any], Any], read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a reader of a field that only instances with a true `is_told` have."""

    def reading(thing: Any) -> Any:
        if not is_told(thing):
            raise LookupError("another field says it")
        return read(thing)

    return reading


def _held_by(base: type) -> Callable[[Any], Any]:
    """A function that calls the base's `getvalue()`; raises AttributeError if the class overrides
    it."""
    getvalue = base.__dict__["getvalue"]

    def read(stream: Any) -> Any:
        if type(stream).getvalue is not getvalue:
            raise AttributeError("getvalue")
        return getvalue(stream)

    return read


_known: dict[str, Shown] = {  # keys are "module:Class"
    "builtins:SystemExit": Shown({"code": lambda error: error.code}, says_all=True),
    "io:BytesIO": Shown({"getvalue()": _held_by(io.BytesIO)}),
    "io:StringIO": Shown({"getvalue()": _held_by(io.StringIO)}),
    "unittest.mock:AsyncMock": Shown(says_all=True),
    "unittest.mock:Mock": Shown(says_all=True),
}
_of_class: dict[type, Optional[Shown]] = {}


def show(name: str, how: Shown) -> None:
    """Observe instances of the named class and of its subclasses in this way."""
    _known[name] = how
    _of_class.clear()


def shown_of(kind: type) -> Optional[Shown]:
    """How to observe instances of the class, or None."""
    if not _known:
        return None
    if kind not in _of_class:
        names = map(type_name, kind.__mro__)
        _of_class[kind] = next((_known[name] for name in names if name in _known), None)
    return _of_class[kind]


def says_all(kind: type) -> bool:
    """Whether the fields are all that is observed of instances."""
    how = shown_of(kind)
    return how is not None and how.says_all


def shown_fields(thing: Any) -> Iterator[tuple[str, Any]]:
    """The fields of an instance with their values; fields that raise are skipped."""
    how = shown_of(type(thing))
    for name, read in how.fields.items() if how is not None else ():
        try:
            value = read(thing)
        except SUBJECT_EXCEPTIONS:
            continue
        yield name, value
