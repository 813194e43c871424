"""Maps special methods to the functions by which tests call them (`kOperator`).

Python itself runs the operators, so NotImplemented, reflected operands and fall-backs work as
usual.
"""

from __future__ import annotations

import builtins
import math
import operator
import os
from dataclasses import dataclass
from typing import Any, Callable, Optional

from skua_runtime.records import ResultUse
from skua_runtime.source.syntax import ARITHMETIC


@dataclass(frozen=True)
class Operator:
    """How tests call a special method. `function` takes the receiver and at most `parameters`
    arguments."""

    function: Optional[Callable[..., Any]]
    parameters: Optional[int] = 0  # number of arguments at most; None for any number
    shape: str = "operator"  # how the extension calls the function (see skua_native.set_subject)
    use: ResultUse = "value"


def enter(manager: Any) -> Any:
    """Enter a context and leave it normally; returns the result of entering."""
    with manager as value:
        pass
    return value


def leave_by(manager: Any, exception: type[BaseException]) -> Any:
    """Enter a context and raise the exception in it; returns the result of entering if the manager
    swallows the exception."""
    with manager as value:
        raise exception
    return value


async def enter_async(manager: Any) -> Any:
    """Enter an asynchronous context and leave it normally; returns the result of entering."""
    async with manager as value:
        pass
    return value


async def leave_async_by(manager: Any, exception: type[BaseException]) -> Any:
    """Enter an asynchronous context and raise the exception in it; see `leave_by`."""
    async with manager as value:
        raise exception
    return value


def _same(receiver: Any) -> Any:
    return receiver


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, f"__{name}__") for name in ARITHMETIC.values()},
    "divmod": divmod,
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    **{kind.__name__: kind for kind in (bool, bytes, complex, float, int, str)},
    **{one.__name__: one for one in (abs, hash, len, next, repr)},
    **{name: getattr(operator, name) for name in ("index", "invert", "neg", "pos")},
}

OPERATORS: dict[str, Operator] = {
    **{f"__{name}__": Operator(function, 1) for name, function in _ARITHMETIC.items()},
    **{
        f"__r{name}__": Operator(function, 1, "reflected")
        for name, function in _ARITHMETIC.items()
    },
    **{
        f"__i{name}__": Operator(getattr(operator, f"i{name}"), 1)
        for name in _ARITHMETIC
        if name != "divmod"
    },
    **{
        f"__{name}__": Operator(getattr(operator, name), 1)
        for name in ("lt", "le", "eq", "ne", "gt", "ge", "contains", "getitem", "delitem")
    },
    **{f"__{name}__": Operator(function) for name, function in _UNARY.items()},
    "__missing__": Operator(operator.getitem, 1),
    "__setitem__": Operator(operator.setitem, 2),
    "__ceil__": Operator(math.ceil),
    "__floor__": Operator(math.floor),
    "__trunc__": Operator(math.trunc),
    "__fspath__": Operator(os.fspath),
    "__length_hint__": Operator(operator.length_hint),
    "__call__": Operator(None, None, "receiver"),
    "__format__": Operator(format, 1),
    "__round__": Operator(round, 1),
    "__getattr__": Operator(getattr, 1),
    "__iter__": Operator(iter, use="iterate"),
    "__reversed__": Operator(reversed, use="iterate"),
    "__enter__": Operator(enter),
    "__exit__": Operator(leave_by, 1),
    "__aenter__": Operator(enter_async, use="await"),
    "__aexit__": Operator(leave_async_by, 1, use="await"),
    "__aiter__": Operator(_same, use="async_iterate"),
    "__anext__": Operator(getattr(builtins, "anext"), use="await"),
    "__await__": Operator(_same, use="await"),
}
EXITS = frozenset({"__exit__", "__aexit__"})

# Methods that tests do not call: Python calls them when a class or instance is made, compared or
# deleted, or annotations are read (CPython 3.14); `copy` calls others (copies.py).
NOT_CALLED = frozenset(
    f"__{name}__"
    for name in "annotate annotate_func class_getitem copy deepcopy del init init_subclass "
    "instancecheck new post_init prepare set_name subclasscheck subclasshook subclasses".split()
)


def is_special(name: str) -> bool:
    """Whether the name is like `__len__`."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")
