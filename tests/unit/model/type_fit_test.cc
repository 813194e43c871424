#include "model/type_fit.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/sample_subject.h"

namespace skua::model {
namespace {

using testing::TestCaseBuilder;

TypeIndex AddType(Subject& subject, TypeKind kind, std::vector<TypeIndex> arguments = {}) {
  subject.types.emplace_back().kind = kind;
  subject.types.back().arguments = std::move(arguments);
  return static_cast<TypeIndex>(subject.types.size() - 1);
}

TEST(FitOf, JudgesValuesByDeclaredTypes) {
  Subject subject = testing::SampleSubject();
  const auto text = AddType(subject, TypeKind::kStr);
  const auto number = AddType(subject, TypeKind::kFloat);
  const auto none = AddType(subject, TypeKind::kNone);
  const auto optional = AddType(subject, TypeKind::kUnion, {text, none});
  const auto list = AddType(subject, TypeKind::kList, {text});
  const auto mapping = AddType(subject, TypeKind::kDict, {text, number});
  const auto pair = AddType(subject, TypeKind::kTuple, {text, number});
  const auto function = AddType(subject, TypeKind::kCallable);
  const auto table = AddType(subject, TypeKind::kClass);
  subject.types[table].class_index = testing::kRateTableClass;
  const auto iterator = AddType(subject, TypeKind::kClass);
  subject.types[iterator].class_index = static_cast<ClassIndex>(subject.classes.size());
  subject.classes.emplace_back().name = "Iterator";
  subject.classes.back().module = "collections.abc";
  const auto iterable = AddType(subject, TypeKind::kUnion, {list, iterator});
  TestCaseBuilder b;
  const auto a = b.Str("a");
  const auto letters = b.List({a});
  const auto one = b.Int(1);
  const auto nothing = b.None();
  const auto mixed = b.List({a, one});
  const auto dict = b.Dict({a, one});
  const auto tuple = b.Collection(StatementKind::kTuple, {a, one});
  const auto lambda = b.Lambda();
  const auto made = b.Call(testing::kRateTable, {});
  const auto got = b.Call(testing::kQuote, {{0, one}});
  const auto fit = [&](std::size_t value, TypeIndex type) {
    return FitOf(b.test(), subject, value, type);
  };
  EXPECT_EQ(fit(a, text), Fit::kFits);
  EXPECT_EQ(fit(one, text), Fit::kContradicts);
  EXPECT_EQ(fit(one, number), Fit::kFits);
  EXPECT_EQ(fit(nothing, optional), Fit::kFits);
  EXPECT_EQ(fit(one, optional), Fit::kContradicts);
  EXPECT_EQ(fit(one, 0), Fit::kUnknown) << "nothing is declared";
  EXPECT_EQ(fit(mixed, list), Fit::kContradicts);
  EXPECT_EQ(fit(tuple, list), Fit::kUnknown) << "a sequence";
  EXPECT_EQ(fit(one, list), Fit::kContradicts);
  EXPECT_EQ(fit(letters, list), Fit::kFits);
  EXPECT_EQ(fit(letters, iterable), Fit::kContradicts) << "an iterator is declared";
  EXPECT_EQ(fit(dict, mapping), Fit::kFits);
  EXPECT_EQ(fit(tuple, pair), Fit::kFits);
  EXPECT_EQ(fit(lambda, function), Fit::kFits);
  EXPECT_EQ(fit(lambda, number), Fit::kContradicts);
  EXPECT_EQ(fit(lambda, list), Fit::kUnknown) << "a class may be iterated over";
  EXPECT_EQ(fit(a, function), Fit::kContradicts);
  EXPECT_EQ(fit(made, table), Fit::kFits);
  EXPECT_EQ(fit(a, table), Fit::kContradicts);
  EXPECT_EQ(fit(got, table), Fit::kUnknown);
}

TEST(IsDerivedFrom, EndsWhereProtocolsFulfilEachOther) {
  Subject subject;
  subject.classes.resize(4);
  subject.classes[0].bases = {1};
  subject.classes[1].bases = {0};
  subject.classes[2].bases = {0, 1};
  EXPECT_TRUE(IsDerivedFrom(subject, 2, 1));
  EXPECT_TRUE(IsDerivedFrom(subject, 0, 1));
  EXPECT_TRUE(IsDerivedFrom(subject, 3, 3));
  EXPECT_FALSE(IsDerivedFrom(subject, 0, 3));
  EXPECT_FALSE(IsDerivedFrom(subject, kNoIndex, 3));
  EXPECT_FALSE(IsDerivedFrom(subject, 3, kNoIndex));
}

}  // namespace
}  // namespace skua::model
