#include "search/evaluation/learning.h"

#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::Verdict;

class LearningTest : public ::testing::Test {
 protected:
  model::CallableIndex Function(const std::string& name) {
    return program_.Callable(model::CallableKind::kFunction, name, program_.CodeObject(name), {},
                             [](test::FakeRun&, test::FakeObject*,
                                const test::FakeProgram::Arguments&) { return test::FakeValue{}; });
  }
  static model::TestCase Call(model::CallableIndex callee) {
    return {{{.kind = model::StatementKind::kCall, .target = callee}}};
  }
  // Whether something that does not end was met when calls of these ended in these verdicts.
  bool MeetsEndless(Learning& learning, const std::vector<Verdict>& verdicts) {
    const std::vector<model::TestCase> tests(verdicts.size(), Call(waits_));
    std::vector<model::Trace> traces(verdicts.size());
    for (std::size_t i = 0; i < verdicts.size(); ++i) traces[i].verdict = verdicts[i];
    learning.LearnFrom(tests, traces, std::vector<bool>(program_.subject.predicates.size()));
    return learning.met_endless();
  }

  test::FakeProgram program_;
  const model::CallableIndex waits_ = Function("waits"), ends_ = Function("ends");
};

TEST_F(LearningTest, CallsLessWhatDoesNotEnd) {
  const GoalSet goals(program_.subject);
  const SearchOptions options;
  Learning learning(goals, options, {});
  EXPECT_FALSE(MeetsEndless(learning, {Verdict::kPassed, Verdict::kRaised}));
  EXPECT_TRUE(MeetsEndless(learning, {Verdict::kTimedOut, Verdict::kTimedOut, Verdict::kPassed}));
  learning.WeighCallables(std::vector<bool>(goals.size()));
  base::Rng rng(1);
  std::size_t calls = 0;
  for (int i = 0; i < 400; ++i) {
    model::TestCase test;
    learning.knowledge().factory().AppendRandomCall(test, rng);
    for (const model::Statement& it : test.statements) calls += it.target == waits_ ? 1 : 0;
  }
  EXPECT_GT(calls, 400 / 10) << "a fifth, since its weight was halved twice";
  EXPECT_LT(calls, 400 / 3);
  EXPECT_FALSE(MeetsEndless(learning, {Verdict::kPassed})) << "of the last tests only";
}

}  // namespace
}  // namespace skua::search
