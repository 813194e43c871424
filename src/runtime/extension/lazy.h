// The values behind StatementKind::kLazy: they take part in whatever is done with them, note it in
// LazyUses, and become concrete only where a concrete answer is needed. From then on a value
// answers as what it has become. After the test has ended they answer still, and note nothing.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy_uses.h"

namespace skua::runtime {

struct Lazy {
  PyObject_HEAD LazyUses* uses;
  uint64_t test;  // in which it came into being
  uint32_t use;
  uint32_t argument;  // whose decisions it follows
  uint8_t depth;
  int8_t truth, size;  // -1 until they are decided
  uint8_t truths;      // how often its truth was asked
  uint8_t stepped;     // how many of its elements next() has given
  // All owned; null until they are needed.
  PyObject* value;    // what it has become: a bool, int, float, complex, str or bytes
  PyObject* a_class;  // of which it has said to be an instance
  PyObject* parts;    // dict of str: attributes; and what Slot names
  PyObject* items;    // dict, by key

  bool IsLive() const { return uses->IsRunning(test); }
  // False with a TypeError when there were too many questions. `operand`, borrowed, may be null.
  bool Note(uint32_t operation, PyObject* operand = nullptr);
  // Below `choices`; 0 after the test.
  uint32_t Decide(uint32_t choices) { return IsLive() ? uses->Decide(argument, choices) : 0; }

  bool Truth();
  Py_ssize_t Size();
  // It becomes `stolen`, a primitive. False with the pending exception when that is null.
  bool Become(PyObject* stolen);
  bool BecomeNumber();  // unless it has become something already; so below
  bool BecomeIndex();
  bool BecomeReal();
  bool BecomeText();
  // One of the members of a builtin container, or not, if it holds primitives.
  bool BecomeMember(PyObject* container);
  // Its length is what it is compared with, or not, if nothing has decided it.
  void BecomeSize(PyObject* number);
  // As isinstance(this, classes): -1 with an exception.
  int IsInstance(PyObject* classes);
  // hasattr(this, name); decided once for each name.
  int HasAttribute(PyObject* name);
  // callable(this)
  bool IsCallable();

  // All new references, or null with an exception.
  PyObject* Attribute(PyObject* name);
  PyObject* Item(PyObject* key);
  PyObject* Result(bool of_arithmetic = false);
  PyObject* Elements();  // a tuple

 private:
  PyObject* Part(PyObject** dictionary, PyObject* key, model::LazyUse::Part part);
  PyObject* NamedPart(const char* slot, model::LazyUse::Part part);
  // Whether `question` was answered by 1 or 0 before, else -1.
  int Answered(PyObject* question) const;
  bool Answer(PyObject* question, bool answer);
};

inline Lazy& AsLazy(PyObject* self) { return *reinterpret_cast<Lazy*>(self); }

PyObject* NewLazyType();
PyObject* NewLazy(LazyUses& uses, uint32_t use, uint32_t argument, uint8_t depth);

}  // namespace skua::runtime
