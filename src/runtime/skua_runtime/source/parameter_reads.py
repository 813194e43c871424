"""Attributes that code reads from parameters: in the function itself, or in other methods, from the
attribute in which a constructor keeps the parameter (`self.db = db`)."""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Iterator, Mapping, Union

from skua_runtime.source.nodes import walk

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_PLAIN = frozenset().union(*map(dir, (str, bytes, int, float, list, tuple, dict, set)))


@dataclass
class ParameterReads:
    """Names, in the same order in every process."""

    name: str
    is_annotated: bool = False
    direct: dict[str, None] = field(default_factory=dict)  # `db.find`
    # `db.find().first`, and what is read from variables that stem from it
    indirect: dict[str, None] = field(default_factory=dict)

    def add(self, other: ParameterReads) -> None:
        self.direct.update(other.direct)
        self.indirect.update(other.indirect)


def reads_of_parameters(tree: ast.Module) -> Iterator[ParameterReads]:
    """The parameters of all functions, in the order of a walk through the tree."""
    owners = _classes_of_methods(tree)
    kept_reads = {owner: _reads_of_attributes(owner) for owner in dict.fromkeys(owners.values())}
    for node in walk(tree):
        if isinstance(node, _FUNCTIONS):
            yield from _reads_in(node, kept_reads[owners[node]] if node in owners else {})


def _reads_in(
    function: _Function, of_attributes: Mapping[str, ParameterReads]
) -> Iterator[ParameterReads]:
    by_variable = _reads_of_variables(function, ())
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.arg in ("self", "cls"):
            continue
        found = by_variable.get(argument.arg, ParameterReads(argument.arg))
        found.is_annotated = argument.annotation is not None
        for attribute in _kept_in(function, argument.arg):
            if attribute in of_attributes:
                found.add(of_attributes[attribute])
        yield found


def _classes_of_methods(tree: ast.Module) -> dict[ast.AST, ast.ClassDef]:
    return {
        inner: node
        for node in walk(tree)
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, _FUNCTIONS)
    }


def _reads_of_attributes(owner: ast.ClassDef) -> dict[str, ParameterReads]:
    """By attribute of the class's instances what methods read from it."""
    found: dict[str, ParameterReads] = {}
    for method in owner.body:
        arguments = method.args if isinstance(method, _FUNCTIONS) else None
        first = [*arguments.posonlyargs, *arguments.args][:1] if arguments else []
        if isinstance(method, _FUNCTIONS) and first:
            for name, reads in _reads_of_variables(method, (first[0].arg,)).items():
                found.setdefault(name, ParameterReads(name)).add(reads)
    return found


def _reads_of_variables(
    function: _Function, receivers: tuple[str, ...]
) -> dict[str, ParameterReads]:
    """By variable of the function, or, where there are receivers, by attribute of theirs."""
    stems: dict[str, set[str]] = defaultdict(set)  # by variable: from which others it comes

    def roots_of(node: ast.AST) -> set[str]:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in receivers:
                return {node.attr}
        if isinstance(node, ast.Name):
            return stems[node.id] if receivers else {node.id} | stems[node.id]
        if isinstance(node, ast.Call):
            return roots_of(node.func)
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Await, ast.Starred)):
            return roots_of(node.value)
        return set()

    nodes = list(walk(function))
    for node in nodes:
        for target, value in _bindings(node):
            for name in walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    stems[name.id] |= roots_of(value) - {name.id}
    found: dict[str, ParameterReads] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            is_direct = (
                isinstance(node.value, ast.Name)
                and not receivers
                or (
                    isinstance(node.value, ast.Attribute)
                    and getattr(node.value.value, "id", None) in receivers
                )
            )
            for root in roots_of(node.value):
                reads = found.setdefault(root, ParameterReads(root))
                if is_direct and (receivers or root == getattr(node.value, "id", "")):
                    reads.direct[node.attr] = None
                elif node.attr not in _PLAIN:
                    reads.indirect[node.attr] = None
    return found


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What a node binds, and to what."""
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr


def _kept_in(function: _Function, parameter: str) -> Iterator[str]:
    """The attributes in which a function keeps a parameter: `self.x = x`, `self.x = x or X()`."""
    for node in walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            values = [node.value]
            if isinstance(node.value, ast.BoolOp):
                values = node.value.values
            elif isinstance(node.value, ast.IfExp):
                values = [node.value.body, node.value.orelse]
            if any(isinstance(one, ast.Name) and one.id == parameter for one in values):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from (one.attr for one in targets if isinstance(one, ast.Attribute))
