"""Builds the control flow graph of each code object; its nodes are mainly predicates.

Node 0 is the entry, node 1 the exit. Other nodes are predicates (also blocks, which do not decide),
or joins without a predicate: the head of a `while`, the start of a `try`, a `finally`. Code without
a decision needs no node. A frontier is a set of edges to the next node; for unreachable code it is
empty. Exceptional flow is drawn only from the start of a `try`, and from a `raise` in it, to its
except clauses.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Iterable, Optional

from skua_runtime.goals.goals import Goals
from skua_runtime.source.syntax import COMPREHENSIONS, constant_truth, evaluated_children
from skua_runtime.source.syntax import is_irrefutable

Frontier = list[tuple[int, str]]
ENTRY, EXIT = 0, 1
# By statement, the kind of block that stops it; nothing stops a `return`.
_STOPS = {"Raise": "handlers", "Break": "loop", "Continue": "loop"}


def draw_control_flow(goals: Goals) -> None:
    """Fill in the nodes and edges of all code objects. Unreachable predicates are no goals
    afterwards."""
    drawn = {predicate.code_object for predicate in goals.predicates} | {*goals.calls.values()}
    for node, index in goals.code_object.items():
        if index not in drawn:
            continue
        flow = _Flow(goals)
        flow.code_object(node)
        flow.lead_out_of_endless_loops()
        code_object = goals.code_objects[index]
        code_object.nodes, code_object.edges = flow.nodes, list(flow.edges)
        reachable = _closure({ENTRY}, flow.edges)
        for position, predicate in enumerate(flow.nodes):
            if predicate >= 0 and position not in reachable:
                goals.predicates[predicate].true_is_goal = False
                goals.predicates[predicate].false_is_goal = False


def _closure(
    start: set[int], edges: Iterable[tuple[int, int, str]], back: bool = False
) -> set[int]:
    neighbours: dict[int, list[int]] = {}
    for source, target, _ in edges:
        if back:
            source, target = target, source
        neighbours.setdefault(source, []).append(target)
    found, open_ends = set(start), list(start)
    while open_ends:
        for neighbour in neighbours.get(open_ends.pop(), ()):
            if neighbour not in found:
                found.add(neighbour)
                open_ends.append(neighbour)
    return found


@dataclass
class _Block:
    """A statement that intercepts `break`, `continue`, `raise` or `return`: a loop or a `try`."""

    kind: str  # "loop", "handlers" of a try, or "finally"
    head: int = -1  # number of a loop's head node
    # Edges of intercepted jumps: `break`s of a loop, `raise`s in a try, all jumps through a
    # finally.
    leaving: Frontier = field(default_factory=list)
    # For a finally: the statements that go on after it.
    resumed: list[str] = field(default_factory=list)


class _Flow:
    def __init__(self, goals: Goals) -> None:
        self._goals = goals
        self.nodes: list[int] = [-1, -1]
        # Edges as (source, target, when); the dict is an ordered set.
        self.edges: dict[tuple[int, int, str], None] = {}
        self._blocks: list[_Block] = []

    def code_object(self, node: Any) -> None:
        """Build the graph of a function, class, module, lambda or comprehension."""
        frontier: Frontier = [(ENTRY, "always")]
        if isinstance(node, COMPREHENSIONS):
            frontier = self._comprehension(node, frontier)
        elif isinstance(node, ast.Lambda):
            frontier = self.value(node.body, frontier)
        else:
            frontier = self.block(node.body, frontier)
        self._connect(frontier, EXIT)

    def lead_out_of_endless_loops(self) -> None:
        """Connect each endless loop with the exit, since post-dominance needs a path to it."""
        ended = _closure({EXIT}, self.edges, back=True)
        for node in sorted(range(len(self.nodes)), key=lambda node: self.nodes[node] >= 0):
            if node not in ended:
                self._connect([(node, "always")], EXIT)
                ended |= _closure({node}, self.edges, back=True)

    def _place(self, frontier: Frontier, predicate: int = -1) -> int:
        self.nodes.append(predicate)
        self._connect(frontier, len(self.nodes) - 1)
        return len(self.nodes) - 1

    def _connect(self, frontier: Frontier, target: int) -> None:
        for source, when in frontier:
            self.edges[source, target, when] = None

    def _decide(self, frontier: Frontier, predicate: int) -> tuple[Frontier, Frontier]:
        node = self._place(frontier, predicate)
        return [(node, "true")], [(node, "false")]

    def _note_call(self, node: ast.AST, place: int) -> None:
        """Note the graph node of a call or other place that enters functions."""
        if node in self._goals.calls:
            self._goals.call_nodes[node] = place

    # Expressions.

    def value(self, node: Any, frontier: Frontier) -> Frontier:
        """Add an expression whose value is used; returns the frontier after it."""
        if isinstance(node, ast.BoolOp):
            frontier, shortcut = self._operands(node.values[:-1], node.op, frontier)
            return shortcut + self.value(node.values[-1], frontier)
        if isinstance(node, ast.IfExp):
            taken, other = self.condition(node.test, frontier)
            return self.value(node.body, taken) + self.value(node.orelse, other)
        if node in self._goals.links:
            taken, other = self._chain(node, frontier)
            return taken + other
        if isinstance(node, ast.Lambda):
            return self.value(node.args, frontier)
        if isinstance(node, COMPREHENSIONS):
            frontier = self.value(node.generators[0].iter, frontier)
        else:
            for child in evaluated_children(node):
                frontier = self.value(child, frontier)
        if node in self._goals.calls:
            place = self._place(frontier)
            self._note_call(node, place)
            frontier = [(place, "always")]
        return frontier

    def condition(self, node: ast.expr, frontier: Frontier) -> tuple[Frontier, Frontier]:
        """Add a condition; returns the frontiers where it is true and where it is false."""
        if isinstance(node, ast.BoolOp):
            frontier, shortcut = self._operands(node.values, node.op, frontier)
            return (frontier, shortcut) if isinstance(node.op, ast.And) else (shortcut, frontier)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            taken, other = self.condition(node.operand, frontier)
            return other, taken
        if isinstance(node, ast.IfExp) and node not in self._goals.predicate:
            first, second = self.condition(node.test, frontier)
            first_taken, first_other = self.condition(node.body, first)
            second_taken, second_other = self.condition(node.orelse, second)
            return first_taken + second_taken, first_other + second_other
        if node in self._goals.links:
            return self._chain(node, frontier)
        decided = constant_truth(node)
        frontier = self.value(node, frontier)
        if decided is not None:
            return (frontier, []) if decided else ([], frontier)
        predicate = self._goals.predicate.get(node)
        if predicate is None:  # the condition is not a goal
            return frontier, frontier
        return self._decide(frontier, predicate)

    def _operands(
        self, operands: list[ast.expr], operator: ast.boolop, frontier: Frontier
    ) -> tuple[Frontier, Frontier]:
        """The frontier after all operands, and the edges of short circuits."""
        shortcut: Frontier = []
        for operand in operands:
            taken, other = self.condition(operand, frontier)
            if isinstance(operator, ast.And):
                frontier, shortcut = taken, shortcut + other
            else:
                frontier, shortcut = other, shortcut + taken
        return frontier, shortcut

    def _chain(self, node: ast.Compare, frontier: Frontier) -> tuple[Frontier, Frontier]:
        shortcut: Frontier = []
        frontier = self.value(node.left, frontier)
        for comparator, predicate in zip(node.comparators, self._goals.links[node]):
            frontier, other = self._decide(self.value(comparator, frontier), predicate)
            shortcut = shortcut + other
        return frontier, shortcut

    def _comprehension(self, node: Any, frontier: Frontier) -> Frontier:
        heads: list[int] = []
        for position, generator in enumerate(node.generators):
            if position > 0:
                frontier = self.value(generator.iter, frontier)
            heads.append(self._place(frontier))
            self._note_call(generator, heads[-1])
            if position > 0:
                self._connect([(heads[-1], "always")], heads[-2])
            frontier = self.value(generator.target, [(heads[-1], "always")])
            for condition in generator.ifs:
                frontier, other = self.condition(condition, frontier)
                self._connect(other, heads[-1])
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for element in elements:
            frontier = self.value(element, frontier)
        self._connect(frontier, heads[-1])
        return [(heads[0], "always")]

    # Statements.

    def block(self, body: list[ast.stmt], frontier: Frontier) -> Frontier:
        """Add statements; returns the frontier after them."""
        for statement in body:
            frontier = self._pass(frontier, self._goals.block.get(statement))
            method = getattr(self, "_" + type(statement).__name__, None)
            frontier = (method or self.value)(statement, frontier)
        return frontier

    def _pass(self, frontier: Frontier, block: Optional[int]) -> Frontier:
        return frontier if block is None else [(self._place(frontier, block), "always")]

    def _FunctionDef(self, node: ast.FunctionDef, frontier: Frontier) -> Frontier:
        for decorator in node.decorator_list:
            frontier = self.value(decorator, frontier)
        return self.value(node.args, frontier)

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(self, node: ast.ClassDef, frontier: Frontier) -> Frontier:
        for child in [*node.decorator_list, *node.bases, *node.keywords]:
            frontier = self.value(child, frontier)
        return frontier

    def _If(self, node: ast.If, frontier: Frontier) -> Frontier:
        taken, other = self.condition(node.test, frontier)
        return self.block(node.body, taken) + self.block(node.orelse, other)

    def _Assert(self, node: ast.Assert, frontier: Frontier) -> Frontier:
        taken, other = self.condition(node.test, frontier)
        if node.msg is not None:
            other = self.value(node.msg, other)
        self._jump(other, "Raise")
        return taken

    def _While(self, node: ast.While, frontier: Frontier) -> Frontier:
        head = self._place(frontier)
        taken, other = self.condition(node.test, [(head, "always")])
        return self._loop(node, head, taken, other)

    def _For(self, node: ast.For, frontier: Frontier) -> Frontier:
        frontier = self.value(node.iter, frontier)
        predicate = self._goals.predicate.get(node)
        head = self._place(frontier, -1 if predicate is None else predicate)
        self._note_call(node, head)
        taken, other = ("always", "always") if predicate is None else ("true", "false")
        return self._loop(node, head, self.value(node.target, [(head, taken)]), [(head, other)])

    _AsyncFor = _For

    def _loop(self, node: Any, head: int, taken: Frontier, other: Frontier) -> Frontier:
        block = _Block("loop", head)
        self._blocks.append(block)
        self._connect(self.block(node.body, taken), head)
        self._blocks.pop()
        return self.block(node.orelse, other) + block.leaving

    def _With(self, node: ast.With, frontier: Frontier) -> Frontier:
        for item in node.items:
            frontier = self.value(item, frontier)
        # If the body always leaves by a jump, flow continues when the manager swallows an
        # exception.
        return self.block(node.body, frontier) or frontier

    _AsyncWith = _With

    def _Match(self, node: ast.Match, frontier: Frontier) -> Frontier:
        frontier = self.value(node.subject, frontier)
        done: Frontier = []
        for case in node.cases:
            predicate = self._goals.predicate.get(case)
            if predicate is not None:
                taken, frontier = self._decide(frontier, predicate)
            else:  # the case always matches, or is no goal
                taken, frontier = frontier, [] if is_irrefutable(case.pattern) else frontier
            if case.guard is not None:
                taken, other = self.condition(case.guard, taken)
                frontier = frontier + other
            done += self.block(case.body, taken)
        return done + frontier

    def _Try(self, node: ast.Try, frontier: Frontier) -> Frontier:
        held = _Block("finally") if node.finalbody else None
        if held is not None:
            self._blocks.append(held)
        start = self._place(frontier)
        caught: Frontier = [(start, "always")]
        if node.handlers:
            self._blocks.append(_Block("handlers", leaving=caught))
        frontier = self.block(node.body, [(start, "always")])
        if node.handlers:
            self._blocks.pop()
        frontier = self._pass(frontier, self._goals.completion.get(node))
        frontier = self.block(node.orelse, frontier)
        for handler in node.handlers:
            if handler.type is not None:
                caught = self.value(handler.type, caught)
            predicate = self._goals.predicate.get(handler)
            taken = caught
            if predicate is not None:
                taken, caught = self._decide(caught, predicate)
            elif handler.type is None:
                caught = []
            frontier = frontier + self.block(handler.body, taken)
        if node.handlers and isinstance(node, ast.Try):
            self._jump(caught, "Raise")
        if held is None:
            return frontier
        self._blocks.pop()
        middle = self._place(frontier + held.leaving)
        after = self.block(node.finalbody, [(middle, "always")])
        for statement in dict.fromkeys(held.resumed):
            self._jump(after, statement)
        return after if frontier else []

    _TryStar = _Try

    def _leave(self, node: ast.stmt, frontier: Frontier) -> Frontier:
        for child in evaluated_children(node):
            frontier = self.value(child, frontier)
        self._jump(frontier, type(node).__name__)
        return []

    _Return = _Raise = _Break = _Continue = _leave

    def _jump(self, frontier: Frontier, statement: str) -> None:
        """Leads outwards to the first block that stops the statement; a `finally` holds it up and lets
        it go on."""
        if not frontier:
            return
        for block in reversed(self._blocks):
            if block.kind == "finally":
                block.leaving.extend(frontier)
                block.resumed.append(statement)
                return
            if block.kind == _STOPS.get(statement):
                if statement == "Continue":
                    self._connect(frontier, block.head)
                else:
                    block.leaving.extend(frontier)
                return
        self._connect(frontier, EXIT)
