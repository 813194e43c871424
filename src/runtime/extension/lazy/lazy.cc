#include "runtime/extension/lazy/lazy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "runtime/extension/python/operand.h"

namespace skua::runtime {
namespace {

using model::LazyUse;

// How often a truth is repeated, so that loops which wait for the other one end.
constexpr uint8_t kPatience = 8;
constexpr int kMostSize = 2;
constexpr int kMostBound = 16;           // variables of one `a, b, c = value`
constexpr long long kMostSizeAsked = 8;  // largest number that a comparison can make the length
constexpr Py_ssize_t kClassesOfTuple = 8;
constexpr Py_ssize_t kMembers = 8;

// Keys of Lazy::parts that cannot be names of attributes.
constexpr const char* kResultSlot = "()";
constexpr const char* kArithmeticSlot = "+";
constexpr const char* kElementsSlot = "*";
constexpr const char* kEnteredSlot = "with";
constexpr const char* kNoneQuestion = "? is None";

constexpr uint32_t kNoneOneIn = 3;  // answers that it is None once in so many values

constexpr std::array<long, 7> kNumbers = {0, 1, 2, 3, -1, 10, 100};
constexpr std::array<double, 5> kReals = {0.5, 0.0, 1.0, -1.5, 100.0};
constexpr std::array<const char*, 4> kTexts = {"a", "", "1", "abc"};

bool IsPrimitive(PyObject* object) {
  return PyBool_Check(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
         PyComplex_CheckExact(object) || PyUnicode_CheckExact(object) || PyBytes_CheckExact(object);
}

// Compares values made by ReadOperand.
bool IsSamePrimitive(const model::Value& a, const model::Value& b) {
  return a.kind == b.kind && a.integer == b.integer && a.text == b.text &&
         std::bit_cast<uint64_t>(a.real) == std::bit_cast<uint64_t>(b.real);
}

// Returns how many variables `a, b = value` binds if that is the running Python code, else -1.
int VariablesBound() {
  static const long kUnpacking = [] {
    const Owned module(PyImport_ImportModule("opcode"));
    const Owned numbers(module ? PyObject_GetAttrString(module.get(), "opmap") : nullptr);
    PyObject* number = numbers ? PyDict_GetItemString(numbers.get(), "UNPACK_SEQUENCE") : nullptr;
    return number != nullptr ? PyLong_AsLong(number) : -1;
  }();
  auto* frame = reinterpret_cast<PyObject*>(PyEval_GetFrame());
  if (frame == nullptr) return -1;
  const Owned place(PyObject_GetAttrString(frame, "f_lasti"));
  const Owned code(PyObject_GetAttrString(frame, "f_code"));
  const Owned bytes(code ? PyObject_GetAttrString(code.get(), "co_code") : nullptr);
  PyErr_Clear();
  if (!place || !bytes || !PyBytes_Check(bytes.get())) return -1;
  const long at = PyLong_AsLong(place.get());
  if (at < 0 || at + 1 >= PyBytes_Size(bytes.get())) return -1;
  const auto* instruction = reinterpret_cast<const uint8_t*>(PyBytes_AsString(bytes.get())) + at;
  return instruction[0] == kUnpacking ? instruction[1] : -1;
}

}  // namespace

PyObject* NewLazy(LazyUses& uses, uint32_t use, uint32_t argument, uint8_t depth) {
  Lazy* lazy = PyObject_GC_New(Lazy, uses.type());
  if (lazy == nullptr) return nullptr;
  lazy->uses = &uses;
  lazy->test = uses.test();
  lazy->use = use;
  lazy->argument = argument;
  lazy->depth = depth;
  lazy->truth = lazy->size = -1;
  lazy->truths = lazy->stepped = 0;
  lazy->value = lazy->a_class = lazy->parts = lazy->items = nullptr;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(lazy));
  return reinterpret_cast<PyObject*>(lazy);
}

bool Lazy::Note(uint32_t operation, PyObject* operand) {
  if (!IsLive()) return true;
  LazyUse& noted = uses->use(use);
  noted.operations |= operation;
  if (operand != nullptr && uses->is_lazy(operand)) operand = AsLazy(operand).value;
  model::Value read;
  if (operand != nullptr && noted.operands.size() < LazyUses::kMostOperands &&
      ReadOperand(operand, read) &&
      std::none_of(noted.operands.begin(), noted.operands.end(),
                   [&](const model::Value& known) { return IsSamePrimitive(known, read); })) {
    noted.operands.push_back(std::move(read));
  }
  return uses->CountQuestion();
}

bool Lazy::Truth() {
  if (size >= 0) return size > 0;
  if (truth < 0) {
    truth = static_cast<int8_t>(IsLive() ? Decide(2) : 1);
    if (IsLive() && uses->use(use).given.kind == model::ValueKind::kNone) {
      LazyUse& noted = uses->use(use);
      noted.given.kind = model::ValueKind::kBool;
      noted.given.integer = truth;
    }
  }
  if (truths == kPatience) return truth == 0;
  ++truths;
  return truth != 0;
}

Py_ssize_t Lazy::Size() {
  if (size < 0) {
    if (!IsLive()) {
      size = 0;
    } else if (truth >= 0) {
      size = static_cast<int8_t>(truth == 0 ? 0 : 1 + Decide(kMostSize));
    } else {
      size = static_cast<int8_t>(Decide(kMostSize + 1));
    }
  }
  return size;
}

bool Lazy::Become(PyObject* stolen) {
  if (stolen == nullptr) return false;
  PyObject* old = std::exchange(value, stolen);
  Py_XDECREF(old);
  if (IsLive()) {
    model::Value given;
    if (ReadOperand(stolen, given)) uses->use(use).given = std::move(given);
  }
  return true;
}

bool Lazy::BecomeNumber() {
  return value != nullptr || Become(PyLong_FromLong(kNumbers[Decide(kNumbers.size())]));
}

bool Lazy::BecomeIndex() {  // becomes an index, mostly of a sequence: small, not negative
  return value != nullptr || Become(PyLong_FromLong(kNumbers[Decide(3)]));
}

bool Lazy::BecomeReal() {
  return value != nullptr || Become(PyFloat_FromDouble(kReals[Decide(kReals.size())]));
}

bool Lazy::BecomeText() {
  return value != nullptr || Become(PyUnicode_FromString(kTexts[Decide(kTexts.size())]));
}

bool Lazy::BecomeMember(PyObject* container) {
  if (value != nullptr || Decide(2) == 0) return true;
  std::vector<Owned> members;
  const auto meet = [&](PyObject* member) {
    if (member != nullptr && IsPrimitive(member)) members.push_back(Owned::Share(member));
  };
  if (PyTuple_CheckExact(container)) {
    const Py_ssize_t count = std::min(PyTuple_Size(container), kMembers);
    for (Py_ssize_t i = 0; i < count; ++i) meet(PyTuple_GetItem(container, i));
  } else if (PyList_CheckExact(container)) {
    const Py_ssize_t count = std::min(PyList_Size(container), kMembers);
    for (Py_ssize_t i = 0; i < count; ++i) meet(PyList_GetItem(container, i));
  } else if (PyDict_CheckExact(container)) {
    PyObject* key = nullptr;  // borrowed
    Py_ssize_t place = 0;
    for (Py_ssize_t i = 0; i < kMembers && PyDict_Next(container, &place, &key, nullptr); ++i) {
      meet(key);
    }
  } else if (PyUnicode_CheckExact(container) && PyUnicode_GetLength(container) > 0) {
    const auto length =
        static_cast<uint32_t>(std::min<Py_ssize_t>(PyUnicode_GetLength(container), kMembers));
    const Py_ssize_t at = Decide(length);
    return Become(PyUnicode_Substring(container, at, at + 1));
  }
  if (members.empty()) return true;
  return Become(members[Decide(static_cast<uint32_t>(members.size()))].release());
}

void Lazy::BecomeSize(PyObject* number) {
  if (value != nullptr || size >= 0 || truth >= 0 || !PyLong_CheckExact(number)) return;
  int overflow = 0;
  const long long wanted = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (overflow == 0 && wanted >= 0 && wanted <= kMostSizeAsked && Decide(2) != 0) {
    size = static_cast<int8_t>(wanted);
  }
}

bool Lazy::BecomeNone() {
  if (value != nullptr || !IsLive()) return true;
  const Owned question(PyUnicode_FromString(kNoneQuestion));
  if (!question) return false;
  if (Answered(question.get()) >= 0) return true;
  const bool has_shown = truth > 0 || size >= 0 || a_class != nullptr || items != nullptr ||
                         (uses->use(use).operations & ~LazyUse::kTruth) != 0;
  const bool is_none = !has_shown && Decide(kNoneOneIn) == 0;
  if (!Answer(question.get(), is_none)) return false;
  if (!is_none) return true;
  if (!Note(LazyUse::kCompared, Py_None)) return false;
  Py_INCREF(Py_None);
  value = Py_None;
  LazyUse& noted = uses->use(use);
  noted.given.kind = model::ValueKind::kBool;
  noted.given.integer = 0;
  return true;
}

int Lazy::Answered(PyObject* question) const {
  PyObject* answer = parts != nullptr ? PyDict_GetItemWithError(parts, question) : nullptr;
  return answer == nullptr ? -1 : answer == Py_True;
}

bool Lazy::Answer(PyObject* question, bool answer) {
  if (parts == nullptr) parts = PyDict_New();
  return parts != nullptr && PyDict_SetItem(parts, question, answer ? Py_True : Py_False) == 0;
}

// Returns the classes for which isinstance asks: a tuple's, a union's, or one.
static Owned TupleOf(PyObject* classes) {
  if (PyTuple_Check(classes)) return Owned::Share(classes);
  Owned of_union = AttributeOrNothing(classes, "__args__");
  const bool is_union = of_union && !PyType_Check(classes) && PyTuple_Check(of_union.get());
  return is_union ? std::move(of_union) : Owned(PyTuple_Pack(1, classes));
}

static bool IsSubtype(PyObject* derived, PyObject* base) {
  return PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(derived),
                          reinterpret_cast<PyTypeObject*>(base)) != 0;
}

bool Lazy::Deny(const std::vector<PyObject*>& classes) {
  for (PyObject* one : classes) {
    const Owned question(PyUnicode_FromFormat("? %p", one));
    if (!question || !Answer(question.get(), false)) return false;
  }
  return true;
}

int Lazy::IsInstance(PyObject* classes) {
  if (!Note(LazyUse::kClassAsked)) return -1;
  const Owned tuple = TupleOf(classes);
  if (!tuple) return -1;
  std::vector<PyObject*> open;  // undecided classes, borrowed from the tuple
  for (Py_ssize_t i = 0; i < std::min(PyTuple_Size(tuple.get()), kClassesOfTuple); ++i) {
    PyObject* one = PyTuple_GetItem(tuple.get(), i);
    if (!PyType_Check(one)) return PyObject_IsInstance(reinterpret_cast<PyObject*>(this), classes);
    if (!IsLive()) continue;
    uses->AddClass(use, one);
    if (value != nullptr) continue;
    if (a_class != nullptr) {
      if (IsSubtype(a_class, one)) return 1;
      continue;
    }
    const Owned question(PyUnicode_FromFormat("? %p", one));
    if (!question) return -1;
    if (Answered(question.get()) < 0) open.push_back(one);
  }
  if (value != nullptr) return PyObject_IsInstance(value, classes);
  if (open.empty()) return 0;
  const uint32_t choice = Decide(static_cast<uint32_t>(open.size()) + 1);
  if (choice == 0) return Deny(open) ? 0 : -1;
  a_class = Owned::Share(open[choice - 1]).release();
  return BecomeInstance(uses->AddClass(use, a_class)) ? 1 : -1;
}

bool Lazy::BecomeInstance(uint32_t builtin) {
  switch (builtin) {
    case LazyUse::kBool:
      return Become(PyBool_FromLong(static_cast<long>(Decide(2))));
    case LazyUse::kInt:
      return BecomeNumber();
    case LazyUse::kFloat:
      return BecomeReal();
    case LazyUse::kComplex:
      return Become(PyComplex_FromDoubles(1, kReals[Decide(kReals.size())]));
    case LazyUse::kStr:
      return BecomeText();
    case LazyUse::kBytes:
      return Become(PyBytes_FromString(kTexts[Decide(kTexts.size())]));
    default:
      return true;
  }
}

int Lazy::HasAttribute(PyObject* name) {
  if (!IsLive() || value != nullptr || !PyUnicode_CheckExact(name)) {
    const Owned found(PyObject_GetAttr(reinterpret_cast<PyObject*>(this), name));
    if (found) return 1;
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) return -1;
    PyErr_Clear();
    return 0;
  }
  const Owned question(PyUnicode_FromFormat("? %U", name));
  if (!question) return -1;
  int answer = Answered(question.get());
  if (answer < 0) {
    // Asking for the attribute counts as a use of it, whatever the answer.
    const Owned part(Attribute(name));
    if (!part) PyErr_Clear();
    answer = part ? static_cast<int>(Decide(2)) : 0;
    if (!Answer(question.get(), answer != 0)) return -1;
  }
  return answer;
}

bool Lazy::IsCallable() {
  if (!IsLive()) return true;
  uses->use(use).builtins |= LazyUse::kFunction;
  return value == nullptr && Decide(2) != 0;
}

PyObject* Lazy::Part(PyObject** dictionary, PyObject* key, LazyUse::Part part) {
  if (*dictionary == nullptr) *dictionary = PyDict_New();
  if (*dictionary == nullptr) return nullptr;
  PyObject* known = PyDict_GetItemWithError(*dictionary, key);
  if (known != nullptr) return Owned::Share(known).release();
  if (PyErr_Occurred() != nullptr) return nullptr;
  if (!IsLive()) return Owned::Share(reinterpret_cast<PyObject*>(this)).release();
  LazyUse* added = depth < LazyUses::kMostDepth ? uses->AddUse(use, part) : nullptr;
  if (added == nullptr) {
    return PyErr_Format(part == LazyUse::Part::kAttribute ? PyExc_AttributeError : PyExc_TypeError,
                        "a lazy value has no %R", key);
  }
  if (part == LazyUse::Part::kItem) ReadOperand(key, added->key);
  if (part == LazyUse::Part::kAttribute) {
    model::Value name;
    if (ReadOperand(key, name)) added->name = std::move(name.text);
  }
  Owned made(NewLazy(*uses, uses->last_use(), argument, depth + 1));
  if (!made || PyDict_SetItem(*dictionary, key, made.get()) != 0) return nullptr;
  return made.release();
}

PyObject* Lazy::NamedPart(const char* slot, LazyUse::Part part) {
  const Owned key(PyUnicode_FromString(slot));
  return key ? Part(&parts, key.get(), part) : nullptr;
}

PyObject* Lazy::Attribute(PyObject* name) {
  const Owned question(PyUnicode_FromFormat("? %U", name));
  if (question && Answered(question.get()) == 0) {
    return PyErr_Format(PyExc_AttributeError, "a lazy value has no %R", name);
  }
  Owned part(Part(&parts, name, LazyUse::Part::kAttribute));
  if (value == nullptr || !part || !uses->is_lazy(part.get())) return part.release();
  PyObject* real = PyObject_GetAttr(value, name);
  if (real != nullptr) return real;
  PyErr_Clear();
  return part.release();
}

PyObject* Lazy::Item(PyObject* key) {
  if (value != nullptr && (PyUnicode_Check(value) || PyBytes_Check(value))) {
    return PyObject_GetItem(value, key);
  }
  if (uses->is_lazy(key) && AsLazy(key).value != nullptr) key = AsLazy(key).value;
  // Only keys that can be written as literals make parts; a slice of the value is the value itself.
  if (!IsPrimitive(key) && key != Py_None) {
    return PySlice_Check(key) ? Owned::Share(reinterpret_cast<PyObject*>(this)).release()
                              : Part(&items, Py_None, LazyUse::Part::kItem);
  }
  return Part(&items, key, LazyUse::Part::kItem);
}

PyObject* Lazy::Result(bool of_arithmetic) {
  if (!of_arithmetic) return NamedPart(kResultSlot, LazyUse::Part::kResult);
  if (depth < LazyUses::kMostArithmetic) {
    PyObject* part = NamedPart(kArithmeticSlot, LazyUse::Part::kResult);
    if (part != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return part;
    PyErr_Clear();
  }
  // Nested too deeply, as by sums in a loop.
  return Owned::Share(reinterpret_cast<PyObject*>(this)).release();
}

PyObject* Lazy::Entered() { return NamedPart(kEnteredSlot, LazyUse::Part::kResult); }

PyObject* Lazy::Elements() {
  if (value != nullptr && (PyUnicode_Check(value) || PyBytes_Check(value))) {
    return PySequence_Tuple(value);
  }
  const Owned slot(PyUnicode_FromString(kElementsSlot));
  if (!slot) return nullptr;
  if (parts == nullptr) parts = PyDict_New();
  if (parts == nullptr) return nullptr;
  PyObject* known = PyDict_GetItemWithError(parts, slot.get());
  if (known != nullptr) return Owned::Share(known).release();
  if (size < 0 && IsLive()) size = static_cast<int8_t>(std::min(VariablesBound(), kMostBound));
  const Py_ssize_t count = Size();
  Owned elements(PyTuple_New(count));
  for (Py_ssize_t i = 0; elements && i < count; ++i) {
    const std::string place = std::string(kElementsSlot) + std::to_string(i);
    PyObject* element = NamedPart(place.c_str(), LazyUse::Part::kElement);
    if (element == nullptr) return nullptr;
    PyTuple_SetItem(elements.get(), i, element);
  }
  if (!elements || PyDict_SetItem(parts, slot.get(), elements.get()) != 0) return nullptr;
  return elements.release();
}

}  // namespace skua::runtime
