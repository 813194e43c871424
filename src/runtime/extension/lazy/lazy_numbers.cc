#include "runtime/extension/lazy/lazy_numbers.h"

#include "runtime/extension/lazy/lazy.h"

namespace skua::runtime {
namespace {

using model::LazyUse;

constexpr uint32_t kArithmetic = LazyUse::kArithmetic, kBitwise = LazyUse::kBitwise;

// Values of the other operand's type that are below, at or above it.

PyObject* Beside(PyObject* operand, int side) {
  if (side == 0) return Owned::Share(operand).release();
  if (PyUnicode_CheckExact(operand)) {
    const Owned more(PyUnicode_FromString("a"));
    if (side > 0) return more ? PyUnicode_Concat(operand, more.get()) : nullptr;
    return PyUnicode_FromString("");
  }
  if (PyBytes_CheckExact(operand)) {
    const Owned more(PyBytes_FromString("a"));
    if (side > 0) return more ? PySequence_Concat(operand, more.get()) : nullptr;
    return PyBytes_FromString("");
  }
  const Owned step(PyLong_FromLong(1));
  if (!step) return nullptr;
  return side > 0 ? PyNumber_Add(operand, step.get()) : PyNumber_Subtract(operand, step.get());
}

bool IsOrdered(PyObject* object) {
  return PyLong_Check(object) || PyFloat_CheckExact(object) || PyUnicode_CheckExact(object) ||
         PyBytes_CheckExact(object);
}

// Returns the operand if it is concrete, borrowed; null for a lazy value without a concrete one.
PyObject* ConcreteOf(const LazyUses& uses, PyObject* object) {
  return uses.is_lazy(object) ? AsLazy(object).value : object;
}

template <typename Concrete>
PyObject* Calculate(PyObject* left, PyObject* right, uint32_t operation, Concrete concrete) {
  // A type's slots are called if either operand has the type.
  const bool left_is_lazy =
      PyType_GetSlot(Py_TYPE(left), Py_tp_richcompare) == reinterpret_cast<void*>(CompareLazy);
  Lazy& lazy = AsLazy(left_is_lazy ? left : right);
  PyObject* other = left_is_lazy ? right : left;
  if (PyUnicode_Check(other) || PyBytes_Check(other) || PyList_Check(other) ||
      PyTuple_Check(other)) {
    operation = LazyUse::kConcatenated;
  }
  if (!lazy.Note(operation, other)) return nullptr;
  const LazyUses& uses = *lazy.uses;
  if (uses.is_lazy(other) && !AsLazy(other).Note(operation, left)) return nullptr;
  PyObject* first = ConcreteOf(uses, left);
  PyObject* second = ConcreteOf(uses, right);
  if (first != nullptr && second != nullptr) return concrete(first, second);
  return lazy.value == nullptr ? lazy.Result(true) : AsLazy(other).Result(true);
}

template <PyObject* (*Operation)(PyObject*, PyObject*), uint32_t operation>
PyObject* Binary(PyObject* left, PyObject* right) {
  return Calculate(left, right, operation, Operation);
}

template <PyObject* (*Operation)(PyObject*), uint32_t operation>
PyObject* Unary(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(operation)) return nullptr;
  return lazy.value != nullptr ? Operation(lazy.value) : lazy.Result(true);
}

PyObject* DivideWithRest(PyObject* left, PyObject* right) {
  const Owned both(Binary<PyNumber_Divmod, LazyUse::kArithmetic>(left, right));
  if (!both || PyTuple_Check(both.get())) return Owned::Share(both.get()).release();
  return PyTuple_Pack(2, both.get(), both.get());
}

PyObject* Power(PyObject* left, PyObject* right, PyObject* modulus) {
  return Calculate(left, right, LazyUse::kArithmetic,
                   [modulus](PyObject* a, PyObject* b) { return PyNumber_Power(a, b, modulus); });
}

// If the value has become a string, int() and the like convert that string.
PyObject* ToInteger(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsInteger) || !lazy.BecomeNumber()) return nullptr;
  return PyNumber_Long(lazy.value);
}

PyObject* ToIndex(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsInteger) || !lazy.BecomeIndex()) return nullptr;
  return PyNumber_Index(lazy.value);
}

PyObject* ToReal(PyObject* self) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kAsFloat) || !lazy.BecomeReal()) return nullptr;
  return PyNumber_Float(lazy.value);
}

template <typename Function>
void* Slot(Function function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

void AddNumberSlots(std::vector<PyType_Slot>& slots) {
  slots.insert(slots.end(),
               {
                   {Py_nb_int, Slot(ToInteger)},
                   {Py_nb_index, Slot(ToIndex)},
                   {Py_nb_float, Slot(ToReal)},
                   {Py_nb_add, Slot(Binary<PyNumber_Add, kArithmetic>)},
                   {Py_nb_subtract, Slot(Binary<PyNumber_Subtract, kArithmetic>)},
                   {Py_nb_multiply, Slot(Binary<PyNumber_Multiply, kArithmetic>)},
                   {Py_nb_true_divide, Slot(Binary<PyNumber_TrueDivide, kArithmetic>)},
                   {Py_nb_floor_divide, Slot(Binary<PyNumber_FloorDivide, kArithmetic>)},
                   {Py_nb_remainder, Slot(Binary<PyNumber_Remainder, kArithmetic>)},
                   {Py_nb_matrix_multiply, Slot(Binary<PyNumber_MatrixMultiply, kArithmetic>)},
                   {Py_nb_divmod, Slot(DivideWithRest)},
                   {Py_nb_power, Slot(Power)},
                   {Py_nb_and, Slot(Binary<PyNumber_And, kBitwise>)},
                   {Py_nb_or, Slot(Binary<PyNumber_Or, kBitwise>)},
                   {Py_nb_xor, Slot(Binary<PyNumber_Xor, kBitwise>)},
                   {Py_nb_lshift, Slot(Binary<PyNumber_Lshift, kBitwise>)},
                   {Py_nb_rshift, Slot(Binary<PyNumber_Rshift, kBitwise>)},
                   {Py_nb_invert, Slot(Unary<PyNumber_Invert, kBitwise>)},
                   {Py_nb_negative, Slot(Unary<PyNumber_Negative, kArithmetic>)},
                   {Py_nb_positive, Slot(Unary<PyNumber_Positive, kArithmetic>)},
                   {Py_nb_absolute, Slot(Unary<PyNumber_Absolute, kArithmetic>)},
               });
}

PyObject* RoundLazy(PyObject* self, PyObject* arguments) {
  Lazy& lazy = AsLazy(self);
  if (!lazy.Note(LazyUse::kArithmetic) || !lazy.BecomeReal()) return nullptr;
  const Owned round(PyObject_GetAttrString(lazy.value, "__round__"));
  return round ? PyObject_Call(round.get(), arguments, nullptr) : nullptr;
}

// Returns on which side of the other value a value must be for the outcome: -1 below, 1 above, 0
// for equality.
static int SideOf(int op, bool outcome) {
  if (op == Py_LT || op == Py_GE) return outcome == (op == Py_LT) ? -1 : 0;
  if (op == Py_GT || op == Py_LE) return outcome == (op == Py_GT) ? 1 : 0;
  return 0;
}

// Decides how a value that is still open compares with `other`. Returns null with an exception.
static PyObject* DecideComparison(Lazy& lazy, PyObject* other, int op) {
  const bool is_equality = op == Py_EQ || op == Py_NE;
  if (is_equality && other == Py_None) return PyBool_FromLong(op == Py_NE);
  const bool yes = lazy.Decide(2) != 0;
  const bool is_equal = is_equality && yes == (op == Py_EQ);
  // A value that differs from one value may still become any other.
  if (!IsOrdered(other) || (is_equality && !is_equal)) return PyBool_FromLong(yes);
  if (!lazy.Become(Beside(other, SideOf(op, yes)))) return nullptr;
  return PyObject_RichCompare(lazy.value, other, op);
}

PyObject* CompareLazy(PyObject* self, PyObject* other, int op) {
  // Indexed by Py_LT … Py_GE.
  constexpr int kSwapped[] = {Py_GT, Py_GE, Py_EQ, Py_NE, Py_LT, Py_LE};
  Lazy& lazy = AsLazy(self);
  const bool is_equality = op == Py_EQ || op == Py_NE;
  const bool is_reflexive = op == Py_EQ || op == Py_LE || op == Py_GE;
  if (!lazy.Note(is_equality ? LazyUse::kCompared : LazyUse::kOrdered, other)) return nullptr;
  if (self == other) return PyBool_FromLong(is_reflexive);
  if (lazy.uses->is_lazy(other)) {
    Lazy& second = AsLazy(other);
    if (second.value == nullptr) {
      if (lazy.value != nullptr) return CompareLazy(other, lazy.value, kSwapped[op]);
      return PyBool_FromLong(static_cast<long>(lazy.Decide(2)));
    }
    other = second.value;
  }
  if (lazy.value == nullptr) return DecideComparison(lazy, other, op);
  return PyObject_RichCompare(lazy.value, other, op);
}

}  // namespace skua::runtime
