"""What is shown of instances of libraries' classes, which keep their data where no attribute is."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Optional

from skua_runtime.world.names import SUBJECT_EXCEPTIONS, type_name


@dataclass(frozen=True)
class Shown:
    """`fields` are expressions behind the dot, as tests write them: "status_code", "tolist()".
    `equals` gives a plain value that `==` takes for the same as the instance. Where the fields say
    all that matters, no other attributes are shown."""

    fields: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    equals: Optional[Callable[[Any], Any]] = None
    says_all: bool = False


def _held_by(base: type) -> Callable[[Any], Any]:
    """What `getvalue()` of the stream's base gives, unless its own class says otherwise."""
    getvalue = base.__dict__["getvalue"]

    def read(stream: Any) -> Any:
        if type(stream).getvalue is not getvalue:
            raise AttributeError("getvalue")
        return getvalue(stream)

    return read


_known: dict[str, Shown] = {  # by "module:Class"
    "builtins:SystemExit": Shown({"code": lambda error: error.code}, says_all=True),
    "io:BytesIO": Shown({"getvalue()": _held_by(io.BytesIO)}),
    "io:StringIO": Shown({"getvalue()": _held_by(io.StringIO)}),
    "unittest.mock:AsyncMock": Shown(says_all=True),
    "unittest.mock:Mock": Shown(says_all=True),
}
_of_class: dict[type, Optional[Shown]] = {}


def show(name: str, how: Shown) -> None:
    """Show it of instances of the class of this name, and of its subclasses."""
    _known[name] = how
    _of_class.clear()


def shown_of(kind: type) -> Optional[Shown]:
    if not _known:
        return None
    if kind not in _of_class:
        names = map(type_name, kind.__mro__)
        _of_class[kind] = next((_known[name] for name in names if name in _known), None)
    return _of_class[kind]


def says_all(kind: type) -> bool:
    how = shown_of(kind)
    return how is not None and how.says_all


def shown_fields(thing: Any) -> Iterator[tuple[str, Any]]:
    """The fields that can be had of the thing."""
    how = shown_of(type(thing))
    for name, read in how.fields.items() if how is not None else ():
        try:
            value = read(thing)
        except SUBJECT_EXCEPTIONS:
            continue
        yield name, value
