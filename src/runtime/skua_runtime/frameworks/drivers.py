"""Clients of servers that are not there: objects whose methods answer what the test says.

A class that tests define derives from the client's, connects to nothing, and has the answers of the
methods that the subject calls.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from typing import Any, Iterable, Iterator, Literal, Optional, TypedDict, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.frameworks.hints import mentions
from skua_runtime.source.keyed_reads import Lookups
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.texts.json_documents import json_documents
from skua_runtime.world.names import type_name

_MOST_METHODS = 8
_MOST_DOCUMENTS = 8
_DEEPEST = 4
_LONGEST_LIST = 60  # characters of a line of the test
# Methods that are rather those of lists and texts.
_OF_PLAIN_DATA = {"append", "copy", "format", "join", "sort", "split", "strip"}
_TEXT = '''class {name}Double{base}:
    """Answers in place of a server, as the keywords say; exceptions are raised."""

    def __init__(self, **answers):
        for method in [{methods}]:
            setattr(self, method, self.answering(answers.get(method)))

    def answering(self, answer):
        def method(*args, **kwargs):
            if isinstance(answer, Exception):
                raise answer
            return answer

        return method
'''


def double_of(
    name: str, module: str, methods: list[str], arguments: tuple[Argument, ...]
) -> Definition:
    """A class whose methods give the answers of these keywords; it derives from the class of that
    name, unless no module is named."""
    base = f"({name})" if module else ""
    quoted = [json.dumps(one) for one in methods]
    listed = ", ".join(quoted)
    if len(listed) > _LONGEST_LIST:
        listed = "".join(f"\n            {one}," for one in quoted) + "\n        "
    text = _TEXT.format(name=name, base=base, methods=listed)
    imports = [f"{module}:{name}"] if module else []
    return Definition(f"{name}Double", text, imports, arguments)


def answer_of(lookups: Optional[Lookups], raised: Iterable[Any]) -> Any:
    """The type of an answer in which this is looked up, or of an exception in its place."""
    return Union[(_shape(lookups or Lookups(), 0), *raised)]


def _shape(lookups: Lookups, depth: int) -> Any:
    if lookups.is_stream:
        return io.BytesIO
    if lookups.keys and depth < _DEEPEST:
        types = {key: _shape(inner, depth + 1) for key, inner in lookups.keys.items()}
        return TypedDict("answer", types, total=depth > 0 and len(types) < 3)  # type: ignore[operator]
    if lookups.items is not None and depth < _DEEPEST:
        return list[_shape(lookups.items, depth + 1)]  # type: ignore[misc]
    if lookups.values:
        return Union[Literal[tuple(lookups.values)], int]
    return Union[Literal["a", "b", 0, 1, 2, True, False], None]


def _driver(package: str, name: str, errors: str) -> Framework:
    """`name` is a class of the package, `errors` its module of exceptions."""

    def definitions(subject: Subject) -> dict[str, Definition]:
        cls = getattr(sys.modules[package], name)
        methods = list(_methods_used(cls, subject.tree))[:_MOST_METHODS]
        if not methods:
            return {}
        answer = _answer(subject, sys.modules[errors])
        arguments = tuple(Argument(one, answer, True, "keyword_only") for one in methods)
        return {type_name(cls): double_of(name, package, methods, arguments)}

    return Framework(package=package, definitions=definitions)


def _methods_used(cls: Any, tree: ast.Module) -> Iterator[str]:
    called = (node.func for node in walk(tree) if isinstance(node, ast.Call))
    names = dict.fromkeys(one.attr for one in called if isinstance(one, ast.Attribute))
    yield from (
        name for name in names if callable(getattr(cls, name, None)) and name not in _OF_PLAIN_DATA
    )


def _answer(subject: Subject, errors: Any) -> Any:
    documents = json_documents(subject.tree, SourceNames(subject.tree))[:_MOST_DOCUMENTS]
    plain: Any = Union[Literal[tuple([*documents, b"text", ""])], int, bool, Optional[list[str]]]
    return Union[(plain, *raised_of(subject, errors))]


def raised_of(subject: Subject, errors: Any) -> list[Any]:
    """The exceptions of a module that the source names."""
    return [
        cls
        for name, cls in list(vars(errors).items())
        if isinstance(cls, type) and issubclass(cls, Exception) and mentions(subject.tree, name)
    ]


FRAMEWORKS = (
    _driver("redis", "Redis", "redis.exceptions"),
    _driver("pymongo.collection", "Collection", "pymongo.errors"),
)
