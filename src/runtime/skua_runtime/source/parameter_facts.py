"""Collects facts about each parameter of a module's functions: name, annotation, documented type,
default, and uses.

Uses are followed into attributes that keep the parameter, and into functions of the module that
receive it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Generic, Iterator, Optional, TypeVar, Union

from skua_runtime.source.docstrings import parameter_types
from skua_runtime.source.nodes import walk
from skua_runtime.source.syntax import Function, definitions_in

_Key = TypeVar("_Key")

# Maps names of types in annotations and docstrings to kinds.
_KINDS = {
    name: kind
    for kind, names in {
        "int": "int integer Integral SupportsInt",
        "float": "float complex double number Number Real SupportsFloat Decimal",
        "str": "str string text unicode Text AnyStr LiteralString",
        "bytes": "bytes bytearray Buffer",
        "bool": "bool boolean",
        "list": "list List Sequence MutableSequence Iterable Iterator Collection Generator Container"
        " iterable sequence array",
        "dict": "dict Dict Mapping MutableMapping DefaultDict OrderedDict dictionary mapping",
        "set": "set Set FrozenSet frozenset AbstractSet MutableSet",
        "tuple": "tuple Tuple",
        "callable": "Callable callable function",
        "class": "type Type class",
        "any": "Any object Hashable any",
        "none": "None NoneType none",
    }.items()
    for name in names.split()
}
_TYPE_VARIABLE = re.compile(r"_?[A-Z]{1,2}\d?|_?[A-Z][a-z]*T|_T\w*|T_[a-z]+")
_ALTERNATIVES: dict[str, set[str]] = {"Union": set(), "Optional": {"none"}}
_TRANSPARENT = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired"})
_DEEPEST = 6

# Maps a called method to the use that it implies: `x.strip()` implies "text".
_OF_METHODS = {
    name: use
    for use, names in {
        "text": "lower upper strip lstrip rstrip split rsplit splitlines startswith endswith encode"
        " replace title capitalize casefold isdigit isalpha isalnum islower isupper isspace format"
        " join partition rpartition zfill ljust rjust swapcase removeprefix removesuffix",
        "mapping": "items keys values setdefault update",
        "list": "append extend insert sort reverse",
        "file": "read readline readlines write close seek flush",
    }.items()
    for name in names.split()
}
_OF_FUNCTIONS = {
    name: use
    for use, names in {
        "iterated": "iter list tuple set sorted enumerate zip sum any all reversed chain deque"
        " frozenset next",
        "number": "int float abs round range Decimal islice divmod",
        "length": "len",
        "path": "open exists isfile isdir basename dirname Path",
        "shown": "str repr format print",
        "text": "match search sub findall compile fullmatch finditer",
        "tested": "callable",
    }.items()
    for name in names.split()
}
_PLAIN_NAMES = frozenset().union(*map(dir, (str, bytes, int, float, list, tuple, dict, set)))
_CALLING = frozenset("map filter reduce partial wraps update_wrapper signature".split())
_DECLARING = frozenset({"dataclass", "define", "attrs", "s", "frozen", "attr", "mutable"})
_BARELY_TELLING = frozenset({"passed", "stored", "returned", "attribute", "none", "truth"})


@dataclass(frozen=True)
class Operation:
    """An operation on a value and another operand, such as `value - other`."""

    operator: str  # class name of the operator's node: "Sub", "Lt", "Is" …
    other: ast.expr
    is_left: bool  # whether the value is the left operand
    # attribute that is read from the result: "days" in `(value - other).days`
    read: Optional[str] = None


@dataclass
class ParameterFacts:
    """Facts in the source about one parameter."""

    name: str
    place: str  # "place", "keyword", "rest" (*args) or "options" (**kwargs)
    types: frozenset[str] = frozenset()  # kinds allowed by the annotation or docstring
    is_annotated: bool = False
    default: str = "required"  # kind of the default value; "required" without one
    uses: set[str] = field(default_factory=set)
    # the default, and literals compared with the parameter
    values: dict[Any, None] = field(default_factory=dict)
    attributes: dict[str, None] = field(default_factory=dict)  # attributes that are read from it
    # attributes of values that come from it: `first` in `db.find().first`
    indirect: dict[str, None] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)

    def add(self, noted: Noted[str], stemming: Noted[str], key: str) -> None:
        """Add the uses of the parameter (`noted`), and of values that come from it (`stemming`)."""
        read = stemming.attributes.get(key, {})
        self.uses |= noted.uses.get(key, set())
        self.attributes.update(noted.attributes.get(key, {}))
        self.operations += noted.operations.get(key, [])
        known = self.attributes.keys() | _PLAIN_NAMES
        self.indirect.update({name: None for name in read if name not in known})


@dataclass
class _Scope:
    """The facts about one function, and the calls that receive its parameters."""

    facts: dict[str, ParameterFacts]
    places: list[str]  # names of the positional parameters, without self
    handed_on: list[tuple[str, str, Union[int, str]]] = field(default_factory=list)


def words_in(name: str) -> list[str]:
    """The words of a name, in lower case: ["max", "width"] for "maxWidth_2"."""
    return [one.lower() for one in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def last_name(node: Optional[ast.AST]) -> str:
    """The last part of a dotted name, or ""."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def kind_of_value(value: Any) -> str:
    """The kind of a Python value, named as in `kinds_of_annotation`."""
    if value is None:
        return "none"
    kind = type(value).__name__
    kind = {"complex": "float", "frozenset": "set"}.get(kind, kind)
    return kind if kind in _KINDS.values() else "object"


def kinds_of_annotation(node: Optional[ast.AST], depth: int = 0) -> set[str]:
    """Return the kinds of values that an annotation allows: {"int", "none"} for `Optional[int]`."""

    def kinds(*nodes: ast.AST) -> set[str]:
        return set().union(*(kinds_of_annotation(one, depth + 1) for one in nodes))

    if node is None or depth > _DEEPEST:
        return set()
    if isinstance(node, ast.Constant):
        value = node.value
        return kinds(_parsed(value)) if isinstance(value, str) else {kind_of_value(value)}
    if isinstance(node, ast.BinOp):
        return kinds(node.left, node.right)
    if isinstance(node, ast.Subscript):
        inside = getattr(node.slice, "elts", [node.slice])
        name = last_name(node.value)
        if name in _ALTERNATIVES:
            return kinds(*inside) | _ALTERNATIVES[name]
        if name in _TRANSPARENT:
            return kinds(*inside[:1])
        if name == "Literal":
            return {kind_of_value(one.value) for one in inside if isinstance(one, ast.Constant)}
        return {_KINDS.get(name, "object")}
    name = last_name(node)
    is_variable = _TYPE_VARIABLE.fullmatch(name) is not None
    return {_KINDS.get(name, "any" if is_variable else "object")}


def _parsed(annotation: str) -> ast.expr:
    try:
        return ast.parse(annotation.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Constant(...)  # an unknown type


def literal(node: Optional[ast.AST]) -> tuple[str, Any]:
    """The kind and value of a literal: ("int", 3) for `3`, ("list", None) for `[x]`, ("", None) for
    other expressions."""
    if isinstance(node, ast.Constant) and node.value is not Ellipsis:
        return kind_of_value(node.value), node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        kind, value = literal(node.operand)
        return (kind, None if value is None else -value) if kind in ("int", "float") else ("", None)
    if isinstance(node, (ast.List, ast.ListComp)):
        return "list", None
    if isinstance(node, (ast.Dict, ast.DictComp)):
        return "dict", None
    if isinstance(node, (ast.Set, ast.SetComp)):
        return "set", None
    if isinstance(node, ast.Tuple):
        return "tuple", None
    if isinstance(node, ast.Lambda):
        return "callable", None
    if isinstance(node, ast.JoinedStr):
        return "str", None
    return "", None


def parameters_in(tree: ast.Module) -> dict[str, dict[str, ParameterFacts]]:
    """The facts about each parameter, by qualified name of the function, in order, without self. A
    class without `__init__` has the parameters of its fields."""
    reader = _Reader()
    reader.scope(tree, "", None)
    return reader.result()


class _Reader:
    def __init__(self) -> None:
        self._scopes: dict[str, _Scope] = {}  # scopes by qualified name
        self._plain: dict[str, str] = {}  # unqualified to qualified name of a function or class

    def scope(self, node: ast.AST, prefix: str, owner: Optional[ast.ClassDef]) -> None:
        """Read all functions and classes of a module, class or function."""
        kept = _noted(owner, _key_of_attribute) if owner is not None else None
        for one in definitions_in(node):
            name = f"{prefix}{one.name}"
            if isinstance(one, ast.ClassDef):
                self._plain[one.name] = f"{name}.__init__"
                self.scope(one, f"{name}.", one)
                if f"{name}.__init__" not in self._scopes and _is_declaring(one):
                    self._scopes[f"{name}.__init__"] = _of_fields(one)
            else:
                self._plain[f"self.{one.name}" if owner else one.name] = name
                self._scopes[name] = _of_function(one, owner, kept)
                self.scope(one, f"{name}.<locals>.", None)

    def result(self) -> dict[str, dict[str, ParameterFacts]]:
        """Add the uses in called functions, then return the facts."""
        for scope in self._scopes.values():
            for name, function, place in scope.handed_on:
                self._hand_on(scope.facts[name], function, place)
        return {function: scope.facts for function, scope in self._scopes.items()}

    def _hand_on(self, facts: ParameterFacts, function: str, place: Union[int, str]) -> None:
        taken = self._scopes.get(self._plain.get(function, ""))
        if isinstance(place, int):
            places = taken.places if taken is not None else []
            if place >= len(places):
                return
            place = places[place]
        facts.uses.add("as:" + (words_in(place) or [place])[-1])
        if taken is not None and place in taken.facts:
            inner = taken.facts[place]
            facts.uses |= {
                use
                for use in inner.uses
                if use not in _BARELY_TELLING and not use.startswith("as:")
            }
            facts.attributes.update(inner.attributes)
            facts.operations += inner.operations


def _is_declaring(node: ast.ClassDef) -> bool:
    """Whether fields of the class are parameters of its constructor."""
    decorators = [getattr(one, "func", one) for one in node.decorator_list]
    names = {last_name(one) for one in (*decorators, *node.bases)}
    return bool(names & _DECLARING) or "NamedTuple" in names


def _of_fields(node: ast.ClassDef) -> _Scope:
    noted, stemming = _noted(node, _key_of_attribute)
    facts = {}
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            name = one.target.id
            facts[name] = _facts(name, "place", one.annotation, "", one.value)
            facts[name].add(noted, stemming, name)
            facts[name].values.update(noted.values.get(name, {}))
    return _Scope(facts, list(facts))


def _of_function(
    node: Function,
    owner: Optional[ast.ClassDef],
    kept: Optional[tuple[Noted[str], Noted[str]]],
) -> _Scope:
    taken = node.args
    by_place = [*taken.posonlyargs, *taken.args]
    defaults = [None] * (len(by_place) - len(taken.defaults)) + list(taken.defaults)
    rows = [(one, "place", default) for one, default in zip(by_place, defaults)]
    is_static = any(last_name(one) == "staticmethod" for one in node.decorator_list)
    if owner is not None and not is_static:
        rows = rows[1:]
    places = [one.arg for one, _, _ in rows]
    rows += [(one, "keyword", default) for one, default in zip(taken.kwonlyargs, taken.kw_defaults)]
    others = ((taken.vararg, "rest"), (taken.kwarg, "options"))
    rows += [(one, place, None) for one, place in others if one]
    documented = parameter_types(ast.get_docstring(node, clean=False))
    if owner is not None and node.name == "__init__":
        documented = {**parameter_types(ast.get_docstring(owner, clean=False)), **documented}
    facts = {
        one.arg: _facts(one.arg, place, one.annotation, documented.get(one.arg, ""), default)
        for one, place, default in rows
    }

    def key_of(expression: Optional[ast.AST]) -> Optional[str]:
        if isinstance(expression, ast.Name) and expression.id in facts:
            return expression.id
        return None

    noted, stemming = _noted(node, key_of)
    for name in noted.uses:
        facts[name].add(noted, stemming, name)
        if kept is not None:
            for attribute in _attributes_of(node, name):
                facts[name].add(*kept, attribute)
        facts[name].values.update(noted.values.get(name, {}))
    return _Scope(facts, places, noted.handed_on)


def _facts(
    name: str, place: str, annotation: Optional[ast.AST], documented: str, default: Optional[ast.AST]
) -> ParameterFacts:
    facts = ParameterFacts(name, place)
    if annotation is not None:
        facts.types, facts.is_annotated = frozenset(kinds_of_annotation(annotation)), True
    else:
        found = re.findall(r"[A-Za-z]+", documented)[:_DEEPEST]
        facts.types = frozenset(_KINDS[one] for one in found if one in _KINDS)
    if default is not None:
        kind, value = literal(default)
        facts.default = kind or "other"
        if value is not None:
            facts.values[value] = None
    elif place in ("rest", "options"):
        facts.default = place
    return facts


def _attributes_of(node: Function, name: str) -> Iterator[str]:
    """The attributes of self that keep a parameter: `self.x = x`, `self.x = x or X()`."""
    for one in walk(node):
        if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
            values = [one.value]
            if isinstance(one.value, ast.BoolOp):
                values = one.value.values
            elif isinstance(one.value, ast.IfExp):
                values = [one.value.body, one.value.orelse]
            if any(isinstance(value, ast.Name) and value.id == name for value in values):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                yield from filter(None, map(_key_of_attribute, targets))


def _key_of_attribute(expression: Optional[ast.AST]) -> Optional[str]:
    if isinstance(expression, ast.Attribute) and isinstance(expression.value, ast.Name):
        return expression.attr if expression.value.id == "self" else None
    return None


def _noted(
    tree: ast.AST, key_of: Callable[[Optional[ast.AST]], Optional[str]]
) -> tuple[Noted[str], Noted[str]]:
    """The uses of the expressions with a key, and of values that come from them: results of
    methods, elements, and variables bound to these."""
    stems: dict[str, str] = {}

    def root_of(node: Optional[ast.AST]) -> Optional[str]:
        key = key_of(node)
        if key is not None:
            return key
        if isinstance(node, ast.Name):
            return stems.get(node.id)
        if isinstance(node, ast.Call):
            return root_of(node.func)
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Await, ast.Starred)):
            return root_of(node.value)
        return None

    for target, value in (binding for node in walk(tree) for binding in _bindings(node)):
        root = root_of(value)
        if root is not None:
            for name in walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    stems.setdefault(name.id, root)
    return Noted(key_of).read(tree), Noted(root_of).read(tree)


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The pairs of target and value that a node binds."""
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr


class Noted(Generic[_Key]):
    """Collects how code uses the expressions for which `key_of` returns a key. One method for each
    type of node."""

    def __init__(self, key_of: Callable[[Optional[ast.AST]], Optional[_Key]]) -> None:
        self._key_of = key_of
        self.uses: dict[_Key, set[str]] = {}
        self.values: dict[_Key, dict[Any, None]] = {}  # literals compared with the expression
        self.attributes: dict[_Key, dict[str, None]] = {}  # attributes read from the expression
        self.operations: dict[_Key, list[Operation]] = {}
        # Passed expressions: (key, called function, position or name of the parameter).
        self.handed_on: list[tuple[_Key, str, Union[int, str]]] = []

    def read(self, tree: ast.AST) -> Noted[_Key]:
        """Read all nodes of a tree."""
        for node in walk(tree):
            self.read_node(node)
        return self

    def read_node(self, node: ast.AST) -> None:
        """Read a node without what it contains."""
        part, use = _NOTED.get(type(node), ("", ""))
        if part:
            self.note(getattr(node, part), use)
        elif type(node) in _READERS:
            _READERS[type(node)](self, node)

    def note(self, expression: Optional[ast.AST], use: str) -> None:
        """Note a use of an expression if it has a key."""
        key = self._key_of(expression)
        if key is not None:
            self.uses.setdefault(key, set()).add(use)

    def call(self, node: ast.Call) -> None:
        """Read a call: as a use of the function, of the receiver, and of the arguments."""
        self.note(node.func, "called")
        function = last_name(node.func)
        if isinstance(node.func, ast.Attribute):
            self.note(node.func.value, _OF_METHODS.get(function, "method"))
        for place, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                self.note(argument.value, "iterated")
            elif self._key_of(argument) is not None:
                self._passed(node, function, place, argument)
        for keyword in node.keywords:
            sorts = keyword.arg == "key" and function in ("sorted", "sort", "min", "max")
            self.note(keyword.value, "called" if sorts else "passed" if keyword.arg else "mapping")
            self._hand_on(node, keyword.value, keyword.arg)

    def _passed(self, node: ast.Call, function: str, place: int, argument: ast.AST) -> None:
        if function == "isinstance" and place == 0 and len(node.args) > 1:
            asked = node.args[1]
            for one in asked.elts if isinstance(asked, ast.Tuple) else [asked]:
                self.note(argument, "is:" + _KINDS.get(last_name(one), "object"))
        elif function in ("isinstance", "issubclass"):
            self.note(argument, "class")
        elif function in _CALLING and place == 0:
            self.note(argument, "called")
        elif function in ("map", "filter"):
            self.note(argument, "iterated")
        elif function in ("getattr", "hasattr", "setattr"):
            self.note(argument, "attribute" if place == 0 else "attribute name")
        elif function == "join":
            receiver = getattr(node.func, "value", None)
            self.note(argument, "path" if last_name(receiver) == "path" else "iterated")
        else:
            self.note(argument, _OF_FUNCTIONS.get(function, "passed"))
            self._hand_on(node, argument, place)

    def _hand_on(self, node: ast.Call, argument: ast.AST, place: Union[int, str, None]) -> None:
        key = self._key_of(argument)
        if key is None or place is None:
            return
        if isinstance(node.func, ast.Name):
            self.handed_on.append((key, node.func.id, place))
        else:
            attribute = _key_of_attribute(node.func)
            self.handed_on.append((key, f"self.{attribute}" if attribute else "", place))

    def subscript(self, node: ast.Subscript) -> None:
        """Read `x[y]`."""
        is_text = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        self.note(node.value, "mapping" if is_text else "indexed")
        self.note(node.slice, "index")
        if isinstance(node.slice, ast.Slice):
            for bound in (node.slice.lower, node.slice.upper, node.slice.step):
                self.note(bound, "number")

    def attribute(self, node: ast.Attribute) -> None:
        """Read `x.y` and `(x - z).y`."""
        self.note(node.value, "attribute")
        key = self._key_of(node.value)
        if key is not None and isinstance(node.ctx, ast.Load):
            self.attributes.setdefault(key, {})[node.attr] = None
        if isinstance(node.value, ast.BinOp):
            self._operate(node.value.op, node.value.left, node.value.right, node.attr)

    def _operate(
        self, operator: ast.AST, left: ast.expr, right: ast.expr, read: Optional[str] = None
    ) -> None:
        for one, other, is_left in ((left, right, True), (right, left, False)):
            key = self._key_of(one)
            if key is not None:
                operation = Operation(type(operator).__name__, other, is_left, read)
                self.operations.setdefault(key, []).append(operation)

    def operation(self, node: ast.BinOp) -> None:
        """Read an operation with two operands; a literal operand tells the kind of the other."""
        self._operate(node.op, node.left, node.right)
        for one, other in ((node.left, node.right), (node.right, node.left)):
            kind, _ = literal(other)
            if isinstance(node.op, (ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)):
                self.note(one, "multiplied")
            is_format = isinstance(node.op, ast.Mod)
            if kind in ("int", "float"):
                self.note(one, "number")
            elif kind in ("str", "bytes"):
                self.note(one, "shown" if is_format else "text")
            elif is_format and one is node.right:
                self.note(one, "shown")
            elif not isinstance(node.op, ast.BitOr):
                self.note(one, "arithmetic")

    def unary(self, node: ast.UnaryOp) -> None:
        """Read `not x` and `-x`."""
        self.note(node.operand, "truth" if isinstance(node.op, ast.Not) else "number")

    def comparison(self, node: ast.Compare) -> None:
        """Read a comparison, and keep its literals."""
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:]):
            self._operate(operator, left, right)
            for one, other, is_left in ((left, right, True), (right, left, False)):
                key = self._key_of(one)
                if key is None:
                    continue
                self.note(one, _compared(operator, other, is_left))
                values = [other]
                if is_left and isinstance(other, (ast.Tuple, ast.List, ast.Set)):
                    values = other.elts
                for value in (literal(each)[1] for each in values):
                    if type(value) in (str, int, float, bytes):
                        self.values.setdefault(key, {})[value] = None

    def both(self, node: ast.BoolOp) -> None:
        """Read `and` and `or`."""
        for value in node.values:
            self.note(value, "truth")

    def entered(self, node: Any) -> None:
        """Read `with x`."""
        for item in node.items:
            self.note(item.context_expr, "entered")


def _compared(operator: ast.cmpop, other: ast.AST, is_left: bool) -> str:
    kind, _ = literal(other)
    if isinstance(operator, (ast.In, ast.NotIn)):
        return "member" if is_left else "contains"
    if isinstance(operator, (ast.Is, ast.IsNot)):
        return "none" if kind == "none" else "identity"
    if kind in ("int", "float"):
        return "number"
    if kind in ("str", "bytes"):
        return "equal to text"
    return "equal" if isinstance(operator, (ast.Eq, ast.NotEq)) else "ordered"


# A part of a node, and what the node does with it.
_NOTED: dict[type, tuple[str, str]] = {
    ast.For: ("iter", "iterated"), ast.AsyncFor: ("iter", "iterated"),
    ast.comprehension: ("iter", "iterated"), ast.If: ("test", "truth"),
    ast.While: ("test", "truth"), ast.IfExp: ("test", "truth"),
    ast.FormattedValue: ("value", "shown"), ast.Raise: ("exc", "class"),
    ast.ExceptHandler: ("type", "class"), ast.Return: ("value", "returned"),
    ast.YieldFrom: ("value", "iterated"), ast.Await: ("value", "awaited"),
    ast.Assign: ("value", "stored"),
}  # fmt: skip
_READERS: dict[type, Callable[[Noted[Any], Any], None]] = {
    ast.Call: Noted.call, ast.Subscript: Noted.subscript, ast.Attribute: Noted.attribute,
    ast.BinOp: Noted.operation, ast.UnaryOp: Noted.unary, ast.Compare: Noted.comparison,
    ast.BoolOp: Noted.both, ast.With: Noted.entered, ast.AsyncWith: Noted.entered,
}  # fmt: skip
