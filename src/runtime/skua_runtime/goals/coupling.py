"""Coupled branches of a caller and a callee (Derakhshanfar et al., Cling, definitions 3.1 to 3.4).

Caller and callee are modules, classes or functions, possibly of one module. For each call site in
the caller, the branches that lead to it are coupled with the branches that it may reach in the
callee.

The callee's branches are counted separately for each call site, so that calls from elsewhere do not
count: the numbers of the callee's code objects and predicates follow those of the caller, in
several copies. Copy 0 counts code outside of all call sites, copy n + 1 code that runs while call
site n is on the stack.
"""

from __future__ import annotations

import ast
import itertools
from dataclasses import dataclass, field
from typing import Any, Callable, Container, Iterator, Optional, Sequence

from skua_runtime.goals.call_targets import Definitions
from skua_runtime.goals.calls import Call, find_calls
from skua_runtime.goals.control_flow import ENTRY, EXIT, draw_control_flow
from skua_runtime.goals.goals import CodeObject, Goals
from skua_runtime.goals.implicit_calls import where
from skua_runtime.goals.seen_calls import SeenCall

Branch = tuple[int, bool]  # (predicate, outcome)

# Limits for a pair; larger numbers are sampled, evenly over the call sites.
_MOST_COUPLED = 100_000
_MOST_COPIED = 100_000  # predicates in all copies of the callee


@dataclass
class CallSite:
    """A place in the caller that may enter the callee, with the branches that it couples."""

    line: int
    column: int
    code_object: int  # number of the caller's code object that contains the call
    callees: list[int]  # code objects of the callee that the call itself may enter
    caller_branches: list[Branch]  # definition 3.1
    callee_branches: list[Branch]  # definition 3.2, numbered as in the callee alone
    # Sampled positions among `product` pairs of branches; None for all.
    drawn: Optional[list[int]] = None

    @property
    def product(self) -> int:
        """The number of coupled branches."""
        return len(self.caller_branches) * len(self.callee_branches)

    def coupled(self) -> list[tuple[Branch, Branch]]:
        """The coupled branches that are goals: (branch of the caller, branch of the callee)."""
        every = list(itertools.product(self.caller_branches, self.callee_branches))
        return every if self.drawn is None else [every[place] for place in self.drawn]


@dataclass
class Coupling:
    """The call sites of a pair, and the numbers of its goals."""

    caller: Goals
    callee: Goals
    sites: list[CallSite] = field(default_factory=list)
    in_all: int = 0  # number of coupled branches, including those not sampled
    # Code objects of the caller that may get to a call site.
    covering: list[int] = field(default_factory=list)
    # For each call of find_calls: the number of its call site, or None.
    _site_of_call: list[Optional[int]] = field(default_factory=list)
    _find: Optional[Callable[[ast.Module, Goals], list[Call]]] = None

    @property
    def code_objects(self) -> int:
        """The number of code objects: the caller's, and the callee's in all copies."""
        return len(self.caller.code_objects) + self.copies * len(self.callee.code_objects)

    @property
    def predicates(self) -> int:
        """The number of predicates: the caller's, and the callee's in all copies."""
        return len(self.caller.predicates) + self.copies * len(self.callee.predicates)

    @property
    def copies(self) -> int:
        """The number of copies of the callee's numbers: one for each call site, and one for other
        code."""
        return 1 + len(self.sites)

    def mark_sites(self, tree: ast.Module, goals: Goals) -> None:
        """Note the call sites in another tree of the caller's source."""
        assert self._find is not None
        for call, site in zip(self._find(tree, goals), self._site_of_call):
            if site is not None:
                goals.call_sites[call.node] = site

    def coupled(self) -> list[tuple[int, Branch, Branch]]:
        """The goals: (call site, the caller's branch, the callee's branch in the site's copy)."""
        found = []
        for number, site in enumerate(self.sites):
            first = len(self.caller.predicates) + (number + 1) * len(self.callee.predicates)
            for caller, (predicate, outcome) in site.coupled():
                found.append((number, caller, (first + predicate, outcome)))
        return found

    def described(self) -> dict[str, Any]:
        """The fields of SUBJECT for a pair, besides code objects and predicates."""
        names = [code_object.qualified_name for code_object in self.callee.code_objects]
        return {
            "call_sites": [
                {
                    "line": site.line,
                    "column": site.column,
                    "code_object": site.code_object,
                    "callees": [names[entered] for entered in site.callees],
                }
                for site in self.sites
            ],
            "coupled_branches": [
                [site, [*caller], [*callee]] for site, caller, callee in self.coupled()
            ],
            "coupled_in_all": self.in_all,
            "covering": self.covering,
        }


@dataclass
class Module:
    """The caller or the callee, parsed."""

    name: str
    is_package: bool
    tree: ast.Module
    goals: Goals
    part: str = ""  # the class or function that is tested; "" for the whole module


def couple(caller: Module, callee: Module, seen: Sequence[SeenCall] = ()) -> Coupling:
    """Find the caller's call sites and coupled branches, and build the caller's control flow again
    with its calls.

    `seen` are calls seen in execution, which are added to those that the source shows.
    """

    within = callee.goals.code_objects_of(callee.part) if callee.name == caller.name else None

    def definitions_of(tree: ast.Module) -> tuple[Definitions, Definitions]:
        ours = Definitions(tree, caller.name, caller.is_package)
        other = callee.tree if within is None else tree
        theirs = Definitions(other, callee.name, callee.is_package)
        ours.meet(theirs)
        return ours, theirs

    def find(tree: ast.Module, goals: Goals) -> list[Call]:
        callee_goals = callee.goals if within is None else goals
        return find_calls(tree, goals, definitions_of(tree)[0], callee_goals, seen, within)

    theirs = definitions_of(caller.tree)[1]
    inside = _Graph(callee, find_calls(callee.tree, callee.goals, theirs))
    calls = find(caller.tree, caller.goals)
    caller.goals.calls = {call.node: call.code_object for call in calls}
    draw_control_flow(caller.goals)
    coupling = Coupling(caller.goals, callee.goals, _find=find)
    graph = _Graph(caller, calls)
    found = enumerate(_site_of(call, graph, inside) for call in calls)
    coupled = [(place, site) for place, site in found if site is not None and site.product]
    coupling.in_all = sum(site.product for _, site in coupled)
    room = _MOST_COPIED // max(len(callee.goals.predicates), 1) - 1
    kept = [coupled[at] for at in _draw(len(coupled), max(room, 1))]
    coupling.sites = [site for _, site in kept]
    coupling._site_of_call = [None] * len(calls)
    for number, (place, _) in enumerate(kept):
        coupling._site_of_call[place] = number
    _draw_coupled(coupling.sites)
    coupling.covering = graph.leading_to({site.code_object for site in coupling.sites})
    return coupling


def _draw_coupled(sites: list[CallSite]) -> None:
    """Limit the coupled branches: each site gets an equal share, or all that it has."""
    left = _MOST_COUPLED
    by_size = sorted(sites, key=lambda site: site.product)
    for before, site in enumerate(by_size):
        share = left // (len(sites) - before)
        if site.product > share:
            site.drawn = _draw(site.product, share)
        left -= min(site.product, share)


def _draw(size: int, most: int) -> list[int]:
    """A sample of `most` of the first `size` numbers, ascending; the same in each load."""
    if size <= most:
        return [*range(size)]
    import random  # imported late, since few pairs are so large

    return sorted(random.Random(size).sample(range(size), most))


def _site_of(call: Call, graph: _Graph, inside: _Graph) -> Optional[CallSite]:
    callees = inside.part & {*call.callees}
    if call.code_object not in graph.part or not callees:
        return None
    # No control flow graph contains the call, such as in a default value.
    if call.node not in graph.goals.call_nodes:
        return None
    place = where(call.node)
    return CallSite(
        place.lineno,
        place.col_offset,
        call.code_object,
        sorted(callees),
        graph.branches_to(call),
        inside.branches_reached_from(callees),
    )


class _Graph:
    """The control flow graphs of a module, joined at calls (in the paper: class-level control flow
    graph). Only branches of the tested part count."""

    def __init__(self, module: Module, calls: list[Call]) -> None:
        self.goals = goals = module.goals
        self.part = goals.code_objects_of(module.part)
        self._calls = calls
        self._post_dominators: dict[int, list[int]] = {}
        # by code object: the code objects that it may enter
        self._entered_from: dict[int, set[int]] = {}
        for call in calls:
            self._entered_from.setdefault(call.code_object, set()).update(call.own)
        for index, code_object in enumerate(goals.code_objects):
            parent = goals.code_objects[code_object.parent] if code_object.parent >= 0 else None
            # An inner function is called by the outer one, or by code that receives it.
            if parent is not None and parent.kind not in ("module", "class_body"):
                self._entered_from.setdefault(code_object.parent, set()).add(index)

    def branches_to(self, call: Call, seen: frozenset[int] = frozenset()) -> list[Branch]:
        """Target branches of the caller (definition 3.1): outcomes after which the call always
        follows, of predicates after which it need not.

        If the call always happens in its function, the branches to calls of the function count,
        too.
        """
        graph = self.goals.code_objects[call.code_object]
        place = self.goals.call_nodes.get(call.node)
        if place is None:
            return []
        post_dominators = self._post_dominators_of(call.code_object)
        branches = _branches_before(graph, place, post_dominators)
        found = dict.fromkeys(filter(self._is_goal, branches))
        if post_dominators[ENTRY] >> place & 1 and call.code_object not in seen:
            for outer in self._calls:
                # Skip calls that may enter a method redefined in the callee.
                if outer.own == [call.code_object] and not outer.callees:
                    found.update(
                        dict.fromkeys(self.branches_to(outer, seen | {call.code_object}))
                    )
        return list(found)

    def branches_reached_from(self, code_objects: set[int]) -> list[Branch]:
        """Target branches of the callee (definition 3.2): those reachable from the called
        functions."""
        reached = self._closure(code_objects, self._entered_from)
        return [
            (index, outcome)
            for index, predicate in enumerate(self.goals.predicates)
            for outcome in (True, False)
            if predicate.code_object in reached and self._is_goal((index, outcome))
        ]

    def leading_to(self, code_objects: set[int]) -> list[int]:
        """Return the code objects, and all code objects that may enter one of them."""
        before: dict[int, set[int]] = {}
        for index, entered in self._entered_from.items():
            for one in entered:
                before.setdefault(one, set()).add(index)
        return sorted(self._closure(code_objects, before))

    @staticmethod
    def _closure(start: set[int], edges: dict[int, set[int]]) -> set[int]:
        found, left = set(start), list(start)
        while left:
            for one in edges.get(left.pop(), ()):
                if one not in found:
                    found.add(one)
                    left.append(one)
        return found

    def _is_goal(self, branch: Branch) -> bool:
        predicate = self.goals.predicates[branch[0]]
        if predicate.kind == "block" or predicate.code_object not in self.part:
            return False
        return predicate.true_is_goal if branch[1] else predicate.false_is_goal

    def _post_dominators_of(self, code_object: int) -> list[int]:
        """The post-dominators of each node, as bits: nodes on every path from it to the exit."""
        known = self._post_dominators.get(code_object)
        if known is not None:
            return known
        graph = self.goals.code_objects[code_object]
        successors: list[list[int]] = [[] for _ in graph.nodes]
        for source, target, _ in graph.edges:
            successors[source].append(target)
        everything = (1 << len(graph.nodes)) - 1
        found = [everything] * len(graph.nodes)
        found[EXIT] = 1 << EXIT
        changed = True
        while changed:
            changed = False
            for node in reversed(range(len(graph.nodes))):
                if node == EXIT:
                    continue
                common = everything
                for successor in successors[node]:
                    common &= found[successor]
                if common | 1 << node != found[node]:
                    found[node] = common | 1 << node
                    changed = True
        self._post_dominators[code_object] = found
        return found


class ShiftedProbes:
    """Makes probes for the callee, with numbers that follow those of the caller.

    If both are parts of one module, probes of its other parts keep their numbers.
    """

    def __init__(self, native: Any, caller: Goals, part: Optional[Container[int]] = None) -> None:
        self._native = native
        self._caller = caller
        self._part = part

    def set_costs(self, entries: list[Any], outcomes: list[Any]) -> None:
        """Tell the extension the costs of the callee."""
        caller = self._caller
        self._native.set_costs(
            entries, outcomes, len(caller.code_objects), len(caller.predicates)
        )
        if self._part is not None:
            self._native.set_costs(entries, outcomes)

    def __getattr__(self, name: str) -> Any:
        maker = getattr(self._native, name)
        if name in ("tick", "call_site", "view_from_site"):
            return maker
        if name in ("enter", "enter_value"):
            return lambda index, *rest: maker(self._code_object(index), *rest)
        if name == "case":
            return lambda predicates, *rest: maker(tuple(map(self._predicate, predicates)), *rest)
        return lambda index, *rest: maker(self._predicate(index), *rest)

    def _code_object(self, index: int) -> int:
        is_callee = self._part is None or index in self._part
        return index + len(self._caller.code_objects) if is_callee else index

    def _predicate(self, index: int) -> int:
        if self._part is not None:
            if self._caller.predicates[index].code_object not in self._part:
                return index
        return index + len(self._caller.predicates)


def _branches_before(
    graph: CodeObject, place: int, post_dominators: list[int]
) -> Iterator[Branch]:
    """Yield the outcomes after which the node `place` always follows, of predicates after which it
    need not."""
    for node, predicate in enumerate(graph.nodes):
        if predicate < 0 or post_dominators[node] >> place & 1:
            continue
        for outcome in (True, False):
            when = "true" if outcome else "false"
            ends = [to for at, to, decided in graph.edges if (at, decided) == (node, when)]
            if ends and all(post_dominators[end] >> place & 1 for end in ends):
                yield predicate, outcome
