#include "runtime/extension/probes/recorder.h"

#include <unistd.h>

#include "protocol/exit_status.h"
#include "runtime/extension/python/operand.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

void Recorder::Configure(uint32_t code_objects, uint32_t predicates) {
  Clear();
  Couple({});
  code_object_count_ = std::max(code_object_count_, code_objects);
  entered_.resize((code_object_count_ + 63) / 64);
  entries_.resize(std::max<std::size_t>(entries_.size(), predicates));
  executed_predicates_.resize((entries_.size() + 63) / 64);
  outcomes_.resize((2 * entries_.size() + 63) / 64);
  for (Entry& entry : entries_) {
    entry.retired = false;
    entry.costs = {};
  }
  entry_costs_.assign(code_object_count_, {});
}

bool Recorder::SetEntryCost(uint32_t code_object, Stretch stretch) {
  if (code_object >= entry_costs_.size()) return false;
  entry_costs_[code_object] = stretch;
  return true;
}

bool Recorder::SetOutcomeCost(uint32_t predicate, bool outcome, Stretch stretch) {
  if (predicate >= entries_.size()) return false;
  entries_[predicate].costs[outcome] = stretch;
  return true;
}

model::ExecutionCost Recorder::cost() const {
  const auto bounded = [](uint64_t count) {
    return static_cast<uint32_t>(std::min<uint64_t>(count, std::numeric_limits<uint32_t>::max()));
  };
  return {bounded(loops_), bounded(calls_), bounded(objects_), bounded(statements_)};
}

void Recorder::AddPair(uint32_t predicate, PyObject* left, PyObject* right) {
  model::OperandPair& pair = pairs_.emplace_back();
  if (ReadOperand(left, pair.left) && ReadOperand(right, pair.right)) {
    pair.predicate = Copied(predicate);
    ++entries_[pair.predicate].pairs;
  } else {
    pairs_.pop_back();
  }
}

void Recorder::MoveTo(model::Trace& trace) {
  trace.code_objects.clear();
  ForEach(entered_, [&](uint32_t index) { trace.code_objects.push_back(index); });
  trace.predicates.clear();
  ForEach(executed_predicates_, [&](uint32_t index) {
    trace.predicates.push_back({index, entries_[index].to_true, entries_[index].to_false});
  });
  trace.operands.swap(pairs_);
  trace.cost = cost();
  lazy_.MoveTo(trace.lazy_uses);
  Clear();
}

void Recorder::Clear() {
  ForEach(executed_predicates_, [&](uint32_t index) {
    Entry& entry = entries_[index];
    entry.to_true = entry.to_false = kUnknown;
    entry.pairs = entry.looks = 0;
  });
  std::fill(executed_predicates_.begin(), executed_predicates_.end(), 0);
  std::fill(entered_.begin(), entered_.end(), 0);
  std::fill(outcomes_.begin(), outcomes_.end(), 0);
  loops_ = calls_ = objects_ = statements_ = 0;
  pairs_.clear();
}

PyObject* Recorder::ToPython() const {
  Owned code_objects(PyList_New(0));
  Owned predicates(PyDict_New());
  if (!code_objects || !predicates) return nullptr;
  bool ok = true;
  ForEach(entered_, [&](uint32_t index) {
    Owned number(PyLong_FromUnsignedLong(index));
    ok = ok && number && PyList_Append(code_objects.get(), number.get()) == 0;
  });
  ForEach(executed_predicates_, [&](uint32_t index) {
    Owned number(PyLong_FromUnsignedLong(index));
    Owned pair(Py_BuildValue("(dd)", entries_[index].to_true, entries_[index].to_false));
    ok = ok && number && pair && PyDict_SetItem(predicates.get(), number.get(), pair.get()) == 0;
  });
  if (!ok) return nullptr;
  return Py_BuildValue("{sOsO}", "code_objects", code_objects.get(), "predicates",
                       predicates.get());
}

bool Recorder::RaiseTimeout() {
  if (executed_ > limit_ + kSwallowedRaises) _exit(protocol::kTimeoutSwallowed);
  PyErr_SetNone(timeout_type_);
  return false;
}

}  // namespace skua::runtime
