"""Records in which each file of this folder describes its framework.

Nothing here imports a framework: modules that the subject imported are looked up in `sys.modules`.
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
    """Annotation of a str that names a file or folder which the test made."""


class Line:
    """Origin of the annotations that `line` returns."""


def line(first: Iterable[Any], others: Any) -> Any:
    """Return the annotation of a list of words; the `first` ones have types of their own."""
    return GenericAlias(Line, (others, *first))


@dataclass(frozen=True)
class Named:
    """Object of the subject's module that a test passes by its name."""

    name: str
    thing: Any


@dataclass(frozen=True)
class Argument:
    """Argument of a call.

    `annotation` may also be "module:Class" for a module that may not be loaded, or Named for that
    object itself.
    """

    name: str
    annotation: Any
    has_default: bool = False
    kind: str = "positional_or_keyword"


@dataclass(frozen=True)
class Maker:
    """Way to make an instance.

    `function` is a qualified name in `module`, or in the class's module; None calls the class.
    """

    arguments: tuple[Argument, ...]
    function: Optional[str] = None
    module: Optional[str] = None
    # whether it also takes keywords for attributes that the subject reads from variables
    takes_attributes: bool = False
    beside: bool = False  # whether the class's own constructor makes instances, too
    acts: bool = False  # whether tests call it also where they need no instance


def annotation_of(argument: Argument) -> Any:
    """Return the annotation; Any for a class that is not loaded."""
    if not isinstance(argument.annotation, str):
        return argument.annotation
    module, _, name = argument.annotation.partition(":")
    return getattr(sys.modules.get(module), name, Any)


def positional(name: str, annotation: Any, has_default: bool = False) -> Argument:
    """Return an argument without a name in the call."""
    return Argument(name, annotation, has_default, "positional_only")


def keyword(name: str, annotation: Any) -> Argument:
    """Return a keyword that a call may leave out."""
    return Argument(name, annotation, True, "keyword_only")


def needed_first(arguments: Iterable[Argument]) -> tuple[Argument, ...]:
    """Return the arguments, required ones first."""
    return tuple(sorted(arguments, key=lambda one: one.has_default))


@dataclass(frozen=True)
class Subject:
    """Module under test."""

    name: str
    names: Mapping[str, Any]  # its namespace
    hints: Hints
    tree: ast.Module
    _found: dict[str, Any] = field(default_factory=dict)

    def once(self, key: str, find: Callable[[Subject], Any]) -> Any:
        """Return the result of `find` for the subject; call it only once for each key."""
        if key not in self._found:
            self._found[key] = find(self)
        return self._found[key]


@dataclass(frozen=True)
class Call:
    """Call of a framework's method that runs a function of the subject.

    Tests then do not call the function itself.
    """

    owner: str  # "module:Class", whose instances a maker makes
    method: str
    arguments: tuple[Argument, ...]
    result: str  # "module:Class"
    function: Any  # None: the call makes the instances of `result` that other calls need


@dataclass(frozen=True)
class Definition:
    """Class that files of tests define in place of one of the framework's."""

    name: str
    text: str
    imports: list[str]  # "module:name" for each name in the text
    arguments: tuple[Argument, ...]  # of its constructor


@dataclass(frozen=True)
class Answering:
    """Statement of a test that sets the answers to its requests.

    `function` takes answers (status, text) or (status, text, headers) and classes of exceptions. The
    engine knows it by its name.
    """

    function: Callable[..., None]
    exceptions: tuple[str, ...]  # "module:Class"
    used_by: str = ""  # name that the source must mention; "" for none


@dataclass(frozen=True)
class Framework:
    """Facts that one framework adds to a subject that imports it."""

    package: str  # module whose presence in `sys.modules` activates the framework
    # By "module:Class": one or several ways to make instances.
    makers: Callable[[Subject], Mapping[str, Union[Maker, list[Maker]]]] = lambda subject: {}
    calls: Callable[[Subject], Iterable[Call]] = lambda subject: ()
    # More functions of the subject that work only if the framework runs them.
    run: Callable[[Subject], Iterable[Any]] = lambda subject: ()
    # By id of a function or method of the subject: arguments, and the "module:Class" of its result, that
    # its signature does not show; "" if the signature shows the result.
    functions: Callable[[Subject], Mapping[int, tuple[tuple[Argument, ...], str]]] = lambda subject: {}
    answers: Optional[Answering] = None
    # Makes the framework do its lazy imports now: each test would spend that time again, and the
    # imports would fail in an observing process that claims another version of Python.
    prepare: Callable[[Subject], None] = lambda subject: None
    # By id of a class of the subject: arguments of its constructor that the signature does not show.
    fields: Callable[[Subject], Mapping[int, tuple[Argument, ...]]] = lambda subject: {}
    # By "module:Class".
    definitions: Callable[[Subject], Mapping[str, Definition]] = lambda subject: {}
    # By dotted name of a function: type of the results, or exceptions, of its replacement in tests.
    given: Callable[[Subject], Mapping[str, Any]] = lambda subject: {}
    # By names of an application and of a function that it depends on: type of the replacement that a
    # test sets for the function's result.
    overridden: Callable[[Subject], Mapping[tuple[str, str], Any]] = lambda subject: {}
    shown: Mapping[str, Shown] = field(default_factory=dict)  # by "module:Class"

    @property
    def is_present(self) -> bool:
        """Whether the subject, or a module that it imports, has imported the framework."""
        return self.package in sys.modules
