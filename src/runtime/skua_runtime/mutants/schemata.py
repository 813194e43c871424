"""Compiles all mutants of a module into one code object, with a switch at each place.

An expression becomes `mutated if switch() else original`, a statement an `if`. Several mutants of
one place are nested choices, with one switch around them all. Only one branch is evaluated, in the
original's place, so scopes, short circuits, the order of evaluation and generators stay the same.
Only one mutant is active at a time, so a mutant's branch holds plain copies of the original's
parts. The switch is a constant of the code object (code_constants.py).

Each call of a switch counts as a probe. A loop without a switch gets one without mutants, so that
the limit on probes stops every endless loop.
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
    """Compile `mutants.tree`, changing it, with switches that `native` makes."""
    rewriter = _Rewriter(native)
    copies = [[_copied(change.node) for change in place.changes] for place in mutants.places]
    # Inner places first, so that an outer place wraps the changed inner ones.
    for place, changed in zip(reversed(mutants.places), reversed(copies)):
        rewriter.choose(place, changed)
    rewriter.count_iterations(mutants.tree)
    return rewriter.constants.put_into(compile_quietly(mutants.tree, filename))


class _Rewriter:
    def __init__(self, native: Any) -> None:
        self._native = native
        self._choices: set[ast.AST] = set()  # nodes that begin with the call of a switch
        self.constants = CodeConstants()

    def _switch(self, first: int, count: int, at: ast.AST) -> ast.Call:
        return self.constants.call(self._native.mutant(first, count), [], at)

    def choose(self, place: Place, changed: list[Any]) -> None:
        """Put a choice between the original and the mutants into a place."""
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
            # A case without a guard has the guard True.
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
        """Add a switch to loops that have none."""
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
        """Add a switch to a comprehension: to its innermost loop's first condition, or to the
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
    """A copy of a tree with positions. Contexts and operators have no state and are shared."""
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
