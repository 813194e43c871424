"""Go through syntax trees as the functions of `ast` do, in native code where that is there.

The trees must not be changed meanwhile.
"""

from __future__ import annotations

import ast

try:
    from skua_native import children as children_of, walk
except ImportError:  # what only parses files runs without the extension

    def children_of(node: ast.AST) -> list[ast.AST]:
        return list(ast.iter_child_nodes(node))

    def walk(tree: ast.AST) -> list[ast.AST]:
        return list(ast.walk(tree))
