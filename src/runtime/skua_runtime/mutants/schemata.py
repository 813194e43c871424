"""All mutants of a module in one code: at each place a switch says whether one of its mutants is
active, and otherwise the original is done.

An expression becomes `mutated if switch() else original`, a statement an `if`; several mutants of
one place are nested choices behind a switch for them all. Scopes, short circuits, the order of
evaluation, and what makes a function a generator stay as they are, since only the one branch that
is taken is evaluated, where the original was. Mutants exclude each other: their branches hold plain
copies of the original's parts. The switch is a constant of the code (code_constants.py).

Each switch counts as a probe. A loop that does not ask one in each iteration is given a switch
without mutants, so that no loop escapes the limit on probes.
"""

from __future__ import annotations

import ast
import types
from typing import Any, Optional

from skua_runtime.goals.code_constants import CodeConstants
from skua_runtime.goals.instrument import compile_quietly
from skua_runtime.mutants.mutate import Mutants
from skua_runtime.mutants.mutation_places import Place, locate
from skua_runtime.source.syntax import COMPREHENSIONS


def compile_mutated(mutants: Mutants, filename: str, native: Any) -> types.CodeType:
    """Compile `mutants.tree`, which is changed on the way, with the switches that `native` makes.
    """
    rewriter = _Rewriter(native)
    copies = [[_copied(change.node) for change in place.changes] for place in mutants.places]
    # Inner places come first, so that an outer place wraps what they have become.
    for place, changed in zip(reversed(mutants.places), reversed(copies)):
        rewriter.choose(place, changed)
    rewriter.count_iterations(mutants.tree)
    return rewriter.constants.put_into(compile_quietly(mutants.tree, filename))


class _Rewriter:
    def __init__(self, native: Any) -> None:
        self._native = native
        self._choices: set[ast.AST] = set()  # nodes that ask a switch before anything else
        self.constants = CodeConstants()

    def _switch(self, first: int, count: int, at: ast.AST) -> ast.Call:
        return self.constants.call(self._native.mutant(first, count), [], at)

    def choose(self, place: Place, changed: list[Any]) -> None:
        original = place.get()
        at = place.at
        changed = [locate(node, at) for node in changed]
        if place.is_loop_end:
            place.set([*original, self._statement(place, changed, [])])
        elif isinstance(original, list):
            place.set([self._statement(place, changed, original)])
        elif isinstance(original, ast.stmt):
            place.set(self._statement(place, changed, [original]))
        else:
            # The case has no guard.
            otherwise = original or ast.copy_location(ast.Constant(True), at)
            place.set(self._expression(place, changed, otherwise))

    def _expression(self, place: Place, changed: list[Any], original: ast.expr) -> ast.expr:
        result = changed[-1]
        for position in range(len(changed) - 2, -1, -1):
            switch = self._switch(place.first + position, 1, place.at)
            result = ast.copy_location(ast.IfExp(switch, changed[position], result), place.at)
        switch = self._switch(place.first, len(changed), place.at)
        return self._noted(ast.copy_location(ast.IfExp(switch, result, original), place.at))

    def _statement(self, place: Place, changed: list[Any], original: list[ast.stmt]) -> ast.stmt:
        result = changed[-1]
        for position in range(len(changed) - 2, -1, -1):
            switch = self._switch(place.first + position, 1, place.at)
            result = ast.copy_location(ast.If(switch, [changed[position]], [result]), place.at)
        switch = self._switch(place.first, len(changed), place.at)
        return self._noted(ast.copy_location(ast.If(switch, [result], original), place.at))

    def _noted(self, choice: Any) -> Any:
        self._choices.add(choice)
        return choice

    def count_iterations(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
                is_asked = node.body[0] in self._choices or (
                    isinstance(node, ast.While) and node.test in self._choices
                )
                if not is_asked:
                    at = node.body[0]
                    count = ast.copy_location(ast.Expr(self._switch(0, 0, at)), at)
                    node.body.insert(0, count)
            elif isinstance(node, COMPREHENSIONS):
                self._count_elements(node)

    def _count_elements(self, node: Any) -> None:
        """Instrument a comprehension, whose innermost loop asks in its first condition or its
        element."""
        ifs = node.generators[-1].ifs
        if ifs:
            if ifs[0] not in self._choices:
                ifs[0] = self._counted(ifs[0])
            return
        name = "key" if isinstance(node, ast.DictComp) else "elt"
        if getattr(node, name) not in self._choices:
            setattr(node, name, self._counted(getattr(node, name)))

    def _counted(self, node: ast.expr) -> ast.expr:
        never = ast.copy_location(ast.Constant(None), node)
        return ast.copy_location(ast.IfExp(self._switch(0, 0, node), never, node), node)


def _copied(node: Any) -> Any:
    """A copy of a tree with its positions. Contexts and operators have no state and are shared."""
    if isinstance(node, list):
        return [_copied(one) for one in node]
    if not isinstance(node, ast.AST) or not node._fields:
        return node
    copy = type(node)(**{name: _copied(getattr(node, name, None)) for name in node._fields})
    for name in node._attributes:
        place: Optional[int] = getattr(node, name, None)
        if place is not None:
            setattr(copy, name, place)
    return copy
