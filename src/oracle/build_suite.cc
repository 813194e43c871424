#include "oracle/build_suite.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "oracle/exceptions.h"
#include "oracle/seeds.h"
#include "oracle/test_roles.h"

namespace skua::oracle {
namespace {

using model::GeneratedTest;
using model::Observation;
using model::StatementKind;
using model::TestCase;
using model::Verdict;

bool HasSubjectCall(const TestCase& test, const model::Subject& subject) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (RunsSubject(test, subject, i)) return true;
  }
  return false;
}

// Beyond this a literal is no text that anybody reads, and compilers begin to refuse it.
constexpr std::size_t kLongestLiteral = 4000;

bool CanBeWritten(const TestCase& test, const model::Subject& subject) {
  return HasSubjectCall(test, subject) &&
         std::all_of(test.statements.begin(), test.statements.end(), [](const auto& s) {
           return s.kind != StatementKind::kLazy && s.text.size() <= kLongestLiteral;
         });
}

// Observes all tests; what could not be observed is kNotRun.
std::vector<Observation> ObserveAll(const std::vector<TestCase>& tests, model::Executor& executor,
                                    const base::Deadline& deadline) {
  std::vector<Observation> observations;
  try {
    if (!deadline.Expired()) observations = executor.Observe(tests, deadline);
  } catch (const base::Error&) {
    // The worker is gone: what was not seen has no assertions, but its tests still count.
  }
  observations.resize(tests.size());
  return observations;
}

// Whether a call that nothing takes the result of is still there for what it does to `needed`, the
// variables that something behind it needs.
bool ActsOn(const model::Statement& call, const model::Callable& callee,
            const std::vector<bool>& needed) {
  const bool may_change =
      callee.kind == model::CallableKind::kMethod || callee.kind == model::CallableKind::kSetter ||
      callee.kind == model::CallableKind::kDeleter || callee.kind == model::CallableKind::kOperator;
  return may_change && callee.name != "__str__" && needed[call.operands[0]];
}

// Drops the statements that neither the test's calls nor its assertions need: calls that only made
// an input which nothing takes any more, and preparations that nothing comes behind.
void Compact(GeneratedTest& generated, const model::Subject& subject) {
  auto& statements = generated.test.statements;
  std::vector<bool> needed(statements.size(), false);
  for (const model::Assertion& a : generated.assertions) {
    needed[a.variable] = needed[a.after_statement] = true;
  }
  bool runs_behind = false;
  for (std::size_t i = statements.size(); i-- > 0;) {
    const model::Statement& s = statements[i];
    if (s.kind == StatementKind::kCall) {
      const model::Callable& callee = subject.callables[s.target];
      const bool raises = generated.exception && i + 1 == statements.size();
      const bool runs = raises || RunsSubject(generated.test, subject, i);
      runs_behind = runs_behind || runs;
      // A path that nothing is done with is only a name.
      const bool prepares =
          runs_behind && IsPreparation(generated.test, subject, i) && callee.name != "missing_file";
      if (runs || prepares || ActsOn(s, callee, needed)) needed[i] = true;
    }
    if (!needed[i]) continue;
    for (const model::VariableIndex operand : s.operands) needed[operand] = true;
  }
  const std::vector<model::VariableIndex> renumbered =
      model::KeepStatements(generated.test, needed);
  for (model::Assertion& a : generated.assertions) {
    a.variable = renumbered[a.variable];
    a.after_statement = renumbered[a.after_statement];
  }
}

class SuiteBuilder {
 public:
  SuiteBuilder(const model::Subject& subject, const AssertionLimits& limits,
               const GoalsOf& goals_of)
      : subject_(subject), limits_(limits), goals_of_(goals_of) {}

  void Add(const CoveringTest& covering, const Observation& first, const Observation& second) {
    const bool first_ran = first.verdict != Verdict::kNotRun;
    const bool second_ran = second.verdict != Verdict::kNotRun;
    if (!first.side_effect.empty() || !second.side_effect.empty()) {
      ++built_.dropped.reaching_out;
    } else if (!first_ran || !second_ran) {
      AddHalfSeen(covering, first_ran ? first : second);
    } else if (!EndsAlike(first, second)) {
      ++built_.dropped.flaky;
    } else if (first.verdict == Verdict::kPassed || first.verdict == Verdict::kRaised) {
      AddSeen(covering, Agreed(first, second, built_.unstable_values), /*assert_values=*/true);
    } else {
      ++built_.dropped.unfinished;
    }
  }

  void AddUnwritable() { ++built_.dropped.unwritable; }

  BuiltSuite Finish() && {
    ChooseFindings();
    return std::move(built_);
  }

 private:
  struct Candidate {
    GeneratedTest test;
    bool blames_argument = false;
    GeneratedTest before;  // of one that raises: what comes before, as a test of its own
  };

  // Seen by one process, or by none: how it ends is taken from the one, and nothing is asserted.
  void AddHalfSeen(const CoveringTest& covering, const Observation& seen) {
    if (seen.verdict == Verdict::kRaised || seen.verdict == Verdict::kPassed ||
        seen.verdict == Verdict::kNotRun) {
      ++built_.unobserved;
      AddSeen(covering, seen, /*assert_values=*/false);
    } else {
      ++built_.dropped.unfinished;
    }
  }

  void AddSeen(const CoveringTest& covering, const Observation& seen, bool assert_values) {
    Candidate candidate;
    GeneratedTest& test = candidate.test;
    test.test = covering.test;
    test.goals = covering.goals;
    if (seen.verdict == Verdict::kRaised) {
      const ExceptionKind kind = Classify(test.test, subject_, seen);
      if (kind == ExceptionKind::kBoundary) {
        ++built_.dropped.boundary;
        return;
      }
      test.test.statements.resize(seen.statements.size() + 1);
      test.exception = seen.exception;
      test.is_finding = kind != ExceptionKind::kExpected;
      candidate.blames_argument = kind == ExceptionKind::kWrongArgument;
      if (assert_values && test.is_finding) candidate.before = Before(test, seen);
    }
    if (assert_values) test.assertions = BuildAssertions(test.test, subject_, seen, limits_);
    Compact(test, subject_);
    candidates_.push_back(std::move(candidate));
  }

  GeneratedTest Before(const GeneratedTest& raising, Observation seen) const {
    GeneratedTest before;
    before.test = raising.test;
    before.test.statements.pop_back();
    seen.verdict = Verdict::kPassed;
    before.assertions = BuildAssertions(before.test, subject_, seen, limits_);
    Compact(before, subject_);
    return before;
  }

  // A finding that only blames our own argument, or that another test shows already, stays where it
  // covers what nothing else does; and of it, if that is enough, only what comes before it.
  void ChooseFindings() {
    std::vector<bool> weak(candidates_.size()), repeats(candidates_.size());
    std::set<std::tuple<std::string, std::string, uint32_t>> shown;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      if (candidate.test.is_finding && !candidate.blames_argument) {
        const model::RaisedException& e = *candidate.test.exception;
        repeats[i] = !shown.emplace(e.type_name, e.path, e.line).second;
      }
      weak[i] = candidate.blames_argument || repeats[i];
      if (!weak[i]) Cover(candidate.test.goals);
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      Candidate& candidate = candidates_[i];
      if (!weak[i]) {
        built_.suite.push_back(std::move(candidate.test));
        continue;
      }
      if (!Uncovered(candidate.test.goals).empty() && goals_of_ &&
          HasSubjectCall(candidate.before.test, subject_)) {
        candidate.before.goals = goals_of_(candidate.before.test);
        KeepForItsGoals(std::move(candidate.before));
      }
      if (!KeepForItsGoals(std::move(candidate.test))) {
        ++(repeats[i] ? built_.dropped.duplicates : built_.dropped.boundary);
      }
    }
  }

  // Keeps a test for the goals that nothing kept before it covers; whether there are any.
  bool KeepForItsGoals(GeneratedTest test) {
    test.goals = Uncovered(test.goals);
    if (test.goals.empty()) return false;
    Cover(test.goals);
    built_.suite.push_back(std::move(test));
    return true;
  }

  void Cover(const std::vector<model::GoalIndex>& goals) {
    covered_.insert(goals.begin(), goals.end());
  }
  std::vector<model::GoalIndex> Uncovered(const std::vector<model::GoalIndex>& goals) const {
    std::vector<model::GoalIndex> uncovered;
    std::copy_if(goals.begin(), goals.end(), std::back_inserter(uncovered),
                 [&](model::GoalIndex goal) { return !covered_.contains(goal); });
    return uncovered;
  }

  const model::Subject& subject_;
  const AssertionLimits& limits_;
  const GoalsOf& goals_of_;
  std::vector<Candidate> candidates_;
  std::set<model::GoalIndex> covered_;  // by what is kept
  BuiltSuite built_;
};

}  // namespace

BuiltSuite BuildSuite(const std::vector<CoveringTest>& tests, const model::Subject& subject,
                      model::Executor& first, model::Executor& second,
                      const base::Deadline& deadline, const AssertionLimits& limits,
                      const GoalsOf& goals_of) {
  SuiteBuilder builder(subject, limits, goals_of);
  std::vector<TestCase> cases;
  std::vector<const CoveringTest*> covering;
  for (const CoveringTest& test : tests) {
    if (!CanBeWritten(test.test, subject)) {
      builder.AddUnwritable();
      continue;
    }
    cases.push_back(test.test);
    covering.push_back(&test);
  }
  std::vector<Observation> seen_first = ObserveAll(cases, first, deadline);
  std::vector<Observation> seen_second = ObserveAll(cases, second, deadline);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto seed = SeedOf(cases[i], subject);
    if (seed && seen_first[i].seed_unused && seen_second[i].seed_unused) {
      RemoveSeed(cases[i], *seed);
      RemoveSeed(seen_first[i], *seed);
      RemoveSeed(seen_second[i], *seed);
    }
    builder.Add({std::move(cases[i]), covering[i]->goals}, seen_first[i], seen_second[i]);
  }
  return std::move(builder).Finish();
}

}  // namespace skua::oracle
