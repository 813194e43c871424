"""Computes fingerprints, imports and calls of source files.

Runs as a program of the project's interpreter (isolated, ``python -I -S``). Parses files and never
executes them. Reads one JSON object a line from standard input::

    {"path": "/abs/parcel/rates.py", "module": "parcel.rates", "is_package": false}

and answers each, in order, with one line, which is flushed, so that a crash of the parser costs one
file only::

    {"path": …, "fingerprint": hex, "imports": [dotted names], "calls": {name: call sites},
     "defines": [names], "predicates": count, "is_inert": bool, "error": {"line": …, "message": …}}

Names in ``calls`` are dotted if an import binds their beginning (``shop.rates.Rates``), and begin
with a dot for methods of other objects (``.quote``). A method name of builtin types is ``?get``;
all its calls count as one, since most are of builtin objects.

``defines`` has the names that a call may enter: functions, classes with a constructor, and methods
as ``.quote``.

``is_inert`` is true if no test can be written for the file: it has only docstrings and literals, or
is a ``__main__`` that runs the program when imported.

``error`` exists only if the file cannot be parsed, is larger than LARGEST (the fingerprint is then
that of its first bytes) or cannot be read (the fingerprint is then empty).

The fingerprint hashes a canonical form of the AST that is equal in all Pythons from 3.10 on:
without positions and empty fields (new versions add some), with characters escaped, and with
adjacent constants of an f-string joined (versions split them differently).
"""

from __future__ import annotations

import ast
import gc
import hashlib
import json
import os
import sys
import warnings
from typing import Any, Iterable, Iterator

# Fields that do not change what the code does.
_IGNORED_FIELDS = {"ctx", "kind", "type_comment", "type_ignores"}

_BRANCHING = {
    ast.If, ast.While, ast.IfExp, ast.Assert, ast.For, ast.AsyncFor, ast.ExceptHandler,
    ast.match_case,
}  # fmt: skip
_NOTED = _BRANCHING | {
    ast.comprehension, ast.BoolOp, ast.Compare, ast.Import, ast.ImportFrom, ast.Call, ast.JoinedStr,
    ast.FormattedValue,
}  # fmt: skip

# By type of node: beginning of its canonical form, its fields, and whether _note examines it.
_KINDS = {
    kind: (
        kind.__name__ + "(",
        tuple(field for field in kind._fields if field not in _IGNORED_FIELDS),
        kind in _NOTED,
    )
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Method names of builtin types, whose calls nearly always have a builtin receiver.
_BUILTIN_METHODS = frozenset(
    name for cls in (str, bytes, list, dict, set, tuple, int, float) for name in dir(cls)
)

# Files that are nested deeper than three times the default limit do not compile.
_RECURSION_LIMIT = 4000

# Bytes. No hand-written module is larger, and parsing a larger one would take the time of others.
LARGEST = 2 << 20


def _constant(value: object) -> str:
    """The canonical form of a constant; escaped, since repr() differs between versions."""
    if value.__class__ is int:
        return f"int {value:x}"  # hexadecimal, since Python limits the number of decimal digits
    return ascii(value)


def _joined(values: list[Any]) -> list[Any]:
    """The parts of an f-string, with adjacent constants joined and empty ones dropped."""
    parts: list[Any] = []
    for part in values:
        if isinstance(part, ast.Constant):
            if parts and isinstance(parts[-1], ast.Constant):
                part = ast.Constant(parts.pop().value + part.value)
            elif not part.value:
                continue
        parts.append(part)
    return parts


class _Source:
    """Facts collected in one walk over a tree."""

    def __init__(self, module: str, is_package: bool) -> None:
        self._package = module if is_package else module.rpartition(".")[0]
        self._imports: set[str] = set()
        self._bound: dict[str, str] = {}  # dotted name of each imported name
        self._stars: list[str] = []  # modules imported by `from module import *`
        self._called: list[ast.expr] = []
        self.predicates = 0

    @property
    def imports(self) -> list[str]:
        """The dotted names of imported modules and names, sorted."""
        return sorted(self._imports)

    def calls(self, own: set[str]) -> dict[str, int]:
        """The number of call sites by name; names in `own` are left out."""
        counts: dict[str, int] = {}
        for function in self._called:
            for name in self._names_of(function, own):
                counts[name] = 1 if name[0] == "?" else counts.get(name, 0) + 1
        return counts

    def _names_of(self, function: ast.expr, own: set[str]) -> list[str]:
        """The names in `calls` for a called expression."""
        attributes: list[str] = []
        base = function
        while isinstance(base, ast.Attribute):
            attributes.insert(0, base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self._bound:
            return [".".join([self._bound[base.id], *attributes])]
        if attributes:
            is_unclear = attributes[-1] in _BUILTIN_METHODS
            return [("?" if is_unclear else ".") + attributes[-1]]
        if isinstance(base, ast.Name) and base.id not in own:
            return [f"{module}.{base.id}" for module in self._stars]
        return []

    def walk(self, tree: ast.AST) -> str:
        """Visit all nodes; returns the canonical form. Written without inner calls, since scanning
        spends most time here."""
        out: list[str] = []
        emit = out.append
        kinds = _KINDS
        constant = ast.Constant
        note = self._note

        def visit(node: Any) -> None:
            kind = node.__class__
            if kind is constant:
                emit(_constant(node.value))
                return
            name, fields, noted = kinds[kind]
            if noted:
                note(node)
            emit(name)
            for field in fields:
                value = getattr(node, field, None)
                if value is None:
                    continue
                kind = value.__class__
                if kind is list:
                    if value:
                        emit(f"{field}[{len(value)}")
                        for item in value:
                            if item.__class__ in kinds:
                                visit(item)
                            # an item that is no node: a name, or None for `**mapping` in a dict
                            else:
                                emit(ascii(item))
                elif kind in kinds:
                    emit(field)
                    visit(value)
                else:
                    emit(field)
                    emit(ascii(value))
            emit(")")

        visit(tree)
        return "\n".join(out)

    def _note(self, node: Any) -> None:
        kind = node.__class__
        if kind in _BRANCHING:
            self.predicates += 1
        elif kind is ast.JoinedStr:
            node.values = _joined(node.values)
        elif kind is ast.FormattedValue:
            if node.format_spec is not None and not _joined(node.format_spec.values):
                node.format_spec = None
        elif kind is ast.comprehension:
            self.predicates += len(node.ifs)
        elif kind is ast.BoolOp:
            self.predicates += len(node.values) - 1
        elif kind is ast.Compare:
            self.predicates += len(node.ops) - 1
        elif kind is ast.Import:
            for alias in node.names:
                self._imports.add(alias.name)
                first = alias.name.partition(".")[0]
                self._bound[alias.asname or first] = alias.name if alias.asname else first
        elif kind is ast.ImportFrom:
            self._note_from(node)
        elif kind is ast.Call:
            self._note_call(node)

    def _note_from(self, node: ast.ImportFrom) -> None:
        base = node.module or ""
        if node.level:
            parts = self._package.split(".") if self._package else []
            if node.level > len(parts):
                return  # a relative import beyond the top package fails when it runs
            package = ".".join(parts[: len(parts) - node.level + 1])
            base = f"{package}.{base}" if base else package
        self._imports.add(base)
        for alias in node.names:
            if alias.name == "*":
                self._stars.append(base)
            else:
                self._imports.add(f"{base}.{alias.name}")
                self._bound[alias.asname or alias.name] = f"{base}.{alias.name}"

    def _note_call(self, node: ast.Call) -> None:
        """Note a call; importlib.import_module("a.b") and __import__("a.b") count as imports."""
        self._called.append(node.func)
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        if name in ("import_module", "__import__") and node.args:
            target = getattr(node.args[0], "value", None)
            if isinstance(target, str) and target and not target.startswith("."):
                self._imports.add(target)


def _is_inert(tree: ast.Module) -> bool:
    return all(
        isinstance(statement, (ast.Expr, ast.Assign, ast.AnnAssign, ast.Pass))
        and not any(
            isinstance(node, (ast.Call, ast.Lambda, ast.Subscript, ast.Attribute))
            for node in ast.walk(statement)
        )
        for statement in tree.body
    )


def _starts_program(module: str, tree: ast.Module) -> bool:
    return module.rpartition(".")[2] == "__main__" and any(map(_acts, tree.body))


def _acts(statement: ast.stmt) -> bool:
    """Whether importing the statement does more than defining, importing and assigning."""
    if isinstance(statement, ast.If):
        names = {node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name)}
        return "__name__" not in names and any(map(_acts, statement.body + statement.orelse))
    if isinstance(statement, ast.Try):
        return any(map(_acts, statement.body + statement.orelse + statement.finalbody))
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Raise, ast.With, ast.For, ast.While))


def _defined(body: list[ast.stmt]) -> set[str]:
    """The names that a call from another module may enter."""
    names: set[str] = set()
    for node in _statements(body):
        if isinstance(node, _FUNCTIONS):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            inside = {inner.name for inner in _statements(node.body) if isinstance(inner, _FUNCTIONS)}
            names.update(f".{name}" for name in inside)
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            if inside & {"__init__", "__new__"} or bases & names:
                names.add(node.name)
    return names


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also inside `if`, `try` and `with`, but not inside functions or
    classes."""
    for node in body:
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, name, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _failed(path: str, fingerprint: str, line: int, message: str) -> dict[str, Any]:
    return {
        "path": path,
        "fingerprint": fingerprint,
        "imports": [],
        "calls": {},
        "defines": [],
        "predicates": 0,
        "is_inert": False,
        "error": {"line": line, "message": message},
    }


def _open_file(path: str, flags: int) -> int:
    """Open a regular file only: reading a pipe would block, and a device may have no end."""
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    if os.fstat(descriptor).st_mode & 0o170000 == 0o100000:
        return descriptor
    os.close(descriptor)
    raise OSError(22, "it is not a regular file")


def scan(path: str, module: str, is_package: bool) -> dict[str, Any]:
    """The answer for one file."""
    try:
        with open(path, "rb", opener=_open_file) as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        return _failed(path, "", 0, f"cannot be read: {error.strerror}")
    if len(content) > LARGEST:
        return _failed(path, _hash(b"too large\0" + content), 0, f"is larger than {LARGEST >> 20} MiB")
    try:
        tree = ast.parse(content, path)
        source = _Source(module, is_package)
        form = source.walk(tree)
        defined = _defined(tree.body)
    except SyntaxError as error:
        return _failed(path, _hash(b"unparsable\0" + content), error.lineno or 0, error.msg)
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        message = str(error) or type(error).__name__
        return _failed(path, _hash(b"unparsable\0" + content), 0, message)
    return {
        "path": path,
        "fingerprint": _hash(form.encode("utf-8", "surrogatepass")),
        "imports": source.imports,
        "calls": source.calls(defined),
        "defines": sorted(defined),
        "predicates": source.predicates,
        "is_inert": _is_inert(tree) or _starts_program(module, tree),
    }


def main(requests: Iterable[str]) -> None:
    """Answer each request on standard output."""
    warnings.simplefilter("ignore")  # ignore SyntaxWarning for invalid escapes and the like
    sys.setrecursionlimit(_RECURSION_LIMIT)
    gc.disable()  # trees have no cycles, and collecting would take half of the time
    for line in requests:
        request = json.loads(line)
        answer = scan(request["path"], request["module"], request["is_package"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.stdin)
