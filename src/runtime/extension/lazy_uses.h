// What a test does with its lazy arguments, and what these answer (Lee, "SPLAT"; the answers come
// on demand, as in Allen's "IRULAN"). An answer is decided by the argument's number and by how many
// were given before, so that the same test shows the same again.
#pragma once

#include <Python.h>

#include <cstdint>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "runtime/extension/owned.h"
#include "runtime/extension/subject_table.h"

namespace skua::runtime {

class LazyUses {
 public:
  static constexpr std::size_t kMostUses = 64;  // of a test; what goes beyond is refused
  static constexpr std::size_t kMostOperands = 6;
  static constexpr std::size_t kMostClasses = 6;
  static constexpr uint8_t kMostDepth = 4;        // parts of parts
  static constexpr uint32_t kMostAsked = 20'000;  // questions of a test: loops over them end

  // Creates the types of lazy values. False with a Python exception.
  bool Prepare();
  void set_subject(const SubjectTable* subject) { subject_ = subject; }
  bool is_lazy(PyObject* object) const {
    return Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(type_.get()));
  }

  bool is_in_use() const { return !uses_.empty(); }

  // A test begins. Lazy values of earlier ones go on to answer, and are recorded no more.
  void Begin();
  // It has ended: gives what was recorded.
  void MoveTo(std::vector<model::LazyUse>& uses);

  // A new reference, or null with a Python exception. Its answers follow from `decisions`.
  PyObject* NewArgument(model::VariableIndex variable, int64_t decisions);

  // For the values themselves.

  // A use that is part of `parent` (kNoIndex: none); null when there are too many.
  model::LazyUse* AddUse(uint32_t parent, model::LazyUse::Part part);
  uint32_t last_use() const { return static_cast<uint32_t>(uses_.size()) - 1; }
  model::LazyUse& use(uint32_t index) { return uses_[index]; }
  bool IsRunning(uint64_t test) const { return is_running_ && test == test_; }
  uint64_t test() const { return test_; }
  // Below `choices`.
  uint32_t Decide(uint32_t argument, uint32_t choices);
  // False with TypeError when too much was asked.
  bool CountQuestion();
  // The class is noted as one that isinstance was asked for; the Builtin that it is, or 0.
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
