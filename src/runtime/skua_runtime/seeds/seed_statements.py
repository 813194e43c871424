"""Translates the code of hand-written tests into statements (STATEMENT of protocol/seed_record.h).

No test is executed: names are looked up in loaded modules. Code that statements cannot represent is
dropped, together with calls that need it; calls inside of it are kept.
"""

from __future__ import annotations

import ast
import enum
from typing import Any, Callable, Mapping, Optional, Union

from skua_runtime.cluster.types_of import PLAIN_KINDS
from skua_runtime.seeds.seed_literals import folded
from skua_runtime.seeds.seed_parts import MOST_STATEMENTS, Statements, parts_of
from skua_runtime.seeds.seed_targets import File, Fixture, Meaning, Targets, Thing, Variable
from skua_runtime.seeds.seed_targets import attribute_of, bound_arguments, imported
from skua_runtime.source.nodes import children_of
from skua_runtime.source.syntax import ARITHMETIC, COMPARISONS
from skua_runtime.world.values import to_value

_MAKES_FOLDER = ("mkdtemp", "TemporaryDirectory")
_MOST_ROUNDS = 4  # iterations of a test's loop that are translated
_COLLECTIONS: dict[type, str] = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}
_CONTAINERS: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
_ARGUMENTS_OF_MONKEYPATCH = {"setenv": 2, "delenv": 1, "chdir": 0}
_BY_FUNCTION = {
    "len": "__len__", "str": "__str__", "repr": "__repr__", "hash": "__hash__", "iter": "__iter__",
    "list": "__iter__", "bool": "__bool__", "int": "__int__", "float": "__float__",
}  # fmt: skip


class Translator:
    """Translates one test function; `seeds` has the results."""

    def __init__(self, targets: Targets, namespace: Mapping[str, Any]) -> None:
        """`namespace` maps names in the test's module to an expression or a Thing."""
        self._targets = targets
        self._module = namespace
        self._names: dict[str, Meaning] = {}
        self._attributes: dict[str, Meaning] = {}  # attributes of self
        self._statements: Statements = []
        self._open: set[str] = set()  # names that are being resolved, to stop recursion
        self._folders = 0  # number of temporary folders so far
        self.seeds: list[Statements] = []

    def bind(self, name: str, meaning: Meaning) -> None:
        """Give a name a meaning."""
        self._names[name] = meaning

    def bind_expression(self, name: str, node: ast.expr) -> None:
        """Give a name the value of an expression."""
        self._names[name] = self._value(node)

    def is_full(self) -> bool:
        """Whether there are so many statements that no more are added."""
        return len(self._statements) > 8 * MOST_STATEMENTS

    def finish(self) -> list[Statements]:
        """Save the statements as seeds, and return all seeds."""
        self._keep()
        return self.seeds

    def _keep(self) -> None:
        if any(statement["kind"] == "call" for statement in self._statements):
            self.seeds += parts_of(self._statements)

    # Statements of the test.

    def run(self, body: list[ast.stmt]) -> None:
        """Translate statements of the test."""
        for statement in body:
            if self.is_full():
                return
            self._run_one(statement)

    def _run_one(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            self._assign(node.targets, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign([node.target], node.value)
        elif isinstance(node, (ast.Expr, ast.Return)) and node.value is not None:
            self._value(node.value)
        elif isinstance(node, ast.Assert):
            self._value(node.test)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self._run_with(node)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._run_loop(node)
        elif isinstance(node, ast.Try):
            self.run(node.body)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, thing in imported(node, ""):
                self._names[name] = thing

    def _assign(self, targets: list[ast.expr], node: ast.expr) -> None:
        parts = node.elts if isinstance(node, (ast.Tuple, ast.List)) else []
        names = targets[0].elts if isinstance(targets[0], (ast.Tuple, ast.List)) else []
        if names and len(names) == len(parts):
            for name, part in zip(names, parts):
                self._assign([name], part)
            return
        value = self._value(node)
        for target in targets:
            self._bind_target(target, value)

    def _bind_target(self, target: ast.expr, value: Meaning) -> None:
        if isinstance(target, ast.Name):
            self._names[target.id] = value
        elif isinstance(target, ast.Attribute):
            if isinstance(target.value, ast.Name) and target.value.id in ("self", "cls"):
                self._attributes[target.attr] = value
            else:
                self._call_on(self._value(target.value), "setter", target.attr, [value])
        elif isinstance(target, ast.Subscript):
            receiver, key = self._value(target.value), self._value(target.slice)
            self._call_on(receiver, "operator", "__setitem__", [key, value])
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._bind_target(element, None)

    def _run_with(self, node: Union[ast.With, ast.AsyncWith]) -> None:
        if any(_expects_exception(item.context_expr) for item in node.items):
            self._run_to_exception(node.body)
            return
        for item in node.items:
            value = self._value(item.context_expr)
            entered = self._call_on(value, "operator", "__enter__", [])
            if isinstance(item.optional_vars, ast.Name):
                self._names[item.optional_vars.id] = entered or value
        self.run(node.body)

    def _run_to_exception(self, body: list[ast.stmt]) -> None:
        """Make a seed that ends with a raising statement; other seeds continue without it."""
        before, names = list(self._statements), dict(self._names)
        self.run(body)
        if len(self._statements) > len(before):
            self._keep()
        self._statements, self._names = before, names

    def _run_loop(self, node: Union[ast.For, ast.AsyncFor]) -> None:
        if not isinstance(node.iter, (ast.List, ast.Tuple)):
            return
        for element in node.iter.elts[:_MOST_ROUNDS]:
            self._assign([node.target], element)
            self.run(node.body)

    # Expressions. None means that the value cannot be represented.

    def _value(self, node: ast.expr) -> Meaning:
        found, literal = folded(node)
        if found:
            return self._literal(literal)
        if type(node) in _COLLECTIONS:
            return self._collection(_COLLECTIONS[type(node)], getattr(node, "elts"))
        if isinstance(node, ast.Dict):
            pairs = [part for pair in zip(node.keys, node.values) for part in pair]
            return self._collection("dict", pairs)
        if isinstance(node, ast.Name):
            return self._lookup(node.id)
        if type(node) in self._BY_NODE:
            return self._BY_NODE[type(node)](self, node)
        if isinstance(node, ast.Await):
            return self._value(node.value)
        if isinstance(node, ast.Subscript):
            receiver, key = self._value(node.value), self._value(node.slice)
            return self._call_on(receiver, "operator", "__getitem__", [key])
        for child in children_of(node):
            if isinstance(child, ast.expr) and not isinstance(node, _WITH_NAMES_OF_ITS_OWN):
                self._value(child)
        return None

    def _literal(self, literal: Any) -> Meaning:
        kind = type(literal)
        if kind in PLAIN_KINDS:
            value = to_value(literal)
            if value["k"] == "opaque":
                return None
            described = {"kind": PLAIN_KINDS[kind]}
            return self._add(described if literal is None else {**described, "value": value})
        if kind is dict:
            parts = [part for pair in literal.items() for part in pair]
        elif kind in _CONTAINERS:
            parts = sorted(literal, key=repr) if kind in (set, frozenset) else list(literal)
        else:
            return None
        return self._made_of(_CONTAINERS.get(kind, "dict"), [self._literal(one) for one in parts])

    def _collection(self, kind: str, elements: list[Optional[ast.expr]]) -> Meaning:
        return self._made_of(
            kind, [None if element is None else self._value(element) for element in elements]
        )

    def _made_of(self, kind: str, parts: list[Meaning]) -> Meaning:
        variables = [self._as_variable(part) for part in parts]
        if None in variables:
            return None
        return self._add({"kind": kind, "operands": [one.index for one in variables if one]})

    def _add(self, statement: dict[str, Any], class_index: Optional[int] = None) -> Variable:
        self._statements.append(statement)
        return Variable(len(self._statements) - 1, class_index)

    def _lookup(self, name: str) -> Meaning:
        if name in self._names:
            return self._names[name]
        known = self._module.get(name)
        if isinstance(known, ast.expr):
            if name in self._open:
                return None
            self._open.add(name)
            known = self._names[name] = self._value(known)
            self._open.discard(name)
        return known

    def _attribute(self, node: ast.Attribute) -> Meaning:
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            return self._attributes.get(node.attr)
        owner = self._value(node.value)
        if isinstance(owner, Thing):
            return attribute_of(owner, node.attr)
        return self._call_on(owner, "getter", node.attr, [])

    def _lambda(self, node: ast.Lambda) -> Meaning:
        parameters = node.args.args
        if isinstance(node.body, ast.Name) and parameters and node.body.id == parameters[0].arg:
            return self._add({"kind": "lambda"})
        found, literal = folded(node.body)
        variable = self._as_variable(self._literal(literal)) if found else None
        return self._add({"kind": "lambda", "operands": [variable.index]}) if variable else None

    def _binary(self, node: ast.BinOp) -> Meaning:
        left, right = self._value(node.left), self._value(node.right)
        if isinstance(left, Fixture) and left.name == "tmp_path" and isinstance(node.op, ast.Div):
            return _file_named(node.right)
        return self._call_on(left, "operator", f"__{ARITHMETIC[type(node.op)]}__", [right])

    def _comparison(self, node: ast.Compare) -> Meaning:
        left, right = self._value(node.left), self._value(node.comparators[0])
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self._call_on(right, "operator", "__contains__", [left])
        method, _ = COMPARISONS.get(type(node.ops[0]), ("", ""))
        return self._call_on(left, "operator", method, [right])

    # Calls.

    def _call(self, node: ast.Call) -> Meaning:
        function = node.func
        if _expects_exception(node) and len(node.args) >= 2:  # assertRaises(E, f, *arguments)
            call = ast.Call(node.args[1], node.args[2:], node.keywords)
            self._run_to_exception([ast.Expr(call)])
            return None
        if isinstance(function, ast.Attribute):
            if getattr(function.value, "id", "") != "self":
                owner = self._value(function.value)
                if isinstance(owner, (Fixture, File)):
                    return self._fixture_call(owner, function.attr, node)
                if isinstance(owner, Variable):
                    target = self._targets.of_instance("method", function.attr, owner.class_index)
                    return self._called(target, [owner], node)
                if isinstance(owner, Thing):
                    return self._call_thing(
                        attribute_of(owner, function.attr), node, owner, function.attr
                    )
        elif isinstance(function, ast.Name):
            meaning = self._lookup(function.id)
            if isinstance(meaning, Thing):
                return self._call_thing(meaning, node)
            if isinstance(meaning, Variable):
                target = self._targets.of_instance("operator", "__call__", meaning.class_index)
                return self._called(target, [meaning], node)
            if meaning is None and function.id in _BY_FUNCTION and len(node.args) == 1:
                value = self._value(node.args[0])
                if isinstance(value, File):
                    value = self._as_variable(value)
                return self._call_on(value, "operator", _BY_FUNCTION[function.id], [])
        else:
            self._value(function)
        return self._called(None, [], node)

    def _call_thing(
        self, thing: Meaning, node: ast.Call, owner: Optional[Thing] = None, name: str = ""
    ) -> Meaning:
        if not isinstance(thing, Thing):
            return self._called(None, [], node)
        module = getattr(thing.object, "__module__", None)  # None for a method of a builtin object
        if isinstance(module, str) and module.startswith("asyncio") and node.args:
            return self._value(node.args[0])  # asyncio.run(f())
        if module == "tempfile" and getattr(thing.object, "__name__", "") in _MAKES_FOLDER:
            return self._new_folder()
        target = self._targets.of_object(thing.object)
        if target is None and owner is not None and isinstance(owner.object, type):
            target = self._targets.of_class(owner.object, name)
        return self._called(target, [], node)

    def _called(
        self, target: Optional[int], receiver: list[Variable], node: ast.Call
    ) -> Meaning:
        """Translate a call; the arguments always, since they may contain calls."""
        by_position = [
            None if isinstance(argument, ast.Starred) else self._value(argument)
            for argument in node.args
        ]
        by_name = {keyword.arg: self._value(keyword.value) for keyword in node.keywords}
        if target is None or None in by_name:
            return None
        return self._make_call(target, receiver, by_position, by_name)  # type: ignore[arg-type]

    def _call_on(
        self, receiver: Meaning, kind: str, name: str, arguments: list[Meaning]
    ) -> Meaning:
        if not isinstance(receiver, Variable):
            return None
        if self._statements[receiver.index]["kind"] != "call":
            return None  # calls on literals are not translated
        target = self._targets.of_instance(kind, name, receiver.class_index)
        return None if target is None else self._make_call(target, [receiver], arguments, {})

    def _make_call(
        self,
        target: int,
        receiver: list[Variable],
        by_position: list[Meaning],
        by_name: Mapping[str, Meaning],
    ) -> Meaning:
        parameters = self._targets.described(target)["parameters"]
        bound = bound_arguments(parameters, by_position, by_name)
        if bound is None:
            return None
        operands, indices = [one.index for one in receiver], []
        for index, argument in sorted(bound.items()):
            if isinstance(argument, (list, dict)):  # the argument for *args or **kwargs
                argument = self._unpacked(argument)
            variable = self._as_variable(argument)
            if variable is None:
                if _may_be_left_out(parameters[index]):
                    continue
                return None
            operands.append(variable.index)
            indices.append(index)
        statement = {"kind": "call", "target": target, "operands": operands, "parameters": indices}
        return self._add(statement, self._targets.class_of_result(target))

    def _unpacked(self, arguments: Any) -> Meaning:
        if isinstance(arguments, list):
            return self._made_of("list", arguments)
        parts: list[Meaning] = []
        for name, value in arguments.items():
            parts += [self._literal(name), value]
        return self._made_of("dict", parts)

    def _as_variable(self, meaning: Any) -> Optional[Variable]:
        if isinstance(meaning, Variable):
            return meaning
        if isinstance(meaning, File):
            return self._file(meaning, "missing_file", [])
        if not isinstance(meaning, Thing):
            return None
        if isinstance(meaning.object, enum.Enum):
            member = self._targets.enum_member(meaning.object)
            if member is None:
                return None
            return self._add({"kind": "enum_member", "target": member[0], "integer": member[1]})
        index = self._targets.classes.get(id(meaning.object))
        if index is not None:
            return self._add({"kind": "class", "target": index})
        target = self._targets.of_object(meaning.object)
        if target is not None and self._targets.described(target)["kind"] == "function":
            return self._add({"kind": "function", "target": target})
        literal = self._literal(meaning.object)  # a constant of the subject
        return literal if isinstance(literal, Variable) else None

    # Fixtures of pytest.

    def _fixture_call(self, owner: Union[Fixture, File], name: str, node: ast.Call) -> Meaning:
        arguments = [self._value(argument) for argument in node.args]
        if isinstance(owner, File):
            if name in ("write_text", "write_bytes") and arguments:
                return self._file(owner, "write_file", arguments[:1])
            if name == "mkdir":
                return self._file(owner, "make_folder", [])
            return None
        if (owner.name, name) == ("tmp_path", "joinpath") and len(node.args) == 1:
            return _file_named(node.args[0])
        if owner.name == "monkeypatch" and name in _ARGUMENTS_OF_MONKEYPATCH:
            return self._environment(name, arguments[: _ARGUMENTS_OF_MONKEYPATCH[name]])
        if (owner.name, name) == ("monkeypatch", "setattr") and len(node.args) >= 2:
            words = node.args[-1]
            if ast.unparse(node.args[0]) in ("'sys.argv'", "sys") and isinstance(words, ast.List):
                return self._environment("argv", list(map(self._value, words.elts[1:])))
        return None

    def _file(self, file: File, maker: str, more: list[Meaning]) -> Optional[Variable]:
        if file.made is None or maker == "write_file":
            made = self._environment(maker, [self._literal(file.name), *more])
            file.made = made if isinstance(made, Variable) else None
        return file.made

    def _new_folder(self) -> Meaning:
        """Make a folder in tmp_path; the meaning is its path as a string."""
        self._folders += 1
        name = "folder" if self._folders == 1 else f"folder{self._folders}"
        made = self._environment("make_folder", [self._literal(name)])
        return self._call_on(made, "operator", "__str__", [])

    def _environment(self, name: str, arguments: list[Meaning]) -> Meaning:
        target = self._targets.environment(name)
        return None if target is None else self._make_call(target, [], arguments, {})

    _BY_NODE: dict[type, Callable[[Translator, Any], Meaning]] = {
        ast.Attribute: _attribute,
        ast.BinOp: _binary,
        ast.Call: _call,
        ast.Compare: _comparison,
        ast.Lambda: _lambda,
    }


_WITH_NAMES_OF_ITS_OWN = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def _file_named(node: ast.expr) -> Optional[File]:
    """Return the file that a literal names in tmp_path; None if it names none."""
    found, name = folded(node)
    return File(name) if found and isinstance(name, str) and "/" not in name else None


def _may_be_left_out(parameter: Mapping[str, Any]) -> bool:
    """Whether a call may omit the argument and pass later ones by name."""
    return parameter["has_default"] and parameter["kind"] in (
        "positional_or_keyword",
        "keyword_only",
    )


def _expects_exception(node: ast.expr) -> bool:
    """Whether the node is `pytest.raises(…)` or `self.assertRaises(…)`."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
    return name in ("raises", "assertRaises", "assertRaisesRegex")
