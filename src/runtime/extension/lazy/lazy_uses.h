// Records the uses of a test's lazy arguments, and decides their answers (Lee, "SPLAT"; answers
// come on demand, as in Allen's "IRULAN"). An answer follows from the argument's number and the
// number of earlier answers, so that a test is repeatable.
#pragma once

#include <Python.h>

#include <cstdint>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "protocol/trace_limits.h"
#include "runtime/extension/python/owned.h"
#include "runtime/extension/python/subject_table.h"

namespace skua::runtime {

class LazyUses {
 public:
  static constexpr std::size_t kMostUses = protocol::kMostLazyUses;  // in a test; more are refused
  static constexpr std::size_t kMostOperands = protocol::kMostLazyOperands;
  static constexpr std::size_t kMostClasses = protocol::kMostLazyClasses;
  static constexpr uint8_t kMostDepth = 8;       // parts of parts: db.find().first()["name"]
  static constexpr uint8_t kMostArithmetic = 4;  // most results of arithmetic among these
  // Questions in a test, so that loops over them end.
  static constexpr uint32_t kMostAsked = 20'000;

  // Creates the types of lazy values. Returns false with a Python exception.
  bool Prepare();
  void set_subject(const SubjectTable* subject) { subject_ = subject; }
  bool is_lazy(PyObject* object) const {
    return Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(type_.get()));
  }

  bool is_in_use() const { return !uses_.empty(); }

  // Begins a test. Lazy values of earlier tests still answer but are no longer recorded.
  void Begin();
  // Ends the test: moves the recorded uses out.
  void MoveTo(std::vector<model::LazyUse>& uses);

  // Makes a lazy argument: a new reference, or null with a Python exception. Its answers follow
  // from `decisions`.
  PyObject* NewArgument(model::VariableIndex variable, int64_t decisions);

  // Called by lazy values only:

  // Adds a use that is part of `parent` (kNoIndex: none); null after too many.
  model::LazyUse* AddUse(uint32_t parent, model::LazyUse::Part part);
  uint32_t last_use() const { return static_cast<uint32_t>(uses_.size()) - 1; }
  model::LazyUse& use(uint32_t index) { return uses_[index]; }
  bool IsRunning(uint64_t test) const { return is_running_ && test == test_; }
  uint64_t test() const { return test_; }
  // Returns a pseudorandom number below `choices`.
  uint32_t Decide(uint32_t argument, uint32_t choices);
  // Returns false with TypeError after too many questions.
  bool CountQuestion();
  // Records that isinstance was asked for the class. Returns its Builtin, or 0 for other classes.
  uint32_t AddClass(uint32_t use, PyObject* a_class);

  PyTypeObject* type() const { return reinterpret_cast<PyTypeObject*>(type_.get()); }
  PyTypeObject* answer_type() const { return reinterpret_cast<PyTypeObject*>(answer_type_.get()); }

 private:
  const SubjectTable* subject_ = nullptr;
  Owned type_, answer_type_;
  std::vector<model::LazyUse> uses_;
  std::vector<uint64_t> generators_;  // by argument
  uint64_t test_ = 0;
  uint32_t asked_ = 0;
  bool is_running_ = false;
};

}  // namespace skua::runtime
