// The oracle for what a test can do beyond calling functions and methods.

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "oracle/assertions/assertion_builder.h"
#include "oracle/build_suite.h"
#include "oracle/findings/exceptions.h"
#include "oracle/random_seeding.h"
#include "support/matchers.h"
#include "support/shapes_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::CallableKind;
using model::Observation;
using model::Value;
using testing::IntValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::ShapesCaseBuilder;
using testing::StrValue;

const testing::ShapesSubject kShapes;

// The last statement raised.
Observation ShapesRaised(const ShapesCaseBuilder& b, const std::string& type,
                         const std::string& message = "") {
  Observation seen{.verdict = model::Verdict::kRaised};
  seen.statements.resize(b.test().size() - 1);
  seen.exception.type_name = type;
  seen.exception.message = message;
  return seen;
}

ExceptionKind ClassifyRaised(const ShapesCaseBuilder& b, const Observation& seen) {
  return Classify(b.test(), kShapes.subject(), seen);
}

// All statements passed and gave None, until told otherwise.
Observation ShapesPassed(const ShapesCaseBuilder& b) {
  Observation seen{.verdict = model::Verdict::kPassed};
  seen.statements.resize(b.test().size());
  return seen;
}

std::vector<Assertion> Assertions(const ShapesCaseBuilder& b, const Observation& seen) {
  return BuildAssertions(b.test(), kShapes.subject(), seen, {});
}

TEST(ClassifyShapes, ExpectsWithToLetItsOwnExceptionThrough) {
  for (const char* name : {"Pool", "Channel"}) {
    ShapesCaseBuilder b(kShapes);
    const auto manager = b.Of(name, {b.Int(1)});
    const std::string exit = std::string(name) == "Pool" ? "Pool.__exit__" : "Channel.__aexit__";
    b.On(manager, exit, {b.Class("ValueError")});
    EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:ValueError")), ExceptionKind::kExpected);
    EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:KeyError")), ExceptionKind::kFinding);
  }
}

TEST(ClassifyShapes, ExpectsPythonToSayThatAnOperatorDeclined) {
  for (const auto& [name, message] :
       {std::pair("Vector.__add__", "unsupported operand type(s) for +: 'Vector' and 'int'"),
        std::pair("Vector.__lt__", "'<' not supported between instances of 'Vector' and 'int'")}) {
    ShapesCaseBuilder b(kShapes);
    b.On(b.Vector({}), name, {b.Int(1)});
    Observation seen = ShapesRaised(b, "builtins:TypeError", message);
    seen.exception.at_boundary = true;  // no line of the subject was on the stack any more
    EXPECT_EQ(ClassifyRaised(b, seen), ExceptionKind::kExpected) << message;
    seen.exception.message = "an int is needed";
    EXPECT_EQ(ClassifyRaised(b, seen), ExceptionKind::kBoundary);
  }
}

TEST(ClassifyShapes, ExpectsWhatFilesAndInputAreLikeToBeLetKnown) {
  ShapesCaseBuilder b(kShapes);
  b.Of("read", {b.Of("missing_file", {b.Str("a.txt")})});
  EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:FileNotFoundError")),
            ExceptionKind::kExpected);
  EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:EOFError")), ExceptionKind::kExpected);
  EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:OSError")), ExceptionKind::kFinding);
}

TEST(ClassifyShapes, HasNoUseForAStopThatNoCoroutineLetsThrough) {
  ShapesCaseBuilder b(kShapes);
  b.On(b.Of("Channel", {b.Int(1)}), "Channel.__aexit__", {b.Class("KeyError")});
  EXPECT_EQ(
      ClassifyRaised(b, ShapesRaised(b, "builtins:RuntimeError", "coroutine raised StopIteration")),
      ExceptionKind::kBoundary);
  EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:RuntimeError", "raised by the subject")),
            ExceptionKind::kFinding);
}

TEST(ClassifyShapes, CountsWhatTheSubjectGaveAsTheSubject) {
  ShapesCaseBuilder own(kShapes);
  own.On(own.Of("adder", {own.Int(1)}), "FunctionType.__call__", {own.List({})});
  EXPECT_EQ(ClassifyRaised(own, ShapesRaised(own, "builtins:KeyError")), ExceptionKind::kFinding);

  ShapesCaseBuilder foreign(kShapes);
  foreign.On(foreign.Of("make_folder", {foreign.Str("a")}), "Path.__str__");
  EXPECT_EQ(ClassifyRaised(foreign, ShapesRaised(foreign, "builtins:KeyError")),
            ExceptionKind::kBoundary);

  ShapesCaseBuilder surroundings(kShapes);
  surroundings.Of("make_folder", {surroundings.Str("a")});
  EXPECT_EQ(ClassifyRaised(surroundings, ShapesRaised(surroundings, "builtins:FileExistsError")),
            ExceptionKind::kBoundary);
}

TEST(ClassifyShapes, BlamesFunctionsAsArguments) {
  struct Case {
    const char* type_name;
    std::function<void(ShapesCaseBuilder&)> build;
  };
  const Case cases[] = {
      {"function", [](auto& b) { b.Of("fetch", {b.Lambda()}); }},
      {"function", [](auto& b) { b.Of("fetch", {b.Function(kShapes.Find("roll"))}); }},
      {"type", [](auto& b) { b.Of("fetch", {b.Function(kShapes.Find("Account"))}); }},
      {"method", [](auto& b) {
         const auto sorter = b.Of("Sorter", {b.Bool(true)});
         b.Of("fetch", {b.Function(kShapes.Find("Sorter.key"), {sorter})});
       }}};
  for (const Case& c : cases) {
    ShapesCaseBuilder b(kShapes);
    c.build(b);
    const std::string message = "'" + std::string(c.type_name) + "' object has no attribute 'x'";
    EXPECT_EQ(ClassifyRaised(b, ShapesRaised(b, "builtins:AttributeError", message)),
              ExceptionKind::kWrongArgument)
        << message;
  }
}

TEST(BuildShapeAssertions, StateWhatASetterLeftAndNotThatItGaveNothing) {
  ShapesCaseBuilder b(kShapes);
  const auto account = b.Of("Account", {b.Int(5)});
  const auto set = b.Balance(CallableKind::kSetter, account, {b.Int(7)});
  Observation seen = ShapesPassed(b);
  EXPECT_THAT(Assertions(b, seen), IsEmpty());
  seen.statements[account].result = ObjectValue("shapes:Account", {{"balance", IntValue(5)}});
  seen.statements[set].changes = {
      {account, ObjectValue("shapes:Account", {{"balance", IntValue(7)}})}};
  EXPECT_THAT(Assertions(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, set, account, "balance", IntValue(7)}));
}

TEST(BuildShapeAssertions, StateWhatReadingEnteringAndCallingGave) {
  const auto last_is_asserted = [](ShapesCaseBuilder& b) {
    Observation seen = ShapesPassed(b);
    const auto last = static_cast<uint16_t>(b.test().size() - 1);
    seen.statements[last].result = IntValue(3);
    EXPECT_THAT(Assertions(b, seen),
                ElementsAre(Assertion{AssertionKind::kEquals, last, last, "", IntValue(3)}));
  };
  ShapesCaseBuilder getter(kShapes), entered(kShapes), called(kShapes), generator(kShapes);
  getter.Balance(CallableKind::kGetter, getter.Of("Account", {getter.Int(3)}));
  entered.On(entered.Of("Pool", {entered.Int(3)}), "Pool.__enter__");
  called.On(called.Of("adder", {called.Int(3)}), "FunctionType.__call__", {called.List({})});
  generator.On(generator.Of("opened", {generator.Str("")}), "_GeneratorContextManager.__enter__");
  for (ShapesCaseBuilder* b : {&getter, &entered, &called, &generator}) last_is_asserted(*b);
}

TEST(BuildShapeAssertions, AssertNothingOfTheSurroundings) {
  ShapesCaseBuilder b(kShapes);
  const auto path = b.Of("write_file", {b.Str("a.txt"), b.Str("")});
  const auto text = b.On(path, "Path.__str__");
  const auto size = b.Of("size", {text});
  Observation seen = ShapesPassed(b);
  seen.statements[path].result = ObjectValue("pathlib:PosixPath", {}, -1, "PosixPath('a.txt')");
  seen.statements[text].result = StrValue("a.txt");
  seen.statements[size].result = IntValue(0);
  EXPECT_THAT(Assertions(b, seen),
              ElementsAre(Assertion{AssertionKind::kEquals, size, size, "", IntValue(0)}));
}

// Passes all statements, which give nothing; `random` is drawn from by `roll` alone.
class ShapesObserver final : public model::Executor {
 public:
  // Runs no tests after the first `most`.
  explicit ShapesObserver(std::size_t most = 100) : most_(most) {}

  void Execute(std::span<const model::TestCase>, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>&) override {
    ADD_FAILURE() << "the oracle only observes";
  }
  std::vector<Observation> Observe(std::span<const model::TestCase> tests,
                                   const base::Deadline&) override {
    std::vector<Observation> seen(tests.size());
    for (std::size_t t = 0; t < std::min(tests.size(), most_); ++t) {
      const auto& statements = tests[t].statements;
      seen[t].verdict = model::Verdict::kPassed;
      seen[t].statements.resize(statements.size());
      seen[t].statements.back().result = IntValue(3);
      seen[t].seed_unused = std::none_of(statements.begin(), statements.end(), [](const auto& s) {
        return s.kind == model::StatementKind::kCall && s.target == kShapes.Find("roll");
      });
    }
    return seen;
  }
  void Retire(std::span<const model::PredicateIndex>) override {}

 private:
  std::size_t most_;
};

BuiltSuite BuildShapes(const ShapesCaseBuilder& b) {
  const base::SteadyClock clock;
  ShapesObserver first, second;
  return BuildSuite({{b.test(), {0}}}, kShapes.subject(), first, second, base::Deadline(clock));
}

std::vector<std::string> Callables(const model::TestCase& test) {
  std::vector<std::string> names;
  for (const model::Statement& s : test.statements) {
    if (s.kind != model::StatementKind::kCall) continue;
    names.push_back(kShapes.subject().callables[s.target].qualified_name);
  }
  return names;
}

TEST(BuildShapeSuite, KeepsWhatPreparesAndDropsWhatComesTooLateOrIsOnlyAName) {
  ShapesCaseBuilder b(kShapes);
  b.Of("seed", {b.Int(1)});
  b.Of("missing_file", {b.Str("a.txt")});
  b.Of("chdir");
  b.Of("write_file", {b.Str("b.txt"), b.Str("")});
  b.Of("roll");
  b.Of("setenv", {b.Str("A"), b.Str("b")});
  const BuiltSuite built = BuildShapes(b);
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_THAT(Callables(built.suite[0].test), ElementsAre("seed", "chdir", "write_file", "roll"));
}

TEST(BuildShapeSuite, KeepsASeedOnlyWhereSomethingDrawsFromIt) {
  for (const char* name : {"roll", "setting"}) {
    ShapesCaseBuilder b(kShapes);
    b.Of("seed", {b.Int(1)});
    b.Of(name);
    const BuiltSuite built = BuildShapes(b);
    ASSERT_EQ(built.suite.size(), 1u);
    const model::GeneratedTest& test = built.suite[0];
    EXPECT_EQ(SeedOf(test.test, kShapes.subject()).has_value(), std::string(name) == "roll");
    const auto last = static_cast<uint16_t>(test.test.size() - 1);
    EXPECT_THAT(test.assertions,
                ElementsAre(Assertion{AssertionKind::kEquals, last, last, "", IntValue(3)}));
  }
}

TEST(BuildShapeSuite, JudgesTheSeedOfATestThatNothingRanByTheOthers) {
  const auto seeded = [](const char* name) {
    ShapesCaseBuilder b(kShapes);
    b.Of("seed", {b.Int(1)});
    b.Of(name);
    return CoveringTest{b.test(), {0}};
  };
  const auto keeps_last = [&](std::vector<CoveringTest> tests, std::size_t first,
                              std::size_t second) {
    const base::SteadyClock clock;
    ShapesObserver a(first), b(second);
    const BuiltSuite built = BuildSuite(tests, kShapes.subject(), a, b, base::Deadline(clock));
    EXPECT_EQ(built.suite.size(), tests.size());
    return SeedOf(built.suite.back().test, kShapes.subject()).has_value();
  };
  EXPECT_FALSE(keeps_last({seeded("setting"), seeded("setting")}, 1, 0));
  EXPECT_TRUE(keeps_last({seeded("roll"), seeded("setting")}, 1, 0)) << "another one draws";
  EXPECT_TRUE(keeps_last({seeded("setting")}, 0, 0)) << "nothing is known";
  EXPECT_FALSE(keeps_last({seeded("setting")}, 1, 0)) << "one process suffices";
  EXPECT_TRUE(keeps_last({seeded("roll")}, 0, 1));
}

TEST(BuildShapeSuite, KeepsASeedWhoseResultIsAnArgument) {
  ShapesCaseBuilder b(kShapes);
  const auto seeded = b.Of("seed", {b.Int(1)});
  b.Of("Vector", {b.List({seeded})});
  const BuiltSuite built = BuildShapes(b);
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_THAT(Callables(built.suite[0].test), ElementsAre("seed", "Vector"));
}

TEST(BuildShapeSuite, KeepsLibraryCallsThatGoOnWithTheSubject) {
  ShapesCaseBuilder b(kShapes);
  b.On(b.Of("opened", {b.Str("a")}), "_GeneratorContextManager.__enter__");
  b.On(b.Of("make_folder", {b.Str("a")}), "Path.__str__");
  b.Of("roll");
  const BuiltSuite built = BuildShapes(b);
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_THAT(Callables(built.suite[0].test),
              ElementsAre("opened", "_GeneratorContextManager.__enter__", "make_folder", "roll"));
}

TEST(BuildShapeSuite, IsAboutTheLastCallWhereOnlyOtherModulesAreCalled) {
  ShapesCaseBuilder b(kShapes);
  const auto folder = b.Of("make_folder", {b.Str("a")});
  b.On(folder, "Path.__str__");
  const BuiltSuite built = BuildShapes(b);
  ASSERT_EQ(built.suite.size(), 1u);
  EXPECT_THAT(Callables(built.suite[0].test), ElementsAre("make_folder", "Path.__str__"));
  const auto last = static_cast<uint16_t>(built.suite[0].test.size() - 1);
  EXPECT_THAT(built.suite[0].assertions,
              ElementsAre(Assertion{AssertionKind::kEquals, last, last, "", IntValue(3)}));

  const base::SteadyClock clock;
  ShapesObserver first, second;
  const BuiltSuite without_goals =
      BuildSuite({{b.test(), {}}}, kShapes.subject(), first, second, base::Deadline(clock));
  EXPECT_THAT(without_goals.suite, IsEmpty()) << "nothing tells that it runs the subject";
  EXPECT_EQ(without_goals.dropped.unwritable, 1u);
}

TEST(BuildShapeSuite, LeavesOutWhatIsNeverWritten) {
  ShapesCaseBuilder surroundings(kShapes), lazy(kShapes);
  surroundings.Of("chdir");
  model::Statement argument{.kind = model::StatementKind::kLazy};
  lazy.Of("fetch", {lazy.Add(argument)});
  for (const ShapesCaseBuilder* b : {&surroundings, &lazy}) {
    const BuiltSuite built = BuildShapes(*b);
    EXPECT_THAT(built.suite, IsEmpty());
    EXPECT_EQ(built.dropped.unwritable, 1u);
  }
}

}  // namespace
}  // namespace skua::oracle
