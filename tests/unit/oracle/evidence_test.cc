#include "oracle/findings/evidence.h"

#include <gtest/gtest.h>

#include "oracle/findings/argument_types.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::TypeKind;
using testing::TestCaseBuilder;

constexpr const char* kNoGroup = "'NoneType' object has no attribute 'group'";

model::TypeIndex AddType(model::Subject& subject, TypeKind kind,
                         std::vector<model::TypeIndex> arguments = {}) {
  subject.types.emplace_back().kind = kind;
  subject.types.back().arguments = std::move(arguments);
  return static_cast<model::TypeIndex>(subject.types.size() - 1);
}

// The sample subject, whose quote() declares what the weight is.
model::Subject Declared(TypeKind kind) {
  model::Subject subject = testing::SampleSubject();
  const model::TypeIndex type = AddType(subject, kind);
  subject.callables[testing::kQuote].parameters[0].type = type;
  return subject;
}

// The last statement raised, in a function that quote() called.
model::Observation CallRaised(const TestCaseBuilder& b, const char* type, const char* message = "",
                              const char* innermost = "rates.py") {
  model::Observation seen{.verdict = model::Verdict::kRaised};
  seen.statements.resize(b.test().size() - 1);
  seen.exception.type_name = std::string("builtins:") + type;
  seen.exception.message = message;
  seen.exception.path = "rates.py";
  seen.exception.frames = {{"rates.py", 3, "quote", ""}, {innermost, 4, "f", ""}};
  return seen;
}

FindingRank RankOfQuote(const model::Subject& subject, const char* type, const char* message = "",
                        int64_t weight = 12, const char* innermost = "rates.py") {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(weight)}});
  return RankOf(b.test(), subject, CallRaised(b, type, message, innermost));
}

TEST(Evidence, IsAnErrorThatNoArgumentExcuses) {
  const model::Subject subject = testing::SampleSubject();
  for (const char* type : {"UnboundLocalError", "NameError", "RecursionError"}) {
    EXPECT_EQ(RankOfQuote(subject, type), FindingRank::kInternal) << type;
  }
  EXPECT_EQ(RankOfQuote(subject, "AttributeError", kNoGroup), FindingRank::kInternal);
  EXPECT_EQ(RankOfQuote(subject, "TypeError", "'NoneType' object is not iterable"),
            FindingRank::kInternal);
}

TEST(Evidence, IsNotANoneThatTheTestPassed) {
  const model::Subject subject = testing::SampleSubject();
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.List({b.None()})}});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "AttributeError", kNoGroup)),
            FindingRank::kWrongArgument);
}

TEST(Evidence, IsNotANoneThatAnEarlierCallGave) {
  const model::Subject subject = testing::SampleSubject();
  TestCaseBuilder b;
  const auto price = b.Call(testing::kQuote, {{0, b.Int(1)}});
  b.Call(testing::kQuote, {{0, price}});
  model::Observation seen = CallRaised(b, "AttributeError", kNoGroup);
  EXPECT_EQ(RankOf(b.test(), subject, seen), FindingRank::kUnsupported);
  seen.statements[price].result.kind = model::ValueKind::kInt;
  EXPECT_EQ(RankOf(b.test(), subject, seen), FindingRank::kInternal);
  TestCaseBuilder on;
  const auto given = on.Call(testing::kQuote, {});
  on.Call(testing::kPriceFor, {}, {given});
  EXPECT_EQ(RankOf(on.test(), subject, CallRaised(on, "AttributeError", kNoGroup)),
            FindingRank::kUnsupported)
      << "the method of a None";
}

TEST(Evidence, IsNotAnEarlierResultOfAnotherTypeThanIsDeclared) {
  TestCaseBuilder b;
  const auto price = b.Call(testing::kDecimal, {});
  b.Call(testing::kQuote, {{0, price}});
  model::Subject subject = Declared(TypeKind::kStr);
  subject.callables[testing::kDecimal].kind = model::CallableKind::kFunction;
  model::Observation seen = CallRaised(b, "KeyError");
  const auto rank = [&](model::ValueKind kind) {
    seen.statements[price].result.kind = kind;
    return RankOf(b.test(), subject, seen);
  };
  EXPECT_EQ(rank(model::ValueKind::kInt), FindingRank::kWrongArgument);
  EXPECT_EQ(rank(model::ValueKind::kStr), FindingRank::kDeep);
  EXPECT_EQ(rank(model::ValueKind::kList), FindingRank::kUnsupported) << "nothing is known of it";
}

TEST(Evidence, IsNotThatAFunctionOfTheTestTakesOtherArguments) {
  const model::Subject subject = Declared(TypeKind::kAny);
  const char* message = "<lambda>() takes 1 positional argument but 2 were given";
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Lambda()}});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "TypeError", message)),
            FindingRank::kWrongArgument);
  model::Subject plain = Declared(TypeKind::kInt);
  auto& parameters = plain.callables[testing::kQuote].parameters;
  EXPECT_EQ(RankOfQuote(plain, "TypeError", message), FindingRank::kWrongArgument)
      << "quote() hands on what it takes for **options";
  TestCaseBuilder own;
  own.Call(testing::kQuote, {{0, own.Int(12)}});
  model::Observation seen = CallRaised(own, "TypeError", message);
  seen.exception.frames.back().text = "return surcharge(1, 2)";
  EXPECT_EQ(RankOf(own.test(), plain, seen), FindingRank::kContradiction);
  parameters.resize(1);
  EXPECT_EQ(RankOfQuote(plain, "TypeError", message), FindingRank::kContradiction);
}

TEST(Evidence, IsNotANoneThatAnotherCallWasToReplace) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(12)}});
  model::Observation seen = CallRaised(b, "AttributeError", kNoGroup);
  const auto rank_at = [&](const char* line) {
    seen.exception.frames.back().text = line;
    return RankOf(b.test(), testing::SampleSubject(), seen);
  };
  EXPECT_EQ(rank_at("return self.match.group(1)"), FindingRank::kUnsupported);
  EXPECT_EQ(rank_at("return self.found[0].match.group(1)"), FindingRank::kInternal);
  EXPECT_EQ(rank_at("return match.group(1)"), FindingRank::kInternal);
  EXPECT_EQ(rank_at("return self[heavy].group(1)"), FindingRank::kUnsupported);
  EXPECT_EQ(rank_at("return myself[heavy].group(1)"), FindingRank::kInternal);
  EXPECT_EQ(rank_at("return re.match(self.text, text).group(1)"), FindingRank::kInternal);
}

TEST(Evidence, IsNotAComparisonWithWhatTheReceiverWasToHold) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(12)}});
  model::Observation seen =
      CallRaised(b, "TypeError", "'<' not supported between instances of 'str' and 'NoneType'");
  const auto rank_at = [&](const char* line) {
    seen.exception.frames.back().text = line;
    return RankOf(b.test(), testing::SampleSubject(), seen);
  };
  EXPECT_EQ(rank_at("if point < self.center and self[0]:"), FindingRank::kUnsupported);
  EXPECT_EQ(rank_at("if point < self[0]:"), FindingRank::kUnsupported);
  EXPECT_EQ(rank_at("return point + cls._step"), FindingRank::kUnsupported);
  EXPECT_EQ(rank_at("if point < self.parse(text):"), FindingRank::kInternal);
  EXPECT_EQ(rank_at("if point < myself.center:"), FindingRank::kInternal);
}

// The sample subject, in which a method of RateTable keeps its argument.
model::Subject Keeping(model::CallableKind kind, const char* name) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kPriceFor].kind = kind;
  subject.callables[testing::kPriceFor].name = name;
  return subject;
}

TEST(Evidence, IsNotARecursionThroughWhatTheTestPutIntoItself) {
  const model::Subject subject = Keeping(model::CallableKind::kMethod, "append");
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  b.Call(testing::kPriceFor, {{0, table}}, {table});
  b.Call(testing::kQuote, {{0, table}});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "RecursionError")), FindingRank::kUnsupported);
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "NameError")), FindingRank::kInternal);
  EXPECT_EQ(RankOfTrouble(b.test(), subject, model::Verdict::kTimedOut), FindingRank::kUnsupported);
}

TEST(Evidence, IsNotARecursionThroughALoopOfSeveralObjects) {
  const model::Subject subject = Keeping(model::CallableKind::kMethod, "append");
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  const auto list = b.List({table});
  b.Call(testing::kPriceFor, {{0, list}}, {table});
  b.Call(testing::kQuote, {{0, list}});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "RecursionError")), FindingRank::kUnsupported);
}

TEST(Evidence, IsARecursionWhereTheLoopIsOfSomethingElse) {
  const model::Subject subject = Keeping(model::CallableKind::kMethod, "append");
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  b.Call(testing::kPriceFor, {{0, table}}, {table});
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "RecursionError")), FindingRank::kInternal);
}

TEST(Evidence, IsNotARecursionInTheAssignmentThatClosesALoop) {
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {});
  b.Call(testing::kPriceFor, {{0, table}}, {table});
  const auto rank = [&](model::CallableKind kind, const char* name) {
    return RankOf(b.test(), Keeping(kind, name), CallRaised(b, "RecursionError"));
  };
  using enum model::CallableKind;
  EXPECT_EQ(rank(kSetter, "parent"), FindingRank::kUnsupported);
  EXPECT_EQ(rank(kOperator, "__setitem__"), FindingRank::kUnsupported);
  EXPECT_EQ(rank(kOperator, "__eq__"), FindingRank::kInternal) << "x == x puts nothing into x";
  EXPECT_EQ(rank(kMethod, "merge"), FindingRank::kInternal);
}

TEST(Evidence, IsNotThatNothingIsLeftToTake) {
  const model::Subject subject = testing::SampleSubject();
  for (const char* message : {"pop from empty list", "'pop from an empty set'"}) {
    EXPECT_EQ(RankOfQuote(subject, "IndexError", message), FindingRank::kUnsupported) << message;
  }
}

TEST(Evidence, IsNotAnAttributeErrorOfALookUpOfAttributes) {
  for (const char* name : {"__getattr__", "__getattribute__", "__setattr__", "__delattr__"}) {
    model::Subject subject = Declared(TypeKind::kInt);
    subject.callables[testing::kQuote].kind = model::CallableKind::kOperator;
    subject.callables[testing::kQuote].name = name;
    TestCaseBuilder b;
    const auto receiver = b.Call(testing::kRateTable, {});
    b.Call(testing::kQuote, {{0, b.Int(12)}}, {receiver});
    const auto missing = CallRaised(b, "AttributeError", "'StringIO' object has no attribute 'a'");
    EXPECT_EQ(RankOf(b.test(), subject, missing), FindingRank::kUnsupported);
    EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "TypeError", "unsupported")),
              FindingRank::kContradiction);
  }
}

TEST(Evidence, IsNotAnAttributeThatClassesWhichInheritBringAlong) {
  model::Subject subject = testing::SampleSubject();
  const auto rank = [&](const char* message) {
    TestCaseBuilder b;
    b.Call(testing::kRateTable, {});
    return RankOf(b.test(), subject, CallRaised(b, "AttributeError", message));
  };
  constexpr const char* kLacks = "'RateTable' object has no attribute 'rows'";
  constexpr const char* kLacksPrivate = "type object 'RateTable' has no attribute '_rows'";
  EXPECT_NE(rank(kLacks), FindingRank::kUnsupported);
  model::Class& heir = subject.classes[testing::kRowClass];
  heir.bases = {testing::kRateTableClass};
  EXPECT_EQ(rank(kLacksPrivate), FindingRank::kUnsupported);
  EXPECT_NE(rank(kLacks), FindingRank::kUnsupported) << "none of them has it";
  heir.attributes.push_back("rows");
  EXPECT_EQ(rank(kLacks), FindingRank::kUnsupported);
  heir.definition = "class Row(RateTable): pass";
  EXPECT_NE(rank(kLacks), FindingRank::kUnsupported) << "a test made it up";
}

TEST(Evidence, IsNotWhatAnOperationPromises) {
  const model::Subject subject = testing::SampleSubject();
  for (const char* type : {"KeyError", "IndexError", "StopIteration", "ZeroDivisionError"}) {
    EXPECT_EQ(RankOfQuote(subject, type), FindingRank::kUnsupported) << type;
  }
}

TEST(Evidence, IsNotWhatALibraryRefuses) {
  const model::Subject subject = Declared(TypeKind::kInt);
  EXPECT_EQ(RankOfQuote(subject, "ValueError", "invalid literal"), FindingRank::kPassedOn);
  EXPECT_EQ(RankOfQuote(subject, "LookupError", "unknown encoding: x"), FindingRank::kPassedOn);
  EXPECT_EQ(RankOfQuote(subject, "KeyError", "'a'", 12, "json/decoder.py"), FindingRank::kPassedOn);
}

TEST(Evidence, IsATypeErrorOfValuesThatAreAsDeclared) {
  const char* message = "object of type 'int' has no len()";
  EXPECT_EQ(RankOfQuote(Declared(TypeKind::kInt), "TypeError", message),
            FindingRank::kContradiction);
  EXPECT_EQ(RankOfQuote(Declared(TypeKind::kAny), "TypeError", message),
            FindingRank::kWrongArgument);
  EXPECT_EQ(RankOfQuote(Declared(TypeKind::kStr), "TypeError", message),
            FindingRank::kWrongArgument);
  EXPECT_EQ(RankOfQuote(Declared(TypeKind::kAny), "TypeError", "cannot print"),
            FindingRank::kUnsupported);
}

TEST(Evidence, IsNotThatATextOrCollectionHasOtherPartsThanTheCodeTakes) {
  constexpr const char* kFields = "not all arguments converted during string formatting";
  constexpr const char* kItems = "Version() missing 1 required positional argument: 'major'";
  const auto rank = [](TypeKind kind, const char* message, const char* line) {
    TestCaseBuilder b;
    const auto value = kind == TypeKind::kStr    ? b.Str("12")
                       : kind == TypeKind::kList ? b.List({})
                                                 : b.Int(12);
    b.Call(testing::kQuote, {{0, value}});
    model::Observation seen = CallRaised(b, "TypeError", message);
    seen.exception.frames.back().text = line;
    model::Subject subject = Declared(kind);
    subject.callables[testing::kQuote].parameters.resize(1);  // without **options
    return RankOf(b.test(), subject, seen);
  };
  EXPECT_EQ(rank(TypeKind::kStr, kFields, "format % value"), FindingRank::kUnsupported);
  EXPECT_EQ(rank(TypeKind::kInt, kFields, "'kilo' % value"), FindingRank::kContradiction)
      << "the format is one of the code";
  EXPECT_EQ(rank(TypeKind::kList, kItems, "other = cls(*other)"), FindingRank::kUnsupported);
  EXPECT_EQ(rank(TypeKind::kList, kItems, "other = cls(**other)"), FindingRank::kUnsupported);
  EXPECT_EQ(rank(TypeKind::kList, kItems, "other = cls()"), FindingRank::kContradiction);
  EXPECT_EQ(rank(TypeKind::kInt, kItems, "other = cls(*self.parts)"), FindingRank::kContradiction)
      << "what is unpacked is the code's own";
}

TEST(Evidence, IsNotATypeErrorOfWhatAnObjectOfAnotherModuleWasWronglyGiven) {
  model::Subject subject = Declared(TypeKind::kAny);
  const model::TypeIndex number = AddType(subject, TypeKind::kInt);
  const model::TypeIndex row = AddType(subject, TypeKind::kClass);
  subject.types[row].class_index = testing::kRowClass;
  subject.callables[testing::kRow].in_subject = false;
  subject.callables[testing::kRow].parameters[0].type = number;
  subject.callables[testing::kQuote].parameters[0].type = row;
  const char* message = "can only concatenate str (not \"int\") to str";
  const auto rank = [&](bool is_declared) {
    TestCaseBuilder b;
    const auto limit = is_declared ? b.Int(3) : b.Str("");
    b.Call(testing::kQuote, {{0, b.Call(testing::kRow, {{0, limit}})}});
    return RankOf(b.test(), subject, CallRaised(b, "TypeError", message));
  };
  EXPECT_EQ(rank(true), FindingRank::kContradiction);
  EXPECT_EQ(rank(false), FindingRank::kWrongArgument);
}

TEST(Evidence, IsNotATypeErrorOfAFunctionThatTellsNothingOfItsParameters) {
  model::Subject subject = testing::SampleSubject();
  model::Callable& call = subject.callables[testing::kPriceFor];
  call.kind = model::CallableKind::kOperator;
  call.name = "__call__";
  call.parameters = {{"price", model::ParameterKind::kPositionalOrKeyword, true, 0}};
  TestCaseBuilder b;
  b.Call(testing::kPriceFor, {}, {b.Call(testing::kRateTable, {})});
  const model::Observation seen =
      CallRaised(b, "TypeError", "expected string or bytes-like object");
  EXPECT_EQ(RankOf(b.test(), subject, seen), FindingRank::kContradiction);
  call.parameters = {{"args", model::ParameterKind::kVarPositional, false, 0}};
  EXPECT_EQ(RankOf(b.test(), subject, seen), FindingRank::kUnsupported);
}

TEST(Evidence, IsAnyExceptionOfACallThatIsGivenNothing) {
  const model::Subject subject = testing::SampleSubject();
  TestCaseBuilder b;
  b.Call(testing::kRateTable, {});
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "IndexError")), FindingRank::kContradiction);
  EXPECT_EQ(RankOf(b.test(), subject, CallRaised(b, "KeyError", "", "os.py")),
            FindingRank::kPassedOn);
}

TEST(Evidence, IsWhatTypicalValuesRaiseDeepInside) {
  const model::Subject subject = Declared(TypeKind::kInt);
  EXPECT_EQ(RankOfQuote(subject, "KeyError"), FindingRank::kDeep);
  EXPECT_EQ(RankOfQuote(subject, "KeyError", "", -12), FindingRank::kUnsupported);
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(12)}});
  model::Observation shallow = CallRaised(b, "KeyError");
  shallow.exception.frames.resize(1);
  EXPECT_EQ(RankOf(b.test(), subject, shallow), FindingRank::kUnsupported);
}

TEST(Evidence, IsNotWhatThePrivatePartsOfAModuleDo) {
  model::Subject subject = testing::SampleSubject();
  subject.callables[testing::kQuote].is_protected = true;
  EXPECT_EQ(RankOfQuote(subject, "UnboundLocalError"), FindingRank::kUnsupported);
  subject.callables[testing::kQuote].is_protected = false;
  subject.callables[testing::kQuote].name = "__getattr__";
  EXPECT_EQ(RankOfQuote(subject, "UnboundLocalError"), FindingRank::kUnsupported);
}

TEST(Evidence, IsALawOfTheDataModelThatIsBroken) {
  model::Subject subject = testing::SampleSubject();
  model::Callable& method = subject.callables[testing::kPriceFor];
  method.kind = model::CallableKind::kOperator;
  const auto rank = [&](const char* name, const char* type, const char* message = "") {
    method.name = name;
    TestCaseBuilder b;
    const auto table = b.Call(testing::kRateTable, {});
    const auto weight = b.Int(1);
    b.Call(testing::kPriceFor, {{0, weight}}, {table});
    return RankOf(b.test(), subject, CallRaised(b, type, message));
  };
  EXPECT_EQ(rank("__eq__", "AttributeError", "'int' object has no attribute 'name'"),
            FindingRank::kBrokenLaw);
  EXPECT_EQ(rank("__repr__", "KeyError"), FindingRank::kBrokenLaw);
  EXPECT_EQ(rank("__hash__", "TypeError", "unhashable type: 'list'"), FindingRank::kUnsupported);
  EXPECT_EQ(rank("__getitem__", "KeyError"), FindingRank::kUnsupported);
}

TEST(Evidence, IsNoLawThatAnObjectBreaksWhichWasMadeOfAWrongValue) {
  model::Subject subject = testing::SampleSubject();
  model::Callable& method = subject.callables[testing::kPriceFor];
  method.kind = model::CallableKind::kOperator;
  method.name = "__repr__";
  method.parameters.clear();
  TestCaseBuilder b;
  const auto table = b.Call(testing::kRateTable, {{0, b.Str("rates")}});
  b.Call(testing::kPriceFor, {}, {table});
  const auto rank = [&](const char* message) {
    return RankOf(b.test(), subject, CallRaised(b, "AttributeError", message));
  };
  EXPECT_EQ(rank("'str' object has no attribute 'items'"), FindingRank::kWrongArgument);
  EXPECT_EQ(rank("'list' object has no attribute 'items'"), FindingRank::kBrokenLaw);

  method.name = "__eq__";
  method.parameters.emplace_back().name = "other";
  TestCaseBuilder equal;
  const auto rates = equal.Call(testing::kRateTable, {{0, equal.Str("rates")}});
  equal.Call(testing::kPriceFor, {{0, rates}}, {rates});
  EXPECT_EQ(RankOf(equal.test(), subject,
                   CallRaised(equal, "AttributeError", "'str' object has no attribute 'items'")),
            FindingRank::kWrongArgument)
      << "it is compared with itself";
  TestCaseBuilder made;
  const auto of_class =
      made.Call(testing::kRateTable, {{0, made.ClassItself(testing::kRateTableClass)}});
  made.Call(testing::kPriceFor, {}, {of_class});
  const model::Observation seen =
      CallRaised(made, "AttributeError", "'RateTable' object has no attribute 'items'");
  EXPECT_EQ(RankOf(made.test(), subject, seen), FindingRank::kWrongArgument);
}

TEST(Evidence, IsNothingThatTheTestRaisesItself) {
  const model::Subject subject = testing::SampleSubject();
  for (const char* type : {"KeyError", "RecursionError"}) {
    EXPECT_EQ(RankOfQuote(subject, type, "", 12, "<test>"), FindingRank::kUnsupported) << type;
  }
}

TEST(Evidence, OfATroubleIsThatItHappensToValidArguments) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(1)}});
  using enum model::Verdict;
  EXPECT_EQ(RankOfTrouble(b.test(), Declared(TypeKind::kAny), kTimedOut), FindingRank::kHang);
  EXPECT_EQ(RankOfTrouble(b.test(), Declared(TypeKind::kStr), kTimedOut),
            FindingRank::kWrongArgument);
  EXPECT_EQ(RankOfTrouble(b.test(), Declared(TypeKind::kStr), kCrashed), FindingRank::kCrash);
  TestCaseBuilder huge;
  huge.Call(testing::kQuote, {{0, huge.Int(1'000'000)}});
  EXPECT_EQ(RankOfTrouble(huge.test(), Declared(TypeKind::kInt), kTimedOut),
            FindingRank::kUnsupported);
  EXPECT_TRUE(HasEvidence(FindingRank::kHang) && HasEvidence(FindingRank::kDeep));
  EXPECT_FALSE(HasEvidence(FindingRank::kUnsupported));
}

TEST(Evidence, OfATroubleIsNotThatAnObjectWasPassedForWhichNothingSpeaks) {
  model::Subject subject = Declared(TypeKind::kClass);
  model::Type& type = subject.types[subject.callables[testing::kQuote].parameters[0].type];
  type.class_index = testing::kRateTableClass;
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Call(testing::kRateTable, {})}});
  const auto rank = [&](const model::Subject& of) {
    return RankOfTrouble(b.test(), of, model::Verdict::kTimedOut);
  };
  EXPECT_EQ(rank(subject), FindingRank::kHang);
  EXPECT_EQ(rank(Declared(TypeKind::kAny)), FindingRank::kUnsupported);
}

}  // namespace
}  // namespace skua::oracle
