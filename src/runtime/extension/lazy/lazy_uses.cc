#include "runtime/extension/lazy/lazy_uses.h"

#include <algorithm>
#include <string_view>

#include "runtime/extension/lazy/lazy.h"
#include "runtime/extension/lazy/lazy_answer.h"

namespace skua::runtime {
namespace {

using model::LazyUse;

struct NamedClass {
  std::string_view name;
  uint32_t builtin;
};

// For classes of collections.abc and numbers, a builtin type that is one and has literals.
constexpr NamedClass kAbstract[] = {
    {"Mapping", LazyUse::kDict},    {"MutableMapping", LazyUse::kDict},
    {"Sequence", LazyUse::kList},   {"MutableSequence", LazyUse::kList},
    {"Iterable", LazyUse::kList},   {"Collection", LazyUse::kList},
    {"Sized", LazyUse::kList},      {"Container", LazyUse::kList},
    {"Reversible", LazyUse::kList}, {"Set", LazyUse::kSet},
    {"MutableSet", LazyUse::kSet},  {"Callable", LazyUse::kFunction},
    {"Hashable", LazyUse::kStr},    {"ByteString", LazyUse::kBytes},
    {"Number", LazyUse::kInt},      {"Complex", LazyUse::kComplex},
    {"Real", LazyUse::kFloat},      {"Rational", LazyUse::kInt},
    {"Integral", LazyUse::kInt},
};

uint32_t AbstractBuiltin(PyTypeObject* type) {
  if ((PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) == 0) return 0;
  const ErrorAside aside;
  const Owned module = AttributeOrNothing(reinterpret_cast<PyObject*>(type), "__module__");
  const Owned name = AttributeOrNothing(reinterpret_cast<PyObject*>(type), "__name__");
  if (!module || !name || !PyUnicode_CheckExact(module.get()) ||
      !PyUnicode_CheckExact(name.get()) ||
      (PyUnicode_CompareWithASCIIString(module.get(), "collections.abc") != 0 &&
       PyUnicode_CompareWithASCIIString(module.get(), "numbers") != 0)) {
    return 0;
  }
  for (const NamedClass& one : kAbstract) {
    if (PyUnicode_CompareWithASCIIString(name.get(), one.name.data()) == 0) return one.builtin;
  }
  return 0;
}

uint32_t BuiltinOf(PyTypeObject* type) {
  const struct {
    PyTypeObject* type;
    uint32_t builtin;
  } builtins[] = {
      {&PyBool_Type, LazyUse::kBool},   {&PyLong_Type, LazyUse::kInt},
      {&PyFloat_Type, LazyUse::kFloat}, {&PyComplex_Type, LazyUse::kComplex},
      {&PyUnicode_Type, LazyUse::kStr}, {&PyBytes_Type, LazyUse::kBytes},
      {&PyList_Type, LazyUse::kList},   {&PyTuple_Type, LazyUse::kTuple},
      {&PySet_Type, LazyUse::kSet},     {&PyFrozenSet_Type, LazyUse::kFrozenSet},
      {&PyDict_Type, LazyUse::kDict},   {&PyType_Type, LazyUse::kType},
  };
  for (const auto& one : builtins) {
    if (one.type == type) return one.builtin;
  }
  return AbstractBuiltin(type);
}

// One step of SplitMix64 (Steele, Lea and Flood 2014).
uint64_t Next(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

bool LazyUses::Prepare() {
  type_ = Owned(NewLazyType());
  answer_type_ = Owned(NewLazyAnswerType());
  return type_ && answer_type_;
}

void LazyUses::Begin() {
  uses_.clear();
  generators_.clear();
  asked_ = 0;
  ++test_;
  is_running_ = true;
}

void LazyUses::MoveTo(std::vector<model::LazyUse>& uses) {
  uses.clear();
  uses.swap(uses_);
  is_running_ = false;
}

PyObject* LazyUses::NewArgument(model::VariableIndex variable, int64_t decisions) {
  LazyUse* use = AddUse(model::kNoIndex, LazyUse::Part::kArgument);
  if (use == nullptr) {
    PyErr_SetString(PyExc_TypeError, "too many lazy arguments");
    return nullptr;
  }
  use->variable = variable;
  generators_.push_back(static_cast<uint64_t>(decisions));
  return NewLazy(*this, last_use(), static_cast<uint32_t>(generators_.size()) - 1, 0);
}

model::LazyUse* LazyUses::AddUse(uint32_t parent, model::LazyUse::Part part) {
  if (uses_.size() >= kMostUses) return nullptr;
  LazyUse& use = uses_.emplace_back();
  use.parent = parent;
  use.part = part;
  return &use;
}

uint32_t LazyUses::Decide(uint32_t argument, uint32_t choices) {
  return static_cast<uint32_t>(Next(generators_[argument]) >> 33) % choices;
}

bool LazyUses::CountQuestion() {
  if (++asked_ <= kMostAsked) return true;
  PyErr_SetString(PyExc_TypeError, "a lazy value is asked without end");
  return false;
}

uint32_t LazyUses::AddClass(uint32_t index, PyObject* a_class) {
  auto* type = reinterpret_cast<PyTypeObject*>(a_class);
  LazyUse& use = uses_[index];
  const uint32_t builtin = BuiltinOf(type);
  use.builtins |= builtin;
  if (builtin != 0) return builtin;
  const model::ClassIndex found = subject_ != nullptr ? subject_->IndexOf(type) : model::kNoIndex;
  if (found != model::kNoIndex && use.classes.size() < kMostClasses &&
      std::find(use.classes.begin(), use.classes.end(), found) == use.classes.end()) {
    use.classes.push_back(found);
  }
  return 0;
}

}  // namespace skua::runtime
