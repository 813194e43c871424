// The part of the suite maker that leaves one act to a test. It makes two tests of one that calls
// something of the subject for nothing, or only to pass on what it returned: a reader would rather
// see each of them by itself. That looks at goals alone, and so comes before mutants are tried; the
// whole test comes back where it kills more. And it leaves out earlier calls of which nothing
// shows.
#include <algorithm>
#include <iterator>

#include "campaign/suite_maker.h"
#include "search/making/slice.h"
#include "search/shrinking/plain_arguments.h"

namespace skua::campaign {
namespace {

using Goals = std::vector<model::GoalIndex>;

// A call in the first of two calls may be one of two itself.
constexpr int kMostRounds = 3;

// Ascending, as both are.
Goals Both(const Goals& one, const Goals& other) {
  Goals both;
  std::ranges::set_intersection(one, other, std::back_inserter(both));
  return both;
}
Goals Without(const Goals& all, const Goals& others) {
  Goals rest;
  std::ranges::set_difference(all, others, std::back_inserter(rest));
  return rest;
}

bool SaysSomething(const model::GeneratedTest& test) {
  return test.exception || !test.assertions.empty();
}

}  // namespace

std::vector<model::TestCase> SuiteMaker::EarlierActs(const model::TestCase& test) const {
  std::vector<model::TestCase> acts;
  for (std::size_t i = test.size() - 1; i-- > 0;) {
    const model::Statement& call = test.statements[i];
    if (call.kind != model::StatementKind::kCall) continue;
    const model::CallableKind kind = subject_.callables[call.target].kind;
    const bool only_arranges =
        kind == model::CallableKind::kConstructor || kind == model::CallableKind::kEnvironment;
    if (only_arranges) continue;
    model::TestCase act = test;
    model::KeepStatements(act, search::SliceOf(subject_, test, i));
    acts.push_back(std::move(act));
  }
  return acts;
}

bool SuiteMaker::MayBeOfSeveralActs(const model::TestCase& test) const {
  return search::PassesResults(subject_, test) || search::TakesDetours(subject_, test) ||
         search::MakesIdleCalls(subject_, test);
}

void SuiteMaker::SplitActs(const base::Deadline& deadline) {
  std::vector<std::size_t> places = Unpassed();
  for (int round = 0; round < kMostRounds && !places.empty(); ++round) {
    std::vector<model::TestCase> tests;
    std::erase_if(places, [&](std::size_t i) {
      return built_.suite[i].is_finding || !MayBeOfSeveralActs(built_.suite[i].test);
    });
    for (const std::size_t i : places) tests.push_back(built_.suite[i].test);
    const std::vector<model::Observation> seen =
        oracle::ObserveAll(tests, *first_.executor, deadline);
    std::vector<std::size_t> split;
    for (std::size_t k = 0; k < places.size() && !deadline.Expired(); ++k) {
      std::vector<model::TestCase> later = search::WithoutDetours(subject_, tests[k]);
      std::ranges::move(search::WithPlainArguments(subject_, tests[k], seen[k]),
                        std::back_inserter(later));
      std::ranges::move(search::WithoutIdleCalls(subject_, tests[k]), std::back_inserter(later));
      if (Split(places[k], later, EarlierActs(tests[k]), deadline)) {
        split.push_back(places[k]);
        split.push_back(built_.suite.size() - 1);
      }
    }
    places = std::move(split);
  }
}

void SuiteMaker::DropIdleCalls(const base::Deadline& deadline) {
  TryVersions(
      Unpassed(),
      [&](std::size_t, const model::TestCase& test) {
        return search::WithoutIdleCalls(subject_, test);
      },
      deadline, Keeping::kStatements);
}

bool SuiteMaker::Split(std::size_t test, const std::vector<model::TestCase>& later,
                       const std::vector<model::TestCase>& earlier,
                       const base::Deadline& deadline) {
  if (later.empty() || earlier.empty()) return false;
  std::vector<Goals> goals_of_earlier;
  for (const model::TestCase& act : earlier) goals_of_earlier.push_back(GoalsOf(act, deadline));
  const Goals goals = built_.suite[test].goals;
  for (const model::TestCase& act : later) {
    const Goals kept = Both(goals, GoalsOf(act, deadline)), lost = Without(goals, kept);
    if (kept.empty() || lost.empty()) continue;
    for (std::size_t k = 0; k < earlier.size() && !deadline.Expired(); ++k) {
      if (!Without(lost, goals_of_earlier[k]).empty()) continue;
      oracle::BuiltSuite built = Observe({{act, kept}, {earlier[k], lost}}, deadline);
      const bool are_well = built.suite.size() == 2 && built.unobserved == 0 &&
                            EndsTheSame(built.suite[0], built_.suite[test]) &&
                            !built.suite[1].is_finding &&
                            std::ranges::all_of(built.suite, SaysSomething);
      if (!are_well) continue;
      built_.suite[test] = std::move(built.suite[0]);
      built_.suite.push_back(std::move(built.suite[1]));
      return true;
    }
  }
  return false;
}

}  // namespace skua::campaign
