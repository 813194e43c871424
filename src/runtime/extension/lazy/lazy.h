// The values of StatementKind::kLazy. They support every operation, record it in LazyUses, and
// become concrete only when a concrete answer is needed; from then on they answer like that value.
// After the test they still answer but record nothing.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy/lazy_uses.h"

namespace skua::runtime {

struct Lazy {
  PyObject_HEAD LazyUses* uses;
  uint64_t test;  // the test that created it
  uint32_t use;
  uint32_t argument;  // index of the argument that decides its answers
  uint8_t depth;
  int8_t truth, size;  // -1 until decided
  uint8_t truths;      // number of times its truth was asked
  uint8_t stepped;     // number of elements that next() returned
  // All are owned, and null until needed.
  PyObject* value;    // the bool, int, float, complex, str or bytes that it became
  PyObject* a_class;  // the class that it claims to be an instance of
  PyObject* parts;    // a dict by str: attributes, and keys of Slot
  PyObject* items;    // a dict by key

  bool IsLive() const { return uses->IsRunning(test); }
  // Records a use. Returns false with a TypeError after too many. `operand`, borrowed, may be null.
  bool Note(uint32_t operation, PyObject* operand = nullptr);
  // Returns a pseudorandom number below `choices`; 0 after the test.
  uint32_t Decide(uint32_t choices) { return IsLive() ? uses->Decide(argument, choices) : 0; }

  bool Truth();
  Py_ssize_t Size();
  // Turns the value into `stolen`, a primitive. Returns false with the pending exception if that is
  // null.
  bool Become(PyObject* stolen);
  bool BecomeNumber();  // like those below, does nothing if it has already become a value
  bool BecomeIndex();
  bool BecomeReal();
  bool BecomeText();
  // Decides, once, whether the value is None, unless it was used in a way that None does not
  // support.
  bool BecomeNone();
  // Decides whether the value is one of the members of a builtin container, if that has primitives.
  bool BecomeMember(PyObject* container);
  // Decides whether its length is the number that it is compared with, if still undecided.
  void BecomeSize(PyObject* number);
  // Returns isinstance(this, classes); -1 with an exception.
  int IsInstance(PyObject* classes);
  // Returns hasattr(this, name); decided once for each name.
  int HasAttribute(PyObject* name);
  // Returns callable(this).
  bool IsCallable();

  // All return new references, or null with an exception.
  PyObject* Attribute(PyObject* name);
  PyObject* Item(PyObject* key);
  PyObject* Result(bool of_arithmetic = false);
  PyObject* Entered();   // the result of `with`
  PyObject* Elements();  // a tuple

 private:
  PyObject* Part(PyObject** dictionary, PyObject* key, model::LazyUse::Part part);
  PyObject* NamedPart(const char* slot, model::LazyUse::Part part);
  // Returns the earlier answer to `question`, 1 or 0; -1 if not asked before.
  int Answered(PyObject* question) const;
  bool Answer(PyObject* question, bool answer);
  // Answers that it is an instance of none of these classes.
  bool Deny(const std::vector<PyObject*>& classes);
  // Becomes a value of the builtin type (LazyUse::Builtin), if it is one.
  bool BecomeInstance(uint32_t builtin);
};

inline Lazy& AsLazy(PyObject* self) { return *reinterpret_cast<Lazy*>(self); }

PyObject* NewLazyType();
PyObject* NewLazy(LazyUses& uses, uint32_t use, uint32_t argument, uint8_t depth);

}  // namespace skua::runtime
