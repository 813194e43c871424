"""Which functions a call may enter, as far as sources tell: by imports, annotations, assignments.

A Scope knows what names mean in one function; a Definitions knows what one module defines. Both are
of the module that calls or of another one, its callee. What a method call enters is decided by its
receiver's class; when nothing tells that class, by which classes of the callee have such a method.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Iterator, Optional, Union

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_WRAPPERS = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable"})
_DEEPEST = 12  # expressions and attributes that refer to each other are followed so far
# A method of such a name says nothing about its receiver.
_BUILTIN_NAMES = frozenset(
    name
    for cls in (str, bytes, list, dict, set, tuple, int, float, type(iter([])), object)
    for name in dir(cls)
)


@dataclass(frozen=True)
class Meaning:
    """What a name or expression stands for.

    `kind` is "module", "function", "class", "instance", "method", or "elements" for a collection of
    instances; `name` is that of the function or class, and `method` belongs to the class `name`.
    """

    kind: str
    module: Definitions
    name: str = ""
    method: str = ""

    def __hash__(self) -> int:
        return hash((self.kind, id(self.module), self.name, self.method))


@dataclass
class _Class:
    node: ast.ClassDef
    bases: list[str] = field(default_factory=list)  # those of the same module
    methods: dict[str, _Function] = field(default_factory=dict)


class Definitions:
    """What the top level of a module defines and imports."""

    def __init__(
        self, tree: ast.Module, name: str, is_package: bool, callee: Optional[Definitions] = None
    ) -> None:
        self.name = name
        self.callee = callee
        self._package = name if is_package else name.rpartition(".")[0]
        self.functions: dict[str, _Function] = {}
        self.classes: dict[str, _Class] = {}
        self.names: dict[str, Meaning] = {}
        self._attributes: dict[tuple[str, str], Optional[Meaning]] = {}
        for node in _statements(tree.body):
            self._define(node)
        self.names.update(imports_of(tree.body, self))
        self.scope = Scope(self, None, tree, None)

    def _define(self, node: ast.stmt) -> None:
        if isinstance(node, FUNCTIONS):
            self.functions[node.name] = node
            self.names[node.name] = Meaning("function", self, node.name)
        elif isinstance(node, ast.ClassDef):
            found = self.classes[node.name] = _Class(node)
            found.bases = [
                base.id
                for base in map(_without_parameters, node.bases)
                if isinstance(base, ast.Name) and base.id in self.classes
            ]
            for inner in _statements(node.body):
                if isinstance(inner, FUNCTIONS):
                    found.methods[inner.name] = inner
            self.names[node.name] = Meaning("class", self, node.name)

    def absolute(self, node: ast.ImportFrom) -> str:
        """The module from which an import statement of this module imports."""
        if not node.level:
            return node.module or ""
        parts = self._package.split(".")
        parts = parts[: len(parts) - (node.level - 1)]
        return ".".join([*parts, node.module] if node.module else parts)

    def member(self, name: str) -> Optional[Meaning]:
        return self.names.get(name)

    def methods_named(self, class_name: str, method: str) -> list[_Function]:
        """The functions that the method may be on an instance: of the class or the nearest base that
        has it, and of subclasses that override it."""
        found = self._inherited(class_name, method)
        functions = [found] if found is not None else []
        for name, cls in self.classes.items():
            if name != class_name and class_name in self._ancestors(name):
                if method in cls.methods:
                    functions.append(cls.methods[method])
        return list(dict.fromkeys(functions))

    def constructor(self, class_name: str) -> list[_Function]:
        found = (self._inherited(class_name, name) for name in ("__new__", "__init__"))
        return [function for function in found if function is not None]

    def _inherited(self, class_name: str, method: str) -> Optional[_Function]:
        for name in [class_name, *self._ancestors(class_name)]:
            if method in self.classes[name].methods:
                return self.classes[name].methods[method]
        return None

    def _ancestors(self, class_name: str) -> list[str]:
        found: list[str] = []
        left = list(self.classes[class_name].bases)
        while left:
            name = left.pop(0)
            if name not in found:
                found.append(name)
                left += self.classes[name].bases
        return found

    def attribute(self, class_name: str, name: str, depth: int = 0) -> Optional[Meaning]:
        """What instances of the class have under that name."""
        key = (class_name, name)
        if key not in self._attributes:
            self._attributes[key] = None  # while it is looked for
            self._attributes[key] = self._find_attribute(class_name, name, depth)
        return self._attributes[key]

    def _find_attribute(self, class_name: str, name: str, depth: int) -> Optional[Meaning]:
        for owner in [class_name, *self._ancestors(class_name)]:
            cls = self.classes[owner]
            method = cls.methods.get(name)
            if method is not None and _is_property(method):
                return self.scope.annotated(method.returns, depth)
            if method is not None:
                return Meaning("method", self, class_name, name)
            for meaning in self._assigned(cls, name, depth):
                if meaning is not None:
                    return meaning
        return None

    def _assigned(self, cls: _Class, name: str, depth: int) -> Iterator[Optional[Meaning]]:
        for node in _statements(cls.node.body):
            if isinstance(node, ast.AnnAssign) and _is_name(node.target, name):
                yield self.scope.annotated(node.annotation, depth)
        for method in cls.methods.values():
            own = _first_parameter(method)
            scope = Scope(self, self.scope, method, cls.node.name)
            for inner in ast.walk(method):
                if isinstance(inner, ast.AnnAssign) and _is_attribute(inner.target, own, name):
                    yield scope.annotated(inner.annotation, depth)
                if isinstance(inner, ast.Assign):
                    if any(_is_attribute(target, own, name) for target in inner.targets):
                        yield scope.meaning(inner.value, depth)


class Scope:
    """What expressions mean in a function, or at the top level of a module."""

    def __init__(
        self,
        module: Definitions,
        outer: Optional[Scope],
        node: ast.AST,
        class_name: Optional[str],
    ) -> None:
        self.module = module
        self._outer = outer
        self._values: dict[str, tuple[str, ast.expr]] = {}  # how a name came by which expression
        self._names: dict[str, Meaning] = {}
        if isinstance(node, FUNCTIONS):
            self._names.update(imports_of(node.body, module))
            self._add_parameters(node, class_name)
        for one in _own_nodes(node):
            self._add_assignment(one)

    def _add_parameters(self, node: _Function, class_name: Optional[str]) -> None:
        arguments = node.args
        for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            if one.annotation is not None:
                self._values[one.arg] = ("annotation", one.annotation)
        first = _first_parameter(node)
        if class_name in self.module.classes and first is not None:
            kind = "class" if _has_decorator(node, "classmethod") else "instance"
            self._names[first] = Meaning(kind, self.module, class_name)

    def _add_assignment(self, node: ast.AST) -> None:
        pairs: list[tuple[ast.expr, str, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, "value", node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign):
            pairs = [(node.target, "annotation", node.annotation)]
        elif isinstance(node, ast.NamedExpr):
            pairs = [(node.target, "value", node.value)]
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            pairs = [(node.target, "element", node.iter)]
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            pairs = [(node.optional_vars, "value", node.context_expr)]
        for target, how, value in pairs:
            if isinstance(target, ast.Name):
                self._values.setdefault(target.id, (how, value))

    def _named(self, name: str, depth: int) -> Optional[Meaning]:
        if name in self._names:
            return self._names[name]
        if name in self._values:
            how, node = self._values[name]
            if how == "annotation":
                return self.annotated(node, depth)
            found = self.meaning(node, depth)
            return _element(found) if how == "element" else found
        if self._outer is not None:
            return self._outer._named(name, depth)
        return self.module.member(name)

    def meaning(self, node: Optional[ast.expr], depth: int = 0) -> Optional[Meaning]:
        """What the expression evaluates to, where the sources tell."""
        depth += 1
        if node is None or depth > _DEEPEST:
            return None
        if isinstance(node, ast.Name):
            return self._named(node.id, depth)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, depth)
        if isinstance(node, ast.Call):
            return self._result(self.meaning(node.func, depth), depth)
        if isinstance(node, ast.Subscript):
            return _element(self.meaning(node.value, depth))
        if isinstance(node, (ast.Await, ast.NamedExpr)):
            return self.meaning(node.value, depth)
        if isinstance(node, ast.IfExp):
            return self.meaning(node.body, depth) or self.meaning(node.orelse, depth)
        if isinstance(node, ast.BoolOp):
            found = (self.meaning(value, depth) for value in node.values)
            return next((one for one in found if one is not None), None)
        return None

    def _attribute(self, node: ast.Attribute, depth: int) -> Optional[Meaning]:
        callee = self.module.callee
        if callee is not None and callee.name.endswith("." + node.attr):
            if ast.unparse(node) == callee.name:
                return Meaning("module", callee)
        base = self.meaning(node.value, depth)
        if base is None:
            return None
        if base.kind == "module":
            return base.module.member(node.attr)
        if base.kind == "instance":
            return base.module.attribute(base.name, node.attr, depth)
        if base.kind == "class" and base.module.methods_named(base.name, node.attr):
            return Meaning("method", base.module, base.name, node.attr)
        return None

    def _result(self, called: Optional[Meaning], depth: int) -> Optional[Meaning]:
        if called is None:
            return None
        if called.kind == "class":
            return Meaning("instance", called.module, called.name)
        for function in functions_of(called):
            found = called.module.scope.annotated(function.returns, depth)
            if found is not None:
                return found
        return None

    def annotated(self, node: Optional[ast.expr], depth: int = 0) -> Optional[Meaning]:
        """What a value with this annotation is."""
        depth += 1
        if node is None or depth > _DEEPEST:
            return None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                return self.annotated(ast.parse(node.value, mode="eval").body, depth)
            except SyntaxError:
                return None
        if isinstance(node, ast.BinOp):
            return self.annotated(node.left, depth) or self.annotated(node.right, depth)
        if isinstance(node, ast.Subscript):
            return self._annotated_generic(node, depth)
        found = self.meaning(node, depth)
        if found is None or found.kind != "class":
            return None
        return Meaning("instance", found.module, found.name)

    def _annotated_generic(self, node: ast.Subscript, depth: int) -> Optional[Meaning]:
        name = node.value.attr if isinstance(node.value, ast.Attribute) else ast.unparse(node.value)
        own = self.annotated(node.value, depth)  # a generic class of the project
        if own is not None:
            return own
        slices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for one in slices:
            found = self.annotated(one, depth)
            if found is not None and found.kind == "instance":
                return found if name in _WRAPPERS else Meaning("elements", found.module, found.name)
        return None

    def targets(self, call: ast.Call) -> list[tuple[Definitions, _Function]]:
        """The functions that the call may enter, each with its module."""
        called = self.meaning(call.func)
        if called is not None:
            return [(called.module, function) for function in functions_of(called)]
        callee = self.module.callee
        if callee is None or not isinstance(call.func, ast.Attribute):
            return []
        name = call.func.attr
        receiver = self.meaning(call.func.value)
        # A class of this module may have inherited the method.
        is_known = receiver is not None and receiver.module is not self.module
        if name in _BUILTIN_NAMES or is_known:
            return []
        found = [cls.methods[name] for cls in callee.classes.values() if name in cls.methods]
        return [(callee, function) for function in found]


def functions_of(meaning: Meaning) -> list[_Function]:
    """What calling it enters."""
    if meaning.kind == "function":
        return [meaning.module.functions[meaning.name]]
    if meaning.kind == "class":
        return meaning.module.constructor(meaning.name)
    if meaning.kind == "method":
        return meaning.module.methods_named(meaning.name, meaning.method)
    if meaning.kind == "instance":
        return meaning.module.methods_named(meaning.name, "__call__")
    return []


def imports_of(body: list[ast.stmt], module: Definitions) -> dict[str, Meaning]:
    """The names that statements bind to the callee's module, or to what it defines."""
    callee = module.callee
    names: dict[str, Meaning] = {}
    if callee is None:
        return names
    for node in _statements(body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == callee.name and (alias.asname or "." not in alias.name):
                    names[alias.asname or alias.name] = Meaning("module", callee)
        elif isinstance(node, ast.ImportFrom):
            source = module.absolute(node)
            for alias in node.names:
                bound = alias.asname or alias.name
                if alias.name == "*" and source == callee.name:
                    names.update(
                        (name, meaning)
                        for name, meaning in callee.names.items()
                        if not name.startswith("_")
                    )
                elif f"{source}.{alias.name}" == callee.name:
                    names[bound] = Meaning("module", callee)
                elif source == callee.name or callee.name.startswith(source + "."):
                    # A package often offers what its modules define.
                    meaning = callee.member(alias.name)
                    if meaning is not None:
                        names[bound] = meaning
    return names


def _element(meaning: Optional[Meaning]) -> Optional[Meaning]:
    if meaning is None or meaning.kind != "elements":
        return None
    return Meaning("instance", meaning.module, meaning.name)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and of the `if`, `try` and `with` in it, but of no function."""
    for node in body:
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, name, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below a function's or module's, without those of functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            yield child
            yield from _own_nodes(child)


def _without_parameters(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def _first_parameter(node: _Function) -> Optional[str]:
    if _has_decorator(node, "staticmethod"):
        return None
    arguments = [*node.args.posonlyargs, *node.args.args]
    return arguments[0].arg if arguments else None


def _has_decorator(node: _Function, name: str) -> bool:
    return any(_is_name(decorator, name) for decorator in node.decorator_list)


def _is_property(node: _Function) -> bool:
    return _has_decorator(node, "property") or _has_decorator(node, "cached_property")


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_attribute(node: ast.AST, of: Optional[str], name: str) -> bool:
    return (
        of is not None
        and isinstance(node, ast.Attribute)
        and node.attr == name
        and _is_name(node.value, of)
    )
