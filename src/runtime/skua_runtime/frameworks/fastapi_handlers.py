"""FastAPI and Starlette: handlers are run by `TestClient(app).get("/items/1")`, and seen by status and
JSON, or text.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from typing import Any, Iterator, Literal, TypedDict, Union, get_args, get_origin

from skua_runtime.frameworks.framework import Argument, Call, Framework, Maker, Named, Subject
from skua_runtime.frameworks.requests_made import JSON, paths_of
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown

_CLIENT = "starlette.testclient:TestClient"
_RESPONSE = "httpx:Response"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_NUMBERS = ("1", "2", "0", "-1")
_PLAIN = (int, float, str, bool, type(None))


def _applications(subject: Subject) -> Iterator[tuple[str, Any]]:
    fastapi = sys.modules["fastapi"]
    for name, thing in subject.names.items():
        if not is_class(thing) and issubclass(type(thing), fastapi.FastAPI):
            importlib.import_module("starlette.testclient")
            yield name, thing


def _makers(subject: Subject) -> dict[str, Maker]:
    for name, app in _applications(subject):
        return {_CLIENT: Maker((Argument("app", Named(name, app)),))}
    return {}


def _calls(subject: Subject) -> Iterator[Call]:
    for _, app in _applications(subject):
        for route in app.routes:
            handler = getattr(route, "endpoint", None)
            if getattr(handler, "__module__", None) != subject.name:
                continue
            for method in _METHODS:
                if method in (getattr(route, "methods", None) or ()):
                    arguments = _arguments(route, method, handler, subject)
                    yield Call(_CLIENT, method.lower(), arguments, _RESPONSE, handler)
        return  # a test has the client of one application


def _arguments(route: Any, method: str, handler: Any, subject: Subject) -> tuple[Argument, ...]:
    taken = inspect.signature(handler, eval_str=True).parameters
    in_path: list[str] = []
    parts: list[Any] = []
    for text, name in re.findall(r"([^{]*)(?:{(\w+)[^}]*})?", route.path):
        parts += [text] if text else []
        if name:
            in_path.append(name)
            is_number = name in taken and taken[name].annotation in (int, float)
            parts.append(_NUMBERS if is_number else subject.hints.values)
    arguments = [Argument("url", paths_of(parts))]
    query: dict[str, Any] = {}
    for name, parameter in taken.items():
        kind = parameter.annotation
        if name in in_path or "fastapi" in type(parameter.default).__module__:
            continue
        if is_class(kind) and hasattr(kind, "model_fields") and method != "GET":
            fields = {key: _json(field.annotation) for key, field in kind.model_fields.items()}
            body = TypedDict("body", fields, total=False)  # type: ignore[misc]
            arguments.append(Argument("json", body, False, "keyword_only"))
        elif _is_plain(kind):
            query[name] = kind
    if query:
        params = TypedDict("params", query, total=False)  # type: ignore[misc]
        arguments.append(Argument("params", params, True, "keyword_only"))
    return tuple(arguments)


def _is_plain(annotation: Any) -> bool:
    inner = get_args(annotation)
    if get_origin(annotation) is Literal or annotation in _PLAIN:
        return True
    return bool(inner) and all(map(_is_plain, inner))


def _json(annotation: Any) -> Any:
    """The JSON for a field, sometimes with a value that does not fit."""
    return Union[annotation if _is_plain(annotation) else JSON, str]


def _text(response: Any) -> str:
    if "json" in response.headers.get("content-type", "") or response.status_code >= 300:
        raise LookupError("the JSON or the status says it")
    return response.text


FRAMEWORK = Framework(
    package="fastapi",
    makers=_makers,
    calls=_calls,
    shown={
        _RESPONSE: Shown(
            {
                "status_code": lambda response: response.status_code,
                "json()": lambda response: response.json(),
                "text": _text,
            }
        )
    },
)
