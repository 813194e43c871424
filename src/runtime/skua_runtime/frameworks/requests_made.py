"""Requests to a handler: paths of its route, and keys that its source looks up in queries, forms,
headers, cookies, sessions and JSON.
"""

from __future__ import annotations

import ast
import itertools
from typing import Any, Iterable, Iterator, Literal, Optional, Sequence, TypedDict, Union

from skua_runtime.frameworks.framework import Subject
from skua_runtime.frameworks.views import source_of
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.source.syntax import FUNCTIONS
from skua_runtime.texts.json_documents import compared_values, looked_up_keys, lookups

_MOST_PATHS = 12
_MOST_KEYS = 8
_MOST_TEXTS = 6
_MOST_HELPERS = 8
_LONGEST_TEXT = 40
JSON = Union[str, int, float, bool, None, list[str]]
_USUAL_TEXTS = ("1", "0", "-1", "text", "")


def paths_of(parts: Sequence[Any]) -> Any:
    """Return a Literal of paths; a part is a string, or several strings to choose from."""
    choices = [[part] if isinstance(part, str) else list(part) for part in parts]
    paths = ("".join(chosen) for chosen in itertools.product(*choices))
    return Literal[tuple(dict.fromkeys(itertools.islice(paths, _MOST_PATHS)))]


def known_texts(subject: Subject) -> list[str]:
    """Return strings in the module's variables: constants, keys, and items of collections."""
    found: list[str] = []
    for name, thing in list(subject.names.items()):
        if not name.startswith("__"):
            found += _texts_in(thing)
    return [one for one in dict.fromkeys(found) if 0 < len(one) <= _LONGEST_TEXT]


def _texts_in(thing: Any) -> list[str]:
    kind = type(thing)
    if kind is str:
        return [thing]
    if kind not in (dict, list, set, tuple, frozenset):
        return []
    texts = [one for one in itertools.islice(thing, _MOST_TEXTS) if type(one) is str]
    values = list(itertools.islice(thing.values(), _MOST_TEXTS)) if kind is dict else []
    return [*texts, *(one for one in values if type(one) is str)]


def texts_in_path(subject: Subject) -> list[str]:
    """Return strings for a variable part of a path."""
    usual = [*known_texts(subject)[:4], *subject.hints.values]
    return [text for text in dict.fromkeys(usual) if text and "/" not in text and "?" not in text]


def is_of_authorization(key: str) -> bool:
    """Whether the header has credentials."""
    return key.lower() in ("authorization", "proxy-authorization")


def authorizations(subject: Subject) -> list[str]:
    """Return values of the header Authorization."""
    tokens = [*known_texts(subject)[:4], "token"]
    return [*(f"Bearer {token}" for token in tokens), "Basic YTpi", tokens[0]]


class Handler:
    """Names and keys in the source of a handler and of the module's functions that it calls."""

    def __init__(
        self,
        function: Any,
        subject: Subject,
        parameters: Sequence[str] = (),
        tree: Optional[ast.AST] = None,
    ) -> None:
        """`parameters` are names of objects whose attributes are found. `tree` replaces the source."""
        self._subject = subject
        self._names = SourceNames(subject.tree, parameters)
        self._trees = [tree or _undecorated(source_of(function))]
        functions = {node.name: node for node in subject.tree.body if isinstance(node, FUNCTIONS)}
        called = [
            functions[node.id]
            for node in walk(self._trees[0])
            if isinstance(node, ast.Name) and node.id in functions
        ]
        self._trees += [_undecorated(one) for one in dict.fromkeys(called)][:_MOST_HELPERS]
        self._compared: dict[str, list[Any]] = {}
        for tree in self._trees:
            self._compared.update(compared_values(tree, self._names))

    def reads(self, *dotted: str) -> bool:
        """Whether one of the names, such as "flask.request.args", is read."""
        return any(self._dotted(node) in dotted for node in self._nodes())

    def keys_on(self, *dotted: str) -> list[str]:
        """Return the keys that are looked up in one of these objects."""
        found = itertools.chain(*(lookups(tree, self._names) for tree in self._trees))
        return _first(key for key, owner in found if owner in dotted)

    def keys_beside(self, *dotted: str) -> list[str]:
        """Return the keys that are looked up in other objects than these."""
        taken = set(self.keys_on(*dotted))
        keys = itertools.chain(*(looked_up_keys(tree, self._names) for tree in self._trees))
        asked = (
            self._names.text(node.left)
            for node in self._nodes()
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn))
        )
        return _first(key for key in itertools.chain(keys, asked) if key and key not in taken)

    def texts(self, keys: Sequence[str]) -> Any:
        """Return the type of a query, form, headers or cookies: strings by these keys."""
        types = {key: Union[Literal[tuple(self._texts_for(key))], str] for key in keys}
        return TypedDict("query", types, total=False)  # type: ignore[operator]

    def cookies(self, keys: Sequence[str]) -> Any:
        """Return the type of the header Cookie with one of the keys."""
        pairs = (f"{key}={text}" for key in keys for text in self._texts_for(key))
        fitting = [pair for pair in pairs if pair.isprintable() and not set(pair) & set(" ;,")]
        return Literal[tuple(dict.fromkeys(fitting or ["key=1"]))]

    def headers(self, keys: Sequence[str], cookies: Sequence[str]) -> Any:
        """Return the type of headers with these keys and cookies; None for none."""
        types = dict(self.texts(keys).__annotations__)
        if cookies:
            types["Cookie"] = self.cookies(cookies)
        return TypedDict("headers", types, total=False) if types else None  # type: ignore[operator]

    def json(self, keys: Sequence[str]) -> Any:
        """Return the type of the JSON for a handler: an object with these keys, or any."""
        if not keys:
            return Union[dict[str, JSON], list[JSON], str]
        types = {key: self._json_for(key) for key in keys}
        return TypedDict("body", types, total=False)  # type: ignore[operator]

    def _json_for(self, key: str) -> Any:
        compared = self._compared.get(key, [])[:_MOST_TEXTS]
        likely = compared or known_texts(self._subject)[:_MOST_TEXTS]
        return Union[Literal[tuple(likely)], JSON] if likely else JSON

    def _texts_for(self, key: str) -> list[str]:
        if is_of_authorization(key):
            return authorizations(self._subject)
        compared = [str(one) for one in self._compared.get(key, [])][:_MOST_TEXTS]
        known = [] if compared else known_texts(self._subject)[:_MOST_TEXTS]
        return list(dict.fromkeys([*compared, *known, *_USUAL_TEXTS]))

    def _nodes(self) -> Iterator[ast.AST]:
        return itertools.chain(*map(walk, self._trees))

    def _dotted(self, node: ast.AST) -> str:
        return self._names.dotted(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""


def _first(keys: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(keys))[:_MOST_KEYS]


def _undecorated(tree: ast.AST) -> ast.AST:
    for node in walk(tree):
        if isinstance(node, FUNCTIONS):
            node.decorator_list = []  # `@app.get("/items")` would count as a lookup
    return tree
