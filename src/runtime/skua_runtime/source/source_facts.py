"""Facts about the module under test that its source shows but its objects do not."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Iterator, Optional, Union

from skua_runtime.source.docstrings import documented_exceptions
from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.source_names import imported_names
from skua_runtime.source.syntax import FUNCTIONS, Function

_SCOPES = (*FUNCTIONS, ast.ClassDef)
_Scope = Union[Function, ast.ClassDef]


@dataclass
class SourceFacts:
    """Facts found in one module's source."""

    # names bound at module level by `def` or `name = lambda`
    defined: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)  # names bound at module level by `name = …`
    # (first, last) line of code excluded from coverage
    excluded: list[tuple[int, int]] = field(default_factory=list)
    excluded_classes: set[str] = field(default_factory=set)  # qualified names of excluded classes
    gives_functions: bool = False  # whether some function returns a closure or lambda
    gives_methods: bool = False
    gives_partials: bool = False
    imports_asyncio: bool = False  # whether asyncio is imported, also inside functions
    enters_contexts: bool = False  # whether there is a `with` or `async with`
    # By a class's qualified name: each attribute that its methods assign, with the type of its
    # constant if only `__init__` assigns it, and a constant; else None.
    assigned_attributes: dict[str, dict[str, Optional[type]]] = field(default_factory=dict)
    decided_by: set[str] = field(default_factory=set)  # names of attributes that conditions read
    # Names of functions that do more than `...`, `pass` or `raise`.
    bodies: set[str] = field(default_factory=set)
    # (variable, attribute) for each `variable.attribute` that is read
    reads: dict[tuple[str, str], None] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)  # all names in the source
    # How to use the result of a function that returns another's result, by qualified name:
    # "iterate" for a generator, "async_iterate" for an asynchronous one, "await" for a coroutine.
    lazy_results: dict[str, str] = field(default_factory=dict)
    has_async_closures: bool = False  # whether a function defines a coroutine function
    # By a function's qualified name: exceptions that its docstring documents or that it raises by
    # name; unqualified.
    declared_exceptions: dict[str, list[str]] = field(default_factory=dict)

    def is_excluded(self, first_line: int) -> bool:
        """Whether the code that begins on the line is excluded from coverage."""
        return any(first <= first_line <= last for first, last in self.excluded)


def find_facts(tree: ast.Module, marked: frozenset[int]) -> SourceFacts:
    """Find the facts in a module's tree; `marked` are the lines excluded from coverage."""
    facts = SourceFacts()
    _names_of_module(tree, facts)
    functions: list[Function] = []
    qualified: dict[str, Function] = {}
    open_scopes: list[tuple[ast.AST, str]] = [(tree, "")]
    while open_scopes:
        scope, prefix = open_scopes.pop()
        for node in _directly_inside(scope):
            if isinstance(node, _SCOPES):
                name = prefix + node.name
                _look_at_scope(node, name, marked, facts)
                is_class = isinstance(node, ast.ClassDef)
                open_scopes.append((node, name + ("." if is_class else ".<locals>.")))
                if isinstance(node, FUNCTIONS):
                    functions.append(node)
                    qualified[name] = node
    names = {function.name for function in functions}
    for function in functions:
        _look_at_results(function, names, facts)
    facts.has_async_closures = any(
        isinstance(one, ast.AsyncFunctionDef) and ".<locals>." in name
        for name, one in qualified.items()
    )
    facts.lazy_results = _lazy_results(qualified, _iterator_makers(tree))
    for node in walk(tree):
        _look_at_node(node, facts)
    imported = imported_names(tree)
    facts.reads = {pair: None for pair in facts.reads if pair[0] not in imported}
    return facts


def _names_of_module(tree: ast.Module, facts: SourceFacts) -> None:
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        for node in children_of(open_nodes.pop()):
            if isinstance(node, FUNCTIONS):
                facts.defined.add(node.name)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {target.id for target in targets if isinstance(target, ast.Name)}
                facts.assigned |= names
                if isinstance(node.value, ast.Lambda):
                    facts.defined |= names
            elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
                open_nodes.append(node)


def _directly_inside(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those inside its functions and classes."""
    open_nodes = list(children_of(scope))
    while open_nodes:
        node = open_nodes.pop(0)
        yield node
        if not isinstance(node, _SCOPES):
            open_nodes[:0] = children_of(node)


def _look_at_scope(node: _Scope, name: str, marked: frozenset[int], facts: SourceFacts) -> None:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    body = node.body[0].lineno
    # A body on the `def` line shares that line's mark.
    header = range(first, max(body, node.lineno + 1))
    if not marked.isdisjoint(header):
        facts.excluded.append((first, node.end_lineno or first))
        if isinstance(node, ast.ClassDef):
            facts.excluded_classes.add(name)
    if isinstance(node, ast.ClassDef):
        return
    if any(not _says_nothing(statement) for statement in node.body):
        facts.bodies.add(name)
    if declared := _declared_exceptions(node):
        facts.declared_exceptions[name] = sorted(declared)
    owner, _, _ = name.rpartition(".")
    arguments = [*node.args.posonlyargs, *node.args.args]
    if owner and arguments and not owner.endswith("<locals>"):
        attributes = facts.assigned_attributes.setdefault(owner, {})
        _look_at_attributes(node, arguments[0].arg, attributes)


def _declared_exceptions(function: Function) -> set[str]:
    declared = documented_exceptions(ast.get_docstring(function))
    for node in _directly_inside(function):
        if isinstance(node, ast.Assert):
            declared.add("AssertionError")
        elif isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name: str = getattr(raised, "attr", "") or getattr(raised, "id", "")
            if name[:1].isupper():  # a class name; a variable may hold any exception
                declared.add(name)
    return declared


def _look_at_attributes(
    method: Function, receiver: str, attributes: dict[str, Optional[type]]
) -> None:
    constants: dict[ast.AST, type] = {}  # type of the constant, by target of the assignment
    for node in _directly_inside(method):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and method.name == "__init__":
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node.value, ast.Constant) and node.value.value is not None:
                constants.update(dict.fromkeys(targets, type(node.value.value)))
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if isinstance(node.value, ast.Name) and node.value.id == receiver:
                kind = constants.get(node)
                known = attributes.setdefault(node.attr, kind)
                attributes[node.attr] = kind if known is kind else None


def _look_at_results(function: Function, functions: set[str], facts: SourceFacts) -> None:
    """Note whether the function may return a function; `functions` are the names of all in the
    module."""
    nodes = list(_directly_inside(function))
    nested = {node.name for node in nodes if isinstance(node, FUNCTIONS)}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            nested |= {getattr(target, "id", "") for target in node.targets}
    results = [node.value for node in nodes if isinstance(node, (ast.Return, ast.Yield))]
    for part in (part for value in filter(None, results) for part in _parts_of_value(value)):
        name = getattr(part, "id", getattr(part, "attr", ""))
        facts.gives_partials |= name == "partial"
        facts.gives_methods |= isinstance(part, ast.Attribute) and name in functions
        facts.gives_functions |= isinstance(part, ast.Lambda)
        facts.gives_functions |= isinstance(part, ast.Name) and name in nested | functions
    if function.returns is not None:
        facts.gives_functions |= "Callable" in ast.unparse(function.returns)


_ITERTOOLS = frozenset(
    "accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile "
    "filterfalse groupby islice pairwise permutations product repeat starmap takewhile "
    "zip_longest".split()
)


def _iterator_makers(tree: ast.Module) -> set[str]:
    """The names of functions that return iterators: `map`, `chain`, `itertools.chain`."""
    names = {"enumerate", "filter", "iter", "map", "reversed", "zip"}
    for node in children_of(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name == "itertools":
                    names |= {f"{one.asname or one.name}.{name}" for name in _ITERTOOLS}
        elif isinstance(node, ast.ImportFrom) and node.module == "itertools":
            names |= {one.asname or one.name for one in node.names if one.name in _ITERTOOLS}
    return names | {name + ".from_iterable" for name in names if name.endswith("chain")}


# How to use the result, by whether the function is asynchronous and whether it yields.
_USES = {
    (False, False): "",
    (False, True): "iterate",
    (True, False): "await",
    (True, True): "async_iterate",
}


def _lazy_results(functions: dict[str, Function], iterator_makers: set[str]) -> dict[str, str]:
    """The functions that only return iterators, or generators or coroutines of the module's other
    functions."""
    uses = {name: {"iterate"} for name in iterator_makers}  # by the name that is called
    returned: dict[str, list[ast.expr]] = {}  # by qualified name
    for qualified, function in functions.items():
        nodes = list(_directly_inside(function))
        gives = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
        use = _USES[isinstance(function, ast.AsyncFunctionDef), gives]
        uses.setdefault(function.name, set()).add(use)
        results = [node.value for node in nodes if isinstance(node, ast.Return)]
        if not use and results and None not in results and function.returns is None:
            returned[qualified] = list(filter(None, results))
    found: dict[str, str] = {}
    for qualified, values in returned.items():
        each = {_use_of_expression(value, uses) for value in values}
        if len(each) == 1 and (use := each.pop()):
            found[qualified] = use
    return found


def _use_of_expression(value: ast.expr, uses: dict[str, set[str]]) -> str:
    if isinstance(value, ast.GeneratorExp):
        return "iterate"
    if not isinstance(value, ast.Call):
        return ""
    callee = value.func
    name = getattr(callee, "id", "")
    if isinstance(callee, ast.Attribute):
        is_own = getattr(callee.value, "id", "") in ("self", "cls")
        name = callee.attr if is_own else ast.unparse(callee)
    known = uses.get(name, set())
    return next(iter(known)) if len(known) == 1 else ""


def _parts_of_value(value: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a returned expression; of a call only the functions passed to it."""
    open_nodes = [value]
    while open_nodes:
        node = open_nodes.pop()
        yield node
        if isinstance(node, ast.Call):
            if (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) == "partial":
                yield node.func
            yield from (one for one in node.args if isinstance(one, ast.Name))
        elif not isinstance(node, (ast.Lambda, *_SCOPES)):
            open_nodes += children_of(node)


def _says_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Pass, ast.Raise))


def _conditions(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, (ast.BoolOp, ast.Compare)):
        return [node]
    if isinstance(node, ast.Match):
        return [node.subject]
    return [*getattr(node, "ifs", ()), *filter(None, [getattr(node, "test", None)])]


def _look_at_node(node: ast.AST, facts: SourceFacts) -> None:
    for condition in _conditions(node):
        facts.decided_by |= {
            inner.attr for inner in walk(condition) if isinstance(inner, ast.Attribute)
        }
    facts.enters_contexts |= isinstance(node, (ast.With, ast.AsyncWith))
    if isinstance(node, ast.Name):
        facts.names.add(node.id)
    elif isinstance(node, ast.Attribute):
        facts.names.add(node.attr)
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            facts.reads[node.value.id, node.attr] = None
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr"):
        facts.reads.update(dict.fromkeys(_named_attribute(node.args)))
    elif isinstance(node, ast.Import):
        facts.imports_asyncio |= any(alias.name.split(".")[0] == "asyncio" for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        facts.imports_asyncio |= (node.module or "").split(".")[0] == "asyncio"


def _named_attribute(arguments: list[ast.expr]) -> Iterator[tuple[str, str]]:
    """Yield the variable and the attribute of the arguments `variable, "attribute"`."""
    if len(arguments) > 1 and isinstance(arguments[0], ast.Name):
        name = getattr(arguments[1], "value", None)
        if isinstance(name, str) and name.isidentifier() and not name.startswith("__"):
            yield arguments[0].id, name
