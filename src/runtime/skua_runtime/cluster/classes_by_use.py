"""Finds classes of parameters without annotations by the code's uses of them.

`issued.replace(day=1)` and `issued + timedelta(30)` fit a date but no string, `terms is
Terms.MONTHLY` a member of Terms, `token.is_group` and `token.flatten()` the one class that has
both.
"""

from __future__ import annotations

import ast
import enum
import functools
import itertools
import operator
import sys
import types
import typing
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Mapping, cast

from skua_runtime.cluster import foreign
from skua_runtime.cluster.operators import is_special
from skua_runtime.cluster.references import NOTHING, NamesOfModule
from skua_runtime.cluster.signatures import initialiser, unwrapped
from skua_runtime.source.parameter_facts import Operation, ParameterFacts, literal, parameters_in
from skua_runtime.frameworks.framework import annotation_of
from skua_runtime.source.nodes import walk
from skua_runtime.source.syntax import ARITHMETIC
from skua_runtime.world.names import is_class, type_name

# attributes that must be read to find a class of the project: half of all classes have a `name`
_LEAST_NAMES = 2
_MOST_CLASSES = 500  # classes in other project modules that are examined at most
_MOST_FITTING = 3  # classes for one parameter: if more fit, none is used
_LARGEST_OPERAND = 1000
# An example of each plain type: uses that fit one of them do not show a class.
_PLAIN: tuple[Any, ...] = ("a", b"a", 1, 1.5, [1], (1,), {1: 1}, {1})
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    **{kind.__name__: getattr(operator, f"__{name}__") for kind, name in ARITHMETIC.items()},
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge,
}  # fmt: skip
_SAME = ("Is", "IsNot", "Eq", "NotEq", "In", "NotIn")


@dataclass(frozen=True)
class _Candidate:
    cls: type
    attributes: frozenset[str]
    sample: Any  # an instance; NOTHING if making one would run code of the project


_EXAMPLES = [_Candidate(type(one), frozenset(dir(one)), one) for one in _PLAIN]


@dataclass(frozen=True)
class _Done:
    """An operation on a parameter, with an example value of the other operand, or NOTHING."""

    operation: Operation
    other: Any

    @property
    def tells(self) -> bool:
        """Whether plain values rarely support the operation."""
        return self.operation.read is not None or type(self.other) not in map(type, _PLAIN)


class ClassesByUse:
    """Knows the parameters of a module. `attributes_of` returns the names of a class's attributes.
    """

    def __init__(
        self,
        tree: ast.Module,
        module: types.ModuleType,
        attributes_of: Callable[[type], Iterable[str]],
        is_project_file: Callable[[Any], bool],
    ) -> None:
        self._tree = tree
        self._module = module
        self._attributes_of = attributes_of
        self._is_project_file = is_project_file
        self._value = NamesOfModule(tree, module).value
        self.functions = parameters_in(tree)

    def facts_of(self, target: Any) -> Mapping[str, ParameterFacts]:
        """The facts about each parameter of a function or class, by name."""
        return facts_of(self.functions, target)

    def classes_of(self, facts: ParameterFacts) -> list[type]:
        """The classes that fit a parameter.

        If it is compared with enum members, their classes; else the most general classes that have
        the attributes read from it and support the operations on it.
        """
        if facts.is_annotated:
            return []
        compared = self._compared_with(facts)
        if compared:
            return compared
        names = {name for name in facts.attributes if not is_special(name)}
        done = self._done_with(facts)
        if not names and not any(one.tells for one in done) or _fitting(_EXAMPLES, names, done):
            return []
        found = _fitting(self._named, names, done)
        if not found and len(names) >= _LEAST_NAMES:
            found = _fitting(self._of_other_modules, names, done)
        general = [cls for cls in found if not any(base in found for base in cls.__mro__[1:])]
        return general if len(general) <= _MOST_FITTING else []

    def _done_with(self, facts: ParameterFacts) -> list[_Done]:
        operations = [one for one in facts.operations if one.operator in _OPERATORS]
        done = [_Done(one, self._operand(one.other)) for one in operations]
        return [one for one in done if one.tells or one.other is not NOTHING]

    def _compared_with(self, facts: ParameterFacts) -> list[type]:
        found: dict[type, None] = {}
        for one in facts.operations:
            if one.operator in _SAME:
                is_many = isinstance(one.other, (ast.Tuple, ast.List, ast.Set))
                for node in one.other.elts if is_many else [one.other]:  # type: ignore[attr-defined]
                    value = self._value(node)
                    if isinstance(value, enum.Enum):
                        found[type(value)] = None
        return list(found)

    def _operand(self, node: ast.expr) -> Any:
        """An example value of an expression: a literal, or an instance for a call of a class or of
        its class method (`date.today()`)."""
        known = literal(node)[1]
        if known is not None:
            is_small = isinstance(known, float) or (
                abs(known) if isinstance(known, int) else len(known)
            ) <= _LARGEST_OPERAND
            return known if is_small else NOTHING
        if isinstance(node, ast.Call):
            for named in (node.func, getattr(node.func, "value", None)):
                cls = NOTHING if named is None else self._value(named)
                if is_class(cls):
                    return _sample(cast(type, cls))
        value = self._value(node)
        return NOTHING if _sample(type(value)) is NOTHING else value

    @functools.cached_property
    def _named(self) -> list[_Candidate]:
        """The classes that the module's code names."""
        values = list(vars(self._module).values())
        values += [self._value(node) for node in walk(self._tree) if isinstance(node, ast.Attribute)]
        found = {id(one): one for one in values if is_class(one)}
        return [
            self._candidate(cls)
            for cls in found.values()
            if not issubclass(cls, BaseException) and cls not in map(type, _PLAIN)
        ]

    @functools.cached_property
    def _of_other_modules(self) -> list[_Candidate]:
        found = itertools.islice(_classes(self._module.__name__, self._is_project_file), _MOST_CLASSES)
        return list(map(self._candidate, found))

    def _candidate(self, cls: type) -> _Candidate:
        attributes = frozenset(self._attributes_of(cls)) | frozenset(dir(cls))
        return _Candidate(cls, attributes, _sample(cls))


def facts_of(
    functions: Mapping[str, Mapping[str, ParameterFacts]], target: Any
) -> Mapping[str, ParameterFacts]:
    """The facts by parameter of a function or class; `functions` has them by qualified name."""
    function = initialiser(target) if is_class(target) else target
    known = functions.get(getattr(unwrapped(function), "__qualname__", ""), {})
    if not known and is_class(target):  # the constructor is generated, as in dataclasses
        known = functions.get(f"{target.__qualname__}.__init__", {})
    return known


def _fitting(
    candidates: Iterable[_Candidate], names: set[str], done: list[_Done]
) -> list[type]:
    """Return the classes that have the attributes `names` and support the operations `done`."""
    return [
        one.cls
        for one in candidates
        if names <= one.attributes
        and (one.sample is not NOTHING or len(names) >= _LEAST_NAMES)
        and all(_takes_part(one, each) for each in done)
    ]


def _takes_part(candidate: _Candidate, done: _Done) -> bool:
    operate, read = _OPERATORS[done.operation.operator], done.operation.read
    if candidate.sample is NOTHING:
        name = operate.__name__.strip("_")
        return f"__{name}__" in candidate.attributes or f"__r{name}__" in candidate.attributes
    other = candidate.sample if done.other is NOTHING else done.other
    pair = (candidate.sample, other) if done.operation.is_left else (other, candidate.sample)
    try:
        result = operate(*pair)
    except (TypeError, AttributeError):
        return False
    except Exception:  # only these values do not fit: a division by zero, a date after the last one
        return True
    return read is None or hasattr(result, read)


def _sample(cls: type) -> Any:
    """An instance of a standard library class that holds a value; else NOTHING."""
    maker = foreign.MAKERS.get(type_name(cls))
    if maker is None or maker.function is not None or maker.takes_attributes:
        return NOTHING
    arguments = []
    for argument in maker.arguments:
        if argument.has_default:
            break
        values = list(_literals(annotation_of(argument)))
        if not values:
            return NOTHING
        arguments.append(values[len(values) // 2])
    return cls(*arguments)


def _literals(annotation: Any) -> Iterator[Any]:
    if typing.get_origin(annotation) is typing.Literal:
        yield from typing.get_args(annotation)
    else:
        for inner in typing.get_args(annotation):
            yield from _literals(inner)


def _classes(subject: str, is_project_file: Callable[[Any], bool]) -> Iterator[type]:
    package = subject.partition(".")[0]
    for name in sorted(sys.modules):
        module = sys.modules[name]
        if name == subject or not (name == package or name.startswith(package + ".")):
            continue
        if not is_project_file(getattr(module, "__file__", None)):
            continue
        for value in list(vars(module).values()):
            if is_class(value) and value.__module__ == name:
                if vars(module).get(value.__name__) is value:
                    yield cast(type, value)
