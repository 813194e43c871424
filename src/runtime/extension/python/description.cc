#include "runtime/extension/python/description.h"

namespace skua::runtime {
namespace {

int CallableOf(const protocol::WireStatement& statement) {
  return statement.kind == model::StatementKind::kCall ? static_cast<int>(statement.target) : -1;
}

const char* NameOf(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::kRaised:
      return "raised";
    case model::Verdict::kTimedOut:
      return "timed_out";
    case model::Verdict::kOutOfMemory:
      return "out_of_memory";
    default:
      return "passed";
  }
}

}  // namespace

bool Description::Begin() const {
  return static_cast<bool>(Owned(PyObject_CallMethod(observer_, "begin", nullptr)));
}

bool Description::After(std::size_t index, const protocol::WireStatement& statement,
                        const std::vector<Owned>& variables) const {
  const Owned operands(PyTuple_New(static_cast<Py_ssize_t>(statement.operands.size())));
  const Owned list(PyList_New(static_cast<Py_ssize_t>(variables.size())));
  if (!operands || !list) return false;
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    PyTuple_SetItem(operands.get(), static_cast<Py_ssize_t>(i),
                    PyLong_FromLong(statement.operands[i]));
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i),
                   Owned::Share(variables[i].get()).release());
  }
  return static_cast<bool>(Owned(PyObject_CallMethod(
      observer_, "after", "nOOOi", static_cast<Py_ssize_t>(index), variables.back().get(),
      operands.get(), list.get(), CallableOf(statement))));
}

bool Description::Raised(std::size_t index, const protocol::WireStatement& statement,
                         PyObject* exception) const {
  return static_cast<bool>(
      Owned(PyObject_CallMethod(observer_, "raised", "nOi", static_cast<Py_ssize_t>(index),
                                exception, CallableOf(statement))));
}

Owned Description::CallsOf() const {
  Owned method(PyObject_GetAttrString(observer_, "calls_of"));
  if (!method) PyErr_Clear();
  return method;
}

bool Description::Changed() const {
  return static_cast<bool>(Owned(PyObject_CallMethod(observer_, "changed", nullptr)));
}

bool Description::Finish(model::Verdict verdict, std::string& json) const {
  const Owned text(PyObject_CallMethod(observer_, "finish", "s", NameOf(verdict)));
  Py_ssize_t size = 0;
  const char* utf8 = text ? PyUnicode_AsUTF8AndSize(text.get(), &size) : nullptr;
  if (utf8 == nullptr) return false;
  json.assign(utf8, static_cast<std::size_t>(size));
  return true;
}

}  // namespace skua::runtime
