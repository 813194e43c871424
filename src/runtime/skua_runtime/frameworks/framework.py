"""The form in which a file of this folder says what it knows of its framework.

Nothing here imports a framework: what the subject imported is looked up among the loaded modules.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from types import GenericAlias
from typing import Any, Callable, Iterable, Mapping, Optional, Union

from skua_runtime.frameworks.hints import Hints
from skua_runtime.world.shown import Shown


class PathText:
    """As an annotation: a str that names a file or folder which the test made."""


class Line:
    """The origin of what `line` returns."""


def line(first: Iterable[Any], others: Any) -> Any:
    """As an annotation: a list of words, of which the first ones have types of their own."""
    return GenericAlias(Line, (others, *first))


@dataclass(frozen=True)
class Named:
    """An object of the subject's module that a test passes by its name."""

    name: str
    thing: Any


@dataclass(frozen=True)
class Argument:
    """An argument. `annotation` may also be "module:Class" for a module that need not be loaded, or
    Named for that very object."""

    name: str
    annotation: Any
    has_default: bool = False
    kind: str = "positional_or_keyword"


@dataclass(frozen=True)
class Maker:
    """A way to make an instance. `function` is a qualified name in `module`, or in the class's
    module, when it is not the class that is called."""

    arguments: tuple[Argument, ...]
    function: Optional[str] = None
    module: Optional[str] = None
    # also takes keywords: the attributes that the subject reads from its variables
    takes_attributes: bool = False
    beside: bool = False  # the class's own constructor makes instances, too
    acts: bool = False  # it does more: tests call it also where they need no instance


def annotation_of(argument: Argument) -> Any:
    if not isinstance(argument.annotation, str):
        return argument.annotation
    module, _, name = argument.annotation.partition(":")
    return getattr(sys.modules.get(module), name, Any)


def positional(name: str, annotation: Any, has_default: bool = False) -> Argument:
    return Argument(name, annotation, has_default, "positional_only")


def keyword(name: str, annotation: Any) -> Argument:
    """An argument that a call may leave out."""
    return Argument(name, annotation, True, "keyword_only")


def needed_first(arguments: Iterable[Argument]) -> tuple[Argument, ...]:
    """Returns the arguments with those first that a call must have."""
    return tuple(sorted(arguments, key=lambda one: one.has_default))


@dataclass(frozen=True)
class Subject:
    """The module under test."""

    name: str
    names: Mapping[str, Any]  # its namespace
    hints: Hints
    tree: ast.Module
    _found: dict[str, Any] = field(default_factory=dict)

    def once(self, key: str, find: Callable[[Subject], Any]) -> Any:
        """What `find` finds in the subject, which it looks for once."""
        if key not in self._found:
            self._found[key] = find(self)
        return self._found[key]


@dataclass(frozen=True)
class Call:
    """A call of a method of the framework that runs a function of the subject, which tests then do
    not call by itself."""

    owner: str  # "module:Class", whose instances a maker makes
    method: str
    arguments: tuple[Argument, ...]
    result: str  # "module:Class"
    function: Any  # None: the call makes an instance of `result` for others, from which alone they come


@dataclass(frozen=True)
class Definition:
    """A class that files of tests define, to make instances of one of the framework's."""

    name: str
    text: str
    imports: list[str]  # "module:name" of what the text uses
    arguments: tuple[Argument, ...]  # of its constructor


@dataclass(frozen=True)
class Answering:
    """A statement of a test that lets the other side of a network answer: `function` takes answers
    (status, text), (status, text, headers) and classes of exceptions, and is known to the engine by
    its name."""

    function: Callable[..., None]
    exceptions: tuple[str, ...]  # "module:Class"
    used_by: str = ""  # the name that the source mentions where it matters; empty: any


@dataclass(frozen=True)
class Framework:
    package: str  # the module that is loaded where the framework counts
    # By "module:Class": how instances are made, in one way or several.
    makers: Callable[[Subject], Mapping[str, Union[Maker, list[Maker]]]] = lambda subject: {}
    calls: Callable[[Subject], Iterable[Call]] = lambda subject: ()
    # Functions of the subject, beside those of `calls`, that work only where the framework runs them.
    run: Callable[[Subject], Iterable[Any]] = lambda subject: ()
    # By identity of a function or method of the subject, arguments of it and the "module:Class" of
    # its result, where the signature says too little; empty: it says enough of the result.
    functions: Callable[[Subject], Mapping[int, tuple[tuple[Argument, ...], str]]] = lambda subject: {}
    answers: Optional[Answering] = None
    # Lets the framework import and find out now what it would when it is first used: tests would take
    # that time again and again, and not find it in an observing process that claims to be another
    # Python.
    prepare: Callable[[Subject], None] = lambda subject: None
    # By identity of a class of the subject: its constructor's arguments, where the signature says
    # too little.
    fields: Callable[[Subject], Mapping[int, tuple[Argument, ...]]] = lambda subject: {}
    # By "module:Class"
    definitions: Callable[[Subject], Mapping[str, Definition]] = lambda subject: {}
    # By the dotted name of a function, the type of what calls of it return in tests, or raise.
    given: Callable[[Subject], Mapping[str, Any]] = lambda subject: {}
    # By the names of an application and of a function on which it depends, the type of what a test
    # puts in the place of what that returns.
    overridden: Callable[[Subject], Mapping[tuple[str, str], Any]] = lambda subject: {}
    shown: Mapping[str, Shown] = field(default_factory=dict)  # by "module:Class"

    @property
    def is_present(self) -> bool:
        return self.package in sys.modules
