#include "runtime/extension/isolation/snapshot.h"

#include <algorithm>

#include "runtime/extension/python/dict_version.h"

namespace skua::runtime {
namespace {

// Discards errors while restoring: none is worth stopping for.
void Discard(PyObject* result) {
  if (result == nullptr) PyErr_Clear();
  Py_XDECREF(result);
}
void Discard(int status) {
  if (status != 0) PyErr_Clear();
}

class Namespace : public Snapshot {
 public:
  Namespace(PyObject* owner, PyObject* dict)
      : owner_(Owned::Share(owner)),
        dict_(Owned::Share(dict)),
        before_(PyDict_Copy(dict)),
        names_(dict) {}

  bool Unchanged() const override { return names_.Match(dict_.get()); }

  void Restore() override {
    const DictEntries current(dict_.get());
    for (const auto& [name, value] : current.entries()) {
      if (Find(before_, name) == nullptr) Set(name.get(), nullptr);
    }
    for (const auto& [name, value] : names_.entries()) {
      if (Find(dict_, name) != value.get()) Set(name.get(), value.get());
    }
    if (!Unchanged()) PutInOrder();
    // If an object could not be restored, records the present state for later comparisons.
    if (!Unchanged()) names_.Take(dict_.get());
  }

 private:
  // Borrowed; null if the name does not exist.
  static PyObject* Find(const Owned& dict, const Owned& name) {
    PyObject* value = PyDict_GetItemWithError(dict.get(), name.get());
    if (value == nullptr) PyErr_Clear();
    return value;
  }

  // Sets a name, or deletes it when `value` is null.
  void Set(PyObject* name, PyObject* value) {
    if (PyType_Check(owner_.get())) {
      static const auto set_attribute =
          reinterpret_cast<setattrofunc>(PyType_GetSlot(&PyType_Type, Py_tp_setattro));
      Discard(set_attribute(owner_.get(), name, value));
    } else if (value != nullptr) {
      Discard(PyDict_SetItem(dict_.get(), name, value));
    } else {
      Discard(PyDict_DelItem(dict_.get(), name));
    }
  }

  // Restores the order of names that were deleted and set again, and now come last. The values are
  // unchanged, so a class's caches stay valid.
  void PutInOrder() {
    if (PyDict_Size(dict_.get()) != static_cast<Py_ssize_t>(names_.size())) return;
    for (const auto& [name, value] : names_.entries()) {
      if (Find(dict_, name) != value.get()) return;
    }
    for (const auto& [name, value] : names_.entries()) {
      Discard(PyDict_DelItem(dict_.get(), name.get()));
      Discard(PyDict_SetItem(dict_.get(), name.get(), value.get()));
    }
    if (PyType_Check(owner_.get())) PyType_Modified(reinterpret_cast<PyTypeObject*>(owner_.get()));
  }

  Owned owner_, dict_;
  Owned before_;  // a copy of names_, for look-ups
  DictEntries names_;
};

class DictContent : public Snapshot {
 public:
  explicit DictContent(PyObject* dict)
      : dict_(Owned::Share(dict)),
        entries_(dict),
        is_ordered_(!PyDict_CheckExact(dict) && static_cast<bool>(FindOrderedDict(dict))) {}

  bool Unchanged() const override { return entries_.Match(dict_.get()); }

  void Restore() override {
    if (is_ordered_) {
      // An OrderedDict has a list beside the dict, which only its own methods maintain.
      const Owned type = FindOrderedDict(dict_.get());
      Discard(PyObject_CallMethod(type.get(), "clear", "O", dict_.get()));
      for (const auto& [key, value] : entries_.entries()) {
        Discard(PyObject_CallMethod(type.get(), "__setitem__", "OOO", dict_.get(), key.get(),
                                    value.get()));
      }
      return;
    }
    PyDict_Clear(dict_.get());
    for (const auto& [key, value] : entries_.entries()) {
      Discard(PyDict_SetItem(dict_.get(), key.get(), value.get()));
    }
  }

 private:
  // Returns collections.OrderedDict if the dict is one, else null.
  static Owned FindOrderedDict(PyObject* dict) {
    const Owned collections = LoadedModule("collections");
    if (!collections) return {};
    Owned type = AttributeOrNothing(collections.get(), "OrderedDict");
    if (!type || !PyType_Check(type.get()) ||
        PyType_IsSubtype(Py_TYPE(dict), reinterpret_cast<PyTypeObject*>(type.get())) == 0) {
      return {};
    }
    return type;
  }

  Owned dict_;
  DictEntries entries_;
  bool is_ordered_;
};

class ListContent : public Snapshot {
 public:
  explicit ListContent(PyObject* list) : list_(Owned::Share(list)) {
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
      items_.push_back(Owned::Share(PyList_GetItem(list, i)));
    }
  }

  void Restore() override {
    const auto size = static_cast<Py_ssize_t>(items_.size());
    const Owned items(PyList_New(size));
    for (Py_ssize_t i = 0; items && i < size; ++i) {
      PyList_SetItem(items.get(), i,
                     Owned::Share(items_[static_cast<std::size_t>(i)].get()).release());
    }
    Discard(PyList_SetSlice(list_.get(), 0, PY_SSIZE_T_MAX, items.get()));
  }

  bool Unchanged() const override {
    const auto size = static_cast<Py_ssize_t>(items_.size());
    if (PyList_Size(list_.get()) != size) return false;
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (PyList_GetItem(list_.get(), i) != items_[static_cast<std::size_t>(i)].get()) return false;
    }
    return true;
  }

 private:
  Owned list_;
  std::vector<Owned> items_;
};

// The content of a set or deque, compared by iteration and restored by its methods.
class IterableContent : public Snapshot {
 public:
  IterableContent(PyObject* container, const char* refill)
      : container_(Owned::Share(container)), refill_(refill), items_(PySequence_List(container)) {
    if (!items_) PyErr_Clear();
  }

  void Restore() override {
    Discard(PyObject_CallMethod(container_.get(), "clear", nullptr));
    Discard(PyObject_CallMethod(container_.get(), refill_, "O", items_.get()));
    // A rebuilt set may have another order.
    Owned refilled(PySequence_List(container_.get()));
    if (refilled && PyList_Size(refilled.get()) == PyList_Size(items_.get())) {
      items_ = std::move(refilled);
    }
    PyErr_Clear();
  }

  bool Unchanged() const override {
    if (!items_) return true;
    const Py_ssize_t size = PyList_Size(items_.get());
    if (PyObject_Size(container_.get()) != size) return false;
    const Owned iterator(PyObject_GetIter(container_.get()));
    for (Py_ssize_t i = 0; iterator && i < size; ++i) {
      const Owned item(PyIter_Next(iterator.get()));
      if (item.get() != PyList_GetItem(items_.get(), i)) return false;
    }
    return true;
  }

 private:
  Owned container_;
  const char* refill_;
  Owned items_;  // list
};

class CellContent : public Snapshot {
 public:
  explicit CellContent(PyObject* cell)
      : cell_(Owned::Share(cell)), name_(PyUnicode_InternFromString("cell_contents")) {
    value_ = Owned(PyObject_GetAttr(cell, name_.get()));
    if (!value_) PyErr_Clear();  // the cell is empty
  }

  bool Unchanged() const override {
    const Owned now(PyObject_GetAttr(cell_.get(), name_.get()));
    if (!now) PyErr_Clear();
    return now.get() == value_.get();
  }

  void Restore() override {
    Discard(PyObject_SetAttr(cell_.get(), name_.get(), value_.get()));  // null deletes the contents
  }

 private:
  Owned cell_, name_, value_;
};

class CacheContent : public Snapshot {
 public:
  explicit CacheContent(Owned clear) : clear_(std::move(clear)), no_arguments_(PyTuple_New(0)) {}
  // Emptying a cache is faster than checking whether it is empty.
  bool Unchanged() const override { return false; }
  bool IsCache() const override { return true; }
  void Restore() override { Discard(PyObject_Call(clear_.get(), no_arguments_.get(), nullptr)); }

 private:
  Owned clear_, no_arguments_;
};

bool IsDeque(PyObject* object) {
  const Owned collections = LoadedModule("collections");
  const Owned type = collections ? AttributeOrNothing(collections.get(), "deque") : Owned();
  return type && Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(type.get()));
}

}  // namespace

void DictEntries::Take(PyObject* dict) {
  std::vector<std::pair<Owned, Owned>> entries;
  PyObject *key = nullptr, *value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  while (PyDict_Next(dict, &place, &key, &value)) {
    entries.emplace_back(Owned::Share(key), Owned::Share(value));
  }
  version_ = DictVersion(dict);
  entries_.swap(entries);
}

bool DictEntries::Match(PyObject* dict) const {
  const uint64_t version = DictVersion(dict);
  if (version != 0 && version == version_) return true;
  PyObject *key = nullptr, *value = nullptr;  // borrowed
  Py_ssize_t place = 0;
  for (const auto& [saved_key, saved_value] : entries_) {
    if (!PyDict_Next(dict, &place, &key, &value) || value != saved_value.get() ||
        key != saved_key.get()) {
      return false;
    }
  }
  if (PyDict_Size(dict) != static_cast<Py_ssize_t>(entries_.size())) return false;
  version_ = version;
  return true;
}

std::unique_ptr<Snapshot> NamespaceSnapshot(PyObject* module_or_class, PyObject* dict) {
  return std::make_unique<Namespace>(module_or_class, dict);
}

std::unique_ptr<Snapshot> ContentSnapshot(PyObject* container) {
  if (PyDict_Check(container)) return std::make_unique<DictContent>(container);
  if (PyList_Check(container)) return std::make_unique<ListContent>(container);
  if (Py_IS_TYPE(container, &PySet_Type)) {
    return std::make_unique<IterableContent>(container, "update");
  }
  if (IsDeque(container)) return std::make_unique<IterableContent>(container, "extend");
  return nullptr;
}

std::unique_ptr<Snapshot> CellSnapshot(PyObject* cell) {
  return std::make_unique<CellContent>(cell);
}

std::unique_ptr<Snapshot> CacheSnapshot(PyObject* cache) {
  Owned clear = AttributeOrNothing(cache, "cache_clear");
  if (!clear) return nullptr;
  return std::make_unique<CacheContent>(std::move(clear));
}

}  // namespace skua::runtime
