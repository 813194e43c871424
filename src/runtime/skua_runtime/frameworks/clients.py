"""Clients of servers: doubles whose methods return the answers of a test, and replacements of functions
that make clients.

For MongoDB and boto3, tests define a class with the methods that the subject calls. A method of boto3's
clients is recognised by calls with only keywords that begin with capitals.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from typing import Any, Iterator, Literal, Optional, TypedDict, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Maker, Subject, positional
from skua_runtime.frameworks.hints import mentions
from skua_runtime.source.keyed_reads import Lookups, find_answer_reads
from skua_runtime.source.nodes import walk
from skua_runtime.source.parameter_facts import last_name
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.source.syntax import functions_in
from skua_runtime.texts.json_documents import json_documents
from skua_runtime.world.names import type_name

_CLIENT = "botocore.client:BaseClient"
_CODES = ("NoSuchKey", "AccessDenied", "ThrottlingException")
_MOST_METHODS = 8
_MOST_DOCUMENTS = 8
_DEEPEST = 4
_LONGEST_LIST = 60  # characters of a line of the test
# Methods that probably are those of lists and strings.
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


def _double(name: str, base: str, answers: dict[str, Any]) -> Definition:
    """Return a class whose methods return answers of these types; `base` is "module:name" or ""."""
    quoted = [json.dumps(one) for one in answers]
    listed = ", ".join(quoted)
    if len(listed) > _LONGEST_LIST:
        listed = "".join(f"\n            {one}," for one in quoted) + "\n        "
    text = _TEXT.format(name=name, base=base and f"({name})", methods=listed)
    arguments = tuple(Argument(one, kind, True, "keyword_only") for one, kind in answers.items())
    return Definition(f"{name}Double", text, [base] if base else [], arguments)


def _raised(subject: Subject, module: str) -> list[Any]:
    """Return the exceptions of a module that the source names."""
    return [
        cls
        for name, cls in list(vars(sys.modules[module]).items())
        if isinstance(cls, type) and issubclass(cls, Exception) and mentions(subject.tree, name)
    ]


def _collections(subject: Subject) -> dict[str, Definition]:
    """Return the double of a collection of MongoDB."""
    cls = sys.modules["pymongo.collection"].Collection
    nodes = (node for node in walk(subject.tree) if isinstance(node, ast.Call))
    called = dict.fromkeys(getattr(node.func, "attr", "") for node in nodes)
    methods = [one for one in called if callable(getattr(cls, one, None)) and one not in _OF_PLAIN_DATA]
    documents = json_documents(subject.tree, SourceNames(subject.tree))[:_MOST_DOCUMENTS]
    plain: Any = Union[Literal[tuple([*documents, b"text", ""])], int, bool, Optional[list[str]]]
    answer: Any = Union[(plain, *_raised(subject, "pymongo.errors"))]
    answers = dict.fromkeys(methods[:_MOST_METHODS], answer)
    double = _double("Collection", "pymongo.collection:Collection", answers)
    return {type_name(cls): double} if answers else {}


def _buckets(subject: Subject) -> dict[str, Definition]:
    """Return the double of a client of boto3."""
    reads = find_answer_reads(subject.tree)
    raised: list[Any] = [sys.modules["botocore.exceptions"].ClientError]
    answers: dict[str, Any] = {
        one: Union[(_shape(reads.get(one, Lookups())), *raised)] for one in _methods(subject)
    }
    return {_CLIENT: _double("Client", "", answers)} if answers else {}


def _methods(subject: Subject) -> list[str]:
    return list(dict.fromkeys(one.attr for one in _called(subject)))[:_MOST_METHODS]


def _called(subject: Subject) -> Iterator[ast.Attribute]:
    """Yield the methods of boto3's clients that are called."""
    for call in calls(subject.tree):
        names = [one.arg for one in call.keywords if one.arg is not None]
        are_capitals = bool(call.keywords) and all(one[0].isupper() for one in names)
        if isinstance(call.func, ast.Attribute) and call.func.attr.islower():
            if are_capitals and not call.args:
                yield call.func


def _functions(subject: Subject) -> dict[int, tuple[tuple[Argument, ...], str]]:
    """Return parameters on which methods of boto3's clients are called, directly or in an attribute.
    """
    used = {last_name(one.value).lstrip("_") for one in _called(subject)}
    found: dict[int, tuple[tuple[Argument, ...], str]] = {}
    for name, node in functions_in(subject.tree):
        owner, _, own_name = name.rpartition(".")
        holder = vars(subject.names.get(owner, object)) if owner else subject.names
        taken = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        arguments = tuple(Argument(one.arg, _CLIENT) for one in taken if one.arg in used)
        if arguments:
            found[id(holder.get(own_name))] = (arguments, "")
    return found


def _shape(lookups: Lookups, depth: int = 0) -> Any:
    """Return the type of an answer with these lookups."""
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


def _errors(subject: Subject) -> dict[str, Maker]:
    """Return the makers of boto3's exception and of the body of an answer."""
    documents = json_documents(subject.tree, SourceNames(subject.tree))[:_MOST_DOCUMENTS]
    contents: Any = Literal[tuple(one.encode() for one in documents)]
    known = [text for text in subject.hints.compared if text[:1].isupper()]
    code: Any = Literal[tuple(dict.fromkeys([*known[:4], *_CODES]))]
    error = TypedDict("error", {"Code": code})
    response = TypedDict("response", {"Error": error})
    return {
        "botocore.exceptions:ClientError": Maker(
            (positional("error_response", response), positional("operation", Literal["Get"]))
        ),
        "io:BytesIO": Maker((positional("initial_bytes", contents),)),
    }


def _database(package: str) -> Framework:
    """Return the framework of a driver of the DB-API (PEP 249)."""
    return Framework(
        package=package,
        given=lambda subject: {f"{package}.connect": Union[(Any, *_raised(subject, package))]},
    )


FRAMEWORKS = (
    Framework(package="pymongo.collection", definitions=_collections),
    *map(_database, ("psycopg", "psycopg2", "pymysql")),
    Framework(
        package="boto3",
        makers=_errors,
        definitions=_buckets,
        functions=_functions,
        given=lambda subject: {"boto3.client": _CLIENT} if _methods(subject) else {},
    ),
)
