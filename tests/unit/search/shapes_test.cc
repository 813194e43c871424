// Tests of every shape: attributes and operators, the environment, things that can be called,
// TypedDicts, files, and what calls were seen to return. Properties over many random tests on a
// subject that has everything.

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "search/making/environment_statements.h"
#include "search/making/test_edits.h"
#include "unit/search/maker_fixture.h"

namespace skua::search {
namespace {

using model::CallableIndex;
using model::CallableKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;
using model::VariableIndex;

class ShapesTest : public MakerTest {
 protected:
  CallableIndex Callable(const std::string& name) { return test::CallableNamed(subject_, name); }
  model::ClassIndex Class(const std::string& name) { return test::ClassNamed(subject_, name); }

  Statement Call(const std::string& name, std::vector<VariableIndex> operands) {
    Statement call{.kind = StatementKind::kCall, .target = Callable(name)};
    const model::Callable& callable = subject_.callables[call.target];
    call.type = callable.result;
    call.operands.assign(operands.begin(), operands.end());
    for (uint16_t p = 0; p + FirstArgument(callable) < operands.size(); ++p) {
      call.parameters.push_back(p);
    }
    return call;
  }

  static Statement Primitive(StatementKind kind, std::string text = "") {
    return {.kind = kind, .text = std::move(text)};
  }

  // Random tests, their mutants and their offspring.
  template <typename Visitor>
  void ForMany(Visitor visit) {
    TestCase a, b;
    for (int i = 0; i < 6000; ++i) {
      if (i % 30 == 0 || a.size() == 0) factory_.MakeRandomTest(a, rng_);
      if (i % 30 == 15 || b.size() == 0) factory_.MakeRandomTest(b, rng_);
      if (i % 5 == 0) {
        crossover_.Cross(a, b, rng_);
      } else {
        mutation_.Mutate(a, a.size(), rng_);
      }
      for (const TestCase* test : {&a, &b}) {
        ASSERT_NO_THROW(CheckWellFormed(*test, subject_)) << "step " << i;
        visit(*test);
        if (HasFatalFailure()) return;
      }
    }
  }
};

TEST_F(ShapesTest, EveryKindOfStatementAndOfCallComesUp) {
  std::set<StatementKind> statements;
  std::set<CallableKind> calls;
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      statements.insert(it.kind);
      if (it.kind == StatementKind::kCall) calls.insert(subject_.callables[it.target].kind);
    }
  });
  EXPECT_EQ(statements.size(), static_cast<std::size_t>(StatementKind::kLazy));
  EXPECT_FALSE(statements.contains(StatementKind::kLazy));
  EXPECT_EQ(calls.size(), static_cast<std::size_t>(CallableKind::kEnvironment) + 1);
}

TEST_F(ShapesTest, TheSeedStandsFirstAndWhatIsSetUpOnceIsSetUpOnce) {
  std::map<std::string, int> tests_with;
  int tests = 0;
  ForMany([&](const TestCase& test) {
    if (test.size() == 0) return;
    ++tests;
    ASSERT_EQ(environment_.PrefixOf(test), 2u);
    ASSERT_GT(test.size(), 2u) << "nothing but the seed";
    std::map<std::string, int> count;
    for (const Statement& it : test.statements) {
      if (IsEnvironment(subject_, it)) ++count[subject_.callables[it.target].name];
    }
    for (const char* once : {"seed", "chdir", "argv", "stdin"}) ASSERT_LE(count[once], 1) << once;
    for (const auto& [name, times] : count) tests_with[name] += times > 0;
  });
  for (const char* action : {"setenv", "delenv", "argv", "stdin", "chdir"}) {
    EXPECT_GT(tests_with[action], tests / 50) << action << ": not rare";
    EXPECT_LT(tests_with[action], tests / 2) << action << ": not everywhere";
  }
}

// A subject that starts processes, and what makes tests of it.
class ProcessesTest : public MakerTest {
 protected:
  ProcessesTest() : MakerTest(MakeSubject()) {}

  static model::Subject MakeSubject() {
    model::Subject subject = test::RichSubject();
    subject.types.push_back(
        {.kind = TypeKind::kTuple,
         .arguments = {TypeOf(subject, TypeKind::kInt), TypeOf(subject, TypeKind::kStr),
                       TypeOf(subject, TypeKind::kStr)}});
    model::Callable processes{.kind = CallableKind::kEnvironment};
    processes.name = processes.qualified_name = "processes";
    processes.parameters = {{"answers", model::ParameterKind::kVarPositional, false,
                             static_cast<model::TypeIndex>(subject.types.size() - 1)}};
    processes.result = TypeOf(subject, TypeKind::kNone);
    processes.in_subject = false;
    subject.callables.push_back(std::move(processes));
    return subject;
  }
  static model::TypeIndex TypeOf(const model::Subject& subject, TypeKind kind) {
    for (model::TypeIndex i = 0; i < subject.types.size(); ++i) {
      if (subject.types[i].kind == kind) return i;
    }
    return 0;
  }
  // The places of what has processes answer.
  std::vector<std::size_t> Answers(const TestCase& test) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const Statement& it = test.statements[i];
      if (it.kind == StatementKind::kCall && it.target + 1 == subject_.callables.size()) {
        places.push_back(i);
      }
    }
    return places;
  }
};

// A list of words of a command line: "add", an amount, and options behind these.
class LineTest : public MakerTest {
 protected:
  LineTest() : MakerTest(MakeSubject()) {}

  static model::Value Text(const char* text) {
    return {.kind = model::ValueKind::kStr, .text = text};
  }
  static model::TypeIndex AddLiteral(model::Subject& subject, std::vector<model::Value> values) {
    subject.types.push_back({.kind = TypeKind::kLiteral, .literals = std::move(values)});
    return static_cast<model::TypeIndex>(subject.types.size() - 1);
  }
  static model::Subject MakeSubject() {
    model::Subject subject = test::RichSubject();
    subject.types.push_back({.kind = TypeKind::kList,
                             .arguments = {AddLiteral(subject, {Text("--all"), Text("--note=a")}),
                                           AddLiteral(subject, {Text("add")}),
                                           AddLiteral(subject, {Text("1"), Text("2")})}});
    return subject;
  }

  const model::TypeIndex line_ = static_cast<model::TypeIndex>(subject_.types.size() - 1);
};

TEST_F(LineTest, BeginsWithTheWordsOfItsFirstPlaces) {
  std::set<std::size_t> lengths;
  for (int i = 0; i < 200; ++i) {
    TestCase test;
    const VariableIndex line = factory_.values().AppendValue(test, line_, rng_, 0);
    const auto& words = test.statements[line].operands;
    ASSERT_EQ(test.statements[line].kind, StatementKind::kList);
    ASSERT_GE(words.size(), 2u);
    EXPECT_EQ(test.statements[words[0]].text, "add");
    EXPECT_TRUE(types_.Fits(test, line, line_));
    lengths.insert(words.size());
  }
  EXPECT_GE(lengths.size(), 3u) << "options stand behind them";
}

TEST_F(LineTest, FitsNoListThatLacksThem) {
  EXPECT_TRUE(types_.IsLine(line_));
  TestCase test;
  const VariableIndex line = factory_.values().AppendValue(test, line_, rng_, 0);
  auto& words = test.statements[line].operands;
  std::swap(words[0], words[1]);
  EXPECT_FALSE(types_.Fits(test, line, line_));
  words.resize(1);
  EXPECT_FALSE(types_.Fits(test, line, line_));
}

TEST_F(ProcessesTest, AnswerInFrontOfMostTestsAndOnlyOnce) {
  ASSERT_EQ(environment_.prepared().back() + 1, subject_.callables.size());
  int answered = 0, with_answers = 0;
  constexpr int kTests = 1000;
  for (int i = 0; i < kTests; ++i) {
    TestCase test;
    factory_.MakeRandomTest(test, rng_);
    environment_.Normalise(test);
    ASSERT_NO_THROW(CheckWellFormed(test, subject_));
    const auto places = Answers(test);
    ASSERT_LE(places.size(), 1u);
    if (places.empty()) continue;
    ++answered;
    const auto& operands = test.statements[places[0]].operands;
    const bool gives_any = !operands.empty() && !test.statements[operands[0]].operands.empty();
    with_answers += gives_any ? 1 : 0;
  }
  EXPECT_GT(answered, kTests * 7 / 10);
  EXPECT_LT(answered, kTests) << "a program that is missing shows without";
  EXPECT_GT(with_answers, answered / 10);
}

TEST_F(ProcessesTest, StandBehindTheSeedAndAreNotAskedForTwice) {
  for (int i = 0; i < 100; ++i) {
    TestCase test;
    factory_.AppendRandomCall(test, rng_);
    const auto places = Answers(test);
    factory_.Prepare(test, rng_);
    if (!places.empty()) {
      EXPECT_EQ(Answers(test).size(), places.size());
    }
    EXPECT_EQ(environment_.PrefixOf(test), 2u);
  }
}

TEST_F(ShapesTest, NormalisingPutsTheSeedInFrontWithTheNumberItHad) {
  TestCase test{.statements = {Call("make_counter", {}), Primitive(StatementKind::kInt)}};
  test.statements[1].integer = 7;
  test.statements.push_back(Call("seed", {1}));
  test.statements.push_back(Call("chdir", {}));
  test.statements.push_back(Call("chdir", {}));
  environment_.Normalise(test);
  CheckWellFormed(test, subject_);
  ASSERT_EQ(environment_.PrefixOf(test), 2u);
  EXPECT_EQ(test.statements[0].integer, 7);
  std::vector<std::string> calls;
  for (const Statement& it : test.statements) {
    if (it.kind == StatementKind::kCall) calls.push_back(subject_.callables[it.target].name);
  }
  EXPECT_EQ(calls, (std::vector<std::string>{"seed", "make_counter", "chdir"}));
  const TestCase once = test;
  environment_.Normalise(test);
  EXPECT_EQ(test, once);

  test.statements.resize(2);
  environment_.Normalise(test);
  EXPECT_EQ(test.size(), 0u) << "a test of the seed alone";
}

TEST_F(ShapesTest, TypedDictsKeepTheirRequiredNamesAndTakeNoOthers) {
  std::set<std::size_t> sizes;
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      if (!IsTypedDict(subject_, it)) continue;
      const model::Type& type = subject_.types[it.type];
      std::set<std::string> names;
      for (std::size_t k = 0; k < it.operands.size(); k += 2) {
        names.insert(test.statements[it.operands[k]].text);
      }
      sizes.insert(names.size());
      ASSERT_EQ(names.size(), it.operands.size() / 2) << "a name twice";
      for (std::size_t k = 0; k < type.required_names; ++k) {
        ASSERT_TRUE(names.contains(type.names[k]));
        names.erase(type.names[k]);
      }
      for (const std::string& name : names) EXPECT_EQ(name, "price");
    }
  });
  EXPECT_EQ(sizes, (std::set<std::size_t>{2, 3}));
}

TEST_F(ShapesTest, AContextIsLeftByExceptionsAlone) {
  int left = 0;
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      if (it.kind != StatementKind::kCall || !LeavesByException(subject_.callables[it.target])) {
        continue;
      }
      ++left;
      const Statement& exception = test.statements[it.operands[1]];
      ASSERT_EQ(exception.kind, StatementKind::kClass);
      ASSERT_TRUE(subject_.classes[exception.target].is_exception);
    }
  });
  EXPECT_GT(left, 100);
}

TEST_F(ShapesTest, NamesOfFilesAndVariablesStayNames) {
  const auto is_name = [](const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
    });
  };
  int names = 0;
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      if (!IsEnvironment(subject_, it)) continue;
      const auto& parameters = subject_.callables[it.target].parameters;
      if (parameters.empty() || parameters[0].name != "name") continue;
      ++names;
      ASSERT_TRUE(is_name(test.statements[it.operands[0]].text))
          << test.statements[it.operands[0]].text;
    }
  });
  EXPECT_GT(names, 1000);
}

TEST_F(ShapesTest, ACallableParameterGetsAllThatCanBeCalled) {
  options_.null_probability = options_.wrong_type_probability = 0;
  const CallableIndex apply = Callable("apply");
  const model::TypeIndex wanted = subject_.callables[apply].parameters[0].type;
  const model::TypeIndex result = subject_.types[wanted].arguments.back();
  std::map<StatementKind, int> kinds;
  for (int i = 0; i < 1000; ++i) {
    TestCase test;
    const VariableIndex made = factory_.AppendArgument(test, apply, 0, rng_);
    CheckWellFormed(test, subject_);
    const Statement& it = test.statements[made];
    ++kinds[it.kind];
    EXPECT_TRUE(types_.Fits(test, made, wanted));
    if (it.kind == StatementKind::kLambda && !it.operands.empty()) {
      EXPECT_TRUE(types_.Fits(test, it.operands[0], result)) << "returns what is expected";
    }
    if (it.kind == StatementKind::kFunction) {
      const auto& parameters = subject_.callables[it.target].parameters;
      const auto required = std::count_if(parameters.begin(), parameters.end(),
                                          [](const auto& p) { return !IsOptional(p); });
      EXPECT_LE(required, 1) << subject_.callables[it.target].name << " is called with one";
    }
  }
  EXPECT_GT(kinds[StatementKind::kLambda], 400);
  EXPECT_GT(kinds[StatementKind::kFunction], 100);
  EXPECT_GT(kinds[StatementKind::kClass], 20);
  EXPECT_EQ(kinds.size(), 3u);
}

TEST_F(ShapesTest, PathsAreMostlyFilesThatTheTestMade) {
  options_.null_probability = options_.wrong_type_probability = 0;
  const CallableIndex load = Callable("load");
  std::map<std::string, int> made_by;
  int plain = 0;
  for (int i = 0; i < 1000; ++i) {
    TestCase test;
    const VariableIndex path = factory_.AppendArgument(test, load, 0, rng_);
    ASSERT_EQ(test.statements[path].kind, StatementKind::kCall);
    ++made_by[subject_.callables[test.statements[path].target].name];
    test.statements.clear();
    const VariableIndex name = factory_.AppendArgument(test, load, 1, rng_);
    CheckWellFormed(test, subject_);
    EXPECT_TRUE(types_.Fits(test, name, subject_.callables[load].parameters[1].type));
    plain += test.statements[name].kind == StatementKind::kStr;
  }
  EXPECT_GT(made_by["write_file"], made_by["missing_file"]);
  EXPECT_GT(made_by["missing_file"], 100);
  EXPECT_GT(made_by["make_folder"], 100);
  EXPECT_GT(plain, 100);
  EXPECT_LT(plain, 300);
}

TEST_F(ShapesTest, AClosureThatACallReturnedIsCalledWithAnyNumberOfArguments) {
  types_.LearnResult(Callable("make_counter"), Class("FunctionType"));
  const CallableIndex call = Callable("FunctionType.__call__");
  std::map<std::size_t, int> arities;
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      if (it.kind != StatementKind::kCall || it.target != call) continue;
      const bool has_list = !it.parameters.empty() && it.parameters[0] == 0;
      ++arities[has_list ? test.statements[it.operands[1]].operands.size() : 0];
    }
  });
  for (std::size_t arity = 0; arity <= 3; ++arity) EXPECT_GT(arities[arity], 20) << arity;
}

TEST_F(ShapesTest, MembersOfForeignClassesAreUsedOnWhatTheSubjectReturnedAlone) {
  // A number of calls of a method on a receiver that was made for this by the test itself.
  const CallableIndex call = Callable("FunctionType.__call__");
  ForMany([&](const TestCase& test) {
    for (const Statement& it : test.statements) {
      ASSERT_FALSE(it.kind == StatementKind::kCall && it.target == call)
          << "no call was seen to return a function";
    }
  });
}

TEST_F(ShapesTest, ACallMayGoOnWithWhatItReturned) {
  options_.chain_probability = 1;
  std::size_t longest = 0;
  for (int i = 0; i < 200; ++i) {
    TestCase test;
    factory_.AppendRandomCall(test, rng_);
    std::size_t length = 0;
    for (std::size_t k = test.size(); k-- > 1;) {
      const Statement& it = test.statements[k];
      const bool goes_on = it.kind == StatementKind::kCall &&
                           model::HasReceiver(subject_.callables[it.target]) &&
                           it.parameters.empty() && it.operands[0] + 1u == k;
      if (!goes_on) break;
      ++length;
    }
    longest = std::max(longest, length);
  }
  EXPECT_GE(longest, 2u);
}

TEST_F(ShapesTest, AVariableIsWhatBecomesOfTheResult) {
  EXPECT_EQ(types_.ShapeOf(Call("numbers", {})).kind, TypeKind::kList) << "its items";
  EXPECT_EQ(types_.ClassOf(Call("fetch", {})), Class("Money")) << "awaited";
  EXPECT_EQ(types_.ClassOf(Call("make_counter", {})), model::kNoIndex);
  types_.LearnResult(Callable("make_counter"), Class("Circle"));
  types_.LearnResult(Callable("make_counter"), Class("Money"));
  EXPECT_EQ(types_.ClassOf(Call("make_counter", {})), Class("Circle")) << "what was seen first";
  const auto money = types_.GeneratorsOf(Class("Money"));
  EXPECT_TRUE(std::find(money.begin(), money.end(), Callable("make_counter")) != money.end());
}

TEST_F(ShapesTest, PlainAttributesAreUsedLessThanPropertiesAndMethods) {
  std::map<std::string, int> calls;
  for (int i = 0; i < 3000; ++i) {
    TestCase test;
    factory_.AppendRandomCall(test, rng_);
    for (const Statement& it : test.statements) {
      if (it.kind == StatementKind::kCall) {
        const model::Callable& callable = subject_.callables[it.target];
        ++calls[callable.kind == CallableKind::kDeleter ? "delete" : callable.qualified_name];
      }
    }
  }
  EXPECT_GT(calls["delete"], 0);
  EXPECT_GT(calls["add"], 5 * calls["delete"]);
}

TEST_F(ShapesTest, OutcomesMoveTheAlternativesOfAUnion) {
  const CallableIndex all_kinds = Callable("all_kinds");
  const auto& parameters = subject_.callables[all_kinds].parameters;  // e: int | None
  const model::TypeIndex none = subject_.types[parameters[5].type].arguments[1];
  TestCase test{.statements = {Primitive(StatementKind::kNone)}};
  Statement call{
      .kind = StatementKind::kCall, .target = all_kinds, .operands = {0}, .parameters = {5}};
  const auto share = [&] {
    int picked = 0;
    for (int i = 0; i < 1000; ++i) picked += guesses_.PickAlternative(all_kinds, 5, rng_) == none;
    return picked;
  };
  EXPECT_NEAR(share(), 500, 60);
  for (int i = 0; i < 20; ++i) guesses_.Lower(test, call);
  EXPECT_LT(share(), 150);
  EXPECT_GT(share(), 0) << "never ruled out";
  for (int i = 0; i < 20; ++i) guesses_.Raise(test, call);
  EXPECT_GT(share(), 800);
}

TEST_F(ShapesTest, OnlyFunctionsAreValues) {
  TestCase test;
  test.statements.emplace_back();
  Statement& function = test.statements[0];
  function.kind = StatementKind::kFunction;
  for (CallableIndex i = 0; i < subject_.callables.size(); ++i) {
    function.target = i;
    const CallableKind kind = subject_.callables[i].kind;
    if (kind == CallableKind::kMethod || !IsFunctionLike(subject_.callables[i])) {
      EXPECT_THROW(CheckWellFormed(test, subject_),
                   std::logic_error);  // no receiver, or no function
    } else {
      EXPECT_NO_THROW(CheckWellFormed(test, subject_));
    }
  }
}

}  // namespace
}  // namespace skua::search
