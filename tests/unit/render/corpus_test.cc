// Random suites of functions and methods, with every kind of value.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "support/sample_subject.h"
#include "unit/render/corpus.h"

namespace skua::render {
namespace {

using model::StatementKind;
using model::Value;
using model::ValueKind;
using testing::TestCaseBuilder;

constexpr int kFiles = 150;
constexpr int kFilesOfTables = 80;

class RandomSuite {
 public:
  explicit RandomSuite(uint64_t seed) : rng_(seed), subject_(RandomSubject()) {}

  const model::Subject& subject() const { return subject_; }

  model::Suite Make() {
    model::Suite suite;
    for (int64_t i = rng_.Between(1, 8); i > 0; --i) suite.push_back(MakeTest());
    return suite;
  }

  // Makes a suite of tests that only differ in their values.
  model::Suite MakeAlike() {
    model::Suite suite;
    for (int64_t shapes = rng_.Between(1, 3); shapes > 0; --shapes) {
      const base::Rng shape = rng_;
      const uint64_t kind = rng_.Below(4);
      for (int64_t i = rng_.Between(1, 7); i > 0; --i) suite.push_back(MakeAlike(kind));
      if (rng_.Chance(0.1)) rng_ = shape;  // the same once more
    }
    return suite;
  }

 private:
  // Names of other lengths, so that lines break at every place.
  model::Subject RandomSubject() {
    model::Subject subject = testing::SampleSubject();
    for (model::Callable& callable : subject.callables) {
      if (callable.class_index == testing::kDecimalClass || rng_.Chance(0.3)) continue;
      const std::string name = Word() + (rng_.Chance(0.4) ? "_" + Word() : "");
      if (callable.kind == model::CallableKind::kConstructor) continue;
      const auto dot = callable.qualified_name.rfind('.');
      callable.name = name;
      callable.qualified_name =
          dot == std::string::npos ? name : callable.qualified_name.substr(0, dot + 1) + name;
      for (model::Parameter& parameter : callable.parameters) {
        if (rng_.Chance(0.5)) parameter.name += "_" + Word();
      }
    }
    return subject;
  }

  std::string Word() {
    std::string word;
    for (int64_t i = rng_.Between(1, 16); i > 0; --i) {
      word += static_cast<char>('a' + rng_.Below(26));
    }
    return word + "x";  // no keyword ends so
  }

  std::string Text() {
    static const std::vector<std::string> kPieces = {
        "a",  "b ",   "word", "\"",   "'",    "\\",           "\n",       "\t",
        "\0", "\x7f", "é",    "日本", "😀",    "\u0301",       "{}",       "%s",
        "#",  "(",    "]",    ",",    "\xff", "\xed\xa0\x80", "\xc2\xa0", "longer piece of text "};
    std::string text;
    const int64_t length = rng_.Chance(0.1) ? rng_.Between(0, 30) : rng_.Between(0, 6);
    for (int64_t i = 0; i < length; ++i) text += rng_.Pick(kPieces);
    return text;
  }

  double Real() {
    static const std::vector<double> kReals = {0.0,
                                               -0.0,
                                               1.0,
                                               0.1,
                                               -2.5,
                                               1e16,
                                               1e-5,
                                               1e300,
                                               123456789.125,
                                               5e-324,
                                               3.0,
                                               std::numeric_limits<double>::infinity(),
                                               -std::numeric_limits<double>::infinity(),
                                               std::numeric_limits<double>::quiet_NaN()};
    return rng_.Pick(kReals);
  }

  TestCaseBuilder::Variable AnyArgument(int depth) {
    switch (rng_.Below(depth > 2 ? 6 : 12)) {
      case 0:
        return build_.Int(rng_.Between(-1000000, 1000000));
      case 1:
        return build_.Str(Text());
      case 2:
        return build_.Float(Real());
      case 3:
        return rng_.Chance(0.5) ? build_.None() : build_.Bool(rng_.Chance(0.5));
      case 4:
        return build_.Text(StatementKind::kBytes, Text());
      case 5:
        return build_.Member(testing::kZoneClass, rng_.Between(0, 1));
      case 6:
        return build_.Call(testing::kDecimal, {{0, build_.Str("4.90")}});
      case 7:
        return build_.Call(testing::kRow, {{0, AnyArgument(depth + 1)}});
      case 8: {
        std::vector<TestCaseBuilder::Variable> items;
        for (uint64_t i = rng_.Below(4); i > 0; --i) {
          items.push_back(build_.Str(Text()));
          items.push_back(AnyArgument(depth + 1));
        }
        return build_.Dict(items);
      }
      default: {
        static const std::vector<StatementKind> kKinds = {
            StatementKind::kList, StatementKind::kTuple, StatementKind::kSet,
            StatementKind::kFrozenSet};
        std::vector<TestCaseBuilder::Variable> items;
        for (uint64_t i = rng_.Below(5); i > 0; --i) items.push_back(AnyArgument(depth + 1));
        return build_.Collection(rng_.Pick(kKinds), items);
      }
    }
  }

  TestCaseBuilder::Variable Quote() {
    const auto weight = AnyArgument(0);
    const auto country = AnyArgument(0);
    const auto more = build_.List({AnyArgument(1), AnyArgument(1)});
    const auto express = AnyArgument(1);
    const auto options =
        build_.Dict({build_.Str(rng_.Chance(0.7) ? "tax" : "no name"), AnyArgument(1)});
    switch (rng_.Below(4)) {
      case 0:
        return build_.Call(testing::kQuote, {{0, weight}});
      case 1:
        return build_.Call(testing::kQuote, {{0, weight}, {1, country}, {3, express}});
      case 2:
        return build_.Call(testing::kQuote, {{0, weight}, {1, country}, {2, more}});
      default:
        return build_.Call(testing::kQuote, {{0, weight}, {2, more}, {3, express}, {4, options}});
    }
  }

  Value AnyValue(int depth) {
    static const std::vector<ValueKind> kKinds = {ValueKind::kList, ValueKind::kTuple};
    switch (rng_.Below(depth > 3 ? 5 : 11)) {
      case 0:
        return testing::IntValue(rng_.Between(-100000, 100000));
      case 1:
        return testing::StrValue(Text());
      case 2:
        return testing::FloatValue(Real());
      case 3:
        return rng_.Chance(0.5) ? testing::NoneValue() : testing::BoolValue(true);
      case 4:
        return testing::NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME");
      case 5:
        return testing::ObjectValue("decimal:Decimal", {}, -1, "Decimal('4.90')");
      case 6:
        return testing::ObjectValue(
            "datetime:datetime", {}, -1,
            "datetime.datetime(2020, 1, 2, 3, 4, tzinfo=datetime.timezone.utc)");
      case 7: {
        std::vector<Value> items;
        for (uint64_t i = rng_.Below(6); i > 0; --i) {
          items.push_back(testing::StrValue(Text() + std::to_string(i)));
          items.push_back(AnyValue(depth + 1));
        }
        return testing::ItemsValue(ValueKind::kDict, std::move(items));
      }
      case 8: {
        std::vector<Value> items;
        for (uint64_t i = rng_.Below(9); i > 0; --i) {
          items.push_back(testing::IntValue(static_cast<int64_t>(100 * i + rng_.Below(100))));
        }
        return testing::ItemsValue(rng_.Chance(0.5) ? ValueKind::kSet : ValueKind::kFrozenSet,
                                   std::move(items));
      }
      default: {
        std::vector<Value> items;
        for (uint64_t i = rng_.Below(7); i > 0; --i) items.push_back(AnyValue(depth + 1));
        return testing::ItemsValue(rng_.Pick(kKinds), std::move(items));
      }
    }
  }

  TestCaseBuilder::Variable Literal() {
    switch (rng_.Below(7)) {
      case 0:
        return build_.Str(rng_.Pick(kWords));
      case 1:
        return build_.Float(Real());
      case 2:
        return build_.Str(Text());
      case 3:
        return build_.List({build_.Int(rng_.Between(0, 3)), build_.Str("a")});
      case 4:
        return build_.Member(testing::kZoneClass, rng_.Between(0, 1));
      default:
        return build_.Int(rng_.Between(-5, 5));
    }
  }

  model::GeneratedTest MakeAlike(uint64_t kind) {
    build_ = TestCaseBuilder();
    model::GeneratedTest test;
    if (kind == 0) {
      const auto quote = build_.Call(testing::kQuote, {{0, Literal()}, {1, Literal()}});
      test.assertions.push_back({model::AssertionKind::kEquals, quote, quote, "", AnyValue(2)});
    } else if (kind == 1) {
      build_.Call(testing::kQuote, {{0, Literal()}, {3, Literal()}});
      test.exception = AnyException();
      test.exception->type_name = "builtins:KeyError";
    } else if (kind == 2) {
      const auto table = build_.Call(testing::kRateTable, {{0, Literal()}});
      const auto price = build_.Call(testing::kDecimal, {{0, build_.Str(rng_.Pick(kWords))}});
      const auto add = build_.Call(testing::kAdd, {{0, Literal()}, {1, price}}, {table});
      test.assertions.push_back(
          {model::AssertionKind::kLength, add, table, "", testing::IntValue(rng_.Between(0, 2))});
      test.assertions.push_back(
          {model::AssertionKind::kText, add, table, "", testing::StrValue(rng_.Pick(kWords))});
      test.assertions.push_back(
          {model::AssertionKind::kEquals, add, table, "limit", testing::FloatValue(Real())});
    } else {
      const auto rate = build_.Call(testing::kTestRate, {{0, Literal()}});
      AddEffects(rate, test);
    }
    test.test = build_.test();
    return test;
  }

  void AddEffects(TestCaseBuilder::Variable after, model::GeneratedTest& test) {
    using model::AssertionKind;
    const auto add = [&](AssertionKind kind, Value value, std::string name = "") {
      test.assertions.push_back({kind, after, 0, std::move(name), std::move(value)});
    };
    if (rng_.Chance(0.5)) add(AssertionKind::kOutput, testing::StrValue(Text() + "\n"));
    if (rng_.Chance(0.3)) add(AssertionKind::kErrorOutput, testing::StrValue(Text() + "\n"));
    if (rng_.Chance(0.3)) add(AssertionKind::kGlobal, AnyValue(1), "LIMIT");
    if (rng_.Chance(0.2)) {
      add(AssertionKind::kLog,
          testing::ItemsValue(
              ValueKind::kList,
              {testing::ItemsValue(ValueKind::kTuple, {testing::StrValue("parcel"),
                                                       testing::IntValue(10 * rng_.Between(1, 6)),
                                                       testing::StrValue(Text())})}));
    }
    if (rng_.Chance(0.2)) add(AssertionKind::kFile, testing::StrValue(Text()), "out/rates.txt");
    if (rng_.Chance(0.1)) add(AssertionKind::kFile, testing::NoneValue(), "old.txt");
  }

  model::RaisedException AnyException() {
    static const std::vector<std::string> kTypes = {
        "builtins:KeyError", "builtins:ZeroDivisionError", "parcel.rates:RateTable.Error",
        "json.decoder:JSONDecodeError"};
    return model::RaisedException{.type_name = rng_.Pick(kTypes),
                                  .message = Text() + Text(),
                                  .path = rng_.Chance(0.5) ? "src/parcel/rates.py" : "",
                                  .line = static_cast<uint32_t>(rng_.Between(1, 999)),
                                  .is_explicit = rng_.Chance(0.6)};
  }

  model::GeneratedTest MakeTest() {
    build_ = TestCaseBuilder();
    TestCaseBuilder::Variable table = 0, last = 0;
    const bool with_table = rng_.Chance(0.5);
    if (with_table) {
      table = rng_.Chance(0.5) ? build_.Call(testing::kRateTable, {})
                               : build_.Call(testing::kRateTable, {{0, AnyArgument(0)}});
      if (rng_.Chance(0.6)) {
        build_.Call(testing::kAdd, {{0, AnyArgument(0)}, {1, AnyArgument(1)}}, {table});
      }
      last = build_.Call(testing::kPriceFor, {{0, AnyArgument(0)}}, {table});
    } else {
      switch (rng_.Below(4)) {
        case 0:
          last = build_.Call(testing::kParse, {{0, AnyArgument(0)}});
          break;
        case 1:
          last = build_.Call(testing::kTestRate, {{0, AnyArgument(0)}});
          break;
        case 2:
          last = build_.Call(testing::kSet, {{0, AnyArgument(0)}});
          break;
        default:
          last = Quote();
      }
    }
    model::GeneratedTest test{.test = build_.test(),
                              .goals = {static_cast<model::GoalIndex>(rng_.Below(99))}};
    if (rng_.Chance(0.25)) {
      test.exception = AnyException();
      test.is_finding = rng_.Chance(0.4);
      return test;
    }
    if (with_table && rng_.Chance(0.5)) {
      test.assertions.push_back({model::AssertionKind::kEquals, last, table, "limit", AnyValue(2)});
      test.assertions.push_back(
          {model::AssertionKind::kLength, last, table, "", testing::IntValue(3)});
    }
    switch (rng_.Below(5)) {
      case 0:
        break;
      case 1:
        test.assertions.push_back(
            {model::AssertionKind::kIsInstance, last, last, "",
             testing::NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable")});
        break;
      default:
        test.assertions.push_back({model::AssertionKind::kEquals, last, last, "", AnyValue(0)});
    }
    return test;
  }

  const std::vector<std::string> kWords = {"", "DE", "US dollar", "4.90", "a/b", "[x]", "é"};
  base::Rng rng_;
  model::Subject subject_;
  TestCaseBuilder build_;
};

TEST(RenderedCorpus, HoldsWhatIsPromisedOfEveryFile) {
  for (int i = 0; i < kFiles; ++i) {
    SCOPED_TRACE(i);
    RandomSuite random(static_cast<uint64_t>(i));
    const model::Suite suite = random.Make();
    ExpectWhatIsPromised(random.subject(), suite, std::to_string(i));
  }
}

TEST(RenderedCorpus, HoldsWhatIsPromisedOfFilesWithTables) {
  std::size_t tables = 0;
  for (int i = 0; i < kFilesOfTables; ++i) {
    SCOPED_TRACE(i);
    RandomSuite random(static_cast<uint64_t>(i));
    const model::Suite suite = random.MakeAlike();
    ExpectWhatIsPromised(random.subject(), suite, "tables_" + std::to_string(i));
    const std::string text = RenderPytest(random.subject(), suite, {"0.1.0", "7c1d", {}}).text;
    if (text.find("parametrize") != std::string::npos) ++tables;
  }
  EXPECT_GT(tables, kFilesOfTables / 3u);
}

}  // namespace
}  // namespace skua::render
