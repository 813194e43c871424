// What pytest would say of a test, told from an observation instead: which of its assertions hold,
// and whether it ends as it should.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "model/trace.h"

namespace skua::oracle {

// What an observation tells of the state behind a statement. It tells what changed, so each thing
// is as it was told last. Borrows the observation.
class ObservedStates {
 public:
  explicit ObservedStates(const model::Observation& seen);

  // What a statement left behind, the one that raised included; null when it was not reached.
  const model::StatementObservation* Statement(std::size_t i) const;

  // Null when nothing was told of it by then.
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

  // What was told last of `name` by the statements up to `after`.
  const model::Value* LastTold(Named model::StatementObservation::*list, std::string_view name,
                               std::size_t after) const;

  const model::Observation* seen_;
  std::vector<Told> told_;  // by variable, then statement
};

// A value, or what stands in it at a path ("limit", "table.limit", "span()", "[0].name"); null when
// there is nothing, or nothing is told of it.
const model::Value* Attribute(const model::Value* value, std::string_view path);

// Ascending indices of the assertions that do not hold. One behind a statement that was not reached
// does not. Those on output depend on those before them.
std::vector<uint32_t> FailingAssertions(const std::vector<model::Assertion>& assertions,
                                        const model::Subject& subject,
                                        const model::Observation& seen);

// The part of an exception's message that a written test matches; empty: none. Without such a
// function no message is matched.
using MatchedMessage = std::function<std::string(const model::RaisedException&)>;

// Whether it executes all that it should, and raises what it should.
bool EndsAsExpected(const model::GeneratedTest& test, const model::Subject& subject,
                    const model::Observation& seen, const MatchedMessage& matched_message);

// Whether capsys.readouterr() stands in it, which takes away what was printed up to there.
inline bool TakesOutput(const model::Assertion& assertion) {
  return assertion.kind == model::AssertionKind::kOutput ||
         assertion.kind == model::AssertionKind::kErrorOutput;
}

}  // namespace skua::oracle
