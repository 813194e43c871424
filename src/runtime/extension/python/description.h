// Passes the results of each statement of a test to the observer, a Python object:
//   begin()
//   after(index, result, operands, variables, callable)
//       variables[i] is the result of statement i, up to this one; callable is -1 for no call
//   raised(index, exception, callable)
//   calls_of(index) -> list
//       receives (args, kwargs) of each call of the lambda that statement `index` makes
//   changed()
//       after a test that changed the state of the project, before it is restored
//   finish(verdict) -> str
//       the observation as JSON, see protocol/observation_record.h
#pragma once

#include <Python.h>

#include <string>
#include <vector>

#include "model/trace.h"
#include "protocol/batch.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class Description {
 public:
  explicit Description(PyObject* observer) : observer_(observer) {}  // borrowed

  // All return false with the exception that the observer raised.
  bool Begin() const;
  bool After(std::size_t index, const protocol::WireStatement& statement,
             const std::vector<Owned>& variables) const;
  bool Raised(std::size_t index, const protocol::WireStatement& statement,
              PyObject* exception) const;
  // The observer's method; null where it has none.
  Owned CallsOf() const;
  bool Changed() const;
  bool Finish(model::Verdict verdict, std::string& json) const;

 private:
  PyObject* observer_;
};

}  // namespace skua::runtime
