"""FastAPI: parameters of handlers and their dependencies, as the framework describes them: queries, headers,
cookies, bodies and forms, with their limits.
"""

from __future__ import annotations

import inspect
from contextlib import suppress
from typing import Any, Callable, Iterator, Literal, Sequence, TypedDict, Union
from typing import get_args, get_origin, get_type_hints

from skua_runtime.frameworks.constraints import Limits, document, limited
from skua_runtime.frameworks.framework import Argument, Subject, keyword
from skua_runtime.frameworks.requests_made import JSON, authorizations, is_of_authorization
from skua_runtime.frameworks.requests_made import texts_in_path
from skua_runtime.frameworks.web import DEEPEST
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_NUMBERS = ("1", "2", "0", "-1")
_KINDS = ("path", "query", "header", "cookie", "body")  # of parameters
_PLAIN = (int, float, str, bool, type(None))
# Modules of classes whose instances, as dependencies, read the header Authorization.
_BEARERS = ("fastapi.security.http", "fastapi.security.oauth2")


def sent(method: str, dependant: Any, around: Any, subject: Subject) -> Iterator[Argument]:
    """Yield the arguments of the client after the path.

    `around` is the type of the headers that other functions of the subject read.
    """
    taken = _taken(dependant)
    if taken["body"] and method != "GET":
        yield Argument("json", _body(taken["body"]), False, "keyword_only")
    if taken["form"] and method != "GET":
        form = {name: _text(one, name, subject) for name, one in taken["form"].items()}
        yield _keyword("data", form)
    if taken["query"]:
        yield _keyword("params", {name: _typed(one) for name, one in taken["query"].items()})
    headers = {name: _text(one, name, subject) for name, one in taken["header"].items()}
    for name, kind in getattr(around, "__annotations__", {}).items():
        headers.setdefault(name, kind)
    if taken["cookie"]:
        headers["Cookie"] = Literal[tuple(_cookies(taken["cookie"], subject))]
    if headers:
        yield _keyword("headers", headers)


def texts_in_path_of(dependant: Any, subject: Subject) -> Callable[[str], Sequence[str]]:
    """Return a function that returns the strings for a part of the path by its name."""
    fields = _taken(dependant)["path"]
    return lambda name: _texts_in_path(fields.get(name), subject)


def dependencies(dependant: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Yield dependencies without parameters from the request, and the classes of their results."""
    for one in getattr(dependant, "dependencies", ()) if depth < DEEPEST else ():
        yield from dependencies(one, depth + 1)
        takes = any(getattr(one, f"{kind}_params") for kind in _KINDS)
        if inspect.isfunction(one.call) and not takes and not one.dependencies:
            with suppress(*SUBJECT_EXCEPTIONS):
                given = get_type_hints(one.call).get("return")
                kind = get_args(given)[0] if inspect.isgeneratorfunction(one.call) else given
                if is_class(kind) and kind not in _PLAIN:
                    yield one.call, kind


def _taken(dependant: Any, depth: int = 0) -> dict[str, dict[str, Any]]:
    """Return the fields of a handler and all its dependencies, by kind and name."""
    found: dict[str, dict[str, Any]] = {kind: {} for kind in (*_KINDS, "form")}
    for kind in _KINDS:
        for one in getattr(dependant, f"{kind}_params"):
            is_form = type(one.field_info).__name__ in ("Form", "File")
            name = getattr(one, "alias", None) or getattr(one.field_info, "alias", None) or one.name
            name = name.replace("_", "-") if kind == "header" else name
            found["form" if is_form else kind][name] = one.field_info
    if type(dependant.call).__module__ in _BEARERS:
        found["header"]["Authorization"] = None
    for one in dependant.dependencies if depth < DEEPEST else ():
        for kind, fields in _taken(one, depth + 1).items():
            found[kind].update(fields)
    return found


def _keyword(name: str, types: dict[str, Any]) -> Argument:
    return keyword(name, TypedDict(name, types, total=False))  # type: ignore[operator]


def _annotation(info: Any) -> Any:
    return limited(info.annotation, Limits.told_by(info.metadata))


def _typed(info: Any) -> Any:
    """Return the type of a value in a query, which the client converts to a string."""
    kind = _annotation(info)
    return kind if _is_plain(kind) else Literal["1", "text", "a"]


def _text(info: Any, name: str, subject: Subject) -> Any:
    if is_of_authorization(name):
        return Literal[tuple(authorizations(subject))]
    values = [one for one in get_args(getattr(info, "annotation", None)) if isinstance(one, str)]
    return Union[Literal[tuple([*values, *subject.hints.values])], str]


def _cookies(fields: dict[str, Any], subject: Subject) -> Iterator[str]:
    for name in fields:
        for value in subject.hints.values:
            if value.isalnum():
                yield f"{name}={value}"


def _texts_in_path(info: Any, subject: Subject) -> list[str]:
    kind: Any = getattr(info, "annotation", str)
    if kind in (int, float):
        limits = [one for one in get_args(_annotation(info)) if get_origin(one) is Literal]
        edges = [str(value) for one in limits for value in get_args(one)]
        return [*edges, *_NUMBERS]
    if is_class(kind) and hasattr(kind, "__members__"):
        return [*(str(member.value) for member in kind), "none"]
    return texts_in_path(subject)


def _body(fields: dict[str, Any]) -> Any:
    """Return the type of the only field's JSON, or of an object with all fields."""
    [first, *others] = fields.values()
    if not others and not getattr(first, "embed", False):
        return _json_of(first.annotation)
    types = {name: _json_of(one.annotation) for name, one in fields.items()}
    return TypedDict("body", types, total=False)  # type: ignore[operator]


def _json_of(kind: Any) -> Any:
    """Return the type of valid JSON, or any object; FastAPI rejects most of the latter."""
    if not (is_class(kind) and hasattr(kind, "model_fields")):
        return _json(kind)
    fitting = document(
        "body",
        (
            (key, _json(limited(one.annotation, Limits.told_by(one.metadata), beyond=False)), one.is_required())
            for key, one in kind.model_fields.items()
        ),
    )
    return Union[fitting, dict[str, JSON]]


def _is_plain(annotation: Any) -> bool:
    inner = get_args(annotation)
    if get_origin(annotation) is Literal or annotation in _PLAIN:
        return True
    return bool(inner) and all(map(_is_plain, inner))


def _json(annotation: Any) -> Any:
    return annotation if _is_plain(annotation) else JSON

