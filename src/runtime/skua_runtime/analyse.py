"""The test cluster: what of the loaded subject can be called, with which types.

Order is that of definition throughout, so that every process numbers alike.
"""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import os
import sys
import types
import typing
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional

from skua_runtime import docstrings, foreign
from skua_runtime.goals import CodeObject
from skua_runtime.loading import LoadedModule
from skua_runtime.names import is_importable, public_module, type_name
from skua_runtime.types_of import ANY, TypeTable, annotations_of
from skua_runtime.values import SUBJECT_EXCEPTIONS

MOST_FOREIGN_CLASSES = 60
DEEPEST_FOREIGN = 2
_NO_INDEX = -1


@dataclass
class Cluster:
    """JSON of SUBJECT, with the objects that its indices mean."""

    types: list[dict[str, Any]] = field(default_factory=list)
    classes: list[dict[str, Any]] = field(default_factory=list)
    callables: list[dict[str, Any]] = field(default_factory=list)
    class_objects: list[type] = field(default_factory=list)
    callable_objects: list[Any] = field(default_factory=list)  # of a method: the function
    enum_members: list[tuple[Any, ...]] = field(default_factory=list)

    def native_callables(self) -> list[tuple[Any, Optional[str], tuple[str, ...]]]:
        """As skua_native.set_subject takes them."""
        rows = []
        for described, target in zip(self.callables, self.callable_objects):
            names = tuple(parameter["name"] for parameter in described["parameters"])
            is_method = described["kind"] == "method"
            rows.append((None, described["name"], names) if is_method else (target, None, names))
        return rows


def analyse(loaded: LoadedModule, root: str) -> Cluster:
    return _Analysis(loaded, root).run()


def is_project_file(file: Any, root: str) -> bool:
    """Whether it is below `root` (a real path), but in no virtual environment there."""
    if not isinstance(file, str):
        return False
    path = os.path.realpath(file)
    if not path.startswith(root + os.sep):
        return False
    inside = path[len(root) :].split(os.sep)
    return "site-packages" not in inside and "dist-packages" not in inside


class _Analysis:
    def __init__(self, loaded: LoadedModule, root: str) -> None:
        self._loaded = loaded
        self._root = os.path.realpath(root)
        self._namespace = vars(loaded.original)
        self._cluster = Cluster()
        self._class_indices: dict[int, int] = {}
        self._types = TypeTable(self._class_index)
        self._cluster.types = self._types.types
        self._depth = 0  # of foreign classes: 0 while the subject's own are looked at
        self._foreign: list[tuple[int, int]] = []  # class, depth; constructors not yet known
        self._code_objects = _CodeObjectIndex(loaded.file, loaded.goals.code_objects)
        self._defined = _defined_names(loaded.tree)

    def run(self) -> Cluster:
        own = list(self._own_names())
        classes = [value for _, value in own if isinstance(value, type)]
        while classes:  # nested ones after those around them
            cls = classes.pop(0)
            if self._add_class(cls, in_subject=True):
                classes[:0] = [
                    inner
                    for inner in vars(cls).values()
                    if isinstance(inner, type)
                    and inner.__qualname__.startswith(cls.__qualname__ + ".")
                ]
        for index in range(len(self._cluster.classes)):
            self._add_constructor(index)
            self._add_methods(index)
        for name, value in own:
            if not isinstance(value, type):
                self._add_function(name, value)
        while self._foreign:
            index, self._depth = self._foreign.pop(0)
            self._add_foreign_constructor(index)
        self._link_bases()
        return self._cluster

    # What there is

    def _own_names(self) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        aliases: list[tuple[str, Any]] = []
        for name, value in list(self._namespace.items()):
            if _is_private(name) or not self._is_own(name, value):
                continue
            if getattr(self._loaded.module, name, None) is not value:
                continue  # the module replaced itself, and tests could not get at it
            if id(value) in seen:
                continue
            if name in self._defined or getattr(value, "__name__", name) == name:
                seen.add(id(value))
                yield name, value
            else:
                aliases.append((name, value))
        for name, value in aliases:
            if id(value) not in seen and not isinstance(value, type):
                seen.add(id(value))
                yield name, value

    def _is_own(self, name: str, value: Any) -> bool:
        module = getattr(value, "__module__", None)
        if isinstance(value, type):
            if typing.is_typeddict(value) or not is_importable(value):
                return False
            return module == self._loaded.original.__name__
        if not callable(value) or isinstance(value, type(typing.List)) or _is_async(value):
            return False
        if hasattr(value, "__supertype__") or not hasattr(value, "__name__"):
            return False
        return module == self._loaded.original.__name__ or name in self._defined

    # Classes

    def _add_class(self, cls: type, in_subject: bool) -> bool:
        if id(cls) in self._class_indices:
            return False
        self._class_indices[id(cls)] = len(self._cluster.classes)
        members: tuple[Any, ...] = ()
        if issubclass(cls, enum.Enum):
            members = tuple(cls.__members__[name] for name in cls.__members__)
        self._cluster.class_objects.append(cls)
        self._cluster.enum_members.append(members)
        self._cluster.classes.append(
            {
                "name": cls.__name__,
                "qualified_name": cls.__qualname__,
                "module": self._loaded.name if in_subject else public_module(cls),
                "bases": [],
                "constructors": [],
                "methods": [],
                "enum_members": list(cls.__members__) if members else [],
                "in_subject": in_subject,
                "is_abstract": inspect.isabstract(cls) or bool(cls.__dict__.get("_is_protocol")),
                "is_exception": issubclass(cls, BaseException),
            }
        )
        return True

    def _class_index(self, cls: type) -> int:
        """For the table of types: a class that an annotation names."""
        index = self._class_indices.get(id(cls))
        if index is not None:
            return index
        if self._depth >= DEEPEST_FOREIGN or not is_importable(cls):
            return _NO_INDEX
        if sum(not one["in_subject"] for one in self._cluster.classes) >= MOST_FOREIGN_CLASSES:
            return _NO_INDEX
        self._add_class(cls, in_subject=False)
        index = self._class_indices[id(cls)]
        self._foreign.append((index, self._depth + 1))
        return index

    def _link_bases(self) -> None:
        for described, cls in zip(self._cluster.classes, self._cluster.class_objects):
            bases = (self._class_indices.get(id(base)) for base in cls.__mro__[1:])
            described["bases"] = [base for base in bases if base is not None]

    # Callables

    def _add_function(self, name: str, function: Any) -> None:
        described = self._callable("function", name, name, function, None, self._loaded.name)
        if described is not None:
            self._append(described, function)

    def _add_constructor(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        if described["is_abstract"] or described["enum_members"]:
            return
        constructor = self._callable(
            "constructor", cls.__name__, cls.__qualname__, cls, cls, described["module"], index
        )
        if constructor is not None:
            described["constructors"].append(self._append(constructor, cls))

    def _add_foreign_constructor(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        maker = foreign.MAKERS.get(type_name(cls))
        if maker is None:
            self._add_constructor(index)
            for constructor in described["constructors"]:
                self._cluster.callables[constructor]["in_subject"] = False
            return
        target = (
            cls
            if maker.function is None
            else getattr(sys.modules[described["module"]], maker.function)
        )
        made = {
            "kind": "constructor" if maker.function is None else "function",
            "name": maker.function or cls.__name__,
            "qualified_name": maker.function or cls.__qualname__,
            "module": described["module"],
            "result": self._types.of(cls, {}),
            "in_subject": False,
            "parameters": [
                {
                    "name": argument.name,
                    "kind": argument.kind,
                    "has_default": argument.has_default,
                    "type": self._types.of(argument.annotation, {}),
                }
                for argument in maker.arguments
            ],
        }
        if maker.function is None:
            made["class"] = index
        described["constructors"].append(self._append(made, target))

    def _add_methods(self, index: int) -> None:
        cls = self._cluster.class_objects[index]
        described = self._cluster.classes[index]
        known: set[str] = set()
        for base in cls.__mro__:
            if base is not cls and not self._is_of_project(base):
                continue
            base_index = self._class_indices.get(id(base))
            for name, stored in list(vars(base).items()):
                if name in known or _is_private(name, base) and name != "__call__":
                    continue
                known.add(name)
                if base is cls or base_index is None:
                    method = self._method(name, stored, cls, index)
                    if method is not None:
                        described["methods"].append(self._append(*method))
                else:
                    described["methods"] += [
                        inherited
                        for inherited in self._cluster.classes[base_index]["methods"]
                        if self._cluster.callables[inherited]["name"] == name
                    ]

    def _is_of_project(self, cls: type) -> bool:
        module = sys.modules.get(cls.__module__)
        return module is self._loaded.module or is_project_file(
            getattr(module, "__file__", None), self._root
        )

    def _method(
        self, name: str, stored: Any, cls: type, index: int
    ) -> Optional[tuple[dict[str, Any], Any]]:
        kind, function = "method", stored
        if isinstance(stored, staticmethod):
            kind, function = "static_method", stored.__func__
        elif isinstance(stored, classmethod):
            kind, function = "class_method", stored.__func__
        innermost = _unwrapped(function)
        if not isinstance(innermost, types.FunctionType) or _is_async(innermost):
            return None
        if isinstance(function, (property, functools.cached_property, functools.partialmethod)):
            return None
        if not is_project_file(innermost.__code__.co_filename, self._root):
            return None  # made by dataclass or namedtuple
        described = self._callable(
            kind,
            name,
            f"{cls.__qualname__}.{name}",
            function,
            cls,
            self._loaded.name,
            index,
        )
        return None if described is None else (described, getattr(cls, name, function))

    def _append(self, described: dict[str, Any], target: Any) -> int:
        self._cluster.callables.append(described)
        self._cluster.callable_objects.append(target)
        return len(self._cluster.callables) - 1

    def _callable(
        self,
        kind: str,
        name: str,
        qualified_name: str,
        target: Any,
        owner: Optional[type],
        module: str,
        class_index: int = _NO_INDEX,
    ) -> Optional[dict[str, Any]]:
        function = _initialiser(target) if isinstance(target, type) else target
        signature = _signature(target, qualified_name)
        if signature is None:
            if not (isinstance(target, type) and issubclass(target, BaseException)):
                return None
            parameters = [
                {"name": "args", "kind": "var_positional", "type": self._types.of(str, {})}
            ]
        else:
            parameters = self._parameters(signature, function, target, owner)
            if kind in ("method", "class_method") and signature.parameters:
                first = next(iter(signature.parameters.values()))
                if first.kind in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD):
                    parameters = parameters[1:]
        described: dict[str, Any] = {
            "kind": kind,
            "name": name,
            "qualified_name": qualified_name,
            "module": module,
            "result": self._result(target, function, owner),
            "in_subject": True,
            "is_protected": any(part.startswith("_") for part in qualified_name.split("."))
            and name != "__call__",
            "parameters": parameters,
        }
        if class_index != _NO_INDEX:
            described["class"] = class_index
        code_object = self._code_objects.of(function, qualified_name)
        if code_object is not None:
            described["code_object"] = code_object
        return described

    def _parameters(
        self, signature: inspect.Signature, function: Any, target: Any, owner: Optional[type]
    ) -> list[dict[str, Any]]:
        hints = annotations_of(function) if function is not None else {}
        namespace = getattr(_unwrapped(function), "__globals__", self._namespace)
        documented = {
            **docstrings.parameter_types(_docstring(target)),
            **docstrings.parameter_types(_docstring(function)),
        }
        described = []
        for parameter in signature.parameters.values():
            annotation = hints.get(parameter.name, parameter.annotation)
            has_default = parameter.default is not parameter.empty
            if annotation is not parameter.empty:
                index = self._types.of(annotation, namespace, owner)
            else:
                index = self._types.of_text(documented.get(parameter.name), namespace)
                if index == ANY and has_default:
                    index = self._types.of_default(parameter.default, namespace)
            described.append(
                {
                    "name": parameter.name,
                    "kind": parameter.kind.name.lower(),
                    "has_default": has_default,
                    "type": index,
                }
            )
        return described

    def _result(self, target: Any, function: Any, owner: Optional[type]) -> int:
        if isinstance(target, type):
            return self._types.of(target, self._namespace)
        namespace = getattr(_unwrapped(function), "__globals__", self._namespace)
        annotation = annotations_of(function).get("return", inspect.Signature.empty)
        if annotation is not inspect.Signature.empty:
            return self._types.of(annotation, namespace, owner)
        return self._types.of_text(docstrings.result_type(_docstring(function)), namespace)


class _CodeObjectIndex:
    """From functions to the code objects of goals.py, the same with and without instrumentation."""

    def __init__(self, file: str, code_objects: list[CodeObject]) -> None:
        self._file = file
        self._by_place: dict[tuple[int, str, int], int] = {}
        self._by_name: dict[str, list[int]] = {}
        for index, one in enumerate(code_objects):
            if one.kind in ("function", "lambda"):
                self._by_place.setdefault((one.first_line, one.name, one.parameters), index)
                self._by_name.setdefault(one.qualified_name, []).append(index)

    def of(self, function: Any, qualified_name: str) -> Optional[int]:
        # First by name: what a decorator made of a function has the decorator's code.
        named = self._by_name.get(qualified_name, [])
        if len(named) == 1:
            return named[0]
        code = getattr(_unwrapped(function), "__code__", None)
        if code is not None and code.co_filename == self._file:
            unpacked = bool(code.co_flags & inspect.CO_VARARGS)
            unpacked += bool(code.co_flags & inspect.CO_VARKEYWORDS)
            count = code.co_argcount + code.co_kwonlyargcount + unpacked
            found = self._by_place.get((code.co_firstlineno, code.co_name, count))
            if found is not None:
                return found
        return named[-1] if named else None


def _is_private(name: str, owner: Optional[type] = None) -> bool:
    if owner is not None and name.startswith(f"_{owner.__name__.lstrip('_')}__"):
        return True  # mangled
    return name.startswith("__")


def _is_async(function: Any) -> bool:
    innermost = _unwrapped(function)
    return inspect.iscoroutinefunction(innermost) or inspect.isasyncgenfunction(innermost)


def _unwrapped(function: Any) -> Any:
    try:
        return inspect.unwrap(function)
    except SUBJECT_EXCEPTIONS:
        return function


def _initialiser(cls: type) -> Any:
    """The function of the class that takes the constructor's arguments, if it is Python's."""
    for name in ("__init__", "__new__"):
        function = getattr(cls, name, None)
        if isinstance(_unwrapped(function), types.FunctionType):
            return function
    return None


def _docstring(thing: Any) -> Optional[str]:
    text = getattr(thing, "__doc__", None)
    return text if isinstance(text, str) else None


def _signature(target: Any, qualified_name: str) -> Optional[inspect.Signature]:
    try:
        signature = inspect.signature(target)
    except SUBJECT_EXCEPTIONS:
        return None
    kinds = [parameter.kind.name for parameter in signature.parameters.values()]
    if kinds == ["VAR_POSITIONAL", "VAR_KEYWORD"] and not isinstance(target, type):
        # A decorator that hides what it decorates: the original is in its closure.
        for cell in getattr(target, "__closure__", None) or ():
            try:
                hidden = cell.cell_contents
            except ValueError:
                continue
            if getattr(hidden, "__qualname__", None) == qualified_name:
                return _signature(hidden, "")
    return signature


def _defined_names(tree: ast.Module) -> set[str]:
    """Names that `def` and `name = lambda` bind at the module's level, also below `if` and `try`."""
    names: set[str] = set()
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        for node in ast.iter_child_nodes(open_nodes.pop()):
            if isinstance(node, ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
                open_nodes.append(node)
    return names
