"""The mutation operators: the changes that can be made to a node.

Each function yields the changes of one node in a fixed order. Nodes are not copied: a change refers
to parts of the original tree. Changes that would make every execution fail, such as the difference
of two strings, are not made.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Union

from skua_runtime.source.nodes import walk

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
# Maps a comparison to the one with a moved boundary, and to the opposite.
_COMPARISON: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_FALLS_OFF = (ast.Return, ast.Raise, ast.Break, ast.Continue)
# Nodes that make a name local or a function a generator, besides assigned names.
BINDING = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.Global, ast.Nonlocal, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping),
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr),
)
_TEXT = (str, bytes)


@dataclass
class Change:
    """The change of a node by one mutant. Strings replace nodes where unparsing would say too
    little."""

    operator: str
    node: ast.AST
    original: Union[ast.AST, str, None] = None
    mutated: str = ""
    # Used instead of `node` if the mutant is compiled alone: keeps names local, and a generator a
    # generator, although the statement that made them so is gone.
    alone: Optional[ast.AST] = None


def text_of(node: ast.AST) -> str:
    """The source of a node; its type in <> if it cannot be unparsed."""
    try:
        return ast.unparse(node)
    except Exception:  # raised for some f-strings before Python 3.12, and for deeply nested code
        return f"<{type(node).__name__}>"


# Expressions.


def changes_of_value(node: ast.expr) -> Iterator[Change]:
    """Changes of an expression: operators, constants, f-strings and keyword arguments."""
    if isinstance(node, ast.BinOp):
        yield from _of_arithmetic(node)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, (ast.USub, ast.Invert)):
            yield Change("arithmetic", node.operand)
        elif isinstance(node.op, ast.Not):
            yield Change("negation", node.operand)
    elif isinstance(node, ast.Compare):
        yield from _of_comparison(node)
    elif isinstance(node, ast.BoolOp):
        yield from _of_connector(node)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, ast.JoinedStr):
        yield from _of_f_string(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)


def _of_arithmetic(node: ast.BinOp) -> Iterator[Change]:
    other = _ARITHMETIC.get(type(node.op))
    if other is None:
        return
    if isinstance(node.op, ast.Add) and (_is_sequence(node.left) or _is_sequence(node.right)):
        return
    if isinstance(node.op, ast.Mod) and _is_sequence(node.left):
        return
    yield Change("arithmetic", ast.BinOp(node.left, other(), node.right))


def _of_comparison(node: ast.Compare) -> Iterator[Change]:
    for position, operator in enumerate(node.ops):
        for other in _COMPARISON[type(operator)]:
            ops = [*node.ops[:position], other(), *node.ops[position + 1 :]]
            yield Change("comparison", ast.Compare(node.left, ops, node.comparators))


def _of_connector(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield Change("boolean", ast.BoolOp(other, node.values))
    for position in range(len(node.values)):
        rest = node.values[:position] + node.values[position + 1 :]
        yield Change("boolean", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    others: list[Any] = []
    if isinstance(value, bool):
        others = [not value]
    elif value is None:
        others = [""]
    elif isinstance(value, int):
        others = [value + 1, value - 1, 0]
    elif isinstance(value, (float, complex)):
        others = [value + 1, type(value)(0)]
    elif isinstance(value, str):
        others = ["", "XX"]
    elif isinstance(value, bytes):
        others = [b"", b"XX"]
    made: list[Any] = [value]
    for other in others:
        if other not in made or type(other) is not type(value):
            made.append(other)
            yield Change("constant", ast.Constant(other))


def _of_f_string(node: ast.JoinedStr) -> Iterator[Change]:
    for position, piece in enumerate(node.values):
        rest: list[ast.expr] = node.values[:position] + node.values[position + 1 :]
        yield Change("f_string", ast.JoinedStr(rest), ast.JoinedStr([piece]), "f''")


def _of_call(node: ast.Call) -> Iterator[Change]:
    for position, keyword in enumerate(node.keywords):
        rest = node.keywords[:position] + node.keywords[position + 1 :]
        yield Change("keyword_argument", ast.Call(node.func, node.args, rest))


def changes_of_result(node: ast.expr) -> Iterator[Change]:
    """Changes of a returned or yielded value: None, and, if its type is known, its negation or an
    empty value."""
    if not (isinstance(node, ast.Constant) and node.value is None):
        yield Change("return_value", ast.Constant(None))
    if isinstance(node, (ast.Compare, ast.BoolOp)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        yield Change("return_value", ast.UnaryOp(ast.Not(), node))
    elif isinstance(node, (ast.List, ast.ListComp)):
        yield Change("return_value", ast.List([], ast.Load()))
    elif isinstance(node, (ast.Dict, ast.DictComp)):
        yield Change("return_value", ast.Dict([], []))
    elif isinstance(node, ast.Tuple):
        yield Change("return_value", ast.Tuple([], ast.Load()))
    elif _is_sequence(node):
        yield Change("return_value", ast.Constant(""))
    elif isinstance(node, (ast.BinOp, ast.UnaryOp)):
        yield Change("return_value", ast.Constant(0))


def changes_of_condition(node: ast.expr) -> Iterator[Change]:
    """Changes of a condition: True, False, and the negation."""
    yield Change("condition", ast.Constant(True))
    yield Change("condition", ast.Constant(False))
    is_negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    if not is_negated and not isinstance(node, (ast.Compare, ast.BoolOp)):
        yield Change("negation", ast.UnaryOp(ast.Not(), node))


def changes_of_iterable() -> Iterator[Change]:
    """Changes of the iterable of a loop: empty."""
    yield Change("loop", ast.Tuple([], ast.Load()))


def changes_of_bound(node: ast.Slice, name: str) -> Iterator[Change]:
    """Changes of a slice's `lower`, `upper` or `step`: left out."""
    bounds: dict[str, Any] = {"lower": node.lower, "upper": node.upper, "step": node.step}
    bounds[name] = None
    original, mutated = (
        text_of(ast.Subscript(ast.Name("_", ast.Load()), one, ast.Load()))[1:]
        for one in (node, ast.Slice(**bounds))
    )
    yield Change("slice", ast.Constant(None), original, mutated)


def changes_of_default() -> Iterator[Change]:
    """Changes of a default value: None."""
    yield Change("default_argument", ast.Constant(None))


def changes_of_decorator(node: ast.expr) -> Iterator[Change]:
    """Changes of a decorator: removed."""
    argument = ast.arguments([], [ast.arg("decorated")], None, [], [], None, [])
    same = ast.Lambda(argument, ast.Name("decorated", ast.Load()))
    yield Change("decorator", same, "@" + text_of(node), "(removed)")


def changes_of_handled_type(node: ast.expr) -> Iterator[Change]:
    """Changes of the type in `except`: one type left out of several; Exception instead of a single one."""
    if isinstance(node, ast.Tuple):
        for position in range(len(node.elts)):
            rest = node.elts[:position] + node.elts[position + 1 :]
            yield Change("exception_handler", ast.Tuple(rest, ast.Load()))
    elif not (isinstance(node, ast.Name) and node.id in ("Exception", "BaseException")):
        yield Change("exception_handler", ast.Name("Exception", ast.Load()))


def changes_of_case(case: ast.match_case) -> Iterator[Change]:
    """Changes of a `case`: never taken, or taken without its guard."""
    pattern = "case " + text_of(case.pattern)
    original = f"{pattern} if {text_of(case.guard)}" if case.guard is not None else pattern
    yield Change("match_case", ast.Constant(False), original, pattern + " if False")
    if case.guard is not None:
        yield Change("match_case", ast.Constant(True), original, pattern)
        if not isinstance(case.guard, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            yield Change("negation", ast.UnaryOp(ast.Not(), case.guard))


# Statements.


def changes_of_statement(node: ast.stmt) -> Iterator[Change]:
    """Changes of a statement: mostly its deletion."""
    if isinstance(node, ast.AugAssign):
        other = _ARITHMETIC.get(type(node.op))
        if other is not None and not (isinstance(node.op, ast.Add) and _is_sequence(node.value)):
            changed = ast.AugAssign(node.target, other(), node.value)
            yield Change("augmented_assignment", changed)
        assigned = ast.Assign([node.target], node.value)
        yield Change("augmented_assignment", assigned)
        yield _deletion(node)
    elif isinstance(node, ast.Break):
        yield Change("loop", ast.Continue())
    elif isinstance(node, ast.Continue):
        yield Change("loop", ast.Break())
    elif isinstance(node, ast.Raise):
        yield _deletion(node, "raise_deletion")
    elif isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Constant):
            yield _deletion(node)
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield _deletion(node)
    elif isinstance(node, (ast.Assign, ast.Delete, ast.Assert, ast.Return)):
        yield _deletion(node)


def changes_of_handler_body(body: list[ast.stmt]) -> Iterator[Change]:
    """Changes of an `except` body: re-raise the exception, or ignore it."""
    text = _first_line(body)
    if not (isinstance(body[0], ast.Raise) and body[0].exc is None):
        raised = ast.Raise(None, None)
        yield Change("exception_handler", raised, text, "raise", _without(body, raised))
    if not all(isinstance(statement, ast.Pass) for statement in body):
        passed = ast.Pass()
        yield Change("exception_handler", passed, text, "pass", _without(body, passed))


def changes_of_loop_end(node: Union[ast.For, ast.AsyncFor, ast.While]) -> Iterator[Change]:
    """Changes at a loop's end: leave after one iteration."""
    if not isinstance(node.body[-1], _FALLS_OFF):
        text = _first_line([node])
        yield Change("loop", ast.Break(), text, f"{text} (once)")


def _deletion(node: ast.stmt, operator: str = "statement_deletion") -> Change:
    nothing = ast.Pass()
    return Change(operator, nothing, alone=_without([node], nothing))


def _without(body: list[ast.stmt], instead: ast.stmt) -> ast.stmt:
    """A statement that runs `instead`, but still binds the names that `body` binds."""
    binds = any(
        isinstance(node, BINDING) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        for statement in body
        for node in walk(statement)
    )
    return ast.If(ast.Constant(False), list(body), [instead]) if binds else instead


def _first_line(body: list[ast.stmt]) -> str:
    return text_of(body[0]).partition("\n")[0]


def _is_sequence(node: ast.expr) -> bool:
    """Whether the expression is obviously a string or a list."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, _TEXT)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add):
            return _is_sequence(node.left) or _is_sequence(node.right)
        return isinstance(node.op, (ast.Mod, ast.Mult)) and _is_sequence(node.left)
    return isinstance(node, (ast.JoinedStr, ast.List, ast.ListComp))
