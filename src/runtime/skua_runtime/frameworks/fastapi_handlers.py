"""FastAPI and Starlette: handlers are run by `TestClient(app).get("/items/1")`, and seen by status and
JSON, or text.

What a handler and its dependencies take is what FastAPI itself found out: queries, headers, cookies,
bodies and forms, with their limits. A router without an application is included in a new one.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from contextlib import suppress
from typing import Any, Callable, Iterable, Iterator, Literal, TypedDict, Union
from typing import get_args, get_origin, get_type_hints

from skua_runtime.frameworks.constraints import Limits, limited
from skua_runtime.frameworks.framework import Argument, Call, Definition, Framework, Subject, keyword
from skua_runtime.frameworks.requests_made import JSON, Handler, authorizations, is_of_authorization
from skua_runtime.frameworks.requests_made import paths_of, texts_in_path
from skua_runtime.frameworks.starlette_handlers import CLIENT, READING, REQUEST, RESPONSE, SHOWN
from skua_runtime.frameworks.starlette_handlers import import_client
from skua_runtime.frameworks.views import by_code, code_of
from skua_runtime.frameworks.web import DEEPEST, METHODS, Application, parts_of
from skua_runtime.world import apart
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

_FACTORIES = ("create_app", "make_app", "get_app", "get_application")
_NUMBERS = ("1", "2", "0", "-1")
_PLAIN = (int, float, str, bool, type(None))
# Modules of the classes whose instances, as dependencies, read the header of that name.
_BEARERS = ("fastapi.security.http", "fastapi.security.oauth2")
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


_Routes = Iterable[tuple[str, Any]]  # paths and routes


def _found(subject: Subject) -> tuple[Application, list[tuple[str, Any]]]:
    """What has routes of the subject, and these."""
    return subject.once("fastapi", _find)


def _find(subject: Subject) -> tuple[Application, _Routes]:
    for kind, name, thing, find_routes in _candidates(subject):
        routes = list(find_routes(thing, subject))
        if routes:
            import_client()
            return Application(kind, subject.name, name, thing), routes
    return Application(), []


def _candidates(subject: Subject) -> Iterator[tuple[str, str, Any, Callable[..., _Routes]]]:
    fastapi = sys.modules["fastapi"]
    own = [(name, thing) for name, thing in subject.names.items() if not is_class(thing)]
    for kind, cls in (("application", fastapi.FastAPI), ("router", fastapi.APIRouter)):
        for name, thing in own:
            if issubclass(type(thing), cls):
                yield kind, name, thing, _own_routes
    for name, thing in own:
        if name in _FACTORIES and getattr(thing, "__module__", None) == subject.name:
            yield "factory", name, thing, _made_routes


def _own_routes(app: Any, subject: Subject) -> Iterator[tuple[str, Any]]:
    for path, route in _routes(app):
        if getattr(route.endpoint, "__module__", None) == subject.name:
            yield path, route


def _routes(app: Any, before: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The routes of an application or router with their paths, those of included routers, too."""
    for route in app.routes if depth < DEEPEST else ():
        inner = getattr(route, "original_router", None)
        if inner is not None:
            prefix = getattr(getattr(route, "include_context", None), "prefix", "")
            yield from _routes(inner, before + prefix, depth + 1)
        elif hasattr(route, "endpoint") and getattr(route, "methods", None):
            yield before + route.path, route


def _made_routes(factory: Any, subject: Subject) -> list[tuple[str, Any]]:
    """Those of what a factory makes, by a forked process: it runs code of the subject."""

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
    return {CLIENT: Definition(name, text.format(name=app.name), imports, ())}


def _calls(subject: Subject) -> Iterator[Call]:
    for path, route in _found(subject)[1]:
        for method in METHODS:
            if method in route.methods:
                arguments = tuple(_arguments(path, route, method, subject))
                yield Call(CLIENT, method.lower(), arguments, RESPONSE, route.endpoint)


def _arguments(path: str, route: Any, method: str, subject: Subject) -> Iterator[Argument]:
    taken = _Taken(route.dependant)
    parts = parts_of(path, lambda name: _texts_in_path(taken.path.get(name), subject))
    yield Argument("url", paths_of([*parts]))
    if taken.body and method != "GET":
        yield Argument("json", _body(taken.body), False, "keyword_only")
    if taken.form and method != "GET":
        yield _keyword("data", {name: _text(one, name, subject) for name, one in taken.form.items()})
    if taken.query:
        yield _keyword("params", {name: _typed(one) for name, one in taken.query.items()})
    headers = {name: _text(one, name, subject) for name, one in taken.headers.items()}
    around = Handler(None, subject, [REQUEST], subject.tree)  # middleware and handlers of exceptions
    for name, kind in getattr(READING.headers(around), "__annotations__", {}).items():
        headers.setdefault(name, kind)
    if taken.cookies:
        headers["Cookie"] = Literal[tuple(_cookies(taken.cookies, subject))]
    if headers:
        yield _keyword("headers", headers)


def _overridden(subject: Subject) -> dict[tuple[str, str], Any]:
    """Dependencies that take nothing from the request, and say which object they give."""
    app, routes = _found(subject)
    by_function = {id(thing): name for name, thing in subject.names.items()}
    return {
        (app.name, by_function[id(call)]): kind
        for _, route in (routes if app.kind == "application" else ())
        for call, kind in _dependencies(route.dependant, 0)
        if id(call) in by_function
    }


def _dependencies(dependant: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    for one in dependant.dependencies if depth < DEEPEST else ():
        yield from _dependencies(one, depth + 1)
        params = (one.path_params, one.query_params, one.header_params, one.cookie_params)
        if inspect.isfunction(one.call) and not any((*params, one.body_params, one.dependencies)):
            with suppress(*SUBJECT_EXCEPTIONS):
                given = get_type_hints(one.call).get("return")
                kind = get_args(given)[0] if inspect.isgeneratorfunction(one.call) else given
                if is_class(kind) and kind not in _PLAIN:
                    yield one.call, kind


class _Taken:
    """What a handler takes with all its dependencies: by name, the fields that tell of it."""

    def __init__(self, dependant: Any) -> None:
        self.path: dict[str, Any] = {}
        self.query: dict[str, Any] = {}
        self.headers: dict[str, Any] = {}
        self.cookies: dict[str, Any] = {}
        self.body: dict[str, Any] = {}
        self.form: dict[str, Any] = {}
        self._add(dependant, 0)

    def _add(self, dependant: Any, depth: int) -> None:
        for name, into in (
            ("path_params", self.path),
            ("query_params", self.query),
            ("cookie_params", self.cookies),
        ):
            into.update({_name_of(one): one.field_info for one in getattr(dependant, name)})
        for one in dependant.header_params:
            self.headers[_name_of(one).replace("_", "-")] = one.field_info
        for one in dependant.body_params:
            is_form = type(one.field_info).__name__ in ("Form", "File")
            (self.form if is_form else self.body)[_name_of(one)] = one.field_info
        if type(dependant.call).__module__ in _BEARERS:
            self.headers["Authorization"] = None
        if depth < DEEPEST:
            for one in dependant.dependencies:
                self._add(one, depth + 1)


def _name_of(one: Any) -> str:
    return getattr(one, "alias", None) or getattr(one.field_info, "alias", None) or one.name


def _keyword(name: str, types: dict[str, Any]) -> Argument:
    return keyword(name, TypedDict(name, types, total=False))  # type: ignore[operator]


def _annotation(info: Any) -> Any:
    return limited(info.annotation, Limits.told_by(info.metadata))


def _typed(info: Any) -> Any:
    """The type of what stands in a query: the client turns it into text."""
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
    """The JSON of the only field, or an object with all of them, as FastAPI embeds them."""
    [first, *others] = fields.values()
    if not others and not getattr(first, "embed", False):
        return _json_of(first.annotation)
    types = {name: _json_of(one.annotation) for name, one in fields.items()}
    return TypedDict("body", types, total=False)  # type: ignore[operator]


def _json_of(kind: Any) -> Any:
    """JSON that fits, since what does not never gets to the handler, and sometimes any object."""
    if not (is_class(kind) and hasattr(kind, "model_fields")):
        return _json(kind)
    marks = sys.modules["typing_extensions"]
    types: dict[str, Any] = {}
    for key, one in kind.model_fields.items():
        value = _json(limited(one.annotation, Limits.told_by(one.metadata), beyond=False))
        types[key] = value if one.is_required() else marks.NotRequired[value]
    fitting = TypedDict("body", types)  # type: ignore[misc]
    return Union[fitting, dict[str, JSON]]


def _is_plain(annotation: Any) -> bool:
    inner = get_args(annotation)
    if get_origin(annotation) is Literal or annotation in _PLAIN:
        return True
    return bool(inner) and all(map(_is_plain, inner))


def _json(annotation: Any) -> Any:
    return annotation if _is_plain(annotation) else JSON


FRAMEWORK = Framework(
    package="fastapi",
    makers=lambda subject: _found(subject)[0].passed_to(CLIENT),
    calls=_calls,
    overridden=_overridden,
    definitions=_definitions,
    shown=SHOWN,
)
