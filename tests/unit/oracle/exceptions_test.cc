#include "oracle/findings/exceptions.h"

#include <gtest/gtest.h>

#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using testing::TestCaseBuilder;

// quote(1) raised.
model::Observation OneRaised(const char* type, const char* message) {
  model::Observation seen{.verdict = model::Verdict::kRaised};
  seen.statements.resize(1);
  seen.exception.type_name = type;
  seen.exception.message = message;
  return seen;
}

ExceptionKind ClassifyQuote(const model::Observation& seen) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  return Classify(b.test(), testing::SampleSubject(), seen);
}

TEST(Classify, ExpectsWhatTheProjectRaisesOrDocuments) {
  model::Observation seen = OneRaised("builtins:TypeError", "must be str, not int");
  seen.exception.is_explicit = true;
  EXPECT_EQ(ClassifyQuote(seen), ExceptionKind::kExpected);
  seen.exception.is_explicit = false;
  seen.exception.is_documented = true;
  EXPECT_EQ(ClassifyQuote(seen), ExceptionKind::kExpected);
}

TEST(Classify, ExpectsTheProgramToEndWhoeverEndsIt) {
  EXPECT_EQ(ClassifyQuote(OneRaised("builtins:SystemExit", "2")), ExceptionKind::kExpected);
}

TEST(Classify, TakesTheRestForFindings) {
  EXPECT_EQ(ClassifyQuote(OneRaised("builtins:ZeroDivisionError", "division by zero")),
            ExceptionKind::kFinding);
  EXPECT_EQ(ClassifyQuote(
                OneRaised("builtins:AttributeError", "'NoneType' object has no attribute 'group'")),
            ExceptionKind::kFinding);
  EXPECT_EQ(ClassifyQuote(OneRaised("builtins:TypeError", "cannot print")),
            ExceptionKind::kFinding);
}

TEST(Classify, BlamesAnArgumentWhoseTypeTheMessageNames) {
  for (const auto& [type, message] :
       {std::pair("builtins:AttributeError", "'int' object has no attribute 'split'"),
        std::pair("builtins:TypeError", "object of type 'int' has no len()"),
        std::pair("builtins:TypeError", "can only concatenate str (not \"int\") to str")}) {
    EXPECT_EQ(ClassifyQuote(OneRaised(type, message)), ExceptionKind::kWrongArgument) << message;
  }
}

TEST(Classify, BlamesAnArgumentThatItsTypeRulesOutAnywhereOnTheWay) {
  using model::TypeKind;
  const auto classify = [](TypeKind kind, bool is_union, bool gives_none) {
    model::Subject subject = testing::SampleSubject();
    const auto add = [&](TypeKind of, std::vector<model::TypeIndex> arguments = {}) {
      subject.types.emplace_back().kind = of;
      subject.types.back().arguments = std::move(arguments);
      return static_cast<model::TypeIndex>(subject.types.size() - 1);
    };
    const model::TypeIndex type = add(kind);
    auto& name = subject.callables[testing::kRateTable].parameters[0];
    name.type = is_union ? add(TypeKind::kUnion, {type, add(TypeKind::kInt)}) : type;
    TestCaseBuilder b;
    const auto value = gives_none ? b.None() : b.Int(1);
    b.Call(testing::kRateTable, {{0, value}});
    b.Call(testing::kQuote, {{0, b.Int(1)}});
    model::Observation seen = OneRaised("builtins:TypeError", "cannot print");
    seen.statements.resize(3);
    return Classify(b.test(), subject, seen);
  };
  for (const TypeKind kind :
       {TypeKind::kStr, TypeKind::kBytes, TypeKind::kBool, TypeKind::kNone, TypeKind::kList}) {
    EXPECT_EQ(classify(kind, false, false), ExceptionKind::kWrongArgument);
    EXPECT_EQ(classify(kind, true, false), ExceptionKind::kFinding) << "or an int";
  }
  for (const TypeKind kind : {TypeKind::kInt, TypeKind::kFloat, TypeKind::kAny}) {
    EXPECT_EQ(classify(kind, false, false), ExceptionKind::kFinding);
  }
  EXPECT_EQ(classify(TypeKind::kInt, false, true), ExceptionKind::kFinding)
      << "None where there is a default";
}

TEST(Classify, HasNoUseForWhatOnlyALibraryRaised) {
  model::Observation seen = OneRaised("builtins:AttributeError", "args");
  seen.exception.frames = {{"contextlib.py", 135, "_GeneratorContextManager.__enter__", ""}};
  EXPECT_EQ(ClassifyQuote(seen), ExceptionKind::kBoundary);
  seen.exception.path = "parcel.py";
  EXPECT_EQ(ClassifyQuote(seen), ExceptionKind::kFinding);
}

TEST(Classify, HasNoUseForWhatTheTestUsedUp) {
  const auto classify = [](bool is_used_before) {
    TestCaseBuilder b;
    const auto weight = b.Int(1);
    if (is_used_before) b.Call(testing::kQuote, {{0, weight}});
    b.Call(testing::kQuote, {{0, weight}});
    model::Observation seen = OneRaised("builtins:ValueError", "I/O operation on closed file.");
    seen.exception.path = "parcel.py";
    seen.statements.resize(b.test().size() - 1);
    return Classify(b.test(), testing::SampleSubject(), seen);
  };
  EXPECT_EQ(classify(true), ExceptionKind::kBoundary);
  EXPECT_EQ(classify(false), ExceptionKind::kFinding) << "the code closed it";
}

TEST(Classify, HasNoUseForWhatOurOwnCallGotWrong) {
  model::Observation seen = OneRaised("builtins:TypeError", "quote() missing 1 argument");
  seen.exception.at_boundary = true;
  EXPECT_EQ(ClassifyQuote(seen), ExceptionKind::kBoundary);
  EXPECT_EQ(ClassifyQuote(OneRaised("builtins:KeyboardInterrupt", "")), ExceptionKind::kBoundary);

  TestCaseBuilder b;
  b.Call(testing::kDecimal, {{0, b.Str("no number")}});
  EXPECT_EQ(Classify(b.test(), testing::SampleSubject(), OneRaised("decimal:InvalidOperation", "")),
            ExceptionKind::kBoundary);
  TestCaseBuilder literal;  // an unhashable member of a set
  literal.Collection(model::StatementKind::kSet, {literal.List({})});
  EXPECT_EQ(Classify(literal.test(), testing::SampleSubject(),
                     OneRaised("builtins:TypeError", "unhashable")),
            ExceptionKind::kBoundary);
}

TEST(Classify, BlamesWhatAnArgumentHolds) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.List({b.Int(1)})}});
  model::Observation seen =
      OneRaised("builtins:AttributeError", "'int' object has no attribute 'a'");
  seen.statements.resize(2);
  EXPECT_EQ(Classify(b.test(), testing::SampleSubject(), seen), ExceptionKind::kWrongArgument);
}

}  // namespace
}  // namespace skua::oracle
