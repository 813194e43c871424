// Little programs that a search must get through, and a fixture that searches them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "search/search.h"
#include "support/fake_clock.h"
#include "support/fake_executor.h"
#include "support/fake_program.h"

namespace skua::search {

using model::CallableKind;
using model::Isolation;
using model::TestCase;
using model::TypeKind;
using test::FakeException;
using test::FakeObject;
using test::FakeProgram;
using test::FakeRun;
using test::FakeValue;
using test::IntOf;
using test::StrOf;

// def numbers(a: int, b: int): if a == 4711: if b < a: if a + b < 3000: …
inline void AddNumbers(FakeProgram& program) {
  const auto code = program.CodeObject("numbers");
  const auto p = program.Nested(code, 3);
  const auto integer = program.Type(TypeKind::kInt);
  program.Callable(CallableKind::kFunction, "numbers", code,
                   {FakeProgram::Parameter("a", integer), FakeProgram::Parameter("b", integer)},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     const int64_t a = IntOf(arguments[0]), b = IntOf(arguments[1]);
                     if (run.Equal(p[0], a, 4711) && run.Less(p[1], b, a)) {
                       run.Less(p[2], a + b, 3000);
                     }
                     return FakeValue{};
                   });
}

// def words(command: str, answer): if command == "open sesame": if answer == "please": …
inline void AddWords(FakeProgram& program) {
  const auto code = program.CodeObject("words");
  const auto p = program.Nested(code, 2);
  program.Callable(CallableKind::kFunction, "words", code,
                   {FakeProgram::Parameter("command", program.Type(TypeKind::kStr)),
                    FakeProgram::Parameter("answer", 0)},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     if (run.Equal(p[0], StrOf(arguments[0]), "open sesame")) {
                       run.Equal(p[1], StrOf(arguments[1]), "please");
                     }
                     return FakeValue{};
                   });
}

// class Account: deposit(amount), which raises below 0; close(), which needs a balance of over 100.
inline void AddAccount(FakeProgram& program) {
  const auto account = program.Class("Account");
  const auto integer = program.Type(TypeKind::kInt);
  const auto init = program.CodeObject("Account.__init__");
  program.Callable(
      CallableKind::kConstructor, "Account", init, {},
      [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; }, account);
  const auto deposit = program.CodeObject("Account.deposit");
  const auto p = program.Nested(deposit, 1);
  program.Callable(
      CallableKind::kMethod, "deposit", deposit, {FakeProgram::Parameter("amount", integer)},
      [p](FakeRun& run, FakeObject* self, const FakeProgram::Arguments& arguments) {
        const int64_t amount = IntOf(arguments[0]);
        if (run.Less(p[0], amount, 0)) throw FakeException{"builtins:ValueError"};
        self->fields["balance"] += std::min<int64_t>(amount, 40);
        return FakeValue{};
      },
      account);
  const auto close = program.CodeObject("Account.close");
  const auto q = program.Nested(close, 1);
  program.Callable(
      CallableKind::kMethod, "close", close, {},
      [q](FakeRun& run, FakeObject* self, const FakeProgram::Arguments&) {
        run.Less(q[0], 100, self->fields["balance"]);
        return FakeValue{};
      },
      account);
}

// def stuck(a: int): if a < 0: if False: …
inline void AddStuck(FakeProgram& program) {
  const auto code = program.CodeObject("stuck");
  const auto p = program.Nested(code, 2);
  program.Callable(CallableKind::kFunction, "stuck", code,
                   {FakeProgram::Parameter("a", program.Type(TypeKind::kInt))},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     if (run.Less(p[0], IntOf(arguments[0]), 0)) run.Flag(p[1], false);
                     return FakeValue{};
                   });
}

// from seals import Seal, of which a text makes one: "K7-#q\t" and no other.
// def unseal(seal: Seal, times: int): if times == 3: …
// Returns the constructor.
inline model::CallableIndex AddSeal(FakeProgram& program) {
  const auto seal = program.Class("Seal");
  program.subject.classes[seal].in_subject = false;
  const auto of_seal = program.Type(TypeKind::kClass, {}, seal);
  const auto constructor = program.Callable(
      CallableKind::kConstructor, "Seal", model::kNoIndex,
      {FakeProgram::Parameter("text", program.Type(TypeKind::kStr))},
      [](FakeRun&, FakeObject*, const FakeProgram::Arguments& arguments) {
        if (StrOf(arguments[0]) != "K7-#q\t") throw FakeException{"builtins:ValueError"};
        return FakeValue{};
      },
      seal, of_seal);
  program.subject.callables[constructor].in_subject = false;
  const auto code = program.CodeObject("unseal");
  const auto p = program.Nested(code, 1);
  program.Callable(CallableKind::kFunction, "unseal", code,
                   {FakeProgram::Parameter("seal", of_seal),
                    FakeProgram::Parameter("times", program.Type(TypeKind::kInt))},
                   [p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                     if (!arguments[0]->object) throw FakeException{"builtins:TypeError"};
                     run.Equal(p[0], IntOf(arguments[1]), 3);
                     return FakeValue{};
                   });
  return constructor;
}

class SearchTest : public ::testing::Test {
 protected:
  SearchResult Run(uint64_t seed = 1, std::span<const TestCase> seeds = {},
                   std::span<const TestCase> pool = {}) {
    base::Rng rng(seed);
    return Search(program_.subject, executor_, options_, seeds, rng, base::Deadline(clock_),
                  /*pacer=*/nullptr, pool);
  }

  static std::size_t Count(const std::vector<bool>& covered) {
    return static_cast<std::size_t>(std::count(covered.begin(), covered.end(), true));
  }

  // Each test, run alone, covers what is said of it, and raises when and where it says.
  void ExpectTrue(const std::vector<ArchivedTest>& tests) {
    const auto goals = model::GoalsOf(program_.subject);
    for (const ArchivedTest& it : tests) {
      const model::Trace trace = program_.Interpret(it.test);
      EXPECT_EQ(EndingOf(trace), it.ending);
      EXPECT_EQ(trace.executed_statements + (it.ending != Ending::kReturns ? 1u : 0u),
                it.test.size());
      for (model::GoalIndex index : it.goals) {
        const model::Goal& goal = goals[index];
        const bool shown =
            goal.kind == model::GoalKind::kCodeObject
                ? std::count(trace.code_objects.begin(), trace.code_objects.end(), goal.index) > 0
                : std::any_of(trace.predicates.begin(), trace.predicates.end(), [&](const auto& p) {
                    return p.predicate == goal.index &&
                           (goal.kind == model::GoalKind::kTrueBranch ? p.to_true : p.to_false) ==
                               0;
                  });
        EXPECT_TRUE(shown) << "goal " << index;
      }
    }
  }

  FakeProgram program_;
  test::FakeExecutor executor_{
      [this](const TestCase& test, Isolation) { return program_.Interpret(test); }};
  test::FakeClock clock_;
  SearchOptions options_{.prefer = {}, .max_generations = 300};
};

}  // namespace skua::search
