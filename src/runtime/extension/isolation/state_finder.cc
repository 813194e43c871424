#include "runtime/extension/isolation/state_finder.h"

#include <algorithm>

namespace skua::runtime {
namespace {

Owned TypeFrom(const char* module_name, const char* type_name) {
  const Owned module = LoadedModule(module_name);
  return module ? AttributeOrNothing(module.get(), type_name) : Owned();
}

bool IsExactly(PyObject* object, const Owned& type) {
  return type && Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(type.get()));
}

}  // namespace

bool StateFinder::Prepare() {
  const Owned gc(PyImport_ImportModule("gc"));
  const Owned types(PyImport_ImportModule("types"));
  if (!gc || !types) return false;
  get_referents_ = Owned(PyObject_GetAttrString(gc.get(), "get_referents"));
  function_type_ = Owned(PyObject_GetAttrString(types.get(), "FunctionType"));
  cell_type_ = Owned(PyObject_GetAttrString(types.get(), "CellType"));
  cache_type_ = TypeFrom("functools", "_lru_cache_wrapper");
  deque_type_ = TypeFrom("collections", "deque");
  enum_type_ = TypeFrom("enum", "EnumMeta");
  wrappers_.clear();
  wrappers_.push_back({TypeFrom("builtins", "staticmethod"), {"__func__"}});
  wrappers_.push_back({TypeFrom("builtins", "classmethod"), {"__func__"}});
  wrappers_.push_back({TypeFrom("builtins", "property"), {"fget", "fset", "fdel"}});
  wrappers_.push_back({TypeFrom("types", "MethodType"), {"__func__", "__self__"}});
  wrappers_.push_back({TypeFrom("functools", "partial"), {"func", "args", "keywords"}});
  wrappers_.push_back({TypeFrom("functools", "cached_property"), {"func"}});
  return get_referents_ && function_type_ && cell_type_;
}

void StateFinder::AddModule(PyObject* module) {
  Owned dict;
  if (PyModule_Check(module)) {
    dict = Owned::Share(PyModule_GetDict(module));
  } else {
    dict = AttributeOrNothing(module, "__dict__");  // another object replaces the module
  }
  if (!dict || !PyDict_CheckExact(dict.get())) return;
  globals_.insert(dict.get());
  if (PyObject* name = PyDict_GetItemString(dict.get(), "__name__")) {
    module_names_.push_back(Owned::Share(name));
  }
  AddNamespace(module, dict.get());
}

void StateFinder::AddClass(PyObject* type) {
  if (!PyType_Check(type)) return;
  // A class's __dict__ is a proxy, whose only reference is the dict.
  const Owned proxy = AttributeOrNothing(type, "__dict__");
  const Owned referents(
      proxy ? PyObject_CallFunctionObjArgs(get_referents_.get(), proxy.get(), nullptr) : nullptr);
  if (!referents) {
    PyErr_Clear();
    return;
  }
  PyObject* dict = PyList_Size(referents.get()) == 1 ? PyList_GetItem(referents.get(), 0) : nullptr;
  if (dict == nullptr || !PyDict_CheckExact(dict)) return;
  classes_.insert(reinterpret_cast<PyTypeObject*>(type));
  AddNamespace(type, dict);
}

void StateFinder::AddNamespace(PyObject* owner, PyObject* dict) {
  if (!seen_.insert(dict).second) return;
  snapshots_.push_back(NamespaceSnapshot(owner, dict));
  kept_.push_back(Owned::Share(dict));
}

std::vector<std::unique_ptr<Snapshot>> StateFinder::Take() {
  // Every module refers to the builtins, which are not part of its state.
  if (const Owned builtins = LoadedModule("builtins")) {
    seen_.insert(PyModule_GetDict(builtins.get()));
  }
  // Begins the search, since all modules and classes are known now.
  const std::size_t namespaces = kept_.size();
  for (std::size_t i = 0; i < namespaces; ++i) VisitValues(kept_[i].get(), 0);
  while (!found_.empty()) {
    const Found found = found_.front();
    found_.pop_front();
    Visit(found.object, found.depth);
  }
  return std::move(snapshots_);
}

void StateFinder::Push(PyObject* object, int depth) {
  if (object == nullptr || depth > kDeepest || !seen_.insert(object).second) return;
  kept_.push_back(Owned::Share(object));
  found_.push_back({object, depth});
}

void StateFinder::VisitValues(PyObject* dict, int depth) {
  PyObject* value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  while (PyDict_Next(dict, &place, nullptr, &value)) Push(value, depth + 1);
}

void StateFinder::VisitSequence(PyObject* sequence, int depth) {
  const bool is_list = PyList_Check(sequence);
  const Py_ssize_t size = is_list ? PyList_Size(sequence) : PyTuple_Size(sequence);
  for (Py_ssize_t i = 0; i < std::min(size, kLargestContainer); ++i) {
    Push(is_list ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i), depth + 1);
  }
}

void StateFinder::VisitAttribute(PyObject* object, const char* name, int depth) {
  Push(AttributeOrNothing(object, name).get(), depth);
}

bool StateFinder::TakeContent(PyObject* container, Py_ssize_t size) {
  if (size < 0 || size > kLargestContainer || state_ + size > kLargestState) return false;
  auto snapshot = ContentSnapshot(container);
  if (!snapshot) return false;
  snapshots_.push_back(std::move(snapshot));
  state_ += size + 1;
  return true;
}

bool StateFinder::IsOfSubject(PyObject* function) const {
  const Owned globals = AttributeOrNothing(function, "__globals__");
  if (globals_.contains(globals.get())) return true;
  // A foreign decorator may have made this of one of the subject's functions.
  const Owned module = AttributeOrNothing(function, "__module__");
  return module && PyUnicode_Check(module.get()) &&
         std::any_of(module_names_.begin(), module_names_.end(), [&](const Owned& name) {
           return PyUnicode_Check(name.get()) && PyUnicode_Compare(name.get(), module.get()) == 0;
         });
}

void StateFinder::VisitFunction(PyObject* function, int depth) {
  if (!IsOfSubject(function)) return;
  // Attributes and defaults live as long as the function.
  VisitAttribute(function, "__dict__", depth + 1);
  VisitAttribute(function, "__kwdefaults__", depth + 1);
  VisitAttribute(function, "__defaults__", depth);
  VisitAttribute(function, "__closure__", depth);
}

void StateFinder::VisitCell(PyObject* cell, int depth) {
  const Owned value = AttributeOrNothing(cell, "cell_contents");
  // Ignores classes and functions in a cell, which are only referred to (super(), a decorator).
  if (!value || (!PyType_Check(value.get()) && !IsExactly(value.get(), function_type_))) {
    snapshots_.push_back(CellSnapshot(cell));
    ++state_;
  }
  Push(value.get(), depth + 1);
}

void StateFinder::VisitInstance(PyObject* object, int depth) {
  // Members of an enum are constants.
  const bool is_enum =
      enum_type_ && PyObject_TypeCheck(reinterpret_cast<PyObject*>(Py_TYPE(object)),
                                       reinterpret_cast<PyTypeObject*>(enum_type_.get()));
  const Owned dict(is_enum ? nullptr : PyObject_GenericGetDict(object, nullptr));
  if (!dict) PyErr_Clear();
  Push(dict.get(), depth + 1);
}

void StateFinder::VisitWrapped(PyObject* wrapper, int depth) {
  for (const Wrapper& known : wrappers_) {
    if (!IsExactly(wrapper, known.type)) continue;
    for (const char* attribute : known.attributes) VisitAttribute(wrapper, attribute, depth + 1);
  }
}

void StateFinder::Visit(PyObject* object, int depth) {
  if (PyDict_Check(object)) {
    if (TakeContent(object, PyDict_Size(object))) VisitValues(object, depth);
  } else if (PyList_Check(object)) {
    if (TakeContent(object, PyList_Size(object))) VisitSequence(object, depth);
  } else if (PyTuple_Check(object)) {
    VisitSequence(object, depth);
  } else if (IsExactly(object, function_type_)) {
    VisitFunction(object, depth);
  } else if (IsExactly(object, cell_type_)) {
    VisitCell(object, depth);
  } else if (IsExactly(object, cache_type_)) {
    if (IsOfSubject(object)) {
      if (auto snapshot = CacheSnapshot(object)) snapshots_.push_back(std::move(snapshot));
    }
    VisitAttribute(object, "__wrapped__", depth + 1);
  } else if (PyType_Check(object)) {
    return;  // the caller adds classes; the search does not
  } else if (classes_.contains(Py_TYPE(object))) {
    VisitInstance(object, depth);
  } else if (Py_IS_TYPE(object, &PySet_Type) || IsExactly(object, deque_type_)) {
    TakeContent(object, PyObject_Size(object));
  } else {
    VisitWrapped(object, depth);
  }
}

}  // namespace skua::runtime
