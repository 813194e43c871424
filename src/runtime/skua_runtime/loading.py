"""Imports the module under test by its name, and instruments its code during the import.

Python's normal import machinery finds the module. Only the loader of this one module is replaced,
so packages, relative and circular imports, and parents that import the module themselves work as
usual.
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

# Recursion limit while trees are rewritten: each level of nesting takes one or two calls, and a
# long sum nests deeply.
_RECURSION_LIMIT = 8000


class NotParsable(Exception):
    """The source is not valid Python for this interpreter's version."""

    def __init__(self, error: BaseException) -> None:
        said = error.msg if isinstance(error, SyntaxError) else error
        super().__init__(f"{type(error).__name__}: {said}")
        self.line = getattr(error, "lineno", None)


@dataclass
class MutantChoice:
    """Choice of the mutants to compile into the module."""

    most_per_code_object: int
    seed: int = 0
    chosen: Optional[list[int]] = None  # numbers from an earlier load of the same file


@dataclass(frozen=True)
class Callee:
    """The second module of a pair: calls from the loaded module into it are tested.

    `part` is the class or function of the callee to test, `caller_part` that of the loaded module;
    "" means the whole module. If both parts are in one module, neither contains the other.
    """

    name: str
    file: str
    part: str = ""
    caller_part: str = ""
    # Calls seen in execution, as SeenCall: (calling function, line counted from its first, called
    # function).
    seen: Sequence[Sequence[Any]] = ()


@dataclass
class LoadedModule:
    """An imported module with the goals, mutants and coupling found in its source."""

    name: str
    file: str
    module: Any  # the imported object; not a module if the module replaces itself in sys.modules
    original: types.ModuleType  # the module object in which the code ran
    tree: ast.Module  # syntax tree without instrumentation
    excluded: frozenset[int] = frozenset()  # lines that the project excludes from coverage
    goals: Goals = field(default_factory=Goals)
    # Objects of class mutate.Mutant; with a callee, mutants of the callee.
    mutants: list[Any] = field(default_factory=list)
    chosen_mutants: list[int] = field(default_factory=list)
    coupling: Optional[coupling.Coupling] = None  # set if the module is loaded with a callee
    # The callee, if it is another module: its tree, not instrumented, and the imported module.
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
    """Import the module, instrumented if `instrument` is set.

    With a callee, also import and instrument the callee, and mutate its part instead of the module.

    `prepare` runs before the import. Raises NotParsable or the exception of the import; if the
    import and `prepare` both fail, raises what `prepare` returned.
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
    _import(finders, prepare)
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


def _import(
    finders: list[_SubjectFinder], prepare: Callable[[], Optional[BaseException]]
) -> None:
    """Call `prepare` and import the modules of the finders."""
    sys.meta_path[:0] = finders
    try:
        # Forget other modules of these names, such as the standard `string` if the project has a
        # string.py.
        for finder in finders:
            sys.modules.pop(finder.name, None)
        error = prepare()  # may import the module, too
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


def _couple(name: str, caller: _Source, wanted: Callee, callee: _Source) -> coupling.Coupling:
    is_one_module = callee is caller
    with _DeepRecursion():
        # Build a new control flow graph for the caller, since call sites are added to it.
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
    """The source file of the module: parsed once, and compiled when the import asks for the code.
    """

    def __init__(
        self,
        file: str,
        native: Any,
        instrument: bool,
        exclusions: ExclusionPatterns = AS_BY_DEFAULT,
        choice: Optional[MutantChoice] = None,
        part: str = "",  # name of the class or function to mutate; "" for the whole file
    ) -> None:
        self.file = file
        self._part = part
        self.module: Optional[types.ModuleType] = None
        self.mutants: list[Any] = []
        self.chosen_mutants: list[int] = []
        self.native = native
        self.probes = native  # object that makes the probes of the instrumented code
        self.coupled: Optional[coupling.Coupling] = None  # set if this file is the caller's
        self.is_package = os.path.basename(file) == "__init__.py"
        self._instrument = instrument
        self._choice = choice
        with open(file, "rb") as stream:
            self._bytes = stream.read()
        self.tree = self._parse()
        self.excluded = excluded_lines(self._bytes, exclusions)
        # Compile the original before rewriting, so that messages of the compiler are about the
        # original.
        try:
            self._code = compile_quietly(self.tree, file)
        except (SyntaxError, ValueError) as error:
            raise NotParsable(error) from error
        with _DeepRecursion():
            self.goals = self.find_goals()
        native.configure(len(self.goals.code_objects), len(self.goals.predicates))

    def find_goals(self) -> Goals:
        """Find the goals of the file, with their control flow."""
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
        """Compile the code object for the import: instrumented, mutated or plain."""
        if self._instrument:
            with _DeepRecursion():
                tree = self._parse()
                # Find the goals again, since this tree will be changed.
                goals = find_goals(tree, self.excluded)
                if self.coupled is not None:
                    self.coupled.mark_sites(tree, goals)
                return compile_instrumented(tree, goals, self.file, self.probes)
        if self._choice is not None:
            with _DeepRecursion():
                self._code = self._mutated(self._choice)
            self._choice = None  # a reload has the same mutants
        return self._code

    def _mutated(self, choice: MutantChoice) -> types.CodeType:
        # imported here, since most loads do not need these modules
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
