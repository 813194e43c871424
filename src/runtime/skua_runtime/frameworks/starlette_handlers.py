"""Starlette and FastAPI: `TestClient(app).get("/items/1")` runs endpoints; observers see status and JSON, or
text.

A router of FastAPI without an application is included in a new one. Arguments of Starlette's endpoints
are found in their source, those of FastAPI's in the framework's own description.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from typing import Any, Iterator, Sequence

from skua_runtime.frameworks import fastapi_dependants
from skua_runtime.frameworks.framework import Argument, Call, Definition, Framework, Subject
from skua_runtime.frameworks.requests_made import Handler, texts_in_path
from skua_runtime.frameworks.views import by_code, code_of
from skua_runtime.frameworks.web import DEEPEST, METHODS, Application, Reading, Route, parts_of
from skua_runtime.world import apart
from skua_runtime.world.names import is_class
from skua_runtime.world.shown import Shown, where

_CLIENT = "starlette.testclient:TestClient"
_RESPONSE = "httpx:Response"
_FACTORIES = ("create_app", "make_app", "get_app", "get_application")
_READING = Reading(
    request="request",
    query=("query_params",),
    query_keyword="params",
    json=("json",),
    form=("form",),
    others=("query_params", "path_params", "headers", "cookies", "session", "state"),
    form_is_named=False,
)
_ROUTER_CLIENT = '''class RouterClient(TestClient):
    """A client of an application that has this router."""

    def __init__(self):
        app = FastAPI()
        app.include_router({name})
        super().__init__(app)
'''
_FACTORY_CLIENT = '''class AppClient(TestClient):
    """A client of a new application."""

    def __init__(self):
        super().__init__({name}())
'''


def _found(subject: Subject) -> tuple[Application, list[Route]]:
    """Return the application with routes to the subject, and these routes."""
    return subject.once("starlette", _find)


def _find(subject: Subject) -> tuple[Application, list[Route]]:
    for source in _sources(subject):
        is_made = source.kind == "factory"
        routes = _made_routes(source.thing, subject) if is_made else _routes(source.thing)
        own = [
            Route(list(_parts(path, route, subject)), methods, route)
            for path, route in routes
            if getattr(route.endpoint, "__module__", None) == subject.name
            and (methods := dict(_handled(route)))
        ]
        if own:
            importlib.import_module("starlette.testclient")
            with suppress(ImportError):  # lazy imports of the client
                importlib.import_module("anyio._backends._asyncio")
            return source, own
    return Application(), []


def _sources(subject: Subject) -> Iterator[Application]:
    starlette, fastapi = sys.modules["starlette.applications"], sys.modules.get("fastapi")
    own = [(name, thing) for name, thing in subject.names.items() if not is_class(thing)]
    routers = getattr(fastapi, "APIRouter", ())
    for kind, cls in (("application", starlette.Starlette), ("router", routers)):
        for name, thing in own:
            if issubclass(type(thing), cls):
                yield Application(kind, subject.name, name, thing)
    for name, thing in own if fastapi is not None else ():
        if name in _FACTORIES and getattr(thing, "__module__", None) == subject.name:
            yield Application("factory", subject.name, name, thing)


def _routes(app: Any, before: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the routes of an application or router, also of included routers, with their paths."""
    for route in getattr(app, "routes", ()) if depth < DEEPEST else ():
        router = getattr(route, "original_router", None)
        if router is not None:
            prefix = getattr(getattr(route, "include_context", None), "prefix", "")
            yield from _routes(router, before + prefix, depth + 1)
        elif not hasattr(route, "endpoint"):
            yield from _routes(route, before + getattr(route, "path", ""), depth + 1)
        elif hasattr(route, "methods"):
            yield before + route.path, route


def _made_routes(factory: Any, subject: Subject) -> list[tuple[str, Any]]:
    """Return the routes of a factory's application; a forked process runs the factory."""

    def described() -> list[Any]:
        return [
            [path, sorted(route.methods), code_of(route.endpoint)]
            for path, route in _routes(factory())
        ]

    functions = by_code(subject.name, subject.names)
    kind = sys.modules["fastapi.routing"].APIRoute
    return [
        (path, kind(path, functions[code], methods=methods))
        for path, methods, code in apart.result_of(described) or ()
        if code in functions
    ]


def _handled(route: Any) -> Iterator[tuple[str, Any]]:
    """Yield the HTTP methods of a route, and the functions that handle them."""
    endpoint = route.endpoint
    for method in METHODS:
        if not is_class(endpoint):
            function = endpoint if method in (route.methods or {"GET"}) else None
        else:
            function = vars(endpoint).get(method.lower())
        if function is not None:
            yield method, function


def _parts(path: str, route: Any, subject: Subject) -> Iterator[Any]:
    def texts(name: str) -> Sequence[str]:
        convertor = type(getattr(route, "param_convertors", {}).get(name)).__name__
        is_number = convertor in ("IntegerConvertor", "FloatConvertor")
        return ("1", "2", "0") if is_number else texts_in_path(subject)

    dependant = getattr(route, "dependant", None)
    if dependant is None:
        return parts_of(path, texts)
    return parts_of(path, fastapi_dependants.texts_in_path_of(dependant, subject))


def _definitions(subject: Subject) -> dict[str, Definition]:
    app, _ = _found(subject)
    imports = ["fastapi.testclient:TestClient", f"{app.module}:{app.name}"]
    if app.kind == "router":
        name, text = "RouterClient", _ROUTER_CLIENT
        imports.append("fastapi:FastAPI")
    elif app.kind == "factory":
        name, text = "AppClient", _FACTORY_CLIENT
    else:
        return {}
    importlib.import_module("fastapi.testclient")
    return {_CLIENT: Definition(name, text.format(name=app.name), imports, ())}


def _calls(subject: Subject) -> Iterator[Call]:
    for route in _found(subject)[1]:
        dependant = getattr(route.view, "dependant", None)

        def sent(method: str, function: Any, dependant: Any = dependant) -> Iterator[Argument]:
            if dependant is None:
                return _READING.sent(method, Handler(function, subject, [_READING.request]))
            # Middleware and handlers of exceptions read requests, too.
            around = _READING.headers(Handler(None, subject, [_READING.request], subject.tree))
            return fastapi_dependants.sent(method, dependant, around, subject)

        yield from route.calls(_CLIENT, "url", _RESPONSE, sent)


def _overridden(subject: Subject) -> dict[tuple[str, str], Any]:
    """Return dependencies without parameters from the request, and the classes of their results."""
    app, routes = _found(subject)
    by_function = {id(thing): name for name, thing in subject.names.items()}
    return {
        (app.name, by_function[id(call)]): kind
        for route in (routes if app.kind == "application" else ())
        for call, kind in fastapi_dependants.dependencies(getattr(route.view, "dependant", None))
        if id(call) in by_function
    }


FRAMEWORK = Framework(
    package="starlette.applications",
    makers=lambda subject: _found(subject)[0].passed_to(_CLIENT),
    calls=_calls,
    overridden=_overridden,
    definitions=_definitions,
    shown={
        _RESPONSE: Shown(
            {
                "status_code": lambda one: one.status_code,
                "json()": lambda one: one.json(),
                "text": where(
                    lambda one: "json" not in one.headers.get("content-type", "") and one.status_code < 300,
                    lambda one: one.text,
                ),
            },
            says_all=True,
        )
    },
)
