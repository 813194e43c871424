#include "runtime/extension/python/dict_version.h"

#include <cstring>

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

// The words after a dict's head. Values that are separate from the keys are those of an instance.
struct Words {
  int64_t size;
  uint64_t version;
  uintptr_t keys, values;
};

Words Read(PyObject* dict) {
  Words words;
  std::memcpy(&words, reinterpret_cast<const char*>(dict) + sizeof(PyObject), sizeof words);
  return words;
}

// Writes of each kind to a dict that begins with the names of `written`, and the dict of an
// instance. Stores attributes and globals often, since interpreters replace such code after some
// runs.
constexpr char kWrites[] = R"(
import types
module = types.ModuleType("written")
written = module.__dict__
written.update(a=0, b=0)
def attribute(d):
    module.a = object()
def global_name(d, run=types.FunctionType):
    run(store.__code__, d)()
def store():
    global a
    a = object()
writes = [
    lambda d: d.__setitem__("a", object()),
    lambda d: d.__setitem__("new", 1),
    lambda d: d.__delitem__("new"),
    lambda d: d.setdefault("new", 2),
    lambda d: d.pop("new"),
    lambda d: d.update(a=object(), more=3),
    lambda d: d.__ior__({"a": object()}),
    lambda d: d.popitem(),
    lambda d: delattr(module, "b"),
    *[attribute] * 50,
    *[global_name] * 50,
    lambda d: d.clear(),
    lambda d: d.update(a=1, b=2),
]
class Instance:
    pass
instance = Instance()
instance.a = 1
of_instance = instance.__dict__
)";

bool LiesThere() {
  const Owned size(
      PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyDict_Type), "__basicsize__"));
  if (!size || PyLong_AsSize_t(size.get()) < sizeof(PyObject) + sizeof(Words)) return false;
  const Owned code(Py_CompileString(kWrites, "<writes>", Py_file_input));
  const Owned names(PyDict_New());
  if (!code || !names) return false;
  PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins());
  const Owned done(PyEval_EvalCode(code.get(), names.get(), names.get()));
  if (!done) return false;
  const Owned written = Owned::Share(PyDict_GetItemString(names.get(), "written"));
  const Owned writes = Owned::Share(PyDict_GetItemString(names.get(), "writes"));
  PyObject* of_instance = PyDict_GetItemString(names.get(), "of_instance");  // borrowed
  if (Read(of_instance).values == 0 || Read(written.get()).values != 0) return false;
  for (Py_ssize_t i = 0; i < PyList_Size(writes.get()); ++i) {
    const uint64_t before = Read(written.get()).version;
    const Owned wrote(
        PyObject_CallFunctionObjArgs(PyList_GetItem(writes.get(), i), written.get(), nullptr));
    const Words after = Read(written.get());
    if (!wrote || after.version == before || after.version == 0 ||
        after.size != PyDict_Size(written.get())) {
      return false;
    }
  }
  return true;
}

bool LiesThereOrNot() {
  const bool lies_there = LiesThere();
  PyErr_Clear();
  return lies_there;
}

}  // namespace

uint64_t DictVersion(PyObject* dict) {
  static const bool is_known = LiesThereOrNot();
  if (!is_known || !PyDict_CheckExact(dict)) return 0;
  const Words words = Read(dict);
  return words.values == 0 ? words.version : 0;
}

}  // namespace skua::runtime
