#include "search/evaluation/displaced_accidents.h"

#include <gtest/gtest.h>

#include <string>

#include "support/fake_executor.h"
#include "support/sample_subject.h"

namespace skua::search {
namespace {

using model::Trace;
using testing::TestCaseBuilder;

const base::SteadyClock kClock;

model::TestCase OfLength(std::size_t statements) {
  model::TestCase test;
  test.statements.resize(statements);
  return test;
}

TEST(DisplacedAccidents, AreTheShortestOfEachPlace) {
  DisplacedAccidents displaced;
  displaced.Note(OfLength(3), {"builtins:TypeError", "quote", 4});
  displaced.Note(OfLength(2), {"builtins:TypeError", "quote", 4});
  displaced.Note(OfLength(5), {"builtins:TypeError", "quote", 9});
  displaced.Note(OfLength(6), {"builtins:KeyError", "quote", 4});
  displaced.Note(OfLength(7), {"builtins:KeyError", "weigh", 4});
  std::vector<std::size_t> lengths;
  for (const model::TestCase& test : displaced.Tests()) lengths.push_back(test.size());
  std::ranges::sort(lengths);
  EXPECT_EQ(lengths, (std::vector<std::size_t>{2, 5, 6, 7}));
}

TEST(DisplacedAccidents, AreBounded) {
  DisplacedAccidents displaced;
  for (uint32_t line = 1; line < 1000; ++line) displaced.Note(OfLength(1), {"T", "f", line});
  EXPECT_EQ(displaced.Tests().size(), DisplacedAccidents::kMost);
}

// Raises at line 4 whatever it is, unless it has fewer statements than `needs`.
std::vector<model::TestCase> Sliced(const model::TestCase& test, std::size_t needs) {
  test::FakeExecutor executor([needs](const model::TestCase& run, model::Isolation) {
    return model::Trace{.verdict = model::Verdict::kRaised,
                        .executed_statements = static_cast<uint16_t>(run.size() - 1),
                        .exception = "builtins:TypeError",
                        .raised_at = run.size() < needs ? 5u : 4u};
  });
  return SlicedAccidents(testing::SampleSubject(), executor, {test}, base::Deadline(kClock));
}

TEST(DisplacedAccidents, HaveNoStatementsThatDoNotLeadToThem) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  b.Call(testing::kQuote, {{0, b.Int(2)}});
  EXPECT_EQ(Sliced(b.test(), 0)[0].size(), 2u);
  EXPECT_EQ(Sliced(b.test(), 3)[0], b.test()) << "without them it raises elsewhere";
}

}  // namespace
}  // namespace skua::search
