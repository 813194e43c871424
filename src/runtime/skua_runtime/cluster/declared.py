"""Writes subclasses as users of a library do, as Python source for tests: with fields that a
metaclass or `__init_subclass__` collects, with members of an empty enum, or with small numbers
instead of large limits."""

from __future__ import annotations

import ast
import enum
import inspect
import itertools
import sys
import types
from typing import AbstractSet, Any, Callable, Iterator, Optional

from skua_runtime.cluster.annotations import own_annotations
from skua_runtime.cluster.concrete import Definition, Given, execute_definition
from skua_runtime.cluster.signatures import signature_of, unwrapped
from skua_runtime.source.handed_on import function_of
from skua_runtime.source.nodes import walk
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class, is_importable

_COLLECTING = ("__prepare__", "__new__", "__init__", "__call__")  # methods of metaclasses
_NAMES = ("first", "second", "third", "fourth")
_MOST_DERIVED = 12  # subclasses of one field class that are tried at most
_MOST_FLIPPED = 2  # options of one field class that are inverted at most
_LARGE = 16  # numbers above this make loops or collections long
_SMALL = 2
_MOST_NUMBERS = 4
_ARGUMENTS = ("", '"text"', "1", "int", "[]", "None")  # values tried for required parameters
_MOST_REQUIRED = 3


Declared = tuple[Definition, type]


def declared_subclass(cls: type, is_project_file: Callable[[Any], bool]) -> Optional[Declared]:
    """A subclass with members or fields, if the class is an empty enum or collects fields."""
    if issubclass(cls, enum.Enum):
        return None if getattr(cls, "__members__") else made(_with_members(cls))
    functions = list(_collectors(cls, is_project_file))
    each = (one for each in _field_classes(cls, functions) for one in _expressions(each))
    fields = list(itertools.islice(each, len(_NAMES)))
    for count in (len(_NAMES), 1):
        found = made(_with_fields(cls, fields[:count])) if fields else None
        if found is not None:
            return found
    return None


def with_small_numbers(cls: type, read: AbstractSet[str]) -> Optional[Declared]:
    """A subclass with small instead of large numbers. `read` are attributes that code reads from
    its own objects."""
    numbers = [
        name
        for name, value in vars(cls).items()
        if type(value) in (int, float) and value > _LARGE and name in read
    ]
    if not numbers or issubclass(cls, (enum.Enum, BaseException)) or inspect.isabstract(cls):
        return None
    if set(numbers) & set(own_annotations(cls)):
        return None  # the number is a parameter of a dataclass's constructor
    name = "Small" + cls.__name__.lstrip("_")
    lines = [f"    {one} = {_SMALL}" for one in numbers[:_MOST_NUMBERS]]
    text = "\n".join([f"class {name}({cls.__qualname__}):", *lines]) + "\n"
    return made(Definition(name, text, [_import_of(cls)], []))


def made(definition: Definition) -> Optional[Declared]:
    """The definition with its class; None if it cannot be executed."""
    try:
        return definition, execute_definition(definition)
    except SUBJECT_EXCEPTIONS:  # the base may have other requirements
        return None


def _name_of(cls: type) -> str:
    return "Declared" + cls.__name__.lstrip("_")


def _import_of(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__.split('.')[0]}"


def _with_members(cls: type) -> Definition:
    values = ("1", "2") if issubclass(cls, (int, enum.Flag)) else ('"first"', '"second"')
    lines = [f"    {name} = {value}" for name, value in zip(("FIRST", "SECOND"), values)]
    text = "\n".join([f"class {_name_of(cls)}({cls.__qualname__}):", *lines]) + "\n"
    return Definition(_name_of(cls), text, [_import_of(cls)], [])


def _with_fields(cls: type, fields: list[tuple[type, str]]) -> Definition:
    named = list(zip(_NAMES, fields))
    lines = [f"    {name} = {text}" for name, (_, text) in named]
    text = "\n".join([f"class {_name_of(cls)}({cls.__qualname__}):", *lines]) + "\n"
    imports = dict.fromkeys([_import_of(cls), *(_import_of(one) for one, _ in fields)])
    signature = signature_of(cls)
    kinds = [] if signature is None else [one.kind for one in signature.parameters.values()]
    takes_any = inspect.Parameter.VAR_KEYWORD in kinds
    given = [Given(name, None, {}, "None") for name, _ in named] if takes_any else []
    return Definition(_name_of(cls), text, list(imports), given)


def _collectors(
    cls: type, is_project_file: Callable[[Any], bool]
) -> Iterator[types.FunctionType]:
    """The project's functions that run when a subclass is made, and functions that they call."""
    stored = [vars(base).get(name) for base in inspect.getmro(type(cls)) for name in _COLLECTING]
    stored += [vars(base).get("__init_subclass__") for base in cls.__mro__]
    for one in map(unwrapped, stored):
        if isinstance(one, types.FunctionType) and is_project_file(one.__code__.co_filename):
            yield one
            for name in one.__code__.co_names:
                found = one.__globals__.get(name, inspect.getattr_static(type(cls), name, None))
                helper = unwrapped(found)
                if isinstance(helper, types.FunctionType):
                    if is_project_file(helper.__code__.co_filename):
                        yield helper


def _field_classes(cls: type, functions: list[types.FunctionType]) -> list[type]:
    """Return the classes that these functions look for, with some subclasses."""
    found = dict.fromkeys(one for function in functions for one in _looked_for(function, cls))
    families = [[one, *_derived(one)] for one in found if not issubclass(one, type)]
    in_turn = [one for row in itertools.zip_longest(*families) for one in row if one is not None]
    own = [one for one in dict.fromkeys(in_turn) if is_importable(one) and one is not cls]
    return [one for one in own if not inspect.isabstract(one)]


def _looked_for(function: types.FunctionType, cls: type) -> Iterator[type]:
    """Yield the classes of `isinstance(value, …)` and `hasattr(value, …)` in a function."""
    node = function_of(function.__code__)
    for call in walk(node) if node is not None else ():
        if isinstance(call, ast.Call) and len(call.args) == 2:
            called = getattr(call.func, "id", "")
            if called == "isinstance":
                yield from _named(call.args[1], function.__globals__)
            elif called == "hasattr":
                yield from _marked(getattr(call.args[1], "value", None), cls)


def _named(node: ast.expr, namespace: dict[str, Any]) -> Iterator[type]:
    for inner in getattr(node, "elts", [node]):
        found: Any = namespace.get(getattr(inner, "id", ""))
        if is_class(found) and found.__module__.partition(".")[0] not in sys.stdlib_module_names:
            yield found


def _marked(mark: object, cls: type) -> Iterator[type]:
    """The classes of the package that have the attribute that marks fields."""
    if not isinstance(mark, str) or mark.startswith("__"):
        return
    package = cls.__module__.partition(".")[0]
    for name in sorted(sys.modules):
        if name == package or name.startswith(package + "."):
            for value in list(vars(sys.modules[name]).values()):
                if is_class(value) and value.__module__ == name and mark in vars(value):
                    yield value


def _derived(cls: type) -> list[type]:
    """The subclasses of a class, nearest first."""
    found: dict[type, None] = {}
    waiting: list[type] = type.__subclasses__(cls)
    while waiting and len(found) < _MOST_DERIVED:
        one = waiting.pop(0)
        found[one] = None
        derived: list[type] = type.__subclasses__(one)
        waiting += [beneath for beneath in derived if beneath not in found]
    return list(found)


def _expressions(cls: type) -> list[tuple[type, str]]:
    """Calls that make instances: with only required arguments, and with inverted options."""
    signature = signature_of(cls)
    if signature is None:
        return []
    parameters = list(signature.parameters.values())
    required = [
        one
        for one in parameters
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    if len(required) > _MOST_REQUIRED:
        return []
    arguments = _working_arguments(cls, required)
    if arguments is None:
        return []
    flipped = [
        f"{one.name}={not one.default}"
        for one in parameters
        if isinstance(one.default, bool) and one.kind is not one.POSITIONAL_ONLY
    ]
    turned = [[*arguments, one] for one in flipped[:_MOST_FLIPPED] if _works(cls, [*arguments, one])]
    return [(cls, f"{cls.__qualname__}({', '.join(one)})") for one in [arguments, *turned]]


def _working_arguments(cls: type, required: list[inspect.Parameter]) -> Optional[list[str]]:
    for argument in _ARGUMENTS if required else _ARGUMENTS[:1]:
        arguments = [
            f"{one.name}={argument}" if one.kind is one.KEYWORD_ONLY else argument
            for one in required
        ]
        if all(arguments) and _works(cls, arguments):
            return arguments
    return None


def _works(cls: type, arguments: list[str]) -> bool:
    try:
        eval(f"cls({', '.join(arguments)})", {"cls": cls})
    except SUBJECT_EXCEPTIONS:
        return False
    return True
