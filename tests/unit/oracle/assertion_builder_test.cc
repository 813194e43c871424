#include "oracle/assertions/assertion_builder.h"

#include <string>

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::Value;
using model::ValueKind;
using testing::FloatValue;
using testing::IntValue;
using testing::ItemsValue;
using testing::NamedValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::StrValue;
using testing::TestCaseBuilder;

Observation Seen(std::vector<Value> results) {
  Observation seen{.verdict = model::Verdict::kPassed};
  for (Value& result : results) seen.statements.emplace_back().result = std::move(result);
  return seen;
}

Value Table(int64_t limit, int64_t length) {
  return ObjectValue("parcel.rates:RateTable",
                     {{"limit", IntValue(limit)}, {"name", StrValue("a")}}, length);
}

std::vector<Assertion> Build(const TestCaseBuilder& b, const Observation& seen,
                             const AssertionLimits& limits = {}) {
  return BuildAssertions(b.test(), testing::SampleSubject(), seen, limits);
}

// A call of quote that gave `result`.
std::vector<Assertion> BuildForResult(Value result, const AssertionLimits& limits = {}) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  return Build(b, Seen({IntValue(1), std::move(result)}), limits);
}

TEST(BuildAssertions, StatesTheResultOfTheLastCall) {
  for (const Value& value : {NoneValue(), IntValue(5), FloatValue(0.5), StrValue(""),
                             ItemsValue(ValueKind::kList, {FloatValue(1.5)}),
                             NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME"),
                             NamedValue(ValueKind::kType, "parcel.rates:RateTable"),
                             ObjectValue("decimal:Decimal", {}, -1, "Decimal('4.90')")}) {
    EXPECT_THAT(BuildForResult(value),
                ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", value}));
  }
}

TEST(BuildAssertions, StatesLengthAndFirstElementsOfWhatIsTooLongToBeRead) {
  const Value list = ItemsValue(ValueKind::kList, std::vector<Value>(100, IntValue(7)));
  EXPECT_THAT(BuildForResult(list),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(100)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[0]", IntValue(7)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[1]", IntValue(7)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[2]", IntValue(7)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[3]", IntValue(7)}));
  EXPECT_THAT(BuildForResult(StrValue(std::string(500, 'x') + "é")),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(501)}));
}

TEST(BuildAssertions, CountsNoCharactersOfATextThatIsPartOfWhatACallGave) {
  Value table = Table(5, 2);
  table.fields.emplace_back("zone", StrValue(std::string(500, 'x')));
  EXPECT_EQ(BuildForResult(table).size(), 3u);  // the length, the limit and the name
}

TEST(BuildAssertions, AsksNoSetForFloatsItMustFindByHash) {
  EXPECT_THAT(BuildForResult(ItemsValue(ValueKind::kSet, {FloatValue(0.1)})),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(1)}));
}

TEST(BuildAssertions, SaysOfAFunctionThatItIsOne) {
  const Value closure = NamedValue(ValueKind::kOpaque, "builtins:function");
  EXPECT_THAT(BuildForResult(closure),
              ElementsAre(Assertion{AssertionKind::kIsInstance, 1, 1, "", closure}));
  // One that has a name, but none that a test can import.
  EXPECT_THAT(BuildForResult(NamedValue(ValueKind::kType, "parcel.rates:_no_op")),
              ElementsAre(Assertion{AssertionKind::kIsInstance, 1, 1, "", closure}));
}

TEST(BuildAssertions, NamesOnlyClassesThatATestCanImport) {
  const Value known = NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable");
  EXPECT_THAT(BuildForResult(known),
              ElementsAre(Assertion{AssertionKind::kIsInstance, 1, 1, "", known}));
  for (const char* type : {"parcel.rates:_Hidden", "builtins:generator", "other:Thing", ""}) {
    EXPECT_THAT(BuildForResult(NamedValue(ValueKind::kOpaque, type)), IsEmpty()) << type;
  }
}

// What is stated where two processes saw different results of one type, as the agreement of both
// tells it.
std::vector<Assertion> BuildForOperator(const char* name, const char* type,
                                        model::ResultUse use = model::ResultUse::kValue) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kPriceFor].kind = model::CallableKind::kOperator;
  subject.callables[testing::kPriceFor].name = name;
  subject.callables[testing::kPriceFor].use = use;
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  b.Call(testing::kPriceFor, {}, {table});
  const Value result = NamedValue(ValueKind::kOpaque, type);
  return BuildAssertions(b.test(), subject, Seen({Table(1, 2), result}), {});
}

TEST(BuildAssertions, TellsANamedObjectByItsName) {
  const Value missing = NamedValue(ValueKind::kEnumMember, "parcel.marks:<Mark>", "missing");
  EXPECT_THAT(BuildForResult(missing),
              ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", missing}));
}

TEST(BuildAssertions, DoesNotStateThatANamedReceiverIsItself) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  const Value mark = NamedValue(ValueKind::kEnumMember, "parcel.marks:<Mark>", "missing");
  EXPECT_THAT(Build(b, Seen({mark, IntValue(5), NoneValue()})),
              ElementsAre(Assertion{AssertionKind::kEquals, 2, 2, "", NoneValue()}));
}

TEST(BuildAssertions, StatesNoTypeThatPythonEnsures) {
  constexpr std::pair<const char*, const char*> kSure[] = {
      {"__hash__", "int"},    {"__len__", "int"},     {"__index__", "int"},    {"__str__", "str"},
      {"__repr__", "str"},    {"__format__", "str"},  {"__int__", "int"},      {"__bool__", "bool"},
      {"__bytes__", "bytes"}, {"__float__", "float"}, {"__contains__", "bool"}};
  for (const auto& [name, type] : kSure) {
    EXPECT_THAT(BuildForOperator(name, (std::string("builtins:") + type).c_str()), IsEmpty())
        << name;
  }
  EXPECT_THAT(BuildForOperator("__getitem__", "builtins:object"), IsEmpty()) << "all are objects";
  EXPECT_EQ(BuildForOperator("__getitem__", "builtins:int").size(), 1);
  EXPECT_EQ(BuildForOperator("__eq__", "builtins:str").size(), 1) << "not bool by itself";
}

// Another version or build of Python may hash otherwise.
TEST(BuildAssertions, StatesNoNumberOfAHash) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kQuote].kind = model::CallableKind::kOperator;
  subject.callables[testing::kQuote].name = "__hash__";
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  const Observation seen = Seen({IntValue(1), IntValue(-1298927716684795345)});
  for (const AssertionLimits& limits : {AssertionLimits{}, kAllCandidates}) {
    const auto assertions = BuildAssertions(b.test(), subject, seen, limits);
    ASSERT_EQ(assertions.size(), 1u);
    EXPECT_EQ(assertions[0].kind, AssertionKind::kIsInstance);
    EXPECT_EQ(assertions[0].expected.type_name, "builtins:int");
  }
}

TEST(BuildAssertions, DoesNotStateThatAListOfWhatWasIteratedIsAList) {
  using enum model::ResultUse;
  EXPECT_THAT(BuildForOperator("__iter__", "builtins:list", kIterate), IsEmpty());
  EXPECT_THAT(BuildForOperator("__aiter__", "builtins:list", kAsyncIterate), IsEmpty());
  EXPECT_EQ(BuildForOperator("__getitem__", "builtins:list").size(), 1);
}

TEST(BuildAssertions, DescribesAnObjectByItsLengthAndPublicAttributes) {
  Value table = Table(5, 2);
  table.fields.insert(table.fields.begin(), {"_secret", IntValue(1)});
  EXPECT_THAT(BuildForResult(table),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(2)},
                          Assertion{AssertionKind::kEquals, 1, 1, "limit", IntValue(5)},
                          Assertion{AssertionKind::kEquals, 1, 1, "name", StrValue("a")}));
}

TEST(BuildAssertions, StatesAttributesBesideThePlainValueThatAnObjectEquals) {
  Value text = ObjectValue("parcel.rates:Label", {{"domain", StrValue("a")}});
  text.items = {StrValue("b")};
  EXPECT_THAT(BuildForResult(text),
              ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", StrValue("b")},
                          Assertion{AssertionKind::kEquals, 1, 1, "domain", StrValue("a")}));
}

TEST(BuildAssertions, StatesItemsInThePlaceOfTheirNumber) {
  const Value items = ItemsValue(ValueKind::kList, {IntValue(3), StrValue("a")});
  Value bag = ObjectValue("parcel.rates:Bag", {{"__iter__()", items}}, 2);
  EXPECT_THAT(BuildForResult(bag), ElementsAre(Assertion{AssertionKind::kItems, 1, 1, "", items}));
  Value opaque;
  opaque.kind = ValueKind::kOpaque;
  bag.fields[0].second.items[0] = opaque;
  EXPECT_THAT(BuildForResult(bag),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(2)}));
}

TEST(BuildAssertions, StatesWhatACallChangedAndNotThatItReturnsNone) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  const auto add = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  Observation seen = Seen({Table(0, 0), IntValue(5), NoneValue()});
  seen.statements[2].changes = {{table, Table(5, 0)}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, add, table, "limit", IntValue(5)}));
  seen.statements[2].changes.clear();
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, add, add, "", NoneValue()}));
}

TEST(BuildAssertions, StatesTheReceiverWhereNothingChangedAndItsWholeValueIsTold) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  const auto add = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  const Value rows = ItemsValue(ValueKind::kList, {IntValue(3)});
  const Observation seen = Seen({rows, IntValue(5), NoneValue()});
  const Assertion is_as_before{AssertionKind::kEquals, add, table, "", rows};
  EXPECT_THAT(Build(b, seen), ElementsAre(is_as_before));
  EXPECT_THAT(Build(b, seen, kAllCandidates),
              IsSupersetOf(std::vector<Assertion>{
                  is_as_before, {AssertionKind::kEquals, add, add, "", NoneValue()}}));
}

TEST(BuildAssertions, ComparesAChangeWithTheStateBeforeIt) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  const auto second = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  Observation seen = Seen({Table(0, 0), IntValue(5), NoneValue(), NoneValue()});
  seen.statements[2].changes = {{table, Table(5, 1)}};
  seen.statements[3].changes = {{table, Table(5, 2)}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kLength, second, table, "", IntValue(2)}));
}

TEST(BuildAssertions, StatesAnArgumentThatWasChanged) {
  TestCaseBuilder b;
  const auto list = b.List({});
  const auto quote = b.Call(testing::kQuote, {{0, list}});
  const Value before = ItemsValue(ValueKind::kList, {});
  const Value after = ItemsValue(ValueKind::kList, {IntValue(1)});
  Observation seen = Seen({before, IntValue(3)});
  seen.statements[1].changes = {{list, after}};
  EXPECT_THAT(Build(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, quote, quote, "", IntValue(3)},
                          Assertion{AssertionKind::kEquals, quote, list, "", after}));
}

// What is observed of a lambda that was called so often, with these arguments and `again=True`.
Value Calls(std::size_t count, std::vector<Value> arguments) {
  Value again;
  again.kind = ValueKind::kBool;
  again.integer = 1;
  const Value named = ItemsValue(ValueKind::kDict, {StrValue("again"), again});
  const Value call =
      ItemsValue(ValueKind::kTuple, {ItemsValue(ValueKind::kTuple, std::move(arguments)), named});
  return ItemsValue(ValueKind::kList, std::vector<Value>(count, call));
}

TEST(BuildAssertions, StatesWhatADoubleWasAskedUntilTheLastCall) {
  TestCaseBuilder b;
  const auto told = b.Lambda({b.Int(1)});
  const auto silent = b.Lambda({0});
  b.Lambda({0});  // nothing takes it
  b.Call(testing::kQuote, {{0, told}});
  const auto last = b.Call(testing::kQuote, {{0, b.List({told, silent})}});
  const Value none = ItemsValue(ValueKind::kList, {});
  Observation seen = Seen({IntValue(1), none, none, none, NoneValue(), none, NoneValue()});
  const auto states = [&](Value calls) {
    seen.statements[4].changes = {{told, Calls(1, {IntValue(1)})}};
    seen.statements[6].changes = {{told, std::move(calls)}};
    std::vector<Assertion> built = Build(b, seen, kAllCandidates);
    std::erase_if(
        built, [&](const Assertion& a) { return a.after_statement != last || a.variable != told; });
    return built;
  };
  const auto equal = [&](Value calls) {
    return Assertion{AssertionKind::kEquals, last, told, "", std::move(calls)};
  };
  const auto count = [&](int64_t times) {
    return Assertion{AssertionKind::kLength, last, told, "", IntValue(times)};
  };
  EXPECT_THAT(states(Calls(1, {StrValue("a")})), ElementsAre(equal(Calls(1, {StrValue("a")}))));
  EXPECT_THAT(states(Calls(2, {StrValue("a")})),
              ElementsAre(equal(Calls(2, {StrValue("a")})), count(2)));
  EXPECT_THAT(states(Calls(4, {StrValue("a")})), ElementsAre(count(4)));
  const Value text = StrValue(std::string(100, 'a'));
  EXPECT_THAT(states(Calls(1, {text})), ElementsAre(equal(Calls(1, {text}))));
  EXPECT_THAT(states(Calls(2, {text})), ElementsAre(count(2)));
  const Value object = ObjectValue("m:Row", {{"limit", IntValue(1)}});
  EXPECT_THAT(states(Calls(1, {object})),
              ElementsAre(equal(Calls(1, {NamedValue(ValueKind::kOpaque, "unittest.mock:ANY")}))));
  Value unsaid = Calls(1, {object});
  unsaid.items[0].items[1].items.clear();
  EXPECT_THAT(states(unsaid), ElementsAre(count(1)));
  EXPECT_THAT(Build(b, seen, kAllCandidates),
              ::testing::Contains(Assertion{AssertionKind::kEquals, last, silent, "", none}));
  EXPECT_THAT(Build(b, seen, kAllCandidates),
              ::testing::Contains(Assertion{AssertionKind::kEquals, last, last, "", NoneValue()}))
      << "what was asked does not take the place of the result";
}

TEST(AllCandidates, StateWhatADoubleWasAskedBeforeTheException) {
  TestCaseBuilder b;
  const auto told = b.Lambda({b.Int(1)});
  const auto raising = b.Call(testing::kQuote, {{0, told}});
  Observation seen = Seen({IntValue(1), ItemsValue(ValueKind::kList, {})});
  seen.verdict = model::Verdict::kRaised;
  seen.raising.changes = {{told, Calls(1, {IntValue(1)})}};
  EXPECT_THAT(
      Build(b, seen, kAllCandidates),
      ElementsAre(Assertion{AssertionKind::kEquals, raising, told, "", Calls(1, {IntValue(1)})}));
}

TEST(BuildAssertions, StatesEarlierResultsThatNothingTakesUnlessTheyAreNone) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  const auto first = b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  const auto taken = b.Call(testing::kQuote, {{0, one}});
  const auto last = b.Call(testing::kQuote, {{0, taken}});
  EXPECT_THAT(Build(b, Seen({IntValue(1), IntValue(2), NoneValue(), IntValue(4), IntValue(5)})),
              ElementsAre(Assertion{AssertionKind::kEquals, first, first, "", IntValue(2)},
                          Assertion{AssertionKind::kEquals, last, last, "", IntValue(5)}));
}

TEST(BuildAssertions, KeepsTheLastResultWhenThereAreTooMany) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  std::vector<Value> results = {IntValue(1)};
  for (int64_t i = 0; i < 9; ++i) {
    b.Call(testing::kQuote, {{0, one}});
    results.push_back(IntValue(i));
  }
  AssertionLimits limits{.per_test = 2};
  EXPECT_THAT(Build(b, Seen(std::move(results)), limits),
              ElementsAre(Assertion{AssertionKind::kEquals, 1, 1, "", IntValue(0)},
                          Assertion{AssertionKind::kEquals, 9, 9, "", IntValue(8)}));
}

TEST(BuildAssertions, SaysNothingAroundAnException) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  b.Call(testing::kQuote, {{0, one}});
  b.Call(testing::kQuote, {{0, one}});
  EXPECT_THAT(Build(b, Seen({IntValue(1), IntValue(2)})), IsEmpty());
}

TEST(BuildAssertions, StatesWhatAnExceptionCarries) {
  TestCaseBuilder b;
  const auto one = b.Int(1);
  const auto raising = b.Call(testing::kQuote, {{0, one}});
  Observation seen = Seen({IntValue(1)});
  seen.verdict = model::Verdict::kRaised;
  seen.raising.result = ObjectValue(
      "parcel.rates:RateError", {{"limit", IntValue(5)}, {"__str__()", StrValue("no rate for 1")}});
  const Assertion limit{AssertionKind::kEquals, raising, raising, "limit", IntValue(5)};
  EXPECT_THAT(Build(b, seen), ElementsAre(limit));
  EXPECT_THAT(Build(b, seen, kAllCandidates),
              ElementsAre(limit, Assertion{AssertionKind::kText, raising, raising, "",
                                           StrValue("no rate for 1")}));
}

TEST(BuildAssertions, StatesTheAttributesOfTheFirstElements) {
  const Value word = ObjectValue("parcel.rates:Word", {{"line", IntValue(1)}});
  const Value pair = ItemsValue(ValueKind::kTuple, {word, IntValue(7)});
  EXPECT_THAT(BuildForResult(ItemsValue(ValueKind::kList, {pair})),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(1)},
                          Assertion{AssertionKind::kLength, 1, 1, "[0]", IntValue(2)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[0][0].line", IntValue(1)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[0][1]", IntValue(7)}));
  EXPECT_THAT(BuildForResult(ItemsValue(ValueKind::kList, {word, word})),
              ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(2)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[0].line", IntValue(1)},
                          Assertion{AssertionKind::kEquals, 1, 1, "[1].line", IntValue(1)}));
}

// --- All that can be said ------------------------------------------------------------------------

// After the first of two calls of quote.
struct TwoCalls {
  TwoCalls() {
    const auto one = b.Int(1);
    first = b.Call(testing::kQuote, {{0, one}});
    second = b.Call(testing::kQuote, {{0, one}});
  }
  TestCaseBuilder b;
  model::VariableIndex first = 0, second = 0;
};

std::vector<Assertion> BuildAll(const TestCaseBuilder& b, const Observation& seen) {
  return Build(b, seen, kAllCandidates);
}

Assertion Equals(model::VariableIndex variable, std::string attribute, Value expected) {
  return {AssertionKind::kEquals, variable, variable, std::move(attribute), std::move(expected)};
}

Assertion OfWorld(AssertionKind kind, uint16_t after, std::string name, Value expected) {
  return {kind, after, after, std::move(name), std::move(expected)};
}

TEST(AllCandidates, AreOfEveryCallAlsoWhereItsResultIsUsed) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto limit = b.Int(5);
  const auto add = b.Call(testing::kAdd, {{0, limit}, {1, limit}}, {table});
  Observation seen = Seen({Table(0, 0), IntValue(5), IntValue(7)});
  seen.statements[2].changes = {{table, Table(5, 0)}};
  EXPECT_THAT(BuildAll(b, seen),
              ElementsAre(Assertion{AssertionKind::kLength, table, table, "", IntValue(0)},
                          Equals(table, "limit", IntValue(0)), Equals(table, "name", StrValue("a")),
                          Equals(add, "", IntValue(7)),
                          Assertion{AssertionKind::kEquals, add, table, "limit", IntValue(5)}));
}

TEST(AllCandidates, GoIntoAttributesAndElements) {
  const Value inner = ObjectValue("parcel.rates:_Row", {{"name", StrValue("x")}});
  const Value outer = ObjectValue("parcel.rates:RateTable", {{"row", inner},
                                                             {"span()", IntValue(3)},
                                                             {"_secret", IntValue(1)},
                                                             {"__str__()", StrValue("T")}});
  const auto build = [](const Value& result) {
    TestCaseBuilder b;
    b.Call(testing::kQuote, {{0, b.Int(1)}});
    return BuildAll(b, Seen({IntValue(1), result}));
  };
  EXPECT_THAT(build(outer),
              ElementsAre(Equals(1, "row.name", StrValue("x")), Equals(1, "span()", IntValue(3)),
                          Assertion{AssertionKind::kText, 1, 1, "", StrValue("T")}));
  EXPECT_THAT(
      build(ItemsValue(ValueKind::kList, {inner, inner})),
      ElementsAre(Assertion{AssertionKind::kLength, 1, 1, "", IntValue(2)},
                  Equals(1, "[0].name", StrValue("x")), Equals(1, "[1].name", StrValue("x"))));
  EXPECT_THAT(build(NamedValue(ValueKind::kEnumMember, "parcel.rates:_Hidden", "LOW")),
              ElementsAre(Equals(1, "name", StrValue("LOW"))));
}

TEST(AllCandidates, StateWhatAnObjectEquals) {
  Value counter = ObjectValue("collections:Counter", {}, 1);
  counter.items = {ItemsValue(ValueKind::kDict, {StrValue("a"), IntValue(1)})};
  EXPECT_THAT(BuildForResult(counter), ElementsAre(Equals(1, "", counter.items[0])));
  EXPECT_THAT(BuildForResult(ItemsValue(ValueKind::kList, {counter})),
              ElementsAre(Equals(1, "", ItemsValue(ValueKind::kList, {counter.items[0]}))));
}

TEST(AllCandidates, StateWhatCallsDidToTheWorldBehindEach) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), NoneValue(), NoneValue()});
  model::StatementObservation& first = seen.statements[calls.first];
  first.printed = "a\n";
  first.logged = {{"parcel", 30, "slow"}};
  first.globals = {{"TOTAL", IntValue(1)}, {"_hidden", IntValue(1)}};
  model::StatementObservation& second = seen.statements[calls.second];
  second.printed = "b\n";
  second.printed_errors = "c\n";
  second.files = {{"out/a.txt", StrValue("text")}, {"old.txt", NoneValue()}};
  const Value record =
      ItemsValue(ValueKind::kTuple, {StrValue("parcel"), IntValue(30), StrValue("slow")});
  EXPECT_THAT(
      BuildAll(calls.b, seen),
      ElementsAre(OfWorld(AssertionKind::kGlobal, 1, "TOTAL", IntValue(1)),
                  OfWorld(AssertionKind::kOutput, 1, "", StrValue("a\n")),
                  OfWorld(AssertionKind::kLog, 1, "", ItemsValue(ValueKind::kList, {record})),
                  OfWorld(AssertionKind::kOutput, 2, "", StrValue("b\n")),
                  OfWorld(AssertionKind::kErrorOutput, 2, "", StrValue("c\n")),
                  OfWorld(AssertionKind::kFile, 2, "out/a.txt", StrValue("text")),
                  OfWorld(AssertionKind::kFile, 2, "old.txt", NoneValue())));
}

TEST(AllCandidates, SayNothingBehindOutputThatCannotBeTold) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), IntValue(2), IntValue(3)});
  seen.statements[1].unstable = model::StatementObservation::kPrinted;
  seen.statements[1].logged = {{"parcel", 30, "slow"}};
  seen.statements[2].unstable = model::StatementObservation::kLogged;
  seen.statements[2].printed = "b\n";
  seen.statements[2].printed_errors = "c\n";
  EXPECT_THAT(
      BuildAll(calls.b, seen),
      ElementsAre(
          Equals(1, "", IntValue(2)),
          OfWorld(AssertionKind::kLog, 1, "",
                  ItemsValue(ValueKind::kList,
                             {ItemsValue(ValueKind::kTuple,
                                         {StrValue("parcel"), IntValue(30), StrValue("slow")})})),
          Equals(2, "", IntValue(3)),
          OfWorld(AssertionKind::kErrorOutput, 2, "", StrValue("c\n"))));
}

TEST(AllCandidates, LoseNoOutputBeforeOneThatIsAsserted) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), IntValue(2), IntValue(3)});
  seen.statements[1].printed = "a\n";
  seen.statements[2].printed = "b\n";
  AssertionLimits limits = kAllCandidates;
  limits.per_test = 3;  // the last call's two, and the first one's result
  EXPECT_THAT(Build(calls.b, seen, limits),
              ElementsAre(Equals(1, "", IntValue(2)), Equals(2, "", IntValue(3))));
}

TEST(AllCandidates, StateWhatTheRaisingStatementPrinted) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), IntValue(2)});
  seen.raising.printed_errors = "usage\n";
  EXPECT_THAT(BuildAll(calls.b, seen),
              ElementsAre(Equals(1, "", IntValue(2)),
                          OfWorld(AssertionKind::kErrorOutput, 2, "", StrValue("usage\n"))));
}

TEST(AllCandidates, StateSilenceWhereOthersSpeak) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), NoneValue(), NoneValue()});
  seen.statements[1].printed = "a\n";
  AssertionLimits limits = kAllCandidates;
  limits.absent = model::StatementObservation::kPrinted |
                  model::StatementObservation::kPrintedErrors |
                  model::StatementObservation::kLogged;
  EXPECT_THAT(Build(calls.b, seen, limits),
              ElementsAre(OfWorld(AssertionKind::kOutput, 1, "", StrValue("a\n")),
                          Equals(2, "", NoneValue()),
                          OfWorld(AssertionKind::kErrorOutput, 2, "", StrValue("")),
                          OfWorld(AssertionKind::kLog, 2, "", ItemsValue(ValueKind::kList, {}))));
}

TEST(BuildAssertions, StatesAllOutputAtTheLastCall) {
  const TwoCalls calls;
  Observation seen = Seen({IntValue(1), NoneValue(), NoneValue()});
  seen.statements[1].printed = "a\n";
  seen.statements[2].printed = "b\n";
  EXPECT_THAT(Build(calls.b, seen),
              ElementsAre(OfWorld(AssertionKind::kOutput, 2, "", StrValue("a\nb\n"))));
}

}  // namespace
}  // namespace skua::oracle
