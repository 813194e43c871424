"""Starlette: endpoints are run by `TestClient(app).get("/notes/1")`, and seen by status and JSON, or
text.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from contextlib import suppress
from typing import Any, Iterator, Sequence

from skua_runtime.frameworks.framework import Argument, Call, Framework, Subject
from skua_runtime.frameworks.requests_made import Handler, paths_of, texts_in_path
from skua_runtime.frameworks.web import DEEPEST, METHODS, Application, Reading, parts_of
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown

CLIENT = "starlette.testclient:TestClient"
RESPONSE = "httpx:Response"
REQUEST = "request"  # how handlers call what they are given
READING = Reading(
    request=REQUEST,
    query=("query_params",),
    query_keyword="params",
    json=("json",),
    form=("form",),
    others=("query_params", "path_params", "headers", "cookies", "session", "state"),
    form_is_named=False,
)
_NUMBERS = ("1", "2", "0")


def import_client() -> None:
    """Import the client, and what it imports as it is used: in an observing process, which claims to
    be another Python, that would fail."""
    importlib.import_module("starlette.testclient")
    with suppress(ImportError):
        importlib.import_module("anyio._backends._asyncio")


def _application(subject: Subject) -> Application:
    """An application with endpoints of the subject."""
    return subject.once("starlette", _find)


def _find(subject: Subject) -> Application:
    kind = sys.modules["starlette.applications"].Starlette
    for name, thing in subject.names.items():
        if type(thing) is kind and any(True for _ in _endpoints(thing, subject, "", 0)):
            import_client()
            return Application("application", subject.name, name, thing)
    return Application()


def _endpoints(
    app: Any, subject: Subject, before: str, depth: int
) -> Iterator[tuple[str, Any, str, Any]]:
    """Of each of the subject's endpoints the path, the route, an HTTP method and the function."""
    for route in app.routes if depth < DEEPEST else ():
        path = before + getattr(route, "path", "")
        endpoint = getattr(route, "endpoint", None)
        if endpoint is None and getattr(route, "routes", None):
            yield from _endpoints(route, subject, path, depth + 1)
        elif getattr(endpoint, "__module__", None) == subject.name:
            for method in METHODS:
                if is_class(endpoint):
                    function = vars(endpoint).get(method.lower())
                else:
                    function = endpoint if method in (route.methods or {"GET"}) else None
                if inspect.isfunction(function):
                    yield path, route, method, function


def _calls(subject: Subject) -> Iterator[Call]:
    app = _application(subject).thing
    for path, route, method, function in _endpoints(app, subject, "", 0) if app else ():
        sent = READING.sent(method, Handler(function, subject, [REQUEST]))
        arguments = (Argument("url", _paths(path, route, subject)), *sent)
        yield Call(CLIENT, method.lower(), arguments, RESPONSE, function)


def _paths(path: str, route: Any, subject: Subject) -> Any:
    def texts(name: str) -> Sequence[str]:
        convertor = type(getattr(route, "param_convertors", {}).get(name)).__name__
        is_number = convertor in ("IntegerConvertor", "FloatConvertor")
        return _NUMBERS if is_number else texts_in_path(subject)

    return paths_of([*parts_of(path, texts)])


# What is seen of answers.


def _content(response: Any) -> str:
    if "json" in response.headers.get("content-type", "") or response.status_code >= 300:
        raise LookupError("the JSON or the status says it")
    return response.text


SHOWN = {
    RESPONSE: Shown(
        {
            "status_code": lambda response: response.status_code,
            "json()": lambda response: response.json(),
            "text": _content,
        },
        says_all=True,
    )
}
FRAMEWORK = Framework(
    package="starlette.applications",
    makers=lambda subject: _application(subject).passed_to(CLIENT),
    calls=_calls,
    shown=SHOWN,
)
