// What instrumented code calls: one builtin function a place, with its data behind `self`, so that
// a call is one C call with nothing to look up. Semantics: a probe does what the code it stands for
// did, with the same results, exceptions and number of calls into the subject's objects.
#pragma once

#include <Python.h>

#include <string_view>
#include <vector>

#include "runtime/extension/owned.h"
#include "runtime/extension/recorder.h"

namespace skua::runtime {

class ProbeMaker {
 public:
  explicit ProbeMaker(Recorder& recorder) : recorder_(recorder) {}

  // Creates the types behind the probes. False with a Python exception.
  bool Prepare();

  // All return a new reference, or null with a Python exception (an index out of range …).
  PyObject* Enter(uint32_t code_object) const;       // () → True
  PyObject* EnterValue(uint32_t code_object) const;  // (v) → v
  PyObject* Compare(uint32_t predicate, std::string_view op,
                    bool condition) const;      // (left, right)
  PyObject* Truth(uint32_t predicate) const;    // (v) → bool
  PyObject* Operand(uint32_t predicate) const;  // (v) → v
  PyObject* Loop(uint32_t predicate) const;     // (iterable) → iterable or iterator
  PyObject* Case(std::vector<uint32_t> predicates, uint32_t taken) const;  // () → None
  PyObject* Handler(uint32_t predicate) const;                             // (types) → types

 private:
  PyObject* Make(PyMethodDef& function, uint32_t index, Operator op = Operator::kEqual,
                 std::vector<uint32_t>* cases = nullptr) const;
  bool CheckPredicate(uint32_t predicate) const;

  Recorder& recorder_;
  Owned probe_type_, iterator_type_;
};

}  // namespace skua::runtime
