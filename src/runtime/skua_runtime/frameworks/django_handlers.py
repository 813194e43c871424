"""Django: `Client().get("/articles/a/")` runs views; observers see status and JSON, text or address of a
redirect. Functions with a request as parameter get one of `RequestFactory`.

Paths come from the project's URL configuration. If the subject has models, the client's site has rows
of them; if it reads the user, one may be logged in.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
import sys
from contextlib import suppress
from typing import Any, Iterator, Literal, Mapping, Optional, Union

from skua_runtime.frameworks import django_project
from skua_runtime.frameworks.django_forms import data_of, forms_in
from skua_runtime.frameworks.django_models import models_of
from skua_runtime.frameworks.framework import Argument, Call, Definition, Framework, Maker, Subject
from skua_runtime.frameworks.framework import keyword
from skua_runtime.frameworks.hints import mentions
from skua_runtime.frameworks.requests_made import Handler, texts_in_path
from skua_runtime.frameworks.views import by_code, code_of, innermost, source_of
from skua_runtime.frameworks.web import METHODS, Route, parts_of
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class
from skua_runtime.world.shown import Shown, where

_CLIENT = "django.test:Client"
_FACTORY = "django.test:RequestFactory"
_REQUEST = "django.core.handlers.wsgi:WSGIRequest"
_RESPONSE = "django.http:HttpResponse"
_DECORATORS = {"require_GET": ["GET"], "require_safe": ["GET"], "require_POST": ["POST"]}
_DEEPEST = 6
_MOST_PATTERNS = 2000
_MOST_TEXTS = 4
_CONVERTERS = {
    "IntConverter": ("1", "2", "0", "7"),
    "UUIDConverter": ("12345678-1234-5678-1234-567812345678",),
    "PathConverter": ("a", "a/b"),
}
_USUAL_IN_PATH = ("1", "2", "0", "a", "abc", "2024", "12")
_OF_USERS = ("login_required", "LoginRequiredMixin", "permission_required", "user_passes_test", "user")
_SITE_CLIENT = '''class SiteClient(Client):
    """A client of a site that has these rows."""

    def __init__(self, *rows{user}):
        super().__init__()
        for row in rows:
            row.save()
'''
_LOGGED_IN = """        if user is not None:
            user.save()
            self.force_login(user)
"""


def _routes(subject: Subject) -> list[Route]:
    return subject.once("django", _find)


def _find(subject: Subject) -> list[Route]:
    if not django_project.is_set_up():
        return []
    functions = by_code(subject.name, subject.names)
    routes: list[Route] = []
    resolver = importlib.import_module("django.urls").get_resolver()
    patterns = _patterns(resolver, [], 0)
    for parts, callback in patterns:
        if len(routes) == _MOST_PATTERNS:
            break
        view, methods = _entered(callback, functions)
        if methods:
            routes.append(Route(_resolved(parts, subject), methods, view))
    return routes


def _patterns(resolver: Any, before: list[Any], depth: int) -> Iterator[tuple[list[Any], Any]]:
    """Yield each view with the parts of its path: strings, converters and compiled patterns."""
    for one in resolver.url_patterns if depth < _DEEPEST else ():
        parts = [*before, *_parts(one.pattern)]
        if hasattr(one, "url_patterns"):
            with suppress(*SUBJECT_EXCEPTIONS):  # an included module may fail to import
                yield from _patterns(one, parts, depth + 1)
        else:
            yield parts, one.callback


def _parts(pattern: Any) -> Iterator[Any]:
    """Yield the parts of a pattern of a path."""
    if hasattr(pattern, "_route"):
        path, converters = str(pattern._route), pattern.converters
        yield from parts_of(path, converters.__getitem__, r"<(?:[^>:]+:)?([^>]+)>")
    elif hasattr(pattern, "_regex"):
        normalize = importlib.import_module("django.utils.regex_helper").normalize
        [(template, _), *_] = normalize(str(pattern._regex))
        groups = dict(re.findall(r"\(\?P<(\w+)>((?:[^()]|\([^()]*\))*)\)", str(pattern._regex)))
        yield from parts_of(template, lambda name: re.compile(groups.get(name, r"\w+")), r"%\((\w+)\)s")
    else:
        yield str(pattern.language_prefix)


def _resolved(parts: list[Any], subject: Subject) -> list[Any]:
    """Return the parts with lists of strings in place of converters and compiled patterns."""
    # Fields of rows have the first ones, too.
    texts = list(dict.fromkeys(["a", "1", *texts_in_path(subject)]))
    found: list[Any] = ["/"]
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, re.Pattern):
            known = dict.fromkeys([*texts, *_USUAL_IN_PATH])
            found.append([text for text in known if part.fullmatch(text)][:_MOST_TEXTS] or ["a"])
        elif type(part).__name__ in _CONVERTERS:
            found.append(_CONVERTERS[type(part).__name__])
        else:
            fitting = [text for text in texts if re.fullmatch(part.regex, text)]
            found.append(fitting[:_MOST_TEXTS] or ["a"])
    return found


def _entered(callback: Any, functions: Mapping[int, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the view of a pattern, and the subject's functions that handle it, by HTTP method."""
    cls = getattr(callback, "view_class", None) or getattr(callback, "cls", None)
    if cls is None:
        function = functions.get(code_of(callback))
        if function is None:
            return None, {}
        return function, dict.fromkeys(_methods_of(function), function)
    actions = getattr(callback, "actions", None) or {one.lower(): one.lower() for one in METHODS}
    own = [one for one in map(code_of, vars(cls).values()) if one in functions]
    methods: dict[str, Any] = {}
    for method in METHODS:
        handler = getattr(cls, actions.get(method.lower(), ""), None)
        code = code_of(handler)
        if handler is not None and (code in functions or own):
            methods[method] = functions.get(code) or functions[own[0]]
    return cls, methods


def _methods_of(function: Any) -> list[str]:
    """Return the HTTP methods that a view function distinguishes."""
    nodes = list(walk(source_of(function)))
    decorators = map(_name_of, (one for node in nodes for one in getattr(node, "decorator_list", ())))
    found: list[Any] = [one for name in decorators for one in _DECORATORS.get(name, ())]
    if not found:
        names = set(map(_name_of, nodes))
        found = [node.value for node in nodes if isinstance(node, ast.Constant)]
        found += [one for name in names for one in _DECORATORS.get(name, ())]
        if names & {"POST", "body", "FILES"}:
            found += ["GET", "POST"]
        if "method" in names:  # methods that it does not name are handled, too
            found += ["GET", "POST", "DELETE"]
    return [one for one in METHODS if one in found] or ["GET"]


def _name_of(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


# Objects in tests.


def _may_log_in(subject: Subject) -> bool:
    installed = sys.modules["django.apps"].apps.is_installed
    has_users = installed("django.contrib.auth") and installed("django.contrib.sessions")
    asks = any(mentions(subject.tree, name) for name in _OF_USERS)
    return django_project.has_database() and has_users and asks


def _has_rows(subject: Subject) -> bool:
    has_models = next(models_of(subject), None) is not None
    return django_project.has_database() and (has_models or _may_log_in(subject))


def _makers(subject: Subject) -> dict[str, Maker]:
    if not django_project.is_set_up():
        return {}
    makers = {_FACTORY: Maker(())}
    if not _has_rows(subject):
        makers[_CLIENT] = Maker(())
    return makers


def _definitions(subject: Subject) -> dict[str, Definition]:
    if not _routes(subject) or not _has_rows(subject):
        return {}
    arguments = []
    models = tuple(cls for _, cls in models_of(subject))
    if models:
        arguments.append(Argument("rows", Union[models], kind="var_positional"))
    text, user = _SITE_CLIENT, ""
    if _may_log_in(subject):
        kind = sys.modules["django.contrib.auth"].get_user_model()
        arguments.append(keyword("user", Optional[kind]))
        text, user = _SITE_CLIENT + _LOGGED_IN, ", user=None"
    text = text.format(user=user)
    return {_CLIENT: Definition("SiteClient", text, ["django.test:Client"], tuple(arguments))}


def _calls(subject: Subject) -> Iterator[Call]:
    for route in _routes(subject):
        handler = Handler(route.view, subject, ("request", "self"))
        sent = functools.partial(_sent, subject, handler, route.view)
        yield from route.calls(_CLIENT, "path", _RESPONSE, sent)
    if django_project.is_set_up() and next(_taking_request(subject), None) is not None:
        handler = Handler(None, subject, ("request", "self"), subject.tree)
        sent = functools.partial(_sent, subject, handler, None)
        made = Route(["/"], {"GET": None, "POST": None})
        yield from made.calls(_FACTORY, "path", _REQUEST, sent)


def _owners(name: str) -> tuple[str, str]:
    return f"request.{name}", f"self.request.{name}"


def _sent(
    subject: Subject, handler: Handler, view: Any, method: str, _function: Any
) -> Iterator[Argument]:
    if method == "GET":
        if handler.reads(*_owners("GET"), *_owners("query_params")):
            keys = handler.keys_on(*_owners("GET"), *_owners("query_params"))
            yield Argument("data", handler.texts(keys or ["key"]), True)
    elif handler.reads(*_owners("body"), *_owners("data")):
        read = ("GET", "POST", "headers", "META", "COOKIES", "session", "FILES")
        keys = handler.keys_beside(*(one for name in read for one in _owners(name)))
        yield Argument("data", Union[handler.json(keys), list[int], Literal["{"]])
        yield Argument("content_type", Literal["application/json"])
    elif handler.reads(*_owners("POST")) or forms_in(view, subject):
        yield Argument("data", _form_data(handler, subject, view), True)
    keys = handler.keys_on(*_owners("headers"))
    keys += [key[5:].replace("_", "-") for key in handler.keys_on(*_owners("META")) if "HTTP_" in key]
    cookies = handler.keys_on(*_owners("COOKIES"))
    headers = handler.headers(keys, cookies)
    if headers is not None:
        yield keyword("headers", headers)


def _form_data(handler: Handler, subject: Subject, view: Any) -> Any:
    """Return the type of posted data: by the view's forms, or by the keys that it looks up."""
    forms = forms_in(view, subject)
    keys = handler.keys_on(*_owners("POST"))
    looked_up = handler.texts(keys or ["key"])
    if not forms:
        return looked_up
    filled = [data_of(one, subject) for one in forms]
    return Union[tuple([*filled, looked_up] if keys else filled)]


def _taking_request(subject: Subject) -> Iterator[Any]:
    """Yield the subject's functions and methods with a request as parameter that no pattern names."""
    routed = {id(one) for route in _routes(subject) for one in route.methods.values()}
    for thing in list(subject.names.values()):
        members = list(vars(thing).values()) if is_class(thing) else [thing]
        for one in members:
            function = innermost(one)
            if not inspect.isfunction(function) or function.__module__ != subject.name:
                continue
            if "request" in inspect.signature(function).parameters and id(function) not in routed:
                yield one


def _functions(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    if not django_project.is_set_up():
        return {}
    return {id(one): ((Argument("request", _REQUEST),), "") for one in _taking_request(subject)}


def _is_content_alone(response: Any) -> bool:
    """Whether the content is shown neither as JSON nor by a template, and the status is a success."""
    kind = response.headers.get("Content-Type", "")
    return "json" not in kind and response.status_code < 300 and not getattr(response, "templates", None)


_ANSWER = Shown(
    {
        "status_code": lambda one: one.status_code,
        "json()": lambda one: one.json(),
        "content": where(_is_content_alone, lambda one: one.content),
        "url": lambda one: one.url,
        # Templates of error pages have no name.
        "templates[0].name": where(lambda one: one.templates[0].name, lambda one: one.templates[0].name),
    },
    says_all=True,
)
FRAMEWORK = Framework(
    package="django.test.client",
    makers=_makers,
    calls=_calls,
    run=lambda subject: [route.view for route in _routes(subject)],
    functions=_functions,
    definitions=_definitions,
    shown={
        "django.http:HttpResponseBase": _ANSWER,
        "django.http.response:HttpResponseBase": _ANSWER,
        _CLIENT: Shown(says_all=True),
    },
)
