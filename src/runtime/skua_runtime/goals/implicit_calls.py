"""Finds functions that are entered without a call in the source: by operators, items, properties,
loops, `with`, `await`, f-strings, and builtin functions that call a method.

The class of the object decides which function is entered, as for calls.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Union

from skua_runtime.goals.call_targets import Scope, Target, is_property
from skua_runtime.source.nodes import children_of
from skua_runtime.source.syntax import COMPARISONS, FUNCTIONS, OPERATORS

# Nodes besides calls that may enter functions, each with a node in control flow.
Place = Union[
    ast.BinOp, ast.UnaryOp, ast.AugAssign, ast.Compare, ast.Subscript, ast.Attribute,
    ast.FormattedValue, ast.For, ast.comprehension, ast.YieldFrom, ast.Await, ast.withitem,
]  # fmt: skip
PLACES = Place.__args__  # type: ignore[attr-defined]

_TEXTS = ("__str__", "__repr__")
_ITERATION = ("__iter__", "__getitem__")
# Methods that builtin functions call on their first argument: the first one that exists.
_BUILTINS = {
    "abs": ("__abs__",),
    "bool": ("__bool__", "__len__"),
    "bytes": ("__bytes__",),
    "float": ("__float__", "__index__"),
    "format": ("__format__", *_TEXTS),
    "hash": ("__hash__",),
    "int": ("__int__", "__index__"),
    "iter": _ITERATION,
    "len": ("__len__",),
    "next": ("__next__",),
    "print": _TEXTS,
    "repr": ("__repr__",),
    "reversed": ("__reversed__", "__getitem__"),
    "round": ("__round__",),
    "str": _TEXTS,
    **dict.fromkeys(
        ("all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"),
        _ITERATION,
    ),
}
# Decorators after which a call of a generator function still makes a generator.
_TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "abstractmethod", "override", "final"}
)
_DRAINING = frozenset(name for name, methods in _BUILTINS.items() if methods is _ITERATION)


def targets_at(node: ast.AST, scope: Scope) -> list[Target]:
    """The functions that the call or place may enter, each with its module.

    The callee's generators and coroutines are entered by the place that runs them, not by the call
    that makes them.
    """
    if isinstance(node, ast.Call):
        found = scope.targets(node)
        ours = [one for one in found if one[0] is scope.module or not deferred_as(one[1])]
        return [*ours, *_builtin_targets(node, scope)]
    return [*_deferred_targets(node, scope), *_special_targets(node, scope)]


def where(node: ast.AST) -> Any:
    """The node that has the line and column of the call or place."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return node.iter
    return node.context_expr if isinstance(node, ast.withitem) else node


def methods_at(node: ast.AST) -> frozenset[str]:
    """The names of methods that the place may call, whatever the classes of its objects."""
    if isinstance(node, ast.Call):
        return frozenset(_BUILTINS.get(_name_of(node.func), ()) if node.args else ())
    if isinstance(node, ast.Attribute):
        return frozenset() if _is_private(node) else frozenset((node.attr,))
    return frozenset(name for _, names in _asked(node) for name in names)


def runs(node: ast.AST) -> str:
    """The kind of object that the place runs, as named by deferred_as(), or ""."""
    if isinstance(node, (ast.For, ast.comprehension, ast.YieldFrom)):
        return "generator"
    if isinstance(node, ast.Call):
        return "generator" if _name_of(node.func) in {*_DRAINING, "next"} else ""
    if isinstance(node, ast.withitem):
        return "manager"
    return "coroutine" if isinstance(node, ast.Await) else ""


def deferred_as(function: ast.AST) -> str:
    """Return the object that a call makes instead of running the function: "generator", "coroutine",
    "async generator" or "manager"; "" if it runs. Functions with unknown decorators count as run."""
    decorators = {
        getattr(one, "id", getattr(one, "attr", None))
        for one in getattr(function, "decorator_list", [])
    }
    has_yield = any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in _own_nodes(function))
    if decorators == {"contextmanager"} and has_yield:
        return "manager"
    if decorators - _TRANSPARENT:
        return ""
    if isinstance(function, ast.AsyncFunctionDef):
        return "async generator" if has_yield else "coroutine"
    return "generator" if has_yield else ""


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    for child in children_of(function):
        if not isinstance(child, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            yield child
            yield from _own_nodes(child)


def _deferred_targets(node: Any, scope: Scope) -> list[Target]:
    """The functions of generators, coroutines and managers that the place runs."""
    kind = runs(node)
    if not kind or isinstance(node, ast.Call) and not node.args:
        return []
    made = scope.call_that_makes(_made_by(node))
    found = [] if made is None else scope.targets(made)
    return [one for one in found if deferred_as(one[1]) == kind]


def _made_by(node: Any) -> ast.expr:
    """The expression whose value the place runs."""
    if isinstance(node, ast.Call):
        return node.args[0]
    if isinstance(node, ast.withitem):
        return node.context_expr
    value: ast.expr = node.iter if isinstance(node, (ast.For, ast.comprehension)) else node.value
    return value


def _builtin_targets(node: ast.Call, scope: Scope) -> list[Target]:
    asked = _BUILTINS.get(_name_of(node.func))
    if asked is None or not node.args or scope.meaning(node.func) is not None:
        return []
    return [*_deferred_targets(node, scope), *_methods(scope, node.args[0], asked)]


def _special_targets(node: ast.AST, scope: Scope) -> list[Target]:
    if isinstance(node, ast.Attribute):
        if _is_private(node):
            return []
        if isinstance(node.ctx, ast.Load):
            return [one for one in scope.attribute_targets(node) if is_property(one[1])]
        return scope.setter_targets(node)
    found: list[Target] = []
    for asked, names in _asked(node):
        if isinstance(node, ast.withitem):  # `with` calls both methods
            found += [one for name in names for one in _methods(scope, asked, (name,))]
        else:
            found += _methods(scope, asked, names)
    return found


_ITEMS = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
_ITERATED = (_ITERATION, ("__next__",))
# By kind of place: the field with the asked object, and the methods, of each group one.
_ASKED_ONE: dict[type[ast.AST], tuple[str, tuple[tuple[str, ...], ...]]] = {
    ast.For: ("iter", _ITERATED),
    ast.comprehension: ("iter", _ITERATED),
    ast.YieldFrom: ("value", (_ITERATION,)),
    ast.Await: ("value", (("__await__",),)),
    ast.withitem: ("context_expr", (("__enter__", "__exit__"),)),
}


def _asked(node: ast.AST) -> Iterator[tuple[ast.expr, tuple[str, ...]]]:
    """Yield expressions with names of methods, of which the place calls the first that exists."""
    if type(node) in _ASKED_ONE:
        name, groups = _ASKED_ONE[type(node)]
        yield from ((getattr(node, name), methods) for methods in groups)
    elif isinstance(node, ast.BinOp):
        name = OPERATORS[type(node.op)]
        yield node.left, (f"__{name}__",)
        yield node.right, (f"__r{name}__",)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        name = OPERATORS[type(node.op)]
        yield ast.Name(node.target.id, ast.Load()), (f"__i{name}__", f"__{name}__")
        yield node.value, (f"__r{name}__",)
    elif isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        yield node.operand, (f"__{OPERATORS[type(node.op)]}__",)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = COMPARISONS.get(type(node.ops[0]), ("", ""))
        if left:
            yield node.left, (left,)
            yield node.comparators[0], (right,)
        elif isinstance(node.ops[0], (ast.In, ast.NotIn)):
            yield node.comparators[0], ("__contains__", *_ITERATION)
    elif isinstance(node, ast.Subscript):
        yield node.value, (_ITEMS[type(node.ctx)],)
    elif isinstance(node, ast.FormattedValue):
        yield from ((node.value, methods) for methods in _formatting(node))


def _formatting(node: ast.FormattedValue) -> Iterator[tuple[str, ...]]:
    if node.conversion == ord("s"):
        yield _TEXTS
    elif node.conversion >= 0:
        yield ("__repr__",)
    elif node.format_spec is None:
        yield ("__format__", *_TEXTS)


def _methods(scope: Scope, node: ast.expr, names: tuple[str, ...]) -> list[Target]:
    """The first of the methods that the expression's class has."""
    meaning = scope.meaning(node)
    if meaning is None or meaning.kind != "instance":
        return []
    found = (meaning.module.methods_named(meaning.name, name) for name in names)
    return next((one for one in found if one), [])


def _is_private(node: ast.Attribute) -> bool:
    """Whether the attribute's name is mangled, such as `__x`."""
    return node.attr.startswith("__") and not node.attr.endswith("__")


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""
