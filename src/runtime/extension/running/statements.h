// Executes the statements of one test and keeps their variables. Uses the C API for Python
// expressions, without source text and frames of its own.
#pragma once

#include <Python.h>

#include <utility>
#include <vector>

#include "protocol/batch.h"
#include "runtime/extension/lazy/lazy_uses.h"
#include "runtime/extension/python/subject_table.h"

namespace skua::runtime {

class Statements {
 public:
  Statements(const SubjectTable& subject, LazyUses& lazy) : subject_(subject), lazy_(lazy) {}

  // Looks up objects of the interpreter. Returns false with a Python exception.
  bool Prepare();

  // Appends (args, kwargs) to the list calls_of(index) whenever a lambda that statement `index`
  // makes from now on is called, or awaited if its answers are; null: notes no calls.
  void NoteCalls(Owned calls_of) { calls_of_ = std::move(calls_of); }

  // Runs the statement and keeps its result as the next variable. Returns false with its exception.
  // A variable that does not precede the statement is a RuntimeError.
  bool Execute(const protocol::WireStatement& statement);

  // Returns the variables so far; the last one is the result of the last statement.
  const std::vector<Owned>& variables() const { return variables_; }

  // Releases the variables, the last one first, and closes coroutines that were not awaited. Runs
  // finalizers of the subject and discards their errors.
  void Release();

 private:
  Owned Evaluate(const protocol::WireStatement& statement);
  Owned Call(const protocol::WireStatement& statement);
  Owned CallBy(const SubjectTable::Callable& callable, PyObject* receiver,
               const protocol::WireStatement& statement) const;
  Owned Function(const protocol::WireStatement& statement);
  Owned Lambda(const protocol::WireStatement& statement);
  Owned Collect(const protocol::WireStatement& statement);
  // Borrowed; null with a Python exception.
  PyObject* Variable(model::VariableIndex index) const;
  // Returns the only argument of a setter or a reflected operator; fails like Variable.
  PyObject* OnlyArgument(const protocol::WireStatement& statement) const;
  // `first`, which may be null, comes before the arguments.
  Owned CallFunction(PyObject* function, PyObject* first, const protocol::WireStatement& statement,
                     const SubjectTable::Callable& callable) const;
  // Prepares a call with unpacked arguments or keywords. Returns false with a Python exception.
  bool Unpack(const protocol::WireStatement& statement, const SubjectTable::Callable& callable,
              PyObject* positional, Owned& keywords) const;

  const SubjectTable& subject_;
  LazyUses& lazy_;
  std::vector<Owned> variables_;
  Owned coroutine_type_;
  // Python functions that make a test's lambdas, which Python code can inspect.
  Owned make_constant_, make_identity_, make_calling_first_, make_calling_last_, make_turns_,
      make_noted_, make_noted_identity_, make_awaitable_;
  Owned calls_of_;
};

}  // namespace skua::runtime
