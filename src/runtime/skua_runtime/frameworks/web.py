"""Web frameworks: applications of a subject, paths of their routes, and arguments of requests, by the
attributes of requests that the source of handlers reads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence

from skua_runtime.frameworks.framework import Argument, Call, Maker, Named, keyword
from skua_runtime.frameworks.requests_made import Handler, paths_of

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
DEEPEST = 4  # routers within each other


@dataclass(frozen=True)
class Application:
    """Application, factory of applications, or router, which tests include in a new application."""

    kind: str = ""  # "application", "factory" or "router"; "" for none
    module: str = ""
    name: str = ""
    thing: Any = None

    def passed_to(self, client: str) -> dict[str, Maker]:
        """Return the maker of a client that takes the application, by the name of the client's class."""
        if self.kind != "application":
            return {}
        return {client: Maker((Argument("app", Named(self.name, self.thing)),))}


@dataclass(frozen=True)
class Route:
    """Route that leads to functions of the subject."""

    parts: Sequence[Any]  # of its path, as `paths_of` takes them
    methods: Mapping[str, Any]  # by HTTP method, the function that handles it
    view: Any = None  # the framework's object for the route

    def calls(
        self,
        client: str,
        parameter: str,
        response: str,
        sent: Callable[[str, Any], Iterable[Argument]],
    ) -> Iterator[Call]:
        """Yield calls of the client's methods.

        The argument for `parameter`, the first one, is the path. `sent` returns the arguments after
        it for an HTTP method and a function.
        """
        for method, function in self.methods.items():
            arguments = (Argument(parameter, paths_of(self.parts)), *sent(method, function))
            yield Call(client, method.lower(), arguments, response, function)


def parts_of(
    path: str, texts: Callable[[str], Any], names: str = r"{(\w+)[^}]*}"
) -> Iterator[Any]:
    """Yield the parts of a path such as "/items/{item:int}": strings, and `texts(name)` for a name.

    `names` is the pattern of a name.
    """
    for place, part in enumerate(re.split(names, path)):
        if place % 2:
            yield texts(part)
        elif part:
            yield part


@dataclass(frozen=True)
class Reading:
    """Attributes of a framework's requests, by the argument of the client that sets them."""

    request: str  # as "flask.request"
    query: tuple[str, ...]
    query_keyword: str  # of the client
    json: tuple[str, ...]
    form: tuple[str, ...]
    others: tuple[str, ...]  # attributes without JSON
    elsewhere: tuple[str, ...] = ()  # dotted names of other objects without JSON
    form_is_named: bool = True  # False if the form is the result of a call

    def sent(self, method: str, handler: Handler) -> Iterator[Argument]:
        """Yield the arguments of the client after the path."""
        if handler.reads(*self._dotted(self.query)):
            keys = handler.keys_on(*self._dotted(self.query))
            yield keyword(self.query_keyword, handler.texts(keys or ["key"]))
        if method != "GET" and handler.reads(*self._dotted(self.json)):
            keys = handler.keys_beside(*self._dotted(self.others), *self.elsewhere)
            yield keyword("json", handler.json(keys))
        if method != "GET" and handler.reads(*self._dotted(self.form)):
            keys = handler.keys_on(*self._dotted(self.form))
            if not self.form_is_named:
                keys = handler.keys_beside(*self._dotted(("headers",)))
            yield keyword("data", handler.texts(keys or ["key"]))
        headers = self.headers(handler)
        if headers is not None:
            yield keyword("headers", headers)

    def headers(self, handler: Handler) -> Optional[Any]:
        """Return the type of the headers and cookies that a handler looks up; None for none."""
        keys, cookies = (handler.keys_on(*self._dotted((one,))) for one in ("headers", "cookies"))
        if handler.reads(*self._dotted(("authorization",))):
            keys.append("Authorization")
        return handler.headers(keys, cookies)

    def _dotted(self, attributes: tuple[str, ...]) -> list[str]:
        return [f"{self.request}.{one}" for one in attributes]
