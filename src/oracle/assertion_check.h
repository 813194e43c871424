// Predicts from an observation what pytest would say of a test: which of its assertions hold, and
// whether it ends as it should.
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

// The state of each variable after each statement: as it was last told, since an observation only
// tells what changed. The variable of a statement that raised is the exception. Borrows the
// observation.
class ObservedStates {
 public:
  explicit ObservedStates(const model::Observation& seen);

  // What statement `i` left behind, even one that raised; null when it was not reached.
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

// The value at a path within a value ("limit", "table.limit", "span()", "[0].name"); null when
// there is none, or when nothing is told of it.
const model::Value* Attribute(const model::Value* value, std::string_view path);

// Indices of the assertions that do not hold, ascending. An assertion behind a statement that was
// not reached does not hold. Assertions on output depend on those before them.
std::vector<uint32_t> FailingAssertions(const std::vector<model::Assertion>& assertions,
                                        const model::Subject& subject,
                                        const model::Observation& seen);

// For each assertion what was observed where it looks, in the terms of its expected value: of
// kLength the length, of kText the string. Nothing where it is not known.
std::vector<std::optional<model::Value>> SeenByAssertions(
    const std::vector<model::Assertion>& assertions, const model::Subject& subject,
    const model::Observation& seen);

// Returns the part of an exception's message that a written test matches; empty: none. Without such
// a function no message is matched.
using MatchedMessage = std::function<std::string(const model::RaisedException&)>;

// Whether the test executes all statements that it should, and raises what it should.
bool EndsAsExpected(const model::GeneratedTest& test, const model::Subject& subject,
                    const model::Observation& seen, const MatchedMessage& matched_message);

// Returns whether the assertion calls capsys.readouterr(), which consumes the output so far.
inline bool TakesOutput(const model::Assertion& assertion) {
  return assertion.kind == model::AssertionKind::kOutput ||
         assertion.kind == model::AssertionKind::kErrorOutput;
}

}  // namespace skua::oracle
