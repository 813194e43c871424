// Tells a Python object, the observer, what each statement of a test left behind:
//   begin()
//   after(index, result, operands, variables, callable)   variables[i] is what statement i gave, up
//   to
//                                                          this one; callable is -1 when it is no
//                                                          call
//   raised(index, exception, callable)
//   calls_of(index) -> list                                takes (args, kwargs) of each call of the
//                                                          lambda that statement `index` makes
//   changed()                                              the test is over, and left the state of
//                                                          the project changed; soon it is put back
//   finish(verdict) -> str                                 the observation as JSON, see
//   protocol/observation_record.h
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
