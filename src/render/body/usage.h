// Counts how the statements of a test are used: where each variable is needed, and as what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Returns whether the assertion tests `assertion.variable` rather than the environment.
bool IsOfVariable(const model::Assertion& assertion);

class Usage {
 public:
  // Borrows the subject and the test.
  Usage(const model::Subject& subject, const model::GeneratedTest& test);

  // Returns whether the statement must be written: a call or assertion needs it, or it is the last
  // call, or one that does more than make an object of a library.
  bool IsLive(std::size_t i) const;
  // Number of uses as operands of live statements.
  unsigned uses(std::size_t i) const { return uses_[i]; }
  // Returns the number of assertions on the variable, without those on a lambda that is read
  // through its holder.
  unsigned asserted(std::size_t i) const { return asserted_[i]; }
  bool IsNeeded(std::size_t i) const { return uses_[i] > 0 || asserted_[i] > 0; }

  // Returns the operands without repeated members of a set and values under a repeated key.
  std::vector<model::VariableIndex> OperandsOf(const model::Statement& statement) const;

  // Returns whether the test reads an attribute of the variable or calls a method on it.
  bool IsReceiver(std::size_t i) const;
  // Returns the first call that takes the variable as an argument, and the argument's index; null
  // if there is none.
  std::pair<const model::Statement*, std::size_t> FirstArgument(std::size_t i) const;
  // Returns the only statement that uses the variable; null if there are several, or an assertion
  // on it.
  const model::Statement* OnlyUser(std::size_t i) const;
  bool IsUnpacked(std::size_t i) const;
  // Returns whether the lambda is written by unittest.mock: its answer is awaited, raised or one of
  // several, it is a method of a plain object, or an assertion is about its calls.
  bool IsMock(std::size_t i) const;
  // Returns the plain object whose attribute the lambda is, and the attribute's name, where nothing
  // else uses the lambda.
  std::optional<std::pair<std::size_t, std::string>> HolderOf(std::size_t lambda) const;
  // Returns whether the call makes a types.SimpleNamespace, or a mock of a class.
  bool IsPlainObject(const model::Statement& call) const;

  const model::Callable& CalleeOf(const model::Statement& call) const {
    return subject_.callables[call.target];
  }

  // Whether the variable is nothing but an attribute of plain objects.
  bool IsOnlyHeld(std::size_t i) const;

 private:
  const model::Subject& subject_;
  const std::vector<model::Statement>& statements_;
  std::vector<unsigned> uses_;
  std::vector<unsigned> asserted_;
  std::vector<bool> asked_;  // whether an assertion is about the calls of the lambda
};

}  // namespace skua::render
