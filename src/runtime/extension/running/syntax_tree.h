// Walks trees of Python's module ast as ast.walk() does, but much faster: a module is walked some
// thirty times before its tests run.
#pragma once

#include <Python.h>

namespace skua::runtime {

// Returns a list of the nodes in the fields of a node, in order, like ast.iter_child_nodes();
// nullptr with a Python exception.
PyObject* ChildrenOf(PyObject* node);

// Returns a list of the node and all nodes below it, breadth first, like ast.walk(); nullptr with a
// Python exception.
PyObject* NodesOf(PyObject* tree);

}  // namespace skua::runtime
