"""Lists the parts of a pair's callee that tests pass to the caller, which need not import them."""

from __future__ import annotations

import ast
import sys
import types
from typing import Any, Callable, Iterator

from skua_runtime.cluster.callables import CallableDescriber, CodeObjectIndex
from skua_runtime.cluster.foreign_reads import ForeignReads
from skua_runtime.cluster.signatures import unwrapped
from skua_runtime.cluster.stubs import Stubs
from skua_runtime.cluster.types_of import TypeTable
from skua_runtime.source.keyed_reads import find_keyed_reads
from skua_runtime.source.source_facts import find_facts
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class

MOST_FUNCTIONS = 100


def classes_of(callee: types.ModuleType) -> Iterator[tuple[str, type]]:
    """The names and classes defined at the callee's top level, also private ones."""
    for name, value in list(vars(callee).items()):
        if is_class(value) and _is_of(callee, value):
            yield name, value


def functions_of(callee: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The names and public functions that the callee defines and a test can import."""
    seen: set[int] = set()
    # the module that tests import; another object if the module replaced itself
    shown = sys.modules.get(callee.__name__)
    for name, value in list(vars(callee).items()):
        if not name.startswith("_") and id(value) not in seen and _is_of(callee, value):
            if _is_function(value) and getattr(shown, name, None) is value:
                seen.add(id(value))
                yield name, value


def _is_of(callee: types.ModuleType, value: Any) -> bool:
    try:
        return bool(value.__module__ == callee.__name__)
    except SUBJECT_EXCEPTIONS:  # code of the object may raise
        return False


def _is_function(value: Any) -> bool:
    """Whether the object is a Python function, or a decorator's object around one."""
    return not is_class(value) and isinstance(unwrapped(value), types.FunctionType)


def describer_of(
    callee: types.ModuleType,
    tree: ast.Module,
    table: TypeTable,
    is_project_file: Callable[[Any], bool],
) -> CallableDescriber:
    """A describer of the callee's functions, which have no code objects in the subject."""
    file = str(callee.__file__)
    return CallableDescriber(
        file,
        vars(callee),
        table,
        CodeObjectIndex(file, []),
        find_facts(tree, frozenset()),
        Stubs(file, vars(callee)),
        find_keyed_reads(tree),
        ForeignReads(file, is_project_file),
        is_project_file,
    )
