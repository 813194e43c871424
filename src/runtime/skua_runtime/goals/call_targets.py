"""Finds the functions that a call may enter, from imports, annotations and assignments in the
source.

A Scope knows the meaning of names in one function, a Definitions the definitions of one module.
Both modules of a pair know each other, since a class of one may inherit from a class of the other.
The class of the receiver decides which method a call enters; if the class is unknown, every class
of the other module with such a method counts.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Iterator, Optional

from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.source_names import absolute_module, imported_names
from skua_runtime.source.syntax import FUNCTIONS, Function

_WRAPPERS = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable"})
_DEEPEST = 12  # limit on following expressions and attributes that refer to each other
# Bases without methods that a class calls.
_EMPTY_BASES = frozenset({"object", "ABC", "Generic", "Protocol"})
# Method names of builtin types, which do not tell the receiver's class.
_BUILTIN_NAMES = frozenset(
    name
    for cls in (str, bytes, list, dict, set, tuple, int, float, type(iter([])), object)
    for name in dir(cls)
)


@dataclass(frozen=True)
class Meaning:
    """The meaning of a name or expression.

    `kind` is "module", "function", "class", "type" (a class or a subclass), "instance", "elements"
    (a collection of instances) or "super" (the result of `super()`). `name` is the function's or
    class's name. For a method, `method` is its name, and `kind` is "method" if subclasses may
    redefine it, "exact" if the class itself is used, "inherited" if its bases are.
    """

    kind: str
    module: Definitions
    name: str = ""
    method: str = ""

    def __hash__(self) -> int:
        return hash((self.kind, id(self.module), self.name, self.method))


# (scope of the expression, "annotation" or "value", expression)
_Assignment = tuple["Scope", str, ast.expr]

# A function, and the module that defines it.
Target = tuple["Definitions", Function]


@dataclass
class _Class:
    node: ast.ClassDef
    methods: dict[str, Function] = field(default_factory=dict)
    setters: dict[str, Function] = field(default_factory=dict)  # of properties, by their names
    assigned: Optional[dict[str, list[_Assignment]]] = None  # to attributes, once it is asked for


class Definitions:
    """The definitions and imports at a module's top level."""

    def __init__(self, tree: ast.Module, name: str, is_package: bool) -> None:
        self.name = name
        self.other: Optional[Definitions] = None
        self._tree = tree
        self._imported = imported_names(tree)
        self.package = name if is_package else name.rpartition(".")[0]
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, _Class] = {}
        self.names: dict[str, Meaning] = {}
        self._attributes: dict[tuple[str, str], Optional[Meaning]] = {}
        for node in _statements(tree.body):
            self._define(node)
        self.scope = Scope(self, None, tree, None)

    def _define(self, node: ast.stmt) -> None:
        if isinstance(node, FUNCTIONS):
            self.functions[node.name] = node
            self.names[node.name] = Meaning("function", self, node.name)
        elif isinstance(node, ast.ClassDef):
            found = self.classes[node.name] = _Class(node)
            for inner in _statements(node.body):
                if isinstance(inner, FUNCTIONS):
                    accessor = _accessor(inner)
                    if accessor == "setter":
                        found.setters[inner.name] = inner
                    elif not accessor:
                        found.methods[inner.name] = inner
            self.names[node.name] = Meaning("class", self, node.name)

    def meet(self, other: Definitions) -> None:
        """Make the two modules of a pair know each other."""
        self.other, other.other = other, self
        # Names of one module may come from the other by import, so resolve more than once.
        for module in (self, other, self):
            module.names.update(imports_of(module._tree.body, module))

    def is_imported(self, node: ast.expr) -> bool:
        """Whether the expression is an imported name or an attribute of one."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self._imported

    def member(self, name: str) -> Optional[Meaning]:
        """The meaning of a top-level name."""
        return self.names.get(name)

    def methods_named(self, class_name: str, method: str) -> list[Target]:
        """The functions that a method call on an instance may enter: that of the class or its
        nearest base, and those of subclasses that redefine it."""
        found = _nearest(self.family(class_name), method)
        for module in filter(None, (self, self.other)):
            for name, cls in module.classes.items():
                if method in cls.methods and (self, class_name) in module.ancestors(name):
                    found.append((module, cls.methods[method]))
        return list(dict.fromkeys(found))

    def method_of(self, class_name: str, method: str) -> list[Target]:
        """The function of a method on the class itself."""
        return _nearest(self.family(class_name), method)

    def inherited(self, class_name: str, method: str) -> list[Target]:
        """The function of a method in the bases of the class."""
        return _nearest(self.ancestors(class_name), method)

    def constructor(self, class_name: str) -> list[Target]:
        """The functions `__new__` and `__init__` that a call of the class enters."""
        family = self.family(class_name)
        return [*_nearest(family, "__new__"), *_nearest(family, "__init__")]

    def family(self, class_name: str) -> list[tuple[Definitions, str]]:
        """The class and its ancestors in both modules, nearest first."""
        return [(self, class_name), *self.ancestors(class_name)]

    def ancestors(self, class_name: str) -> list[tuple[Definitions, str]]:
        """The ancestors of the class in both modules, nearest first."""
        found: list[tuple[Definitions, str]] = []
        left = [(self, class_name)]
        while left:
            module, name = left.pop(0)
            for base in module._bases(name):
                one = None if base is None else (base.module, base.name)
                if one is not None and one not in found and one != (self, class_name):
                    found.append(one)
                    left.append(one)
        return found

    def _bases(self, class_name: str) -> list[Optional[Meaning]]:
        """The direct bases; None for a base from a third module."""
        found = []
        for base in map(_without_parameters, self.classes[class_name].node.bases):
            if (base.attr if isinstance(base, ast.Attribute) else _name_of(base)) in _EMPTY_BASES:
                continue
            meaning = self.scope.meaning(base)
            is_class = meaning is not None and meaning.kind == "class"
            found.append(meaning if is_class else None)
        return found

    def is_known_of(self, class_name: str, name: str) -> bool:
        """Whether all definitions of an attribute of the class are in the two modules."""
        return not any(
            None in module._bases(one)
            or "__getattr__" in module.classes[one].methods
            or any(True for _ in module._assigned(module.classes[one], name, 0))
            for module, one in self.family(class_name)
        )

    def attribute(self, class_name: str, name: str, depth: int = 0) -> Optional[Meaning]:
        """The meaning of an attribute of the class's instances."""
        key = (class_name, name)
        if key not in self._attributes:
            self._attributes[key] = None  # set first, to stop recursion
            self._attributes[key] = self._find_attribute(class_name, name, depth)
        return self._attributes[key]

    def _find_attribute(self, class_name: str, name: str, depth: int) -> Optional[Meaning]:
        for module, owner in self.family(class_name):
            cls = module.classes[owner]
            method = cls.methods.get(name)
            if method is not None and is_property(method):
                return module.scope.annotated(method.returns, depth)
            if method is not None:
                return Meaning("method", self, class_name, name)
            for meaning in module._assigned(cls, name, depth):
                if meaning is not None:
                    return meaning
        return None

    def _assigned(self, cls: _Class, name: str, depth: int) -> Iterator[Optional[Meaning]]:
        if cls.assigned is None:
            cls.assigned = self._assignments(cls)
        for scope, how, value in cls.assigned.get(name, ()):
            yield (scope.annotated if how == "annotation" else scope.meaning)(value, depth)

    def _assignments(self, cls: _Class) -> dict[str, list[_Assignment]]:
        """The expressions that the class and its methods assign to each attribute."""
        found: dict[str, list[_Assignment]] = {}
        for node in _statements(cls.node.body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, []).append(
                    (self.scope, "annotation", node.annotation)
                )
        for method in cls.methods.values():
            own = _first_parameter(method)
            scope = Scope(self, self.scope, method, cls.node.name)
            for inner in walk(method):
                targets: list[ast.expr]
                value: ast.expr
                if isinstance(inner, ast.AnnAssign):
                    targets, how, value = [inner.target], "annotation", inner.annotation
                elif isinstance(inner, ast.Assign):
                    targets, how, value = inner.targets, "value", inner.value
                else:
                    continue
                for target in targets:
                    if isinstance(target, ast.Attribute) and _is_attribute(target, own, target.attr):
                        found.setdefault(target.attr, []).append((scope, how, value))
        return found


class Scope:
    """The meanings of expressions in a function, or at a module's top level."""

    def __init__(
        self,
        module: Definitions,
        outer: Optional[Scope],
        node: ast.AST,
        class_name: Optional[str],
    ) -> None:
        self.module = module
        self._outer = outer
        self._class_name = class_name
        # by name: how it is bound ("value", "annotation", "element", "entered"), and the expression
        self._values: dict[str, tuple[str, ast.expr]] = {}
        self._names: dict[str, Meaning] = {}
        if isinstance(node, FUNCTIONS):
            self._names.update(imports_of(node.body, module))
            self._add_parameters(node, class_name)
        for one in _own_nodes(node):
            self._add_assignment(one)

    def _add_parameters(self, node: Function, class_name: Optional[str]) -> None:
        arguments = node.args
        for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            if one.annotation is not None:
                self._values[one.arg] = ("annotation", one.annotation)
        first = _first_parameter(node)
        if class_name in self.module.classes and first is not None:
            is_of_class = _has_decorator(node, "classmethod") or node.name == "__new__"
            kind = "type" if is_of_class else "instance"
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
            pairs = [(node.optional_vars, "entered", node.context_expr)]
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
        """The meaning of an expression's value; None if unknown."""
        depth += 1
        if node is None or depth > _DEEPEST:
            return None
        if isinstance(node, ast.Name):
            return self._named(node.id, depth)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, depth)
        if isinstance(node, ast.Call):
            if _is_name(node.func, "super"):
                return self._super(node, depth)
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

    def _super(self, node: ast.Call, depth: int) -> Optional[Meaning]:
        if node.args:
            named = self.meaning(node.args[0], depth)
            return None if named is None else Meaning("super", named.module, named.name)
        scope: Optional[Scope] = self
        while scope is not None and scope._class_name is None:
            scope = scope._outer
        if scope is None or scope._class_name not in self.module.classes:
            return None
        return Meaning("super", self.module, scope._class_name)

    def _attribute(self, node: ast.Attribute, depth: int) -> Optional[Meaning]:
        other = self.module.other
        if other is not None and other.name.endswith("." + node.attr):
            if ast.unparse(node) == other.name:
                return Meaning("module", other)
        base = self.meaning(node.value, depth)
        if base is None:
            return None
        if base.kind == "module":
            return base.module.member(node.attr)
        if base.kind == "instance":
            return base.module.attribute(base.name, node.attr, depth)
        kind = _METHODS.get(base.kind)
        found = kind and Meaning(kind, base.module, base.name, node.attr)
        return found if found and functions_of(found) else None

    def _result(self, called: Optional[Meaning], depth: int) -> Optional[Meaning]:
        if called is None:
            return None
        if called.kind in ("class", "type"):
            return Meaning("instance", called.module, called.name)
        for module, function in functions_of(called):
            found = module.scope.annotated(function.returns, depth)
            if found is not None:
                return found
        return None

    def annotated(self, node: Optional[ast.expr], depth: int = 0) -> Optional[Meaning]:
        """The meaning of a value with this annotation."""
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
        own = self.annotated(node.value, depth)  # set if it is a generic class of the project
        if own is not None:
            return own
        slices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for one in slices:
            found = self.annotated(one, depth)
            if found is not None and found.kind == "instance":
                return found if name in _WRAPPERS else Meaning("elements", found.module, found.name)
        return None

    def targets(self, call: ast.Call) -> list[Target]:
        """The functions that a call may enter, each with its module."""
        called = self.meaning(call.func)
        if called is not None:
            return functions_of(called)
        other = self.module.other
        if other is None or not isinstance(call.func, ast.Attribute):
            return []
        name = call.func.attr
        if name in _BUILTIN_NAMES or self._is_known(self.meaning(call.func.value), name):
            return []
        found = [cls.methods[name] for cls in other.classes.values() if name in cls.methods]
        return [(other, function) for function in found]

    def attribute_targets(self, node: ast.Attribute) -> list[Target]:
        """The functions found under the attribute's name in the classes that the object may have.
        """
        base = self.meaning(node.value)
        if base is not None and base.kind == "instance":
            return base.module.methods_named(base.name, node.attr)
        other = self.module.other
        if base is not None or other is None or node.attr in _BUILTIN_NAMES:
            return []
        if self.module.is_imported(node.value):
            return []
        found = (cls.methods.get(node.attr) for cls in other.classes.values())
        return [(other, function) for function in found if function is not None]

    def setter_targets(self, node: ast.Attribute) -> list[Target]:
        """The property setters that assigning to the attribute may enter."""
        base = self.meaning(node.value)
        if base is None or base.kind != "instance" or isinstance(node.ctx, ast.Del):
            return []
        for module, name in base.module.family(base.name):
            setter = module.classes[name].setters.get(node.attr)
            if setter is not None:
                return [(module, setter)]
        return []

    def call_that_makes(self, node: ast.expr) -> Optional[ast.Call]:
        """The call that makes the expression's value: the expression itself, or the call assigned
        to the name."""
        if isinstance(node, ast.Name):
            how, value = self._values.get(node.id, ("", node))
            node = value if how == "value" else node
        return node if isinstance(node, ast.Call) else None

    def _is_known(self, receiver: Optional[Meaning], name: str) -> bool:
        """Whether the receiver's class is so well known that its method would have been found."""
        if receiver is None:
            return False
        if receiver.module is not self.module:
            return True
        # A class of this module may inherit from a third module.
        is_of_class = receiver.kind in ("instance", *_METHODS)
        return is_of_class and self.module.is_known_of(receiver.name, name)


# Kind of a method, by kind of its receiver.
_METHODS = {"class": "exact", "type": "method", "super": "inherited"}


def functions_of(meaning: Meaning) -> list[Target]:
    """The functions that calling an object of this meaning enters."""
    module, name = meaning.module, meaning.name
    if meaning.kind == "function":
        return [(module, module.functions[name])]
    if meaning.kind in ("class", "type"):
        return module.constructor(name)
    if meaning.kind == "method":
        return module.methods_named(name, meaning.method)
    if meaning.kind == "exact":
        return module.method_of(name, meaning.method)
    if meaning.kind == "inherited":
        return module.inherited(name, meaning.method)
    if meaning.kind == "instance":
        return module.methods_named(name, "__call__")
    return []


def _nearest(family: list[tuple[Definitions, str]], method: str) -> list[Target]:
    """The method of the first class that has it, as a list; [] if none has."""
    for module, name in family:
        if method in module.classes[name].methods:
            return [(module, module.classes[name].methods[method])]
    return []


def imports_of(body: list[ast.stmt], module: Definitions) -> dict[str, Meaning]:
    """The names that import statements bind to the other module or to its definitions."""
    other = module.other
    names: dict[str, Meaning] = {}
    if other is None:
        return names
    for node in _statements(body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == other.name and (alias.asname or "." not in alias.name):
                    names[alias.asname or alias.name] = Meaning("module", other)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names.update(_bound_by(alias, absolute_module(node, module.package), other))
    return names


def _bound_by(alias: ast.alias, source: str, other: Definitions) -> dict[str, Meaning]:
    """Return what `from source import alias` binds to the other module or its definitions."""
    if alias.name == "*" and source == other.name:
        return {name: one for name, one in other.names.items() if not name.startswith("_")}
    meaning: Optional[Meaning] = None
    if f"{source}.{alias.name}" == other.name:
        meaning = Meaning("module", other)
    elif source == other.name or other.name.startswith(source + "."):  # a package may re-export it
        meaning = other.member(alias.name)
    return {} if meaning is None else {alias.asname or alias.name: meaning}


def _element(meaning: Optional[Meaning]) -> Optional[Meaning]:
    if meaning is None or meaning.kind != "elements":
        return None
    return Meaning("instance", meaning.module, meaning.name)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also inside `if`, `try` and `with`, but not inside functions or
    classes."""
    for node in body:
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, name, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below a function or module, without those of inner functions and classes."""
    for child in children_of(node):
        if not isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            yield child
            yield from _own_nodes(child)


def _without_parameters(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Subscript) else node


def _first_parameter(node: Function) -> Optional[str]:
    if _has_decorator(node, "staticmethod"):
        return None
    arguments = [*node.args.posonlyargs, *node.args.args]
    return arguments[0].arg if arguments else None


def _has_decorator(node: Function, name: str) -> bool:
    return any(_is_name(decorator, name) for decorator in node.decorator_list)


def is_property(node: ast.AST) -> bool:
    """Whether the function is a property: reading an attribute calls it."""
    return any(
        getattr(decorator, "id", getattr(decorator, "attr", "")) in ("property", "cached_property")
        for decorator in getattr(node, "decorator_list", [])
    )


def _accessor(node: Function) -> str:
    """Return "setter" or "deleter" for such a function of a property, else ""."""
    names = (getattr(decorator, "attr", "") for decorator in node.decorator_list)
    return next((name for name in names if name in ("setter", "deleter")), "")


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_attribute(node: ast.AST, of: Optional[str], name: str) -> bool:
    return (
        of is not None
        and isinstance(node, ast.Attribute)
        and node.attr == name
        and _is_name(node.value, of)
    )
