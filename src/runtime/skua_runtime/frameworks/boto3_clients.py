"""boto3: clients whose methods answer what the test says, in place of a service.

Methods of clients are known by how they are called: with keywords alone, which begin with capitals.
"""

from __future__ import annotations

import ast
import sys
from typing import Any, Iterator, Literal, TypedDict

from skua_runtime.frameworks.drivers import answer_of, double_of
from skua_runtime.frameworks.framework import (
    Argument,
    Definition,
    Framework,
    Maker,
    Subject,
    positional,
)
from skua_runtime.source.keyed_reads import find_answer_reads
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.texts.json_documents import json_documents

_CLIENT = "botocore.client:BaseClient"
_ERROR = "botocore.exceptions:ClientError"
_CODES = ("NoSuchKey", "AccessDenied", "ThrottlingException")
_MOST_METHODS = 8
_MOST_DOCUMENTS = 8


def _methods(subject: Subject) -> list[str]:
    found = (
        call.func.attr
        for call in calls(subject.tree)
        if isinstance(call.func, ast.Attribute) and not call.args and _is_of_service(call)
    )
    return list(dict.fromkeys(found))[:_MOST_METHODS]


def _is_of_service(call: ast.Call) -> bool:
    names = [one.arg for one in call.keywords if one.arg is not None]
    is_method = getattr(call.func, "attr", "").islower()
    unpacked = len(call.keywords) > len(names)
    return is_method and all(one[0].isupper() for one in names) and (bool(names) or unpacked)


def _definitions(subject: Subject) -> dict[str, Definition]:
    methods = _methods(subject)
    if not methods:
        return {}
    reads = find_answer_reads(subject.tree)
    raised: list[Any] = [sys.modules["botocore.exceptions"].ClientError]
    arguments = tuple(
        Argument(one, answer_of(reads.get(one), raised), True, "keyword_only") for one in methods
    )
    return {_CLIENT: double_of("Client", "", methods, arguments)}


def _makers(subject: Subject) -> dict[str, Maker]:
    documents = json_documents(subject.tree, SourceNames(subject.tree))[:_MOST_DOCUMENTS]
    contents: Any = Literal[tuple(one.encode() for one in documents)]
    known = [text for text in subject.hints.compared if text[:1].isupper()]
    code: Any = Literal[tuple(dict.fromkeys([*known[:4], *_CODES]))]
    error = TypedDict("error", {"Code": code})
    response = TypedDict("response", {"Error": error})
    return {
        _ERROR: Maker((positional("error_response", response), positional("operation", Literal["Get"]))),
        "io:BytesIO": Maker((positional("initial_bytes", contents),)),
    }


def _functions(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    """Parameters on which methods of clients are called, or that methods keep for that."""
    used = set(_names_of_clients(subject.tree))
    found: dict[int, tuple[tuple[Argument, ...], str]] = {}
    for function in _functions_of(subject):
        code = function.__code__
        taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = tuple(Argument(name, _CLIENT) for name in taken if name in used)
        if arguments:
            found[id(function)] = (arguments, "")
    return found


def _names_of_clients(tree: ast.Module) -> Iterator[str]:
    for call in calls(tree):
        if isinstance(call.func, ast.Attribute) and not call.args and _is_of_service(call):
            owner = call.func.value
            yield owner.attr.lstrip("_") if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")


def _functions_of(subject: Subject) -> Iterator[Any]:
    for node in walk(subject.tree):
        if isinstance(node, ast.ClassDef):
            cls = subject.names.get(node.name)
            yield from (one for one in vars(cls).values() if hasattr(one, "__code__")) if cls else ()
        elif isinstance(node, ast.FunctionDef):
            function = subject.names.get(node.name)
            if hasattr(function, "__code__"):
                yield function


FRAMEWORK = Framework(
    package="boto3",
    makers=_makers,
    definitions=_definitions,
    functions=_functions,
    given=lambda subject: {"boto3.client": _CLIENT} if _methods(subject) else {},
)
