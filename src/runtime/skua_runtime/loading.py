"""Imports the subject under its own name, with its code instrumented on the way.

The normal machinery finds the module; only how its code is obtained is replaced, and for no other
module. So packages, relative and circular imports, and parents that import the subject themselves
are as ever.
"""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, Sequence

from skua_runtime.goals import coupling
from skua_runtime.goals.control_flow import draw_control_flow
from skua_runtime.source.exclusion import AS_BY_DEFAULT, ExclusionPatterns, excluded_lines
from skua_runtime.goals.goals import Goals, find_goals
from skua_runtime.goals.seen_calls import SeenCall
from skua_runtime.goals.instrument import compile_instrumented, compile_quietly
from skua_runtime.goals.jumps import find_jumps

# Rewriting recurses once or twice for each level of nesting, and long sums nest deeply.
_RECURSION_LIMIT = 8000


class NotParsable(Exception):
    """Raised when the subject's source is no Python for this interpreter's version."""

    def __init__(self, error: BaseException) -> None:
        said = error.msg if isinstance(error, SyntaxError) else error
        super().__init__(f"{type(error).__name__}: {said}")
        self.line = getattr(error, "lineno", None)


@dataclass
class MutantChoice:
    """Selects the mutants with which a subject is compiled."""

    most_per_code_object: int
    seed: int = 0
    chosen: Optional[list[int]] = None  # numbers from an earlier load of the same file


@dataclass(frozen=True)
class Callee:
    """The module whose interaction with the loaded one is tested.

    `part` is the class or function of it that is meant, `caller_part` that of the loaded module;
    empty: the whole module. Where it is the loaded module itself, both are parts of that, and none
    of them is within the other.
    """

    name: str
    file: str
    part: str = ""
    caller_part: str = ""
    # Calls that running code showed: a function of the caller, a line from its first, and what was
    # entered.
    seen: Sequence[Sequence[Any]] = ()


@dataclass
class LoadedModule:
    name: str
    file: str
    module: Any  # the result of `import`, which may be anything when the module replaces itself
    original: types.ModuleType  # the module whose namespace its code filled
    tree: ast.Module  # as written
    excluded: frozenset[int] = frozenset()  # lines that the project excludes from coverage
    goals: Goals = field(default_factory=Goals)
    mutants: list[Any] = field(default_factory=list)  # a list of mutate.Mutant; of the callee's
    chosen_mutants: list[int] = field(default_factory=list)
    coupling: Optional[coupling.Coupling] = None  # where the module is loaded with a callee
    # The callee, as written and as imported, where that is another module.
    callee_tree: Optional[ast.Module] = None
    callee: Optional[types.ModuleType] = None


def load_module(
    name: str,
    file: str,
    path: Sequence[str],
    native: Any,
    instrument: bool,
    mutants: Optional[MutantChoice] = None,
    exclusions: ExclusionPatterns = AS_BY_DEFAULT,
    callee: Optional[Callee] = None,
    prepare: Callable[[], Optional[BaseException]] = lambda: None,
) -> LoadedModule:
    """Import the module. Raises NotParsable, or whatever the import raises, or what `prepare` returned
    before it where both fail.

    With a callee, that is imported, too; it is instrumented as well, and its part is mutated in the
    module's place.
    """
    part = callee.part if callee is not None else ""
    other = callee if callee is not None and callee.name != name else None
    source = _Source(file, native, instrument, exclusions, None if other else mutants, part)
    finders = [_SubjectFinder(name, source)]
    mutated, coupled = source, None
    if other is not None:
        mutated = _Source(other.file, native, instrument, exclusions, mutants, part)
        finders.append(_SubjectFinder(other.name, mutated))
    if callee is not None:
        coupled = _couple(name, source, callee, mutated)
    sys.path[:] = [*path, *(entry for entry in sys.path if entry not in path)]
    sys.meta_path[:0] = finders
    try:
        for finder in finders:  # another module of the same name: a string.py of the project
            sys.modules.pop(finder.name, None)
        error = prepare()  # which may import the module, too
        try:
            for finder in finders:
                importlib.import_module(finder.name)
        except BaseException:
            if error is not None:
                raise error
            raise
    finally:
        for finder in finders:
            sys.meta_path.remove(finder)
    for finder in finders:
        if finder.source.module is None:
            raise ImportError(f"importing {finder.name} did not execute {finder.source.file}")
    assert source.module is not None
    return LoadedModule(
        name,
        file,
        sys.modules.get(name, source.module),
        source.module,
        source.tree,
        source.excluded,
        source.goals,
        mutated.mutants,
        mutated.chosen_mutants,
        coupled,
        mutated.tree if other is not None else None,
        mutated.module if other is not None else None,
    )


def _couple(name: str, caller: _Source, wanted: Callee, callee: _Source) -> coupling.Coupling:
    is_one_module = callee is caller
    with _DeepRecursion():
        # The caller's control flow is drawn anew, with its call sites; the callee's is not.
        callee_goals = caller.find_goals() if is_one_module else callee.goals
        coupled = coupling.couple(
            coupling.Module(
                name, caller.is_package, caller.tree, caller.goals, wanted.caller_part
            ),
            coupling.Module(
                wanted.name, callee.is_package, callee.tree, callee_goals, wanted.part
            ),
            [SeenCall(*seen) for seen in wanted.seen],
        )
    caller.coupled = coupled
    within = callee_goals.code_objects_of(wanted.part) if is_one_module else None
    callee.probes = coupling.ShiftedProbes(callee.native, caller.goals, within)
    callee.native.configure(coupled.code_objects, coupled.predicates)
    callee.native.couple(
        len(caller.goals.code_objects),
        len(callee_goals.code_objects),
        len(caller.goals.predicates),
        len(callee_goals.predicates),
        coupled.copies,
    )
    return coupled


class _Source:
    """The subject's file, which is parsed once and compiled when the import asks for it."""

    def __init__(
        self,
        file: str,
        native: Any,
        instrument: bool,
        exclusions: ExclusionPatterns = AS_BY_DEFAULT,
        choice: Optional[MutantChoice] = None,
        part: str = "",  # the class or function that is mutated; empty: all of the file
    ) -> None:
        self.file = file
        self._part = part
        self.module: Optional[types.ModuleType] = None
        self.mutants: list[Any] = []
        self.chosen_mutants: list[int] = []
        self.native = native
        self.probes = native  # what makes those of the instrumented code
        self.coupled: Optional[coupling.Coupling] = None  # whose call sites are here
        self.is_package = os.path.basename(file) == "__init__.py"
        self._instrument = instrument
        self._choice = choice
        with open(file, "rb") as stream:
            self._bytes = stream.read()
        self.tree = self._parse()
        self.excluded = excluded_lines(self._bytes, exclusions)
        # The original is compiled before it is rewritten, so that the compiler's messages are about
        # the original.
        try:
            self._code = compile_quietly(self.tree, file)
        except (SyntaxError, ValueError) as error:
            raise NotParsable(error) from error
        with _DeepRecursion():
            self.goals = self.find_goals()
        native.configure(len(self.goals.code_objects), len(self.goals.predicates))

    def find_goals(self) -> Goals:
        """The goals of the file as written, with their control flow."""
        goals = find_goals(self.tree, self.excluded)
        draw_control_flow(goals)
        find_jumps(goals, self.tree, self.excluded)
        return goals

    def _parse(self) -> ast.Module:
        try:
            return compile_quietly(self._bytes, self.file, ast.PyCF_ONLY_AST)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise NotParsable(error) from error

    def code(self) -> types.CodeType:
        if self._instrument:
            with _DeepRecursion():
                tree = self._parse()
                # The same goals again, for the nodes of a tree that will be changed.
                goals = find_goals(tree, self.excluded)
                if self.coupled is not None:
                    self.coupled.mark_sites(tree, goals)
                return compile_instrumented(tree, goals, self.file, self.probes)
        if self._choice is not None:
            with _DeepRecursion():
                self._code = self._mutated(self._choice)
            self._choice = None  # a module that is loaded again has the same places
        return self._code

    def _mutated(self, choice: MutantChoice) -> types.CodeType:
        # Imported only here, since most loads do not need these modules.
        from skua_runtime.mutants.mutate import find_mutants
        from skua_runtime.mutants.schemata import compile_mutated

        tree = self._parse()
        goals = find_goals(tree, self.excluded)
        found = find_mutants(
            tree,
            goals,
            self.excluded,
            seed=choice.seed,
            most_per_code_object=choice.most_per_code_object,
            chosen=choice.chosen,
            within=goals.code_objects_of(self._part),
        )
        self.mutants, self.chosen_mutants = found.mutants, found.chosen
        return compile_mutated(found, self.file, self.native)


class _SubjectLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, source: _Source) -> None:
        super().__init__(name, source.file)
        self._source = source

    def get_code(self, fullname: str) -> types.CodeType:
        return self._source.code()

    def exec_module(self, module: types.ModuleType) -> None:
        self._source.module = module
        super().exec_module(module)


class _SubjectFinder:
    def __init__(self, name: str, source: _Source) -> None:
        self.name = name
        self.source = source

    def find_spec(
        self, name: str, path: Optional[Sequence[str]], target: Optional[types.ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if name != self.name:
            return None
        file = self.source.file
        loader = _SubjectLoader(name, self.source)
        spec = self._found_by_others(name, path, target)
        if (
            spec is None
            or not spec.origin
            or os.path.realpath(spec.origin) != os.path.realpath(file)
        ):
            return importlib.util.spec_from_file_location(
                name,
                file,
                loader=loader,
                submodule_search_locations=[os.path.dirname(file)] if self.source.is_package else None,
            )
        spec.loader = loader
        return spec

    def _found_by_others(
        self, name: str, path: Optional[Sequence[str]], target: Optional[types.ModuleType]
    ) -> Optional[importlib.machinery.ModuleSpec]:
        for finder in sys.meta_path:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return spec
        return None


class _DeepRecursion:
    def __enter__(self) -> None:
        self._before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self._before, _RECURSION_LIMIT))

    def __exit__(self, *_exception: object) -> None:
        sys.setrecursionlimit(self._before)
