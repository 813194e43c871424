// Keeps tests that ended by accident (Ending::kAccident) and gave way to others that cover the same
// goals: nobody would read them as tests, but what they showed may be a fault of the subject. There
// is one for each place that raises, and no more than a few.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

// The type of an exception, and the line of the innermost code object that raised it.
struct RaisingPlace {
  std::string exception;
  std::string code_object;
  uint32_t line = 0;
  auto operator<=>(const RaisingPlace&) const = default;
};
RaisingPlace RaisingPlaceOf(const model::Trace& trace);

class DisplacedAccidents {
 public:
  static constexpr std::size_t kMost = 32;

  // Notes a test that ends with the statement that raised. Keeps the shortest for each place.
  void Note(const model::TestCase& test, const RaisingPlace& place);

  std::vector<model::TestCase> Tests() const;

 private:
  std::map<RaisingPlace, model::TestCase> tests_;
};

// Leaves out of each test the statements on which its last one does not depend, where it raises at
// the same place without them. Tests that the deadline does not reach stay as they are.
std::vector<model::TestCase> SlicedAccidents(const model::Subject& subject,
                                             model::Executor& executor,
                                             const std::vector<model::TestCase>& tests,
                                             const base::Deadline& deadline);

}  // namespace skua::search
