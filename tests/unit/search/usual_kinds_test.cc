#include "search/shrinking/usual_kinds.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "support/rich_subject.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

// untyped(x, y), whose parameters are undeclared.
class UsualKindsTest : public ::testing::Test {
 protected:
  static Statement Value(StatementKind kind, int64_t integer = 0) {
    return {.kind = kind, .integer = integer};
  }
  TestCase Untyped(Statement x, Statement y) const {
    return {{std::move(x),
             std::move(y),
             {.kind = StatementKind::kCall,
              .target = test::CallableNamed(subject_, "untyped"),
              .operands = {0, 1},
              .parameters = {0, 1}}}};
  }
  UsualKinds Learned(const std::vector<TestCase>& tests,
                     std::function<bool(std::size_t, const TestCase&)> serves,
                     std::vector<bool> voters = {}) const {
    voters.resize(tests.size(), true);
    return UsualKinds(subject_, tests, voters,
                      [&](std::size_t test, std::span<const TestCase> candidates) {
                        std::vector<bool> kept;
                        for (const TestCase& candidate : candidates) {
                          CheckWellFormed(candidate, subject_);
                          kept.push_back(serves(test, candidate));
                        }
                        return kept;
                      });
  }

  const model::Subject subject_ = test::RichSubject();
  const Statement one_ = Value(StatementKind::kInt, 1), two_ = Value(StatementKind::kInt, 2);
  const Statement text_ = Value(StatementKind::kStr), list_ = Value(StatementKind::kList);
};

TEST_F(UsualKindsTest, IsTheKindThatServesInMostTests) {
  // The first test compares x with a number; the others only store it.
  const auto serves = [](std::size_t test, const TestCase& candidate) {
    return test != 0 || candidate.statements[0].kind == StatementKind::kInt;
  };
  const std::vector<TestCase> tests = {Untyped(one_, text_), Untyped(text_, text_),
                                       Untyped(list_, text_), Untyped(text_, text_)};
  const UsualKinds usual = Learned(tests, serves);
  EXPECT_TRUE(usual.Versions(tests[0]).empty());
  for (const std::size_t other : {1, 2, 3}) {
    EXPECT_EQ(usual.Versions(tests[other]), std::vector<TestCase>{Untyped(one_, text_)});
  }
}

TEST_F(UsualKindsTest, TriesOtherValuesOfTheKindTheSmallestFirst) {
  const auto serves = [&](std::size_t test, const TestCase& candidate) {
    return test != 0 || candidate.statements[0] == two_;
  };
  const std::vector<TestCase> tests = {Untyped(two_, text_), Untyped(one_, text_),
                                       Untyped(text_, text_)};
  EXPECT_EQ(Learned(tests, serves).Versions(tests[2]),
            (std::vector<TestCase>{Untyped(one_, text_), Untyped(two_, text_)}));
}

TEST_F(UsualKindsTest, IsLearntOfWhatIsDeclaredToTakeSeveralKinds) {
  model::Subject subject = test::RichSubject();
  const auto add = [&](model::TypeKind kind, std::vector<model::TypeIndex> arguments) {
    subject.types.push_back({.kind = kind, .arguments = std::move(arguments)});
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  };
  const auto text = add(model::TypeKind::kStr, {}), bytes = add(model::TypeKind::kBytes, {});
  const auto none = add(model::TypeKind::kNone, {});
  const auto either = add(model::TypeKind::kUnion, {text, bytes});
  model::Parameter& x =
      subject.callables[test::CallableNamed(subject, "untyped")].parameters.front();
  const std::vector<TestCase> tests = {Untyped(text_, text_), Untyped(text_, text_),
                                       Untyped(Value(StatementKind::kBytes), text_)};
  const Keeps always = [](std::size_t, std::span<const TestCase> candidates) {
    return std::vector<bool>(candidates.size(), true);
  };
  const auto versions = [&] {
    return UsualKinds(subject, tests, {true, true, true}, always).Versions(tests[2]);
  };
  x.type = add(model::TypeKind::kUnion, {either, none});
  EXPECT_EQ(versions(), std::vector<TestCase>{tests[0]});
  x.type = add(model::TypeKind::kUnion, {bytes, none});
  EXPECT_TRUE(versions().empty()) << "one kind is declared, and None";
  x.type = bytes;
  EXPECT_TRUE(versions().empty());
  const std::vector<TestCase> mistyped = {tests[2], tests[0]};
  EXPECT_EQ(UsualKinds(subject, mistyped, {true, true}, always).Versions(tests[0]),
            std::vector<TestCase>{tests[2]})
      << "texts contradict what is declared, however often they are passed";
}

TEST_F(UsualKindsTest, ChangesAllPlacesTogetherBeforeOneAfterTheOther) {
  const auto serves = [](std::size_t test, const TestCase& candidate) {
    return test != 0 || (candidate.statements[0].kind == StatementKind::kInt &&
                         candidate.statements[1].kind == StatementKind::kInt);
  };
  const std::vector<TestCase> tests = {Untyped(one_, two_), Untyped(text_, list_)};
  const std::vector<TestCase> versions = Learned(tests, serves).Versions(tests[1]);
  ASSERT_FALSE(versions.empty());
  EXPECT_EQ(versions.front(), Untyped(one_, two_));
  EXPECT_EQ(versions.back(), Untyped(text_, two_));
}

TEST_F(UsualKindsTest, IsWhatIsPassedMoreOftenWhereAllServe) {
  const auto always = [](std::size_t, const TestCase&) { return true; };
  const std::vector<TestCase> tests = {Untyped(one_, text_), Untyped(one_, text_),
                                       Untyped(text_, text_)};
  EXPECT_EQ(Learned(tests, always).Versions(tests[2]), std::vector<TestCase>{Untyped(one_, text_)});
  EXPECT_TRUE(Learned({tests[0], tests[2]}, always).Versions(tests[2]).empty())
      << "neither is more usual than the other";
}

TEST_F(UsualKindsTest, IsAMemberOfAnEnumerationWhereOneServes) {
  Statement member = Value(StatementKind::kEnumMember);
  member.target = 3;  // Color.RED
  const auto serves = [](std::size_t test, const TestCase& candidate) {
    return test != 1 || candidate.statements[0].kind == StatementKind::kInt;
  };
  const std::vector<TestCase> tests = {Untyped(member, text_), Untyped(one_, text_),
                                       Untyped(two_, text_)};
  const UsualKinds usual = Learned(tests, serves);
  EXPECT_TRUE(usual.Versions(tests[0]).empty());
  Statement other = member;
  other.integer = 1;
  EXPECT_EQ(usual.Versions(tests[2]),
            (std::vector<TestCase>{Untyped(member, text_), Untyped(other, text_)}))
      << "any other member may do where that does not";
}

TEST_F(UsualKindsTest, IsNotNoneAndNotWhatOnlyRefusedCallsNeed) {
  const Statement none = Value(StatementKind::kNone);
  const auto serves = [](std::size_t test, const TestCase& candidate) {
    return test != 0 || candidate.statements[0].kind == StatementKind::kNone;
  };
  const std::vector<TestCase> tests = {Untyped(none, text_), Untyped(text_, text_),
                                       Untyped(text_, text_)};
  EXPECT_TRUE(Learned(tests, serves).Versions(tests[1]).empty());
  EXPECT_EQ(Learned(tests, serves, {false}).Versions(tests[0]),
            std::vector<TestCase>{Untyped(text_, text_)})
      << "a test that does not vote follows the others";
}

}  // namespace
}  // namespace skua::search
