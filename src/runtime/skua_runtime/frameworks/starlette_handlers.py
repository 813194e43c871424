"""Starlette: endpoints are run by `TestClient(app).get("/notes/1")`, and seen by status and JSON, or
text.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from contextlib import suppress
from typing import Any, Iterator

from skua_runtime.frameworks.framework import Argument, Call, Framework, Maker, Named, Subject
from skua_runtime.frameworks.requests_made import Handler, paths_of, texts_in_path
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown

CLIENT = "starlette.testclient:TestClient"
RESPONSE = "httpx:Response"
REQUEST = "request"  # how handlers call what they are given
_DEEPEST = 4
_NUMBERS = ("1", "2", "0")


def import_client() -> None:
    """Import the client, and what it imports as it is used: in an observing process, which claims to
    be another Python, that would fail."""
    importlib.import_module("starlette.testclient")
    with suppress(ImportError):
        importlib.import_module("anyio._backends._asyncio")


def _application(subject: Subject) -> tuple[str, Any]:
    """The name of an application with endpoints of the subject, and it; else "" and None."""
    return subject.once("starlette", _find)


def _find(subject: Subject) -> tuple[str, Any]:
    kind = sys.modules["starlette.applications"].Starlette
    for name, thing in subject.names.items():
        if type(thing) is kind and any(True for _ in _endpoints(thing, subject, "", 0)):
            import_client()
            return name, thing
    return "", None


def _endpoints(
    app: Any, subject: Subject, before: str, depth: int
) -> Iterator[tuple[str, Any, str, Any]]:
    """Of each of the subject's endpoints the path, the route, an HTTP method and the function."""
    for route in app.routes if depth < _DEEPEST else ():
        path = before + getattr(route, "path", "")
        endpoint = getattr(route, "endpoint", None)
        if endpoint is None and getattr(route, "routes", None):
            yield from _endpoints(route, subject, path, depth + 1)
        elif getattr(endpoint, "__module__", None) == subject.name:
            for method in ("get", "post", "put", "patch", "delete"):
                if is_class(endpoint):
                    function = vars(endpoint).get(method)
                else:
                    function = endpoint if method.upper() in (route.methods or {"GET"}) else None
                if inspect.isfunction(function):
                    yield path, route, method, function


def _calls(subject: Subject) -> Iterator[Call]:
    _, app = _application(subject)
    for path, route, method, function in _endpoints(app, subject, "", 0) if app else ():
        handler = Handler(function, subject, [REQUEST])
        arguments = (_url(path, route, subject), *_sent(handler, method))
        yield Call(CLIENT, method, arguments, RESPONSE, function)


def _url(path: str, route: Any, subject: Subject) -> Argument:
    parts: list[Any] = []
    for text, name in re.findall(r"([^{]*)(?:{(\w+)[^}]*})?", path):
        parts += [text] if text else []
        if name:
            convertor = type(getattr(route, "param_convertors", {}).get(name)).__name__
            is_number = convertor in ("IntegerConvertor", "FloatConvertor")
            parts.append(list(_NUMBERS) if is_number else texts_in_path(subject))
    return Argument("url", paths_of(parts))


def _sent(handler: Handler, method: str) -> Iterator[Argument]:
    if handler.reads(f"{REQUEST}.query_params"):
        keys = handler.keys_on(f"{REQUEST}.query_params")
        yield _keyword("params", handler.texts(keys or ["key"]))
    if method != "get" and handler.reads(f"{REQUEST}.json"):
        of_request = ("query_params", "path_params", "headers", "cookies", "session", "state")
        keys = handler.keys_beside(*(f"{REQUEST}.{one}" for one in of_request))
        yield _keyword("json", handler.json(keys))
    if method != "get" and handler.reads(f"{REQUEST}.form"):
        yield _keyword("data", handler.texts(handler.keys_beside(f"{REQUEST}.headers") or ["key"]))
    headers = headers_read(handler)
    if headers is not None:
        yield _keyword("headers", headers)


def headers_read(handler: Handler) -> Any:
    """The headers that a handler looks up in the request, cookies among them; None: none."""
    keys, cookies = (handler.keys_on(f"{REQUEST}.{one}") for one in ("headers", "cookies"))
    return handler.headers(keys, cookies)


def _keyword(name: str, annotation: Any) -> Argument:
    return Argument(name, annotation, True, "keyword_only")


def _makers(subject: Subject) -> dict[str, Maker]:
    name, app = _application(subject)
    return {CLIENT: Maker((Argument("app", Named(name, app)),))} if app else {}


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
    package="starlette.applications", makers=_makers, calls=_calls, shown=SHOWN
)
