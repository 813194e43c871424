"""Finds the arguments of calls in a syntax tree, each with the parameter that receives it."""

from __future__ import annotations

import ast
from typing import Iterable, Iterator, Mapping, Optional

from skua_runtime.source.parameter_facts import ParameterFacts, last_name, literal
from skua_runtime.expected.shapes import shape_of
from skua_runtime.records import Shape
from skua_runtime.source.nodes import walk

Parameters = Mapping[str, ParameterFacts]


def bound(call: ast.Call, parameters: Parameters) -> Iterator[tuple[ParameterFacts, ast.expr]]:
    """Pairs of parameter and argument of a call; none if there are too many arguments."""
    places = [one for one in parameters.values() if one.place == "place"]
    rest = [one for one in parameters.values() if one.place == "rest"]
    if len(call.args) > len(places) and not rest:
        return
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        yield (places[place] if place < len(places) else rest[0]), argument
    for keyword in call.keywords:
        taken = parameters.get(keyword.arg or "")
        if taken is not None and taken.place in ("place", "keyword"):
            yield taken, keyword.value


def literals_passed(
    trees: Iterable[ast.AST], functions: Mapping[str, Parameters]
) -> Iterator[tuple[ParameterFacts, Shape, object]]:
    """Literals passed to functions of a module: (parameter, shape, value).

    Calls are found by the function's unqualified name. The value of a collection is None.
    """
    named = {_plain_name(function): parameters for function, parameters in functions.items()}
    for tree in trees:
        for node in walk(tree):
            if not isinstance(node, ast.Call):
                continue
            parameters = named.get(last_name(node.func))
            for facts, argument in bound(node, parameters) if parameters else ():
                kind, value = literal(argument)
                shape = shape_of(kind, value, size_of(argument)) if kind else None
                if shape is not None:
                    yield facts, shape, value


def size_of(node: ast.AST) -> Optional[int]:
    """The number of elements of a list, tuple, set or dict display; None for other expressions."""
    if isinstance(node, ast.Dict):
        return len(node.keys)
    return len(node.elts) if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else None


def _plain_name(function: str) -> str:
    return function.removesuffix(".__init__").rpartition(".")[2]
