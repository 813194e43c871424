// Goes through trees of Python's module ast as ast.walk() does, at a fraction of its time: a module
// is looked through some thirty times before its tests run.
#pragma once

#include <Python.h>

namespace skua::runtime {

// A list of the nodes that are in the fields of a node, in their order: ast.iter_child_nodes().
// nullptr with a Python exception.
PyObject* ChildrenOf(PyObject* node);

// A list of the node and all below it, breadth first: ast.walk(). nullptr with a Python exception.
PyObject* NodesOf(PyObject* tree);

}  // namespace skua::runtime
