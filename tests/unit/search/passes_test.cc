// What the passes that exchange calls propose, whether it is better or not.

#include "search/polish/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/making/test_edits.h"
#include "support/rich_subject.h"
#include "unit/search/proposed.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Names = std::vector<std::string>;

class PassesTest : public ::testing::Test {
 protected:
  VariableIndex Value(StatementKind kind) {
    test_.statements.emplace_back().kind = kind;
    return static_cast<VariableIndex>(test_.size() - 1);
  }
  VariableIndex Call(const std::string& name, std::vector<VariableIndex> operands = {}) {
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = test::CallableNamed(subject_, name);
    call.operands.assign(operands.begin(), operands.end());
    const std::size_t first = FirstArgument(subject_.callables[call.target]);
    for (uint16_t p = 0; p + first < operands.size(); ++p) call.parameters.push_back(p);
    test_.statements.push_back(std::move(call));
    return static_cast<VariableIndex>(test_.size() - 1);
  }
  VariableIndex Money() { return Call("Money", {Value(StatementKind::kInt)}); }
  Names CallsOf(const TestCase& test) const {
    Names names;
    for (const Statement& it : test.statements) {
      if (it.kind == StatementKind::kCall) names.push_back(subject_.callables[it.target].name);
    }
    return names;
  }
  std::vector<TestCase> By(void (*propose)(const Look&, Proposals&), std::size_t place) const {
    return ProposedBy(propose, subject_, test_, place);
  }
  // Adds an operator of Money beside one that it has.
  void AddOperator(const char* name, bool takes_other) {
    model::Callable callable = subject_.callables[test::CallableNamed(subject_, "Money.__add__")];
    callable.name = name;
    callable.qualified_name = std::string("Money.") + name;
    if (!takes_other) callable.parameters.clear();
    subject_.callables.push_back(callable);
    subject_.classes[callable.class_index].methods.push_back(
        static_cast<model::CallableIndex>(subject_.callables.size() - 1));
  }

  model::Subject subject_ = test::RichSubject();
  TestCase test_;
};

TEST_F(PassesTest, WriteWhatAnEarlierCallReturnedAsALiteral) {
  const VariableIndex area = Call("apply", {Call("make_counter")});
  const VariableIndex money = Call("Money", {area});
  Call("Money.__add__", {money, money});
  model::Observation seen;
  seen.statements.resize(test_.size());
  seen.statements[0].result.kind = model::ValueKind::kOpaque;
  seen.statements[area].result.kind = model::ValueKind::kInt;
  seen.statements[area].result.integer = 42;
  seen.statements[money].result.kind = model::ValueKind::kObject;
  const auto observe = [&](std::span<const TestCase>) { return std::vector{seen}; };
  const auto versions = ProposedBy(PassLiterals, subject_, test_, test_.size() - 1, {}, observe);
  ASSERT_THAT(versions, SizeIs(2));
  EXPECT_EQ(CallsOf(versions[0]), (Names{"Money", "__add__"}));
  EXPECT_EQ(versions[0].statements[0].integer, 42);
  EXPECT_THAT(By(PassLiterals, test_.size() - 1), IsEmpty()) << "nothing observes";
}

TEST_F(PassesTest, CallOnAReceiverWhatIsCalledOnWhatItsMethodReturned) {
  const VariableIndex money = Money();
  const VariableIndex sum = Call("Money.__add__", {money, money});
  const VariableIndex again = Call("Money.__add__", {sum, money});
  Call("Money.__getitem__", {again, Value(StatementKind::kInt)});
  const auto versions = By(SkipDetours, again);
  ASSERT_THAT(versions, SizeIs(1));
  EXPECT_EQ(CallsOf(versions[0]), (Names{"Money", "__add__", "__getitem__"}));
  EXPECT_THAT(By(SkipDetours, money), IsEmpty()) << "a number is no object";
  EXPECT_THAT(By(SkipDetours, test_.size() - 1), IsEmpty()) << "the act";
}

TEST_F(PassesTest, LeaveOutCallsWithWhatOnlyTheyNeeded) {
  const VariableIndex money = Money();
  Call("Money.__add__", {money, money});
  const VariableIndex item = Call("Money.__getitem__", {money, Value(StatementKind::kStr)});
  Call("Money.__getitem__", {money, Value(StatementKind::kInt)});
  const TestCase version = By(LeaveOutStatements, item).at(0);
  EXPECT_EQ(CallsOf(version), (Names{"Money", "__add__", "__getitem__"}));
  EXPECT_EQ(version.size(), test_.size() - 2) << "the text goes with the call that needed it";
}

TEST_F(PassesTest, NameAMissingFileOfTheTestWhereNoneIsFound) {
  Call("load", {Value(StatementKind::kStr), Value(StatementKind::kInt)});
  const std::size_t act = test_.size() - 1;
  EXPECT_THAT(By(NameOwnFiles, act), IsEmpty());
  const auto versions = ProposedBy(NameOwnFiles, subject_, test_, act, {.misses_file = true});
  ASSERT_THAT(versions, SizeIs(2));
  EXPECT_EQ(CallsOf(versions[0]), (Names{"missing_file", "load"}));
  EXPECT_EQ(CallsOf(versions[1]), (Names{"missing_file", "__str__", "load"}));
}

TEST_F(PassesTest, CompareAnObjectWithAnEqualOneInsteadOfItself) {
  const VariableIndex money = Money();
  const VariableIndex sum = Call("Money.__add__", {money, money});
  Call("Money.__getitem__", {sum, Value(StatementKind::kInt)});
  const auto versions = By(CompareWithTheLike, sum);
  ASSERT_THAT(versions, SizeIs(1));
  EXPECT_EQ(CallsOf(versions[0]), (Names{"Money", "Money", "__add__", "__getitem__"}));
  EXPECT_NE(versions[0].statements[4].operands[0], versions[0].statements[4].operands[1]);
  EXPECT_EQ(versions[0].statements[6].operands[0], 4u) << "later statements are renumbered";
}

TEST_F(PassesTest, CompareAnObjectWithItselfWhereItWasChangedBefore) {
  const VariableIndex money = Money();
  Call("spend", {money});
  EXPECT_THAT(By(CompareWithTheLike, Call("Money.__add__", {money, money})), IsEmpty());
}

TEST_F(PassesTest, CompareTheHashWithThatOfAnObjectThatIsMadeAlike) {
  AddOperator("__hash__", /*takes_other=*/false);
  const VariableIndex hash = Call("Money.__hash__", {Money()});
  bool are_equal = true;
  const Observe observe = [&](std::span<const TestCase> tests) {
    model::Observation seen;
    seen.verdict = model::Verdict::kPassed;
    seen.statements.resize(tests[0].size());
    seen.statements.back().result.integer = are_equal ? 1 : 0;
    return std::vector{seen};
  };
  const auto compared = [&] {
    return ProposedBy(CompareWithTheLike, subject_, test_, hash, {}, observe);
  };
  EXPECT_THAT(compared(), IsEmpty()) << "there is no ==";
  AddOperator("__eq__", /*takes_other=*/true);
  ASSERT_THAT(compared(), SizeIs(1));
  EXPECT_EQ(CallsOf(compared()[0]), (Names{"Money", "Money", "__hash__", "__hash__", "__eq__"}));
  are_equal = false;
  EXPECT_THAT(compared(), IsEmpty());
}

TEST_F(PassesTest, MakeObjectsOfTheBaseOfAClassThatTheTestDefines) {
  const VariableIndex money = Money();
  const auto plain = test_.statements[money].target;
  model::Callable derived = subject_.callables[plain];
  const model::ClassIndex base = derived.class_index;
  ASSERT_NE(base, model::kNoIndex);
  subject_.classes[base].constructors = {plain};
  model::Class small;
  small.name = small.qualified_name = "SmallMoney";
  small.bases = {base};
  small.definition = "class SmallMoney(Money):\n    LIMIT = 2\n";
  subject_.classes.push_back(small);
  derived.class_index = static_cast<model::ClassIndex>(subject_.classes.size() - 1);
  subject_.callables.push_back(derived);
  EXPECT_THAT(By(UseTheBase, money), IsEmpty());
  const TestCase of_base = test_;
  test_.statements[money].target = static_cast<uint32_t>(subject_.callables.size() - 1);
  EXPECT_THAT(By(UseTheBase, money), ElementsAre(of_base));
  subject_.callables.back().parameters.clear();
  test_.statements[money].parameters.clear();
  test_.statements[money].operands.clear();
  EXPECT_THAT(By(UseTheBase, money), IsEmpty()) << "it does not take the same arguments";
}

// def make(): return lambda *args: …
TEST(CalledResults, AreAskedForWhatTheySay) {
  model::Subject subject;
  subject.types.emplace_back();
  subject.classes.emplace_back().qualified_name = "FunctionType";
  subject.callables.emplace_back().name = "make";
  model::Callable& call = subject.callables.emplace_back();
  call.kind = model::CallableKind::kOperator;
  call.name = "__call__";
  call.class_index = 0;
  call.parameters.emplace_back().kind = model::ParameterKind::kVarPositional;
  TestCase test;
  test.statements.emplace_back().kind = StatementKind::kCall;
  std::size_t calls = 0;
  // The function returns None, unless it is given two arguments.
  const Observe observe = [&](std::span<const TestCase> tests) {
    std::vector<model::Observation> all;
    for (const TestCase& it : tests) {
      model::Observation& seen = all.emplace_back();
      seen.verdict = model::Verdict::kPassed;
      seen.statements.resize(it.size());
      model::Value& result = seen.statements.back().result;
      if (it.size() == 1) {
        result.kind = model::ValueKind::kOpaque;
        result.type_name = "builtins:function";
      } else if (it.size() == 5) {
        result.kind = model::ValueKind::kStr;
      }
      ++calls;
    }
    return all;
  };
  const auto called = [&](const Outcome& outcome) {
    return ProposedBy(CallWhatIsReturned, subject, test, 0, outcome, observe);
  };
  EXPECT_THAT(called({}), IsEmpty());
  EXPECT_EQ(calls, 0u) << "it gives no function";
  const auto versions = called({.is_function = true});
  ASSERT_THAT(versions, SizeIs(1));
  EXPECT_EQ(versions[0].size(), 5u);
  EXPECT_EQ(versions[0].statements.back().operands[0], 0u) << "what the test returned is called";
  subject.classes[0].qualified_name = "partial";
  EXPECT_THAT(called({.is_function = true}), IsEmpty()) << "the subject returns none of its kind";
}

}  // namespace
}  // namespace skua::search
