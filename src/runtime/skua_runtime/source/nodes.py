"""Walks syntax trees as `ast.walk` and `ast.iter_child_nodes` do, in native code if available.

The tree must not change during a walk.
"""

from __future__ import annotations

import ast

try:
    from skua_native import children as children_of, walk
except ImportError:  # processes that only parse files run without the extension

    def children_of(node: ast.AST) -> list[ast.AST]:
        """The direct children of a node."""
        return list(ast.iter_child_nodes(node))

    def walk(tree: ast.AST) -> list[ast.AST]:
        """All nodes of the tree."""
        return list(ast.walk(tree))
