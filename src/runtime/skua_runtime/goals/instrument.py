"""Instruments a module's AST with probes that record its goals.

Probes are constants of the code object: see CodeConstants. The order of evaluation, short circuits,
results and exceptions stay those of the original. A value that is used twice but computed once is
kept in a local variable whose name no source can contain, as CPython does with ".0"; if that is
illegal or visible, a coarser probe is used.
"""

from __future__ import annotations

import ast
import types
import warnings
from typing import Any, Iterator, Optional, Union

from skua_runtime.goals import costs, transform
from skua_runtime.goals.call_site_rewriting import CallSiteRewriting
from skua_runtime.goals.code_constants import CodeConstants
from skua_runtime.goals.goals import Goals
from skua_runtime.source.exclusion import is_text
from skua_runtime.source.syntax import constant_truth, is_irrefutable

_OPERATORS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def compile_instrumented(
    tree: ast.Module, goals: Goals, filename: str, native: Any
) -> types.CodeType:
    """Compile `tree`, changing it, with probes that `native` makes."""
    native.set_costs(*costs.find_costs(tree, goals))
    rewriter = _Rewriter(goals, native)
    rewriter.mark_blocks(tree)
    rewriter.visit(tree)
    return rewriter.constants.put_into(compile_quietly(tree, filename))


def compile_quietly(source: Union[ast.Module, bytes], filename: str, flags: int = 0) -> Any:
    """Compile without warnings."""
    with warnings.catch_warnings():
        # instrumented code would cause a warning: "'str' object is not callable"
        warnings.simplefilter("ignore")
        return compile(source, filename, "exec", flags, dont_inherit=True)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, goals: Goals, native: Any) -> None:
        self._goals = goals
        self._native = native
        self._tick = native.tick()
        self.constants = CodeConstants()
        self._call = self.constants.call
        self._sites = CallSiteRewriting(goals.call_sites, native, self.constants)
        # (predicate, share) of a node's probe: for calls whose result is tested later, and for
        # elements of any(…) and all(…).
        self._shares: dict[ast.AST, tuple[int, str]] = {}
        self._flags: set[ast.AST] = set()  # conditions that test the result of such a call

    def mark_blocks(self, tree: ast.Module) -> None:
        """Insert the probes of blocks."""
        node: Any
        for node in ast.walk(tree):
            for name in ("body", "orelse", "finalbody"):
                statements = getattr(node, name, None)
                if isinstance(statements, list) and statements:
                    setattr(node, name, list(self._with_blocks(statements)))
            completion = self._goals.completion.get(node)
            if completion is not None:  # the block becomes the `else` of a `try` without one
                node.orelse = [self._block(completion, node.body[-1])]

    def _with_blocks(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        for statement in body:
            index = self._goals.block.get(statement)
            if index is not None:
                yield self._block(index, statement)
            yield statement

    def _block(self, index: int, at: ast.stmt) -> ast.stmt:
        return _at(at, ast.Expr(self._call(self._native.block(index), [], at)))

    def visit(self, node: ast.AST) -> Any:
        """Rewrite a node, also as a call site."""
        return self._sites.rewritten(node, super().visit(node))

    # Code objects.

    def _enter(self, node: ast.AST, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body with the entry probe, after the docstring and imports from __future__."""
        index = self._goals.code_object.get(node)
        if index is None:
            return body
        start = 1 if is_text(body[0] if body else None) else 0
        while start < len(body) and _is_future(body[start]):
            start += 1
        if body:
            at: ast.AST = body[min(start, len(body) - 1)]
        else:
            at = ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
        probe = _at(at, ast.Expr(self._call(self._native.enter(index), [], at)))
        return [*body[:start], probe, *body[start:]]

    def visit_Module(self, node: ast.Module) -> ast.AST:
        body = self._statements(node.body)
        node.body = self._enter(node, body)
        return node

    def visit_FunctionDef(self, node: Any) -> ast.AST:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.args = self.visit(node.args)
        node.body = self._enter(node, self._statements(node.body))
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.bases = [self.visit(base) for base in node.bases]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        node.body = self._enter(node, self._statements(node.body))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        index = self._goals.code_object.get(node)
        node.args = self.visit(node.args)
        body = self.visit(node.body)
        if index is not None:
            entered = self._call(self._native.enter(index), [], body)
            node.body = _at(body, ast.IfExp(entered, body, _at(body, ast.Constant(None))))
        return node

    def _visit_comprehension(self, node: Any) -> ast.AST:
        index = self._goals.code_object.get(node)
        for generator in node.generators:
            generator.iter = self._sites.viewed(generator, self.visit(generator.iter))
            generator.target = self.visit(generator.target)
            generator.ifs = [self.condition(condition) for condition in generator.ifs]
        if isinstance(node, ast.DictComp):
            node.key = self.visit(node.key)
        last = "value" if isinstance(node, ast.DictComp) else "elt"
        share = self._shares.get(node)
        element = getattr(node, last)
        element = self.visit(element) if share is None else self._member(element, *share)
        if index is not None:
            element = self._call(self._native.enter_value(index), [element], element)
        setattr(node, last, element)
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension

    def _member(self, node: Any, predicate: int, share: str) -> ast.expr:
        """Instrument an element of any(…) or all(…)."""
        if _is_comparison(node):
            return self._comparison(node, predicate, False, share)
        if transform.known_call(node):
            return self._known_call(node, predicate, False, share)
        return self._call(self._native.operand(predicate, share), [self.visit(node)], node)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [default and self.visit(default) for default in node.kw_defaults]
        return node

    # Statements.

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        for call, test, share in transform.flags(self._goals, body):
            self._shares[call] = (self._goals.predicate[test], share)
            self._flags.add(test)
        return [self.visit(statement) for statement in body]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_TypeAlias(self, node: ast.AST) -> ast.AST:
        return node

    def visit_If(self, node: ast.If | ast.While) -> ast.AST:
        node.test = self.condition(node.test)
        node.body = self._statements(node.body)
        node.orelse = self._statements(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        endless = constant_truth(node.test) is True
        self.visit_If(node)
        if endless:  # add a probe, since no other one counts the iterations
            at = node.body[0]
            node.body.insert(0, _at(at, ast.Expr(self._call(self._tick, [], at))))
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self.condition(node.test)
        if node.msg is not None:
            node.msg = self.visit(node.msg)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        predicate = self._goals.predicate.get(node)
        self.generic_visit(node)
        node.iter = self._sites.viewed(node, node.iter)
        if predicate is not None:
            node.iter = self._call(self._native.loop(predicate), [node.iter], node.iter)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        predicate = self._goals.predicate.get(node)
        self.generic_visit(node)
        if predicate is not None and node.type is not None:
            node.type = self._call(self._native.handler(predicate), [node.type], node.type)
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Instrument a match. Reaching a case shows that earlier patterns did not match, or their
        guards failed."""
        node.subject = self.visit(node.subject)
        patterns = {
            case: transform.describe_pattern(case.pattern)
            for case in node.cases
            if case in self._goals.predicate
        }
        name = self._goals.hidden.get(node) if any(patterns.values()) else None
        if name is not None:
            target = _at(node.subject, ast.Name(name, ast.Store()))
            node.subject = _at(node.subject, ast.NamedExpr(target, node.subject))
        known = tuple(patterns.values())
        earlier: tuple[int, ...] = ()
        exhaustive = False
        for case in node.cases:
            predicate = self._goals.predicate.get(case)
            taken = len(earlier)
            if predicate is not None:
                earlier += (predicate,)
            case.body = self._statements(case.body)
            if case.guard is not None:
                case.guard = self.condition(case.guard)
            elif is_irrefutable(case.pattern):
                exhaustive = True
            if earlier:
                mark = self._mark(case.pattern, earlier, taken, known, name)
                self._mark_case(case, mark)
        if earlier and not exhaustive:
            at = node.cases[-1].pattern
            nothing = self._mark(at, earlier, len(earlier), known, name)
            pattern = _at(at, ast.MatchAs(pattern=None, name=None))
            node.cases.append(ast.match_case(pattern, None, [_at(at, ast.Expr(nothing))]))
        return node

    def _mark(
        self,
        at: ast.AST,
        predicates: tuple[int, ...],
        taken: int,
        patterns: tuple[Any, ...],
        name: Optional[str],
    ) -> ast.Call:
        if name is None:
            return self._call(self._native.case(predicates, taken), [], at)
        probe = self._native.case(predicates, taken, patterns[: len(predicates)])
        return self._call(probe, [_at(at, ast.Name(name, ast.Load()))], at)

    def _mark_case(self, case: ast.match_case, mark: ast.Call) -> None:
        at = case.pattern
        if case.guard is None:
            case.body.insert(0, _at(at, ast.Expr(mark)))
        else:  # a guarded case: the probe returns None, so the guard is evaluated
            matched = _at(at, ast.UnaryOp(ast.Not(), mark))
            case.guard = _at(case.guard, ast.BoolOp(ast.And(), [matched, case.guard]))

    # Values.

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self.condition(node.test)
        node.body = self.visit(node.body)
        node.orelse = self.visit(node.orelse)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        share = self._shares.pop(node, None)
        if share is not None:
            return self._known_call(node, share[0], False, share[1])
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if node in self._goals.links:
            return self._chain(node, condition=False)
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        name = self._goals.hidden.get(node)
        if name is None:
            operands = [self._operand(value) for value in node.values[:-1]]
            node.values = [*operands, self.visit(node.values[-1])]
            return node
        # The value of and/or is that of the operand evaluated last.
        tests = [self._tested(value, name) for value in node.values[:-1]]
        test = tests[0] if len(tests) == 1 else _at(node, ast.BoolOp(node.op, tests))
        kept = _at(node, ast.Name(name, ast.Load()))
        last = self.visit(node.values[-1])
        body, orelse = (last, kept) if isinstance(node.op, ast.And) else (kept, last)
        return _at(node, ast.IfExp(test, body, orelse))

    def _tested(self, node: ast.expr, name: str) -> ast.expr:
        """The test of an operand that keeps its value in the hidden variable."""
        if isinstance(node, ast.BoolOp):
            return _at(node, ast.BoolOp(node.op, [self._tested(one, name) for one in node.values]))
        predicate = self._goals.predicate.get(node)
        share = ""
        if predicate is not None and transform.known_call(node):
            self._shares[node] = (predicate, "flag")
            share = "outcome"
        elif predicate is not None and not _is_comparison(node):
            share = self._share(node, predicate)
        operand = self._operand(node, is_kept=True)
        kept = _at(node, ast.NamedExpr(_at(node, ast.Name(name, ast.Store())), operand))
        if predicate is not None and not _is_comparison(node):
            return self._call(self._native.truth(predicate, share), [kept], node)
        return kept

    def _operand(self, node: Any, is_kept: bool = False) -> ast.expr:
        """An operand as a value. Its own probe examines it, unless another one examines the kept
        value (`is_kept`)."""
        if isinstance(node, ast.BoolOp):
            return _at(node, ast.BoolOp(node.op, [self._operand(one) for one in node.values]))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return _at(node, ast.UnaryOp(ast.Not(), self.condition(node.operand)))
        predicate = self._goals.predicate.get(node)
        if predicate is not None and _is_comparison(node):
            return self._comparison(node, predicate, False, self._share(node, predicate))
        if predicate is None or is_kept:
            return self.visit(node)
        if transform.known_call(node):
            return self._known_call(node, predicate, condition=False)
        share = self._share(node, predicate)
        return self._call(self._native.operand(predicate, share), [self.visit(node)], node)

    # Conditions.

    def condition(self, node: Any) -> ast.expr:
        """Instrument a condition."""
        if isinstance(node, ast.BoolOp):
            return _at(node, ast.BoolOp(node.op, [self.condition(one) for one in node.values]))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return _at(node, ast.UnaryOp(ast.Not(), self.condition(node.operand)))
        predicate = self._goals.predicate.get(node)
        if predicate is not None:
            share = self._share(node, predicate)
            if _is_comparison(node):
                return self._comparison(node, predicate, True, share)
            if transform.known_call(node):
                return self._known_call(node, predicate, condition=True)
            return self._call(self._native.truth(predicate, share), [self.visit(node)], node)
        if isinstance(node, ast.IfExp):
            parts = [self.condition(part) for part in (node.test, node.body, node.orelse)]
            return _at(node, ast.IfExp(*parts))
        if node in self._goals.links:
            return self._chain(node, condition=True)
        return self.visit(node)

    def _share(self, node: ast.expr, predicate: int) -> str:
        """Return the share of a condition's probe: "outcome" if a call in it or before it records
        distances, else ""."""
        flag = transform.flag_in_place(node)
        if flag is not None:
            self._shares[flag[0]] = (predicate, flag[1])
        return "outcome" if flag is not None or node in self._flags else ""

    def _comparison(
        self, node: ast.Compare, predicate: int, condition: bool, share: str = ""
    ) -> ast.expr:
        operator = _OPERATORS[type(node.ops[0])]
        length = transform.compared_length(node) if not share else None
        if length is not None:
            call, number, swapped = length
            probe = self._native.length(predicate, operator, condition, swapped)
            compared = self._call(probe, [call.func, self.visit(call.args[0]), number], node)
            return self._sites.rewritten(call, compared)
        probe = self._native.compare(predicate, operator, condition, share)
        operands = [self.visit(node.left), self.visit(node.comparators[0])]
        return self._sites.rewritten(node, self._call(probe, operands, node))

    def _known_call(
        self, node: ast.Call, predicate: int, condition: bool, share: str = ""
    ) -> ast.expr:
        """A probe that makes the call, with function and arguments evaluated in order."""
        members = transform.members(node)
        if members is not None:
            self._shares[members] = (predicate, share or "flag")
            share = "outcome"
        probe = self._native.call(predicate, transform.known_call(node), condition, share)
        arguments = [self.visit(argument) for argument in [node.func, *node.args]]
        return self._sites.rewritten(node, self._call(probe, arguments, node))

    def _chain(self, node: ast.Compare, condition: bool) -> ast.expr:
        links: list[ast.expr] = []
        left = self.visit(node.left)
        for operator, right, predicate in zip(node.ops, node.comparators, self._goals.links[node]):
            name = self._goals.hidden.get(right)
            # Without a hidden variable the middle of a chain is a name or constant, and is read
            # again.
            again: ast.expr = _at(right, ast.Name(name, ast.Load())) if name else right
            right = self.visit(right)
            if name:
                right = _at(right, ast.NamedExpr(_at(right, ast.Name(name, ast.Store())), right))
            probe = self._native.compare(predicate, _OPERATORS[type(operator)], condition)
            links.append(self._call(probe, [left, right], node))
            left = again
        return _at(node, ast.BoolOp(ast.And(), links))


def _at(place: ast.AST, node: Any) -> Any:
    return ast.copy_location(node, place)


def _is_comparison(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) == 1


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__" and node.level == 0
