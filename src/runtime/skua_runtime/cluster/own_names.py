"""Lists the names that a module defines, without imported ones."""

from __future__ import annotations

import contextlib
import typing
from typing import Any, Callable, Iterator

from skua_runtime.cluster.callables import unwrapped
from skua_runtime.cluster.operators import is_special
from skua_runtime.cluster.types_of import is_typed_dict
from skua_runtime.loading import LoadedModule
from skua_runtime.source.source_facts import SourceFacts
from skua_runtime.world.names import is_class, is_importable
from skua_runtime.world.values import SUBJECT_EXCEPTIONS


class OwnNames:
    """Iterates over (name, value) in order of definition; each value appears once."""

    def __init__(
        self,
        loaded: LoadedModule,
        facts: SourceFacts,
        is_excluded: Callable[[Any, str], bool],
        is_own_file: Callable[[Any], bool],
    ) -> None:
        self._loaded = loaded
        self._namespace = vars(loaded.original)
        self._name = loaded.original.__name__
        self._facts = facts
        self._is_excluded = is_excluded
        self._is_own_file = is_own_file

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        aliases: list[tuple[str, Any]] = []
        for name, value in list(self._namespace.items()):
            is_own = is_alias = False
            with contextlib.suppress(*SUBJECT_EXCEPTIONS):
                # If the module replaced itself, tests can use only names of the new object.
                is_own = (
                    self._is_own(name, value)
                    and getattr(self._loaded.module, name, None) is value
                    and id(value) not in seen
                )
                is_alias = not (
                    name in self._facts.defined or getattr(value, "__name__", name) == name
                )
            if is_own and is_alias:
                aliases.append((name, value))
            elif is_own:
                seen.add(id(value))
                yield name, value
        for name, value in aliases:
            if id(value) not in seen and not is_class(value):
                seen.add(id(value))
                yield name, value

    def _is_own(self, name: str, value: Any) -> bool:
        module = getattr(value, "__module__", None)
        if is_class(value):
            if is_typed_dict(value) or not is_importable(value):
                return False
            return module == self._name or name == value.__name__ and self._defines(value)
        if is_special(name) and name not in self._facts.defined:
            return False
        if not callable(value) or isinstance(value, type(typing.List)):
            return False
        if hasattr(value, "__supertype__") or self._is_excluded(value, name):
            return False
        if not hasattr(value, "__name__"):
            return name in self._facts.assigned and self._runs_project_code(value)
        return module == self._name or name in self._facts.defined

    def _defines(self, cls: type) -> bool:
        """Whether a class whose `__module__` is another module has methods from this file.
        (Packages change `__module__` of classes that they re-export.)"""
        codes = (getattr(unwrapped(one), "__code__", None) for one in vars(cls).values())
        return any(code.co_filename == self._loaded.file for code in codes if code is not None)

    def _runs_project_code(self, instance: Any) -> bool:
        """Whether a callable object that is no function (partial, instance with `__call__`) runs
        code of the project."""
        for function in (unwrapped(instance), getattr(type(instance), "__call__", None)):
            code = getattr(unwrapped(function), "__code__", None)
            if code is not None and self._is_own_file(code.co_filename):
                return True
        return False
