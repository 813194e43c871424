// How the statements of a test are used: where each variable is needed, and as what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Whether the assertion is about `assertion.variable` rather than the surroundings.
bool IsOfVariable(const model::Assertion& assertion);

class Usage {
 public:
  // The subject and the test outlive it.
  Usage(const model::Subject& subject, const model::GeneratedTest& test);

  // Whether the statement is needed by a call or an assertion, or is a call of its own accord: the
  // last one, or one that does more than make an object of a library.
  bool IsLive(std::size_t i) const;
  unsigned uses(std::size_t i) const { return uses_[i]; }  // as operands of live statements
  // how many assertions are about it, without those on a lambda that its holder gives access to
  unsigned asserted(std::size_t i) const { return asserted_[i]; }
  bool IsNeeded(std::size_t i) const { return uses_[i] > 0 || asserted_[i] > 0; }

  // The operands without those that Python would not keep: repeated members of a set, values under
  // a repeated key.
  std::vector<model::VariableIndex> OperandsOf(const model::Statement& statement) const;

  // Whether anything is read from the variable or called on it by its name.
  bool IsReceiver(std::size_t i) const;
  // The first call that takes the variable as an argument, and the argument's index; null when
  // there is none.
  std::pair<const model::Statement*, std::size_t> FirstArgument(std::size_t i) const;
  // The only statement that uses the variable, when there is no assertion on it; else null.
  const model::Statement* OnlyUser(std::size_t i) const;
  bool IsUnpacked(std::size_t i) const;
  // Whether the lambda is written by unittest.mock: its answer is awaited, raised or one of
  // several, it is a method of a plain object, or an assertion is about its calls.
  bool IsMock(std::size_t i) const;
  // The only user of a lambda, where that is a plain object whose attribute it is, and the name of
  // the attribute.
  std::optional<std::pair<std::size_t, std::string>> HolderOf(std::size_t lambda) const;
  // Whether the call makes a types.SimpleNamespace, or a mock of a class.
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
