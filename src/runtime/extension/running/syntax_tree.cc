#include "runtime/extension/running/syntax_tree.h"

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

// Returns the class of all nodes, an immortal reference; nullptr with a Python exception.
PyTypeObject* NodeType() {
  static PyTypeObject* type = nullptr;
  if (type != nullptr) return type;
  const Owned module(PyImport_ImportModule("_ast"));
  if (!module) return nullptr;
  type = reinterpret_cast<PyTypeObject*>(PyObject_GetAttrString(module.get(), "AST"));
  return type;
}

bool IsNode(PyObject* value, PyTypeObject* type) {
  return PyType_IsSubtype(Py_TYPE(value), type) != 0;
}

// Appends the nodes in the fields of `node`. Returns false with a Python exception.
bool AppendChildren(PyObject* node, PyTypeObject* type, PyObject* list) {
  static PyObject* const kFields = PyUnicode_InternFromString("_fields");
  const Owned fields(PyObject_GetAttr(node, kFields));
  if (!fields) return false;
  const Py_ssize_t count = PyTuple_Size(fields.get());
  for (Py_ssize_t i = 0; i < count; ++i) {
    const Owned value(PyObject_GetAttr(node, PyTuple_GetItem(fields.get(), i)));
    if (!value) {
      if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) return false;
      PyErr_Clear();  // an optional field that was never set
    } else if (IsNode(value.get(), type)) {
      if (PyList_Append(list, value.get()) != 0) return false;
    } else if (PyList_Check(value.get())) {
      for (Py_ssize_t item = 0; item < PyList_Size(value.get()); ++item) {
        PyObject* one = PyList_GetItem(value.get(), item);  // borrowed
        if (IsNode(one, type) && PyList_Append(list, one) != 0) return false;
      }
    }
  }
  return count >= 0;
}

}  // namespace

PyObject* ChildrenOf(PyObject* node) {
  PyTypeObject* type = NodeType();
  Owned children(PyList_New(0));
  if (type == nullptr || !children || !AppendChildren(node, type, children.get())) return nullptr;
  return children.release();
}

PyObject* NodesOf(PyObject* tree) {
  PyTypeObject* type = NodeType();
  Owned nodes(PyList_New(0));
  if (type == nullptr || !nodes || PyList_Append(nodes.get(), tree) != 0) return nullptr;
  for (Py_ssize_t i = 0; i < PyList_Size(nodes.get()); ++i) {
    if (!AppendChildren(PyList_GetItem(nodes.get(), i), type, nodes.get())) return nullptr;
  }
  return nodes.release();
}

}  // namespace skua::runtime
