"""Web frameworks: applications that a subject has or makes, paths of their routes, and what tests send to
handlers, by what the source of these reads.
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
    """An object by which applications are made: one itself, a factory, or a router, for which a new one is
    made."""

    kind: str = ""  # "application", "factory" or "router"; empty: there is none
    module: str = ""
    name: str = ""
    thing: Any = None

    def passed_to(self, client: str) -> dict[str, Maker]:
        """Returns the maker of a client that takes the application, by the name of its class."""
        if self.kind != "application":
            return {}
        return {client: Maker((Argument("app", Named(self.name, self.thing)),))}


@dataclass(frozen=True)
class Route:
    """A route that leads to functions of the subject."""

    parts: Sequence[Any]  # of its path, as `paths_of` takes them
    methods: Mapping[str, Any]  # by HTTP method, the function that handles it
    view: Any = None  # what the framework has for it

    def calls(
        self,
        client: str,
        parameter: str,
        response: str,
        sent: Callable[[str, Any], Iterable[Argument]],
    ) -> Iterator[Call]:
        """Yields the calls of the client's methods, whose first `parameter` is the path; `sent` gives
        the arguments after it, for an HTTP method and a function."""
        for method, function in self.methods.items():
            arguments = (Argument(parameter, paths_of(self.parts)), *sent(method, function))
            yield Call(client, method.lower(), arguments, response, function)


def parts_of(
    path: str, texts: Callable[[str], Any], names: str = r"{(\w+)[^}]*}"
) -> Iterator[Any]:
    """Yields the parts of "/items/{item:int}": strings, and for a name the strings that stand for it.
    `names` is the pattern of a name."""
    for place, part in enumerate(re.split(names, path)):
        if place % 2:
            yield texts(part)
        elif part:
            yield part


@dataclass(frozen=True)
class Reading:
    """Attributes of requests that handlers read, and other objects in which they look up keys."""

    request: str  # as "flask.request"
    query: tuple[str, ...]
    query_keyword: str  # of the client
    json: tuple[str, ...]
    form: tuple[str, ...]
    others: tuple[str, ...]  # attributes that hold no JSON
    elsewhere: tuple[str, ...] = ()  # not of the request
    form_is_named: bool = True  # else keys are looked up in what a call returned

    def sent(self, method: str, handler: Handler) -> Iterator[Argument]:
        """Yields the arguments of the client after the path."""
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
        """Returns the type of the headers that a handler looks up, cookies among them; None: none."""
        keys, cookies = (handler.keys_on(*self._dotted((one,))) for one in ("headers", "cookies"))
        if handler.reads(*self._dotted(("authorization",))):
            keys.append("Authorization")
        return handler.headers(keys, cookies)

    def _dotted(self, attributes: tuple[str, ...]) -> list[str]:
        return [f"{self.request}.{one}" for one in attributes]
