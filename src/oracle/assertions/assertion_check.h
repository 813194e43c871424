// Predicts pytest's verdict on a test from an observation: which of its assertions hold, and
// whether it ends as expected.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"

namespace skua::oracle {

// The state of each variable after each statement: the last one observed, since observations only
// list changes. The variable of a statement that raised is the exception. Borrows the observation.
class ObservedStates {
 public:
  explicit ObservedStates(const model::Observation& seen);

  // Returns the effects of statement `i`, even if it raised; null if it was not reached.
  const model::StatementObservation* Statement(std::size_t i) const;

  // Returns the last known state of the variable after statement `after`; null if none is known.
  const model::Value* Variable(std::size_t variable, std::size_t after) const;
  const model::Value* Global(std::string_view name, std::size_t after) const;
  const model::Value* File(std::string_view path, std::size_t after) const;

 private:
  struct Told {
    std::size_t variable;
    std::size_t statement;
    const model::Value* value;
  };
  using Named = std::vector<std::pair<std::string, model::Value>>;

  // Returns the last value of `name` in this list of the statements up to `after`; null if none.
  const model::Value* LastTold(Named model::StatementObservation::*list, std::string_view name,
                               std::size_t after) const;

  const model::Observation* seen_;
  std::vector<Told> told_;  // by variable, then statement
};

// Names of the fields of an object that hold its str(), and its list(), dict() or set().
inline constexpr std::string_view kTextField = "__str__()";
inline constexpr std::string_view kItemsField = "__iter__()";

// Returns the value at a path within a value ("limit", "table.limit", "span()", "[0].name"); null
// if it does not exist or is unknown.
const model::Value* Attribute(const model::Value* value, std::string_view path);

// Returns the indices of the assertions that do not hold, ascending. An assertion after a statement
// that was not reached does not hold. Assertions on output depend on earlier ones.
std::vector<uint32_t> FailingAssertions(const std::vector<model::Assertion>& assertions,
                                        const model::Subject& subject,
                                        const model::Observation& seen);

// Returns for each assertion the observed value, of the kind of its expected value: the length for
// kLength, the items for kItems, the string for kText. Nullopt if unknown.
std::vector<std::optional<model::Value>> SeenByAssertions(
    const std::vector<model::Assertion>& assertions, const model::Subject& subject,
    const model::Observation& seen);

// Returns the part of an exception's message that a written test matches; empty: none. A null
// function matches no message.
using MatchedMessage = std::function<std::string(const model::RaisedException&)>;

// Returns whether the test executes all of its statements, and raises the exception that it
// expects, if any.
bool EndsAsExpected(const model::GeneratedTest& test, const model::Subject& subject,
                    const model::Observation& seen, const MatchedMessage& matched_message);

// Returns whether the assertion calls capsys.readouterr(), which consumes the output so far.
inline bool TakesOutput(const model::Assertion& assertion) {
  return assertion.kind == model::AssertionKind::kOutput ||
         assertion.kind == model::AssertionKind::kErrorOutput;
}

}  // namespace skua::oracle
