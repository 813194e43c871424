"""Flask: handlers are run by the application's own test client, `app.test_client().get("/items/1")`,
and seen by status and JSON, or text.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any, Iterator

from skua_runtime.frameworks.framework import Argument, Call, Framework, Maker, Subject
from skua_runtime.frameworks.requests_made import body_type, is_read, paths_of, query_type
from skua_runtime.world.names import is_class, type_name
from skua_runtime.world.shown import Shown

_CLIENT = "flask.testing:FlaskClient"
_RESPONSE = "werkzeug.test:TestResponse"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_CONVERTERS = {
    "IntegerConverter": ("1", "2", "0", "7"),
    "FloatConverter": ("1.5", "0.0"),
    "UUIDConverter": ("12345678-1234-5678-1234-567812345678",),
    "PathConverter": ("a", "a/b"),
}


def _applications(subject: Subject) -> Iterator[tuple[str, Any]]:
    flask = sys.modules["flask"]
    for name, thing in subject.names.items():
        if not is_class(thing) and issubclass(type(thing), flask.Flask):
            importlib.import_module("flask.testing")
            yield name, thing


def _makers(subject: Subject) -> dict[str, Maker]:
    for name, app in _applications(subject):
        client = Maker((), function=f"{name}.test_client", module=subject.name)
        kind = app.test_client_class
        return {_CLIENT if kind is None else type_name(kind): client}
    return {}


def _calls(subject: Subject) -> Iterator[Call]:
    for _, app in _applications(subject):
        kind = app.test_client_class
        owner = _CLIENT if kind is None else type_name(kind)
        for rule in app.url_map.iter_rules():
            view = app.view_functions.get(rule.endpoint)
            if getattr(view, "__module__", None) != subject.name:
                continue  # that of static files, and of other modules
            for method in _METHODS:
                if method in rule.methods:
                    arguments = _arguments(rule, method, view, subject)
                    yield Call(owner, method.lower(), arguments, _RESPONSE, view)
        return  # a test has the client of one application


def _arguments(rule: Any, method: str, view: Any, subject: Subject) -> tuple[Argument, ...]:
    parts: list[Any] = []
    for is_dynamic, data in rule._trace:
        if is_dynamic:
            converter = type(rule._converters[data]).__name__
            parts.append(_CONVERTERS.get(converter, subject.hints.values))
        elif data != "|":
            parts.append(data.lstrip("|"))
    arguments = [Argument("path", paths_of(parts))]
    if is_read(view, "args", "values"):
        arguments.append(Argument("query_string", query_type(view), True, "keyword_only"))
    if method in ("POST", "PUT", "PATCH", "DELETE"):
        if is_read(view, "json", "get_json", "is_json"):
            arguments.append(Argument("json", body_type(view), True, "keyword_only"))
        if is_read(view, "form", "values"):
            arguments.append(Argument("data", query_type(view), True, "keyword_only"))
    if is_read(view, "headers", "authorization"):
        arguments.append(Argument("headers", query_type(view), True, "keyword_only"))
    return tuple(arguments)


def _text(response: Any) -> str:
    if response.is_json or response.status_code >= 300:
        raise LookupError("the JSON or the status says it")
    return response.text


FRAMEWORK = Framework(
    package="flask",
    makers=_makers,
    calls=_calls,
    shown={
        _RESPONSE: Shown(
            {
                "status_code": lambda response: response.status_code,
                "json": lambda response: response.get_json(),
                "text": _text,
                "location": lambda response: response.location,
            }
        )
    },
)
