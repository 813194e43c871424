"""Clients of servers that are not there: objects whose methods answer what the test says.

A class that tests define derives from the client's, connects to nothing, and has the answers of the
methods that the subject calls.
"""

from __future__ import annotations

import ast
import json
import sys
from typing import Any, Iterator, Literal, Optional, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.frameworks.hints import mentions
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.texts.json_documents import json_documents

_MOST_METHODS = 8
_MOST_DOCUMENTS = 8
# Methods that are rather those of lists and texts.
_OF_PLAIN_DATA = {"append", "copy", "format", "join", "sort", "split", "strip"}
_TEXT = '''class {name}Double({name}):
    """Answers in place of a server, as the keywords say; exceptions are raised."""

    def __init__(self, **answers):
        for method in {methods}:
            setattr(self, method, self.answering(answers.get(method)))

    def answering(self, answer):
        def method(*args, **kwargs):
            if isinstance(answer, Exception):
                raise answer
            return answer

        return method
'''


def _driver(package: str, name: str, errors: str) -> Framework:
    """`name` is a class of the package, `errors` its module of exceptions."""

    def definitions(subject: Subject) -> dict[str, Definition]:
        cls = getattr(sys.modules[package], name)
        methods = list(_methods_used(cls, subject.tree))[:_MOST_METHODS]
        if not methods:
            return {}
        answer = _answer(subject, sys.modules[errors])
        arguments = tuple(Argument(one, answer, True, "keyword_only") for one in methods)
        text = _TEXT.format(name=name, methods=json.dumps(methods))
        definition = Definition(f"{name}Double", text, [f"{package}:{name}"], arguments)
        return {f"{cls.__module__}:{cls.__qualname__}": definition}

    return Framework(package=package, definitions=definitions)


def _methods_used(cls: Any, tree: ast.Module) -> Iterator[str]:
    called = (node.func for node in walk(tree) if isinstance(node, ast.Call))
    names = dict.fromkeys(one.attr for one in called if isinstance(one, ast.Attribute))
    yield from (
        name for name in names if callable(getattr(cls, name, None)) and name not in _OF_PLAIN_DATA
    )


def _answer(subject: Subject, errors: Any) -> Any:
    documents = json_documents(subject.tree, SourceNames(subject.tree))[:_MOST_DOCUMENTS]
    raised = [
        cls
        for name, cls in vars(errors).items()
        if isinstance(cls, type) and issubclass(cls, Exception) and mentions(subject.tree, name)
    ]
    plain: Any = Union[Literal[tuple([*documents, b"text", ""])], int, bool, Optional[list[str]]]
    return Union[(plain, *raised)]


FRAMEWORKS = (
    _driver("redis", "Redis", "redis.exceptions"),
    _driver("pymongo.collection", "Collection", "pymongo.errors"),
    _driver("psycopg", "Cursor", "psycopg.errors"),
)
