"""Takes the types out of a module's source, and leaves what it does as it was."""

from __future__ import annotations

import ast
from pathlib import Path

# A dataclass tells these apart from fields.
MEANINGFUL = ("ClassVar", "InitVar", "KW_ONLY")


class _Stripper(ast.NodeTransformer):
    def __init__(self) -> None:
        self._in_class = False

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._visit_scope(node, in_class=True)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._visit_function(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if self._in_class and isinstance(node.target, ast.Name):
            # In the body of a dataclass, a NamedTuple or a TypedDict this is what makes a field.
            if not any(word in ast.unparse(node.annotation) for word in MEANINGFUL):
                node.annotation = ast.copy_location(ast.Name("object", ast.Load()), node.annotation)
            return node
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        # singledispatch reads the type that an implementation is for from its annotation.
        registered = any(
            isinstance(decorator, ast.Attribute) and decorator.attr == "register"
            for decorator in node.decorator_list
        )
        if not registered:
            node.returns = None
            arguments = node.args
            for argument in (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                *filter(None, (arguments.vararg, arguments.kwarg)),
            ):
                argument.annotation = None
        return self._visit_scope(node, in_class=False)

    def _visit_scope(self, node: ast.AST, in_class: bool) -> ast.AST:
        before, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = before
        return node


def strip_annotations(source: str) -> str:
    """The module without annotations; comments and layout are lost."""
    tree = _Stripper().visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def strip_project(folder: Path) -> None:
    """Rewrites all modules in `folder`, and removes stubs and the marks that there are types."""
    for path in sorted(folder.rglob("*.py")):
        try:
            stripped = strip_annotations(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue  # a template, or for another Python: nothing will import it
        path.write_text(stripped, encoding="utf-8")
    for pattern in ("*.pyi", "py.typed"):
        for path in folder.rglob(pattern):
            path.unlink()
