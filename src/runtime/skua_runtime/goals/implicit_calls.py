"""Functions that are entered where the source calls none: by operators, items, properties, loops,
`with`, `await`, f-strings, and builtin functions that ask an object for a method.

Which of them a place enters is decided by the class of the object there, as it is for calls.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator, Union

from skua_runtime.goals.call_targets import Scope, Target, is_property
from skua_runtime.source.nodes import children_of
from skua_runtime.source.syntax import FUNCTIONS

# Places that may enter functions beside calls, each a node of its own in control flow.
Place = Union[
    ast.BinOp,
    ast.UnaryOp,
    ast.AugAssign,
    ast.Compare,
    ast.Subscript,
    ast.Attribute,
    ast.FormattedValue,
    ast.For,
    ast.comprehension,
    ast.YieldFrom,
    ast.Await,
    ast.withitem,
]
PLACES = Place.__args__  # type: ignore[attr-defined]

# What stands between the underscores of an operator's method.
OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Invert: "invert",
}
# The method of the left operand, and that of the right one if the left has none.
COMPARISONS = {
    ast.Eq: ("__eq__", "__eq__"),
    ast.NotEq: ("__ne__", "__ne__"),
    ast.Lt: ("__lt__", "__gt__"),
    ast.LtE: ("__le__", "__ge__"),
    ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
}
_TEXTS = ("__str__", "__repr__")
_ITERATION = ("__iter__", "__getitem__")
# What builtin functions ask their first argument for: the first of the methods that it has.
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
# Decorators that leave it to the caller to run what the function makes.
_TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "abstractmethod", "override", "final"}
)
_DRAINING = frozenset(name for name, methods in _BUILTINS.items() if methods is _ITERATION)


def targets_at(node: ast.AST, scope: Scope) -> list[Target]:
    """The functions that the call or place may enter, each with its module. A generator or coroutine
    of the other module is entered by what runs it, not by the call that makes it."""
    if isinstance(node, ast.Call):
        found = scope.targets(node)
        ours = [one for one in found if one[0] is scope.module or not deferred_as(one[1])]
        return [*ours, *_builtin_targets(node, scope)]
    return [*_deferred_targets(node, scope), *_special_targets(node, scope)]


def where(node: ast.AST) -> Any:
    """What tells the line and column of the call or place."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return node.iter
    return node.context_expr if isinstance(node, ast.withitem) else node


def methods_at(node: ast.AST) -> frozenset[str]:
    """The names of methods that the place may enter, whatever its objects are."""
    if isinstance(node, ast.Call):
        return frozenset(_BUILTINS.get(_name_of(node.func), ()) if node.args else ())
    if isinstance(node, ast.Attribute):
        return frozenset() if _is_private(node) else frozenset((node.attr,))
    return frozenset(name for _, names in _asked(node) for name in names)


def runs(node: ast.AST) -> str:
    """What the place runs that a call has made, in the words of deferred_as()."""
    if isinstance(node, (ast.For, ast.comprehension, ast.YieldFrom)):
        return "generator"
    if isinstance(node, ast.Call):
        return "generator" if _name_of(node.func) in {*_DRAINING, "next"} else ""
    if isinstance(node, ast.withitem):
        return "manager"
    return "coroutine" if isinstance(node, ast.Await) else ""


def deferred_as(function: ast.AST) -> str:
    """What a call of the function makes without running anything of its body: a "generator",
    "coroutine", "async generator" or "manager"; nothing where it runs. A decorator that is not known
    may run what it wraps."""
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
    """What the place runs of what a call has made."""
    kind = runs(node)
    if not kind or isinstance(node, ast.Call) and not node.args:
        return []
    made = scope.call_behind(_made_by(node))
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
        if isinstance(node, ast.withitem):  # one behind the other
            found += [one for name in names for one in _methods(scope, asked, (name,))]
        else:
            found += _methods(scope, asked, names)
    return found


def _asked(node: ast.AST) -> Iterator[tuple[ast.expr, tuple[str, ...]]]:
    """Expressions, and the methods of which the place calls the first that there is."""
    if isinstance(node, ast.BinOp):
        name = OPERATORS[type(node.op)]
        yield node.left, (f"__{name}__",)
        yield node.right, (f"__r{name}__",)
    elif isinstance(node, ast.AugAssign):
        if isinstance(node.target, ast.Name):
            name = OPERATORS[type(node.op)]
            load = ast.Name(node.target.id, ast.Load())
            yield load, (f"__i{name}__", f"__{name}__")
            yield node.value, (f"__r{name}__",)
    elif isinstance(node, ast.UnaryOp):
        if type(node.op) in OPERATORS:
            yield node.operand, (f"__{OPERATORS[type(node.op)]}__",)
    elif isinstance(node, ast.Compare):
        if len(node.ops) == 1:
            operator = type(node.ops[0])
            if operator in COMPARISONS:
                left, right = COMPARISONS[operator]
                yield node.left, (left,)
                yield node.comparators[0], (right,)
            elif operator in (ast.In, ast.NotIn):
                yield node.comparators[0], ("__contains__", *_ITERATION)
    elif isinstance(node, ast.Subscript):
        methods = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
        yield node.value, (methods[type(node.ctx)],)
    elif isinstance(node, ast.FormattedValue):
        if node.conversion == ord("s"):
            yield node.value, _TEXTS
        elif node.conversion >= 0:
            yield node.value, ("__repr__",)
        elif node.format_spec is None:
            yield node.value, ("__format__", *_TEXTS)
    elif isinstance(node, (ast.For, ast.comprehension)):
        yield node.iter, _ITERATION
        yield node.iter, ("__next__",)
    elif isinstance(node, ast.YieldFrom):
        yield node.value, _ITERATION
    elif isinstance(node, ast.Await):
        yield node.value, ("__await__",)
    elif isinstance(node, ast.withitem):
        yield node.context_expr, ("__enter__", "__exit__")


def _methods(scope: Scope, node: ast.expr, names: tuple[str, ...]) -> list[Target]:
    """The first of the methods that the class of the expression's value has."""
    meaning = scope.meaning(node)
    if meaning is None or meaning.kind != "instance":
        return []
    found = (meaning.module.methods_named(meaning.name, name) for name in names)
    return next((one for one in found if one), [])


def _is_private(node: ast.Attribute) -> bool:
    """Whether the class that the place stands in has a name of its own for the attribute."""
    return node.attr.startswith("__") and not node.attr.endswith("__")


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""
