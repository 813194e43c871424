"""Turns hand-written tests, and examples in docstrings and documents, into seeds for the search.

Files are parsed, never imported. Understood are: test functions and classes of pytest and unittest,
fixtures, `parametrize` with literals, `setUp`, local variables and `monkeypatch`.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Optional, Union

from skua_runtime.source.docstrings import examples_in
from skua_runtime.source.documents import documents
from skua_runtime.seeds.existing_tests import passed_types
from skua_runtime.loading import LoadedModule
from skua_runtime.seeds.seed_parts import Statements, arguments_in
from skua_runtime.seeds.seed_statements import Translator
from skua_runtime.seeds.seed_targets import Fixture, Targets, Thing, imported
from skua_runtime.cluster.types_of import ANY

MOST_SEEDS = 200
_MOST_CASES = 8  # parametrize cases of one test that are used
_LARGEST_FILE = 500_000  # bytes
_FIXTURES = ("monkeypatch", "tmp_path")

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
Namespace = dict[str, Any]  # maps a name to a Thing or an expression


def find_seeds(
    loaded: LoadedModule, cluster: Any, root: str, files: Sequence[str]
) -> list[Statements]:
    """Find seeds in docstrings, then in test files, then in documents. Invalid files are skipped.
    """
    targets = Targets(cluster)
    seeds: dict[str, Statements] = {}
    for seed in _all_seeds(loaded, targets, root, files):
        if len(seeds) == MOST_SEEDS:
            break
        if any(statement["kind"] == "call" for statement in seed):
            seeds.setdefault(json.dumps(seed), seed)
    return list(seeds.values())


def _all_seeds(
    loaded: LoadedModule, targets: Targets, root: str, files: Sequence[str]
) -> Iterator[Statements]:
    yield from _of_docstrings(loaded, targets)
    for file in files:
        tree = _parsed(os.path.join(root, file))
        if tree is not None:
            package = os.path.dirname(file.removeprefix("src/")).replace(os.sep, ".")
            yield from _TestFile(tree, package, targets).seeds()
    for trees in documents(root, loaded.name):
        yield from _of_document(trees, _names_of(loaded) | targets.defined(), targets)


def _names_of(loaded: LoadedModule) -> Namespace:
    return {name: Thing(value) for name, value in vars(loaded.original).items()}


def _of_document(
    trees: list[ast.Module], namespace: Namespace, targets: Targets
) -> Iterator[Statements]:
    """Seeds from a document's blocks, each continuing the earlier ones."""
    for tree in trees:
        for node in tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                namespace.update(imported(node, ""))
    translator = Translator(targets, namespace)
    for tree in trees:
        if translator.is_full():
            yield from translator.finish()
            translator = Translator(targets, namespace)
        with contextlib.suppress(RecursionError):
            translator.run(tree.body)
    yield from translator.finish()


def _of_docstrings(loaded: LoadedModule, targets: Targets) -> Iterator[Statements]:
    namespace = _names_of(loaded)
    for each in examples_in(loaded.tree):
        translator = Translator(targets, namespace)
        translator.run([statement for example in each for statement in example.body])
        yield from translator.finish()


def _parsed(path: str) -> Optional[ast.Module]:
    try:
        if os.path.getsize(path) > _LARGEST_FILE:
            return None
        with open(path, "rb") as stream:
            source = stream.read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _TestFile:
    def __init__(self, tree: ast.Module, package: str, targets: Targets) -> None:
        self._tree = tree
        self._targets = targets
        self._namespace: Namespace = {}
        self._fixtures: dict[str, Function] = {}
        for node in tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._namespace.update(imported(node, package))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._namespace[node.targets[0].id] = node.value
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_fixture(node):
                self._fixtures[node.name] = node

    def seeds(self) -> Iterator[Statements]:
        """The seeds of all tests in the file."""
        for node in self._tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name.startswith("test"):
                    yield from self._of_function(node, [], {}, [])
            elif isinstance(node, ast.ClassDef):
                yield from self._of_class(node)

    def _of_class(self, node: ast.ClassDef) -> Iterator[Statements]:
        functions = [
            one for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        fixtures = {one.name: one for one in functions if _is_fixture(one)}
        set_up = [
            one
            for name in ("setUpClass", "setup_class", "setUp", "setup_method", "asyncSetUp")
            for one in functions
            if one.name == name
        ]
        for function in functions:
            if function.name.startswith("test"):
                yield from self._of_function(function, set_up, fixtures, node.decorator_list)

    def _of_function(
        self,
        function: Function,
        set_up: list[Function],
        fixtures: dict[str, Function],
        decorators: list[ast.expr],
    ) -> Iterator[Statements]:
        known = {**self._fixtures, **fixtures}
        for case in _cases([*decorators, *function.decorator_list]):
            translator = Translator(self._targets, self._namespace)
            try:
                for one in set_up:
                    translator.run(one.body)
                for name, value in case.items():
                    translator.bind_expression(name, value)
                for parameter in (*function.args.args, *function.args.kwonlyargs):
                    if parameter.arg not in case:
                        self._bind_fixture(translator, parameter.arg, known, 0)
                translator.run(function.body)
            except RecursionError:
                continue
            yield from translator.finish()

    def _bind_fixture(
        self, translator: Translator, name: str, fixtures: dict[str, Function], depth: int
    ) -> None:
        """Translate a fixture up to its first `return` or `yield`, and bind its value to the name.
        """
        fixture = fixtures.get(name)
        if fixture is None or depth > 4:
            translator.bind(name, Fixture(name) if name in _FIXTURES else None)
            return
        for parameter in fixture.args.args:
            self._bind_fixture(translator, parameter.arg, fixtures, depth + 1)
        for statement in fixture.body:
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(value, ast.Yield):
                value = value.value
            elif not isinstance(statement, ast.Return):
                translator.run([statement])
                continue
            if value is not None:
                translator.bind_expression(name, value)
            return
        translator.bind(name, None)


def _is_fixture(function: Function) -> bool:
    return any("fixture" in ast.unparse(one).partition("(")[0] for one in function.decorator_list)


def _cases(decorators: list[ast.expr]) -> list[dict[str, ast.expr]]:
    """The values of the parameters in each parametrize case.

    With several decorators, each case of the first is combined with the first cases of the others.
    """
    cases: list[dict[str, ast.expr]] = [{}]
    for decorator in decorators:
        own = _cases_of(decorator)
        if own and len(cases) == 1:
            cases = [{**cases[0], **case} for case in own]
        elif own:
            cases = [{**case, **own[0]} for case in cases]
    return cases


def _cases_of(decorator: ast.expr) -> list[dict[str, ast.expr]]:
    """The cases of `pytest.mark.parametrize("a, b", [(1, 2), …])`."""
    if not isinstance(decorator, ast.Call) or len(decorator.args) < 2:
        return []
    if not ast.unparse(decorator.func).endswith("parametrize"):
        return []
    names_node, values = decorator.args[:2]
    try:
        names = ast.literal_eval(names_node)
    except ValueError:
        return []
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    if not isinstance(values, (ast.List, ast.Tuple)):
        return []
    cases = []
    for value in values.elts[:_MOST_CASES]:
        if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("param"):
            parts: list[ast.expr] = value.args
        elif len(names) == 1:
            parts = [value]
        else:
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        if len(parts) == len(names):
            cases.append(dict(zip(names, parts)))
    return cases


def note_types(cluster: Any, seeds: Sequence[Statements], recorded: str = "") -> None:
    """Give parameters without a known type the union of the passed types and "any".

    Types come from the seeds and from `recorded`, the types found by existing_tests.py.
    """
    passed: dict[tuple[int, int], dict[int, None]] = {}
    for key, described in passed_types(cluster, recorded):
        passed.setdefault(key, {})[_index_of(described, cluster)] = None
    for seed in seeds:
        for key, made in arguments_in(seed):
            if (index := _type_of(made, cluster)) != ANY:
                passed.setdefault(key, {})[index] = None
    for (target, place), found in passed.items():
        parameter = cluster.callables[target]["parameters"][place]
        if parameter["type"] == ANY and not parameter["kind"].startswith("var_"):
            union = {"kind": "union", "arguments": [*found, ANY]}
            parameter["type"] = _index_of(union, cluster)


# Type arguments of a literal whose elements are unknown.
_ARGUMENTS: dict[str, list[int]] = {
    "bool": [], "int": [], "float": [], "complex": [], "str": [], "bytes": [],
    "list": [ANY], "set": [ANY], "frozenset": [ANY], "tuple": [ANY], "dict": [ANY, ANY],
}  # fmt: skip
_NAMES = {"frozenset": "frozen_set", "tuple": "tuple_of"}


def _type_of(statement: dict[str, Any], cluster: Any) -> int:
    kind = statement["kind"]
    if kind == "call":
        return int(cluster.callables[statement["target"]]["result"])
    if kind == "enum_member":
        return _index_of({"kind": "enum", "class": statement["target"]}, cluster)
    if kind not in _ARGUMENTS:
        return ANY
    described: dict[str, Any] = {"kind": _NAMES.get(kind, kind)}
    if _ARGUMENTS[kind]:
        described["arguments"] = _ARGUMENTS[kind]
    return _index_of(described, cluster)


def _index_of(described: dict[str, Any], cluster: Any) -> int:
    if described not in cluster.types:
        cluster.types.append(described)
    return int(cluster.types.index(described))
