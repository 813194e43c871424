// The one measure of a test: what a reader minds most comes first, and a test is better if the
// first term in which two differ is smaller. The terms are rows of a table in measure.cc; a taste
// that is no matter of single values becomes a count in one of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/polish/expectations.h"

namespace skua::search {

// Observations of a test's last call, its act, that matter to a reader.
struct Outcome {
  bool is_function = false;    // it gave a function, of which a test can only say that it is one
  bool misses_file = false;    // it found no file of a name
  bool repeats_input = false;  // it gave what it was given: an identity would pass, too

  bool operator==(const Outcome&) const = default;
};
Outcome OutcomeOf(const model::TestCase& test, const model::Observation& seen);

// Knowledge of a suite's subject that measures share.
struct Readers {
  const model::Subject& subject;
  const model::ParameterTypes& types;
  const Expectations& expectations;
};

class Measure {
 public:
  // `outcome` of a version that acts alike is that of the test.
  Measure(const Readers& readers, const model::TestCase& test, const Outcome& outcome);

  bool operator<(const Measure& other) const;
  // How many private callables the test calls, and how many of its values contradict what is
  // expected, are written twice as keys of one dict or set, or hide what the act does.
  uint64_t private_acts() const { return terms_[0]; }
  uint64_t contradictions() const { return terms_[1]; }
  // Returns the cost of unexpected values, without those that contradict or say nothing.
  uint64_t unexpected() const { return terms_[4]; }

 private:
  static constexpr std::size_t kTerms = 7;
  friend struct Terms;

  std::array<uint64_t, kTerms> terms_{};
  std::vector<model::Statement> values_;  // decide where all terms are equal
};

}  // namespace skua::search
