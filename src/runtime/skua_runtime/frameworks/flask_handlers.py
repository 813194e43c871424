"""Flask: the application's test client runs handlers, `app.test_client().get("/items/1")`; observers see
status and JSON, or text.

The application is a variable of the subject, or made by a factory in the subject or a package around it;
blueprints without an application are registered with a new one. Factories run in a forked process, which
returns only the routes.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import sys
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Literal, Sequence, TypedDict, Union

from skua_runtime.frameworks.framework import Argument, Call, Definition, Framework, Maker, Subject
from skua_runtime.frameworks.framework import keyword
from skua_runtime.frameworks.requests_made import Handler, texts_in_path
from skua_runtime.frameworks.views import by_code, code_of, functions_reading, innermost
from skua_runtime.frameworks.web import METHODS, Application, Reading, Route
from skua_runtime.source.source_names import SourceNames
from skua_runtime.texts.json_documents import looked_up_keys, lookups
from skua_runtime.world import apart
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, type_name
from skua_runtime.world.shown import Shown, where

_APPLICATION = "flask.app:Flask"
_CLIENT = "flask.testing:FlaskClient"
_RESPONSE = "werkzeug.test:TestResponse"
_FACTORIES = ("create_app", "make_app", "app_factory")
_CONVERTERS = {
    "IntegerConverter": ("1", "2", "0", "7"),
    "FloatConverter": ("1.5", "0.0"),
    "UUIDConverter": ("12345678-1234-5678-1234-567812345678",),
    "PathConverter": ("a", "a/b"),
}
_OF_CONTEXT = ("flask.request", "flask.session", "flask.g", "flask.current_app")
_READING = Reading(
    request="flask.request",
    query=("args", "values"),
    query_keyword="query_string",
    json=("json", "get_json", "is_json"),
    form=("form", "values"),
    others=("args", "form", "values", "headers", "cookies", "files"),
    elsewhere=("flask.session", "flask.current_app.config"),
)
# Decorators of functions that run before or after handlers.
_AROUND = {
    "before_request", "after_request", "teardown_request", "teardown_appcontext", "errorhandler",
    "context_processor", "before_app_request", "after_app_request", "teardown_app_request",
    "app_errorhandler", "app_context_processor", "url_value_preprocessor", "url_defaults",
}  # fmt: skip
_BLUEPRINT_CLIENT = '''class BlueprintClient(FlaskClient):
    """A client of an application that has this blueprint."""

    def __init__(self):
        app = Flask({name}.import_name)
        app.register_blueprint({name})
        super().__init__(app, app.response_class)
'''
_SESSION_CLIENT = '''class SessionClient(FlaskClient):
    """A client whose session holds these values."""

    def __init__(self, **values):
        app = {make}
        super().__init__(app, app.response_class)
        with self.session_transaction() as session:
            session.update(values)
'''


@dataclass(frozen=True)
class _Found:
    source: Application = Application()
    routes: Sequence[Route] = ()
    has_sessions: bool = False
    client: str = _CLIENT


def _found(subject: Subject) -> _Found:
    return subject.once("flask", _find)


def _find(subject: Subject) -> _Found:
    functions = by_code(subject.name, subject.names)
    texts = texts_in_path(subject)
    for source in _sources(subject):
        # Reading the routes of an existing application changes nothing.
        described = (
            _described(source, texts)
            if source.kind == "application"
            else apart.result_of(lambda source=source: _described(source, texts))  # type: ignore[misc]
        )
        routes = [
            Route(parts, {method: functions[code] for method, code in codes if code in functions})
            for parts, codes in (described or {}).get("routes", ())
        ]
        routes = [route for route in routes if route.methods]
        if routes:
            importlib.import_module("flask.testing")
            return _Found(source, routes, described["secret"], described["client"])
    return _Found()


def _sources(subject: Subject) -> Iterator[Application]:
    flask = sys.modules["flask"]
    own = list(subject.names.items())
    yield from _applications(subject.name, own)
    parts = subject.name.split(".")
    if any(issubclass(type(thing), flask.Blueprint) for _, thing in own):
        for end in range(len(parts) - 1, 0, -1):
            package = ".".join(parts[:end])
            if package in sys.modules:
                yield from _applications(package, list(vars(sys.modules[package]).items()))
    for name, thing in own:
        if issubclass(type(thing), flask.Blueprint):
            yield Application("router", subject.name, name, thing)


def _applications(module: str, names: list[tuple[str, Any]]) -> Iterator[Application]:
    flask = sys.modules["flask"]
    for name, thing in names:
        if issubclass(type(thing), flask.Flask):
            yield Application("application", module, name, thing)
    for name, thing in names:
        if inspect.isfunction(thing) and thing.__module__ == module and _is_factory(name, thing):
            yield Application("factory", module, name, thing)


def _is_factory(name: str, function: Any) -> bool:
    try:
        taken = inspect.signature(function).parameters.values()
    except SUBJECT_EXCEPTIONS:
        return False
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    if any(one.default is one.empty and one.kind not in variable for one in taken):
        return False
    returned = function.__annotations__.get("return")
    named = getattr(returned, "__name__", returned)
    return name in _FACTORIES or str(named).rpartition(".")[2] == "Flask"


def _described(source: Application, texts: list[str]) -> dict[str, Any]:
    """Return routes, client and sessions as JSON values. Runs code of the subject for a factory."""
    app = _made(source)
    routes = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions.get(rule.endpoint)
        methods = [one for one in METHODS if one in rule.methods]
        codes = [(method, code_of(_handling(view, method))) for method in methods]
        routes.append([_parts(rule, texts), codes])
    kind = app.test_client_class
    return {
        "routes": routes,
        "secret": bool(app.secret_key),
        "client": _CLIENT if kind is None else type_name(kind),
    }


def _made(source: Application) -> Any:
    if source.kind == "application":
        return source.thing
    if source.kind == "factory":
        return source.thing()
    app = sys.modules["flask"].Flask(source.thing.import_name)
    app.register_blueprint(copy.copy(source.thing))
    return app


def _handling(view: Any, method: str) -> Any:
    """Return the function of a view, which may be a class, that handles the method."""
    cls = getattr(innermost(view), "view_class", None)
    return view if cls is None else getattr(cls, method.lower(), view)


def _parts(rule: Any, texts: list[str]) -> list[Any]:
    parts: list[Any] = []
    for is_dynamic, data in rule._trace:
        if is_dynamic:
            converter = type(rule._converters[data]).__name__
            parts.append(_CONVERTERS.get(converter, texts))
        elif data != "|":
            parts.append(data.lstrip("|"))
    return parts


# Objects in tests.


def _makers(subject: Subject) -> dict[str, Maker]:
    found = _found(subject)
    source = found.source
    if source.kind not in ("application", "factory") or _session_keys(subject):
        return {}
    if source.kind == "application":
        client = Maker((), function=f"{source.name}.test_client", module=source.module)
        return {found.client: client}
    if source.module == subject.name:
        return {}  # tests call the subject's own function
    maker = Maker(_factory_arguments(source.thing, subject), source.name, source.module)
    return {_APPLICATION: maker}


def _definitions(subject: Subject) -> dict[str, Definition]:
    found = _found(subject)
    source, keys = found.source, _session_keys(subject)
    if not source.kind or found.client != _CLIENT:
        return {}
    its_name = f"{source.module}:{source.name}"
    imports = ["flask.testing:FlaskClient", its_name]
    if source.kind == "router":
        text = _BLUEPRINT_CLIENT.format(name=source.name)
        return {_CLIENT: Definition("BlueprintClient", text, [*imports, "flask:Flask"], ())}
    if not keys:
        return {}
    make = source.name if source.kind == "application" else f"{source.name}()"
    values = Handler(None, subject).texts(keys).__annotations__
    arguments = tuple(keyword(key, kind) for key, kind in values.items())
    definition = Definition("SessionClient", _SESSION_CLIENT.format(make=make), imports, arguments)
    return {_CLIENT: definition}


def _session_keys(subject: Subject) -> list[str]:
    """Return the keys that the subject looks up in sessions; none if the application has no secret."""
    if not _found(subject).has_sessions:
        return []
    found = lookups(subject.tree, SourceNames(subject.tree))
    keys = (key for key, owner in found if owner == "flask.session" and key.isidentifier())
    return list(dict.fromkeys(keys))


def _factories(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    source = _found(subject).source
    if source.kind != "factory" or source.module != subject.name:
        return {}
    return {id(source.thing): (_factory_arguments(source.thing, subject), _APPLICATION)}


def _factory_arguments(function: Any, subject: Subject) -> tuple[Argument, ...]:
    """Return mappings for parameters with the configuration; the keys are those that are looked up."""
    arguments = []
    for one in inspect.signature(function).parameters.values():
        if "config" in one.name and one.annotation is one.empty:
            arguments.append(Argument(one.name, Union[_configuration(subject), None], True))
    return tuple(arguments)


def _configuration(subject: Subject) -> Any:
    keys = [key for key in looked_up_keys(subject.tree, SourceNames(subject.tree)) if key.isupper()]
    value = Union[bool, Literal["text"], None]
    types = dict.fromkeys(keys or ["TESTING"], value)
    return TypedDict("config", types, total=False)  # type: ignore[operator]


def _calls(subject: Subject) -> Iterator[Call]:
    found = _found(subject)

    def sent(method: str, function: Any) -> Iterator[Argument]:
        return _READING.sent(method, Handler(function, subject))

    for route in found.routes:
        yield from route.calls(found.client, "path", _RESPONSE, sent)
    if found.source.kind == "factory" and not _session_keys(subject):
        yield Call(_APPLICATION, "test_client", (), found.client, None)


def _run(subject: Subject) -> Iterable[Any]:
    """Return functions that run before or after handlers, or need a request or an application."""
    source = _found(subject).source
    if not source.kind:
        return []
    names = functions_reading(subject.tree, SourceNames(subject.tree), *_OF_CONTEXT)
    for node in subject.tree.body:
        for decorator in getattr(node, "decorator_list", ()):
            named = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(named, ast.Attribute) and named.attr in _AROUND:
                names.add(node.name)  # type: ignore[attr-defined]
    called = {source.name} if source.kind == "factory" else set()
    return [subject.names[name] for name in names - called if name in subject.names]


FRAMEWORK = Framework(
    package="flask",
    makers=_makers,
    calls=_calls,
    run=_run,
    functions=_factories,
    definitions=_definitions,
    shown={
        _RESPONSE: Shown(
            {
                "status_code": lambda one: one.status_code,
                "json": where(lambda one: one.is_json, lambda one: one.get_json()),
                "text": where(
                    lambda one: not one.is_json and one.status_code < 300, lambda one: one.text
                ),
                "location": where(lambda one: one.location is not None, lambda one: one.location),
            },
            says_all=True,
        )
    },
)
