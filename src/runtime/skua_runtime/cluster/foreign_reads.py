"""Finds the keys that functions of the project's other modules look up in their parameters."""

from __future__ import annotations

import ast
import linecache
import types
from typing import Any, Callable, Mapping

from skua_runtime.cluster.signatures import initialiser, signature_of, unwrapped
from skua_runtime.source.keyed_reads import Lookups, find_keyed_reads
from skua_runtime.world.names import is_class


_MOST_FILES = 8  # that are read for one subject


class ForeignReads:
    """Reads the source of a module when one of its functions is asked for."""

    def __init__(self, file: str, is_project_file: Callable[[Any], bool]) -> None:
        """`file` is the subject's, which is left out."""
        self._is_project_file = is_project_file
        self._known: dict[str, Mapping[tuple[str, str], Lookups]] = {file: {}}

    def of(self, target: Any) -> Mapping[str, Lookups]:
        """By parameter, in order: what a function, or a class's constructor, looks up."""
        function = unwrapped(initialiser(target) if is_class(target) else target)
        if not isinstance(function, types.FunctionType):
            return {}
        signature = signature_of(target)
        known = self._reads_in(function.__code__.co_filename, function.__globals__)
        if signature is None or not known:
            return {}
        return {
            name: known.get((function.__qualname__, name), Lookups())
            for name in signature.parameters
        }

    def _reads_in(
        self, file: str, names: Mapping[str, Any]
    ) -> Mapping[tuple[str, str], Lookups]:
        if file not in self._known and self._is_project_file(file):
            if len(self._known) > _MOST_FILES:
                return {}
            self._known[file] = {}  # for modules that import each other
            try:
                tree = ast.parse("".join(linecache.getlines(file)))
            except (SyntaxError, ValueError):
                return {}
            self._known[file] = find_keyed_reads(tree, lambda name: self.of(names.get(name)))
        return self._known.get(file, {})
