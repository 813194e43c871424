// The values behind StatementKind::kLazy. They take part in everything that is done with them, note
// it in LazyUses, and become concrete only where a concrete answer is needed. From then on a value
// answers as the value that it has become. After the test has ended, they still answer but note
// nothing.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy/lazy_uses.h"

namespace skua::runtime {

struct Lazy {
  PyObject_HEAD LazyUses* uses;
  uint64_t test;  // the test in which it came into being
  uint32_t use;
  uint32_t argument;  // index of the argument whose decisions it follows
  uint8_t depth;
  int8_t truth, size;  // -1 until decided
  uint8_t truths;      // how often it was asked for its truth
  uint8_t stepped;     // how many of its elements next() has returned
  // All are owned, and null until they are needed.
  PyObject* value;    // the bool, int, float, complex, str or bytes that it has become
  PyObject* a_class;  // the class of which it claims to be an instance
  PyObject* parts;    // a dict by str: attributes, and what Slot names
  PyObject* items;    // a dict by key

  bool IsLive() const { return uses->IsRunning(test); }
  // Notes a use. False with a TypeError when there were too many. `operand`, borrowed, may be null.
  bool Note(uint32_t operation, PyObject* operand = nullptr);
  // Decides on a number below `choices`; 0 after the test.
  uint32_t Decide(uint32_t choices) { return IsLive() ? uses->Decide(argument, choices) : 0; }

  bool Truth();
  Py_ssize_t Size();
  // Turns the value into `stolen`, a primitive. False with the pending exception when that is null.
  bool Become(PyObject* stolen);
  bool BecomeNumber();  // like those below, does nothing when it has become something already
  bool BecomeIndex();
  bool BecomeReal();
  bool BecomeText();
  // Decides, once, whether the value is None, if nothing was done with it that None does not take.
  bool BecomeNone();
  // Decides whether the value is one of the members of a builtin container, if that holds
  // primitives.
  bool BecomeMember(PyObject* container);
  // Decides whether its length is the number with which it is compared, if its length is still
  // open.
  void BecomeSize(PyObject* number);
  // isinstance(this, classes): -1 with an exception.
  int IsInstance(PyObject* classes);
  // hasattr(this, name); decided once for each name.
  int HasAttribute(PyObject* name);
  // callable(this)
  bool IsCallable();

  // All return new references, or null with an exception.
  PyObject* Attribute(PyObject* name);
  PyObject* Item(PyObject* key);
  PyObject* Result(bool of_arithmetic = false);
  PyObject* Entered();   // what `with` gives
  PyObject* Elements();  // a tuple

 private:
  PyObject* Part(PyObject** dictionary, PyObject* key, model::LazyUse::Part part);
  PyObject* NamedPart(const char* slot, model::LazyUse::Part part);
  // The earlier answer to `question`, 1 or 0; -1 when it was not asked before.
  int Answered(PyObject* question) const;
  bool Answer(PyObject* question, bool answer);
};

inline Lazy& AsLazy(PyObject* self) { return *reinterpret_cast<Lazy*>(self); }

PyObject* NewLazyType();
PyObject* NewLazy(LazyUses& uses, uint32_t use, uint32_t argument, uint8_t depth);

}  // namespace skua::runtime
