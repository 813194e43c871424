"""Reads what the tests of a project pass to its own functions. Nothing of a project is executed."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skua_runtime.source.parameter_facts import ParameterFacts, last_name, literal, parameters_in
from skua_runtime.expected.passed import Parameters, bound, size_of
from skua_runtime.expected.shapes import shape_of

_TEST = re.compile(r"(^|/)(tests?|testing|testsuite)/|(^|/)test_[^/]*\.py$|_tests?\.py$")
_NO_SUBJECT = re.compile(
    r"(^|/)(docs?|examples?|benchmarks?|build|_?vendor(ed)?|scripts|tools|setup\.py|conftest\.py)(/|$)"
)
_LARGEST = 900_000  # bytes of a file
_MOST_VALUES = 60  # of a variable or a parametrised case
_DEEPEST = 2  # variables that stand for variables
_LONGEST = 300  # characters of a text
# Methods of so many classes that a name does not tell whose it is.
_COMMON = frozenset({"read", "write", "close", "run", "get", "set"}).union(
    *(dir(kind) for kind in (str, bytes, list, dict, set, int))
)
# What calls make, by the name of what is called.
_MADE = {
    name: kind
    for kind, names in {
        "list": "list sorted range iter map filter zip reversed enumerate",
        "dict": "dict OrderedDict defaultdict",
        "set": "set frozenset",
        "tuple": "tuple namedtuple",
        "str": "str repr chr join format lower upper strip decode isoformat strftime dedent",
        "bytes": "bytes bytearray encode",
        "int": "int len ord sum",
        "float": "float",
        "bool": "bool",
        "callable": "partial itemgetter attrgetter",
        "object": "object datetime date timedelta time now utcnow today",
    }.items()
    for name in names.split()
}
Value = tuple[str, Any, int | None]  # kind, value, size; "" as the kind where nothing is known
Scope = Mapping[str, list[ast.expr] | None]


@dataclass
class Passed:
    """A parameter, and the different arguments that tests pass for it."""

    facts: ParameterFacts
    arguments: list[tuple[str, str | None, Any]] = field(default_factory=list)  # kind, shape, value


def harvest(root: Path) -> list[Passed]:
    """The parameters of a project's functions to which its tests pass something."""
    trees = {path: tree for path in sorted(root.rglob("*.py")) if (tree := _parse(path))}
    names = {path: path.relative_to(root).as_posix() for path in trees}
    project = _Project(
        tree
        for path, tree in trees.items()
        if not _TEST.search(names[path]) and not _NO_SUBJECT.search(names[path])
    )
    for path, tree in trees.items():
        if _TEST.search(names[path]):
            _TestFile(tree, project).read()
    return [one for one in project.passed.values() if one.arguments]


def _parse(path: Path) -> ast.Module | None:
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return None
    try:
        return ast.parse(path.read_text(errors="replace"))
    except (SyntaxError, ValueError, RecursionError):
        return None


class _Project:
    """Functions and classes by the names that tests use; ambiguous names are nobody's."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self.passed: dict[int, Passed] = {}
        self._functions: dict[str, list[Parameters]] = defaultdict(list)
        self._methods: dict[str, list[Parameters]] = defaultdict(list)
        self.classes: dict[str, Parameters] = {}
        self._bases: dict[str, list[str]] = {}
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self._bases.setdefault(node.name, [last_name(one) for one in node.bases])
            for name, parameters in parameters_in(tree).items():
                owner, _, plain = name.rpartition(".")
                if plain == "__init__":
                    self.classes.setdefault(owner.rpartition(".")[2], parameters)
                elif owner and not owner.endswith("<locals>"):
                    self._methods[plain].append(parameters)
                elif not owner:
                    self._functions[plain].append(parameters)

    def is_class(self, name: str) -> bool:
        return name in self._bases

    def is_function(self, name: str) -> bool:
        return name in self._functions

    def function(self, name: str) -> Parameters | None:
        return _only(self._functions.get(name, []))

    def method(self, name: str) -> Parameters | None:
        if name in _COMMON or name.startswith("__"):
            return None
        return _only(self._methods.get(name, []))

    def constructor(self, name: str, depth: int = 0) -> Parameters | None:
        """The parameters of a class, or of the first base that has a constructor."""
        if name in self.classes or depth > 6:
            return self.classes.get(name)
        found = (self.constructor(base, depth + 1) for base in self._bases.get(name, []) if base != name)
        return next((one for one in found if one is not None), None)

    def note(self, facts: ParameterFacts, value: Value) -> None:
        kind, content, size = value
        if isinstance(content, (str, bytes)) and len(content) > _LONGEST:
            content = None
        shape = shape_of(kind, content, size)
        one = self.passed.setdefault(id(facts), Passed(facts))
        if kind and (kind, shape, content) not in one.arguments:
            one.arguments.append((kind, shape, content))


def _only(found: list[Parameters]) -> Parameters | None:
    return found[0] if found and all(list(one) == list(found[0]) for one in found) else None


class _TestFile:
    def __init__(self, tree: ast.Module, project: _Project) -> None:
        self._tree = tree
        self._project = project
        self._imported: dict[str, str] = {}
        self._modules: set[str] = set()
        self._own: dict[str, str] = {}  # kinds of what the file defines
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._imported |= {one.asname or one.name: one.name for one in node.names}
            elif isinstance(node, ast.Import):
                self._modules |= {(one.asname or one.name).partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ClassDef):
                self._own[node.name] = "class"
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._own.setdefault(node.name, "callable")

    def read(self) -> None:
        self._visit(self._tree.body, _assigned(self._tree.body), [])

    def _visit(self, body: list[ast.stmt], scope: Scope, decorators: list[ast.expr]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self._visit(node.body, scope, decorators + node.decorator_list)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                taken = {one.arg: None for one in (*node.args.args, *node.args.kwonlyargs)}
                rows: dict[str, list[ast.expr]] = {}
                for decorator in decorators + node.decorator_list:
                    rows |= _parametrized(decorator)
                inner = {**scope, **taken, **rows, **_assigned([node], scope)}
                for call in ast.walk(node):
                    if isinstance(call, ast.Call):
                        self._call(call, inner)
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                self._visit(node.body, scope, decorators)

    def _call(self, call: ast.Call, scope: Scope) -> None:
        parameters = self._called(call.func)
        if parameters is None and last_name(call.func) in ("raises", "assertRaises"):
            if len(call.args) > 1 and (parameters := self._called(call.args[1])):
                call = ast.Call(call.args[1], call.args[2:], call.keywords)
        for facts, argument in bound(call, parameters) if parameters else ():
            for value in self._values(argument, scope):
                self._project.note(facts, value)

    def _called(self, node: ast.expr) -> Parameters | None:
        project, name = self._project, last_name(node)
        if isinstance(node, ast.Name):
            name = self._imported.get(name, "" if name in self._own else name)
            return project.constructor(name) if project.is_class(name) else project.function(name)
        if not isinstance(node, ast.Attribute):
            return None
        if project.is_class(name):
            return project.constructor(name)
        owner = last_name(node.value)
        if isinstance(node.value, ast.Name) and owner in self._modules | self._imported.keys():
            is_module = not project.is_class(self._imported.get(owner, owner))
            return project.function(name) if is_module else project.method(name)
        return None if owner == "self" else project.method(name)

    def _values(self, node: ast.expr, scope: Scope, depth: int = 0) -> Iterator[Value]:
        kind, value = literal(node)
        if kind:
            yield kind, value, size_of(node)
            return
        name = last_name(node)
        if isinstance(node, ast.Name):
            if name in scope:
                if depth < _DEEPEST:
                    inner = {key: one for key, one in scope.items() if key != name}
                    for one in (scope[name] or [])[:_MOST_VALUES]:
                        yield from self._values(one, inner, depth + 1)
                return
            yield self._named(name), None, None
        elif isinstance(node, ast.Attribute):
            of_module = isinstance(node.value, ast.Name) and last_name(node.value) in self._modules
            yield (self._named(name) if of_module else "object" if name.isupper() else ""), None, None
        elif isinstance(node, ast.Compare):
            yield "bool", None, None
        elif isinstance(node, ast.Call):
            made = self._imported.get(name, name)
            is_class = self._project.is_class(made) or made[:1].isupper()
            yield ("object" if is_class and made not in _MADE else _MADE.get(made, "")), None, None
        elif isinstance(node, ast.BinOp):
            kinds = [literal(one)[0] for one in (node.left, node.right)]
            known = [one for one in kinds if one in ("str", "bytes", "list")]
            number = "float" if "float" in kinds or isinstance(node.op, ast.Div) else "int"
            both = all(one in ("int", "float") for one in kinds)
            yield (known[0] if known else number if both else ""), None, None

    def _named(self, name: str) -> str:
        """The kind of what a name outside of the test stands for."""
        real = self._imported.get(name, name)
        if name in self._own:
            return self._own[name]
        if self._project.is_function(real):
            return "callable"
        if self._project.is_class(real):
            return "class"
        builtin = getattr(__builtins__, name, None) if not isinstance(__builtins__, dict) else (
            __builtins__.get(name)
        )
        if isinstance(builtin, type):
            return "class"
        if callable(builtin):
            return "callable"
        return "object" if real.isupper() else "class" if real[:1].isupper() else ""


def _elements(node: ast.AST | None) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else []


def _parametrized(decorator: ast.expr) -> dict[str, list[ast.expr]]:
    """The values of each name of a `parametrize` mark."""
    if not isinstance(decorator, ast.Call) or last_name(decorator.func) != "parametrize":
        return {}
    if len(decorator.args) < 2:
        return {}
    first, cases = decorator.args[0], _elements(decorator.args[1])
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        names = [one.strip() for one in first.value.split(",") if one.strip()]
    else:
        names = [str(one.value) for one in _elements(first) if isinstance(one, ast.Constant)]
    found: dict[str, list[ast.expr]] = {name: [] for name in names}
    for case in cases:
        is_param = isinstance(case, ast.Call) and last_name(case.func) == "param"
        cells = case.args if isinstance(case, ast.Call) and is_param else [case]
        if len(names) > 1 and not is_param:
            cells = _elements(case)
        if len(cells) == len(names):
            for name, cell in zip(names, cells):
                found[name].append(cell)
    return found


def _assigned(body: list[Any], outer: Scope | None = None) -> dict[str, list[ast.expr] | None]:
    """What names stand for that statements assign, or loops over displays; None where it is not told."""
    found: dict[str, list[ast.expr] | None] = {}

    def add(target: ast.expr, values: list[ast.expr] | None) -> None:
        if isinstance(target, ast.Name):
            known = found.get(target.id, [])
            found[target.id] = None if values is None or known is None else known + values
        for place, inner in enumerate(_elements(target)):
            rows = [_elements(value) for value in values or ()]
            is_told = bool(rows) and all(len(row) > place for row in rows)
            add(inner, [row[place] for row in rows] if is_told else None)

    nodes = body if outer is None else [one for node in body for one in ast.walk(node)]
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                add(target, [node.value])
        elif isinstance(node, (ast.For, ast.comprehension)):
            over = node.iter
            if isinstance(over, ast.Name) and len((outer or {}).get(over.id) or ()) == 1:
                over = (outer or {})[over.id][0]  # type: ignore[index]
            add(node.target, _elements(over) or None)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            add(node.target, [node.value] if isinstance(node, ast.AnnAssign) and node.value else None)
        elif isinstance(node, ast.With):
            for item in node.items:
                if item.optional_vars is not None:
                    add(item.optional_vars, None)
    return found
