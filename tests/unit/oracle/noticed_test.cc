#include "oracle/assertions/noticed.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "support/fake_clock.h"
#include "support/fake_mutants.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;
using model::Verdict;
using testing::FloatValue;
using testing::IntValue;
using testing::ItemsValue;
using testing::NamedValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::StrValue;

Observation Gives(Value result) {
  Observation seen{.verdict = Verdict::kPassed};
  seen.statements.resize(2);
  seen.statements[1].result = std::move(result);
  return seen;
}

Observation With(const std::function<void(StatementObservation&)>& edit) {
  Observation seen = Gives(NoneValue());
  edit(seen.statements[1]);
  return seen;
}

Value Opaque(std::string type_name) { return NamedValue(ValueKind::kOpaque, std::move(type_name)); }

bool Noticed(const Observation& baseline, const Observation& mutated) {
  return oracle::Noticed(baseline, mutated, nullptr);
}

TEST(Noticed, IsADifferenceThatAnAssertionCanState) {
  const Value one = ItemsValue(ValueKind::kList, {ObjectValue("m:Row", {{"limit", IntValue(1)}})});
  const Value two = ItemsValue(ValueKind::kList, {ObjectValue("m:Row", {{"limit", IntValue(2)}})});
  const struct {
    const char* what;
    Value baseline, mutated;
    bool noticed;
  } kCases[] = {
      {"another number", IntValue(1), IntValue(2), true},
      {"the same", IntValue(1), IntValue(1), false},
      {"about the same", FloatValue(1), FloatValue(1 + 1e-9), false},
      {"another field", ObjectValue("m:Row", {{"a", IntValue(1)}, {"b", IntValue(1)}}),
       ObjectValue("m:Row", {{"a", IntValue(1)}, {"b", IntValue(2)}}), true},
      {"one more field", ObjectValue("m:Row", {{"a", IntValue(1)}}),
       ObjectValue("m:Row", {{"a", IntValue(1)}, {"b", IntValue(2)}}), false},
      {"a field of an element", one, two, true},
      {"another length", ObjectValue("m:Rows", {}, 1), ObjectValue("m:Rows", {}, 2), true},
      {"None for an object", Opaque("m:Row"), NoneValue(), true},
      {"another of the kind", Opaque("m:Row"), Opaque("m:Row"), false},
      {"None for a long text", Opaque("builtins:str"), NoneValue(), true},
      {"a text for a long one", Opaque("builtins:str"), StrValue("a"), false},
      {"None for what cannot be named", Opaque("builtins:generator"), NoneValue(), false},
      {"None for a local class", Opaque("m:f.<locals>.Row"), NoneValue(), false},
      {"what is unstable", Opaque(""), IntValue(1), false},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Noticed(Gives(c.baseline), Gives(c.mutated)), c.noticed) << c.what;
  }
}

TEST(Noticed, IsAnotherEnd) {
  const Observation baseline = Gives(IntValue(1));
  Observation shorter = baseline;
  shorter.statements.pop_back();
  EXPECT_TRUE(Noticed(baseline, shorter));
  Observation late = baseline;
  late.verdict = Verdict::kTimedOut;
  EXPECT_TRUE(Noticed(baseline, late));
  Observation raised = baseline, other = baseline;
  raised.verdict = other.verdict = Verdict::kRaised;
  raised.exception.type_name = "builtins:KeyError";
  other.exception.type_name = "builtins:ValueError";
  EXPECT_TRUE(Noticed(raised, other));
  other = raised;
  other.exception.message = "worded in another way";
  EXPECT_FALSE(Noticed(raised, other));
}

TEST(Noticed, IsAnotherMessageWhereOneIsMatched) {
  Observation raised = Gives(NoneValue());
  raised.verdict = Verdict::kRaised;
  raised.exception.message = "no rate for 3";
  Observation same = raised, other = raised;
  same.exception.message = "no rate for 4";
  other.exception.message = "none";
  const MatchedMessage matched = [](const model::RaisedException& e) {
    return e.message.substr(0, 7);
  };
  EXPECT_FALSE(oracle::Noticed(raised, same, matched));
  EXPECT_TRUE(oracle::Noticed(raised, other, matched));
}

TEST(Noticed, IsAnExceptionThatCarriesSomethingElse) {
  const auto exits = [](int64_t code) {
    Observation seen = Gives(NoneValue());
    seen.verdict = Verdict::kRaised;
    seen.exception.type_name = "builtins:SystemExit";
    seen.raising.result = ObjectValue("builtins:SystemExit", {{"code", IntValue(code)}});
    return seen;
  };
  EXPECT_TRUE(Noticed(exits(3), exits(4)));
  EXPECT_FALSE(Noticed(exits(3), exits(3)));
}

TEST(Noticed, IsOnlyWhatTheStatementChanged) {
  const auto changes = [](int64_t before, int64_t changed, int64_t other) {
    Observation seen = With([&](auto& s) {
      s.changes = {{0, ObjectValue("m:Row", {{"a", IntValue(changed)}, {"b", IntValue(other)}})}};
    });
    seen.statements[0].result = ObjectValue("m:Row", {{"a", IntValue(before)}, {"b", IntValue(3)}});
    return seen;
  };
  const Observation baseline = changes(1, 2, 3);
  EXPECT_TRUE(Noticed(baseline, changes(1, 1, 3)));
  EXPECT_FALSE(Noticed(baseline, changes(1, 2, 4)));
}

TEST(Noticed, IsAnotherEffect) {
  const auto effects = [](int64_t n) {
    return std::vector<Observation>{
        With([&](auto& s) {
          s.changes = {{0, IntValue(n)}};
        }),
        With([&](auto& s) { s.printed = std::to_string(n); }),
        With([&](auto& s) { s.printed_errors = std::to_string(n); }),
        With([&](auto& s) {
          s.logged = {{"parcel", 30, std::to_string(n)}};
        }),
        With([&](auto& s) {
          s.globals = {{"count", IntValue(n)}};
        }),
        With([&](auto& s) {
          s.files = {{"a.txt", StrValue(std::to_string(n))}};
        }),
    };
  };
  const std::vector<Observation> ones = effects(1), twos = effects(2);
  for (std::size_t i = 0; i < ones.size(); ++i) {
    EXPECT_FALSE(Noticed(ones[i], ones[i])) << i;
    EXPECT_TRUE(Noticed(ones[i], twos[i])) << i;
    EXPECT_TRUE(Noticed(ones[i], Gives(NoneValue()))) << i;
  }
}

TEST(Noticed, IsAnEffectOfTheRaisingStatement) {
  Observation baseline = Gives(NoneValue());
  baseline.verdict = Verdict::kRaised;
  Observation mutated = baseline;
  baseline.raising.printed = "a";
  mutated.raising.printed = "b";
  EXPECT_TRUE(Noticed(baseline, mutated));
}

TEST(Noticed, IsNothingInWhatIsUnstable) {
  Observation baseline = With([](auto& s) { s.printed = "a"; });
  baseline.statements[0].unstable = StatementObservation::kPrinted;
  EXPECT_FALSE(Noticed(baseline, With([](auto& s) { s.printed = "b"; })));
}

// --- Mutants -------------------------------------------------------------------------------------

class NoticesAllTest : public ::testing::Test {
 protected:
  // Mutants 1 and 2 change the result, mutant 3 does not.
  NoticesAllTest()
      : executor_([](const model::TestCase& test, model::MutantIndex mutant) {
          const bool is_longer = test.size() > 1;
          Observation seen = Gives(IntValue(mutant == 1 || mutant == 2 ? 8 : 7));
          if (mutant == model::kNoIndex && is_longer) seen.reached_mutants = {1, 2, 3};
          seen.executed_probes = mutant == 2 ? 100 : 1;
          return seen;
        }) {
    testing::TestCaseBuilder b;
    b.Call(testing::kQuote, {{0, b.Int(1)}});
    test_ = b.test();
    testing::TestCaseBuilder shorter;
    shorter.Int(1);
    shorter_ = shorter.test();
  }

  bool NoticesAll(const std::vector<model::MutantIndex>& mutants, base::Duration ago = {}) {
    const base::Deadline deadline = base::Deadline(clock_).Within(std::chrono::seconds(1));
    clock_.Advance(ago);
    return oracle::NoticesAll(test_, mutants, /*probe_limit=*/50, nullptr, executor_, deadline);
  }

  test::FakeClock clock_;
  test::FakeMutants executor_;
  model::TestCase test_;
  model::TestCase shorter_;  // reaches no mutant
};

TEST_F(NoticesAllTest, SaysWhetherEachMutantShows) {
  EXPECT_TRUE(NoticesAll({}));
  EXPECT_TRUE(NoticesAll({1, 2}));
  EXPECT_EQ(executor_.runs.size(), 3u) << "without a mutant, and with each";
  EXPECT_EQ(executor_.runs[0].probe_limit, 50u);
}

TEST_F(NoticesAllTest, EndsAtTheFirstThatGoesUnnoticed) {
  EXPECT_FALSE(NoticesAll({1, 3, 2, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(executor_.runs.size(), model::Executor::kTrialsTogether) << "these share a process";
}

TEST_F(NoticesAllTest, SaysThatAMutantIsNotNoticedThatIsNotReached) {
  EXPECT_FALSE(NoticesAll({1, 4}));
}

TEST_F(NoticesAllTest, SaysWhichTestsNoticeAMutant) {
  const std::vector<model::TestCase> tests = {shorter_, test_};
  const base::Deadline deadline(clock_);
  EXPECT_EQ(oracle::WhichNotice(tests, 1, 50, nullptr, executor_, deadline),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(oracle::WhichNotice(tests, 3, 50, nullptr, executor_, deadline),
            (std::vector<bool>{false, false}));
}

TEST_F(NoticesAllTest, DoesNotClaimWhatTheDeadlineKeptFromBeingSeen) {
  EXPECT_FALSE(NoticesAll({1}, std::chrono::seconds(2)));
}

}  // namespace
}  // namespace skua::oracle
