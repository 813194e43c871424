// The part of the suite maker that polishes tests (search/polish/polish.h): each version of a test
// is tried on its goals, observed, and, once mutants were tried, judged by those that the test
// killed. Before that a version takes a test's place by its goals alone, and the test comes back
// where it kills what no other does.
#include <algorithm>
#include <functional>
#include <iterator>

#include "campaign/suite/suite_maker.h"
#include "oracle/assertions/noticed.h"
#include "render/body/exception_text.h"
#include "search/making/slice.h"
#include "search/polish/edits.h"
#include "search/polish/keeps_goals.h"
#include "search/polish/polish.h"

namespace skua::campaign {
namespace {

// The number of mutants that a candidate is tried with, since each takes far longer than a goal.
// The final test is tried with all.
constexpr std::size_t kKillsWhileTrying = 3;
// Returns at most `most` of the mutants, spread evenly over all.
std::vector<model::MutantIndex> Some(const std::vector<model::MutantIndex>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<model::MutantIndex> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

search::Ending EndingOf(const model::GeneratedTest& test) {
  return test.exception ? search::Ending::kRaises : search::Ending::kReturns;
}

// Returns whether the last call of a test has all assertions and the expected end that it had in
// `before`.
bool SaysTheSame(const model::GeneratedTest& now, const model::GeneratedTest& before) {
  const auto is_said = [&](const model::Assertion& assertion) {
    return assertion.after_statement + 1u < before.test.size() ||
           std::ranges::any_of(now.assertions, [&](const model::Assertion& other) {
             return other.after_statement + 1u == now.test.size() && other.kind == assertion.kind &&
                    other.attribute == assertion.attribute && other.expected == assertion.expected;
           });
  };
  const bool expects_it = !before.exception || now.exception->message == before.exception->message;
  return expects_it && std::ranges::all_of(before.assertions, is_said);
}

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

std::vector<model::TestCase> TestsOf(std::span<const search::ArchivedTest> archived) {
  std::vector<model::TestCase> tests;
  for (const search::ArchivedTest& it : archived) tests.push_back(it.test);
  return tests;
}

bool SaysSomething(const model::GeneratedTest& test) {
  return test.exception || !test.assertions.empty();
}

}  // namespace

bool SuiteMaker::EndsTheSame(const model::GeneratedTest& one, const model::GeneratedTest& other) {
  if (one.is_finding != other.is_finding ||
      one.exception.has_value() != other.exception.has_value()) {
    return false;
  }
  return !one.exception || one.exception->type_name == other.exception->type_name;
}

std::vector<std::size_t> SuiteMaker::Unsettled() const {
  std::vector<std::size_t> places;
  for (std::size_t i = settled_; i < built_.suite.size(); ++i) {
    if (!Stands(built_.suite[i])) places.push_back(i);
  }
  return places;
}

std::vector<std::size_t> SuiteMaker::Unpassed() const {
  std::vector<std::size_t> places = Unsettled();
  std::erase_if(places, [&](std::size_t i) { return i < passed_.size() && passed_[i]; });
  return places;
}

std::size_t SuiteMaker::PlaceOf(const std::vector<model::GoalIndex>& goals) const {
  const auto place = std::ranges::find_if(built_.suite, [&](const model::GeneratedTest& other) {
    return !goals.empty() && !Stands(other) && other.goals == goals;
  });
  return static_cast<std::size_t>(place - built_.suite.begin());
}

void SuiteMaker::AddForMutants(std::span<const search::ArchivedTest> tests,
                               std::span<const search::ArchivedTest> plainer,
                               const base::Deadline& deadline) {
  const search::FarFetched far_fetched(subject_, Tests());
  std::vector<oracle::CoveringTest> earlier, whole;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    // A test that was split is no more.
    const std::size_t place = PlaceOf(tests[i].goals);
    const bool is_same = tests[i].test == plainer[i].test && place < built_.suite.size() &&
                         std::ranges::count(plainer_before_, place) == 0;
    if (is_same || far_fetched.Is(tests[i].test)) continue;
    whole.push_back({tests[i].test, tests[i].goals});
    if (subject_.callee) continue;
    for (model::TestCase& act : EarlierActs(tests[i].test)) earlier.push_back({std::move(act), {}});
  }
  AddKilling(earlier, deadline);
  AddKilling(whole, deadline);
}

void SuiteMaker::AddKilling(const std::vector<oracle::CoveringTest>& tests,
                            const base::Deadline& deadline) {
  const std::vector<model::MutantIndex> survivors = Survivors();
  if (tests.empty() || survivors.empty() || deadline.Expired()) return;
  model::Suite suite = Observe(tests, deadline).suite;
  std::erase_if(suite, [](const model::GeneratedTest& test) { return test.is_finding; });
  const oracle::MutationAnalysis part =
      oracle::Analyse(suite, subject_, *first_.executor, mutants_, deadline, AnalysisOf(survivors));
  std::vector<std::size_t> places(suite.size());
  std::size_t added = 0, returned = 0;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    std::vector<model::MutantIndex> kills = oracle::KillsOf(part, i, mutants_);
    if (kills.empty()) continue;
    places[i] = PlaceOf(suite[i].goals);
    if (places[i] < built_.suite.size() &&
        TakePlace(places[i], suite[i], std::move(kills), deadline)) {
      ++returned;
      if (places[i] < passed_.size()) passed_[places[i]] = false;
      continue;
    }
    ++added;
    places[i] = built_.suite.size();
    built_.suite.push_back(std::move(suite[i]));
    built_.suite.back().goals.clear();
    analysis_.tests.push_back(part.tests[i]);
  }
  oracle::AddKills(analysis_, part, places);
  log_.Say(base::Topic::kStats,
           "{}: of {} tests as they were before, {} kill more, {} kill other mutants",
           subject_.module.name, tests.size(), returned, added);
}

std::vector<search::ArchivedTest> SuiteMaker::ArchivedAt(
    const std::vector<std::size_t>& places) const {
  std::vector<search::ArchivedTest> tests;
  for (const std::size_t i : places) {
    const model::GeneratedTest& test = built_.suite[i];
    tests.push_back({test.test, EndingOf(test), test.goals});
  }
  return tests;
}

search::Observe SuiteMaker::Observer(const base::Deadline& deadline) {
  return [this, &deadline](std::span<const model::TestCase> tests) {
    return oracle::ObserveAll({tests.begin(), tests.end()}, *first_.executor, deadline);
  };
}

void SuiteMaker::PolishCalls(const base::Deadline& deadline) {
  // An earlier act alone is no interaction of two modules.
  if (!is_judged_ && !subject_.callee) SplitActs(deadline);
  const std::vector<std::size_t> places = Unpassed();
  if (places.empty() || deadline.Expired()) return;
  const std::vector<model::TestCase> suite = Tests();
  const std::vector<search::ArchivedTest> before = ArchivedAt(places);
  const std::vector<model::TestCase> tests = TestsOf(before);
  search::KeepsGoals keeps_goals(subject_, searcher_, before, deadline);
  const search::Keeps takes_place = [&](std::size_t test,
                                        std::span<const model::TestCase> versions) {
    return std::vector<bool>{keeps_goals.Ask(test, versions, model::Isolation::kFresh).front() &&
                             Replace(places[test], versions.front(), deadline)};
  };
  search::PolishOptions options{
      .passes = search::CallPasses(), .batch = 1, .suite = suite, .observe = Observer(deadline)};
  const std::vector<model::Observation> seen = options.observe(tests);
  for (std::size_t k = 0; k < tests.size(); ++k) {
    options.outcomes.push_back(search::OutcomeOf(tests[k], seen[k]));
  }
  search::Polish(subject_, tests, takes_place, nullptr, deadline, options);
  if (!deadline.Expired()) passed_.assign(built_.suite.size(), true);
}

void SuiteMaker::Polish(std::span<const model::TestCase> settled, const base::Deadline& trying,
                        const base::Deadline& deadline) {
  const std::vector<model::TestCase> suite = Tests();
  const search::FarFetched far_fetched(subject_, suite);
  std::vector<std::size_t> places;
  for (const std::size_t i : Unsettled()) {
    model::GeneratedTest& test = built_.suite[i];
    // Judges settled tests again: the whole suite tells what is usual.
    test.is_plain =
        std::ranges::find(settled, test.test) != settled.end() && !far_fetched.Is(test.test);
    if (!test.is_plain) places.push_back(i);
  }
  // Time may not suffice for all: the worst come first.
  std::ranges::stable_sort(places, std::greater(),
                           [&](std::size_t i) { return far_fetched.CostOf(suite[i]); });
  const std::vector<search::ArchivedTest> before = ArchivedAt(places);
  std::vector<model::TestCase> tests = TestsOf(before);
  search::KeepsGoals keeps_goals(subject_, searcher_, before, deadline);
  const search::Keeps covers = [&](std::size_t test, std::span<const model::TestCase> versions) {
    return keeps_goals.Ask(test, versions, model::Isolation::kShared);
  };
  const auto kills_some = [&](std::size_t test, const model::TestCase& version) {
    if (!is_judged_) return true;
    const std::vector<model::MutantIndex> kills =
        Some(oracle::KillsOf(analysis_, places[test], mutants_), kKillsWhileTrying);
    if (kills.empty()) return true;
    const uint32_t limit =
        oracle::ProbeLimit(analysis_.tests[places[test]].executed_probes, AnalysisOf({}));
    return oracle::NoticesAll(version, kills, limit, render::MatchableText, *first_.executor,
                              deadline);
  };
  const search::Keeps covers_and_kills = [&](std::size_t test,
                                             std::span<const model::TestCase> versions) {
    std::vector<bool> kept = covers(test, versions);
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (!kept[i]) continue;
      kept[i] = kills_some(test, versions[i]);
      if (kept[i]) break;  // the first that will do is taken
    }
    return kept;
  };
  std::vector<bool> is_changed(tests.size(), false);
  const search::Keeps takes_place = [&](std::size_t test,
                                        std::span<const model::TestCase> versions) {
    const model::TestCase& version = versions.front();
    const bool is_taken = keeps_goals.Ask(test, versions, model::Isolation::kFresh).front() &&
                          kills_some(test, version) && Replace(places[test], version, deadline);
    is_changed[test] = is_changed[test] || is_taken;
    return std::vector<bool>{is_taken};
  };
  // A mutant takes a part of a process, and goals alone nearly nothing. So the best versions that
  // cover the same come first, of which many also kill the same; then, in what time is left, what
  // each step towards them loses is looked after.
  const search::PolishOptions options{.passes = search::ValuePasses(), .suite = suite};
  tests = search::Polish(subject_, tests, covers, takes_place, trying, options).tests;
  if (is_judged_ && !trying.Expired()) {
    search::Polish(subject_, tests, covers_and_kills, takes_place, trying, options);
  }
  const bool is_complete = !trying.Expired();
  for (const std::size_t place : places) built_.suite[place].is_plain = is_complete;
  log_.Say(base::Topic::kStats, "{}: {} of {} tests were polished", subject_.module.name,
           std::ranges::count(is_changed, true), tests.size());
  settled_ = built_.suite.size();
}

bool SuiteMaker::Replace(std::size_t test, model::TestCase plainer,
                         const base::Deadline& deadline) {
  model::GeneratedTest& place = built_.suite[test];
  // If the act is called in the same way, the removed statements must not have changed its effect.
  const bool acts_alike = search::PartOf(subject_, plainer, plainer.size() - 1) ==
                          search::PartOf(subject_, place.test, place.test.size() - 1);
  oracle::BuiltSuite built = Observe({{std::move(plainer), place.goals}}, deadline);
  if (built.suite.size() != 1 || built.unobserved > 0 || !EndsTheSame(built.suite.front(), place) ||
      (acts_alike && !SaysTheSame(built.suite.front(), place))) {
    return false;
  }
  const bool says_less = built.suite.front().assertions.empty() && !place.assertions.empty();
  if (says_less) return false;
  if (!is_judged_) {
    place = std::move(built.suite.front());
    replaced_.push_back(test);
    return true;
  }
  if (!TakePlace(test, std::move(built.suite.front()), {}, deadline)) return false;
  replaced_.push_back(test);
  return true;
}

bool SuiteMaker::TakePlace(std::size_t test, model::GeneratedTest other,
                           std::vector<model::MutantIndex> kills, const base::Deadline& deadline) {
  std::ranges::move(oracle::KillsOf(analysis_, test, mutants_), std::back_inserter(kills));
  // If there are none, the test need only end as expected, for which any mutant will do.
  std::vector<model::MutantIndex> tried =
      kills.empty() ? Some(analysis_.tests[test].reached, 1) : kills;
  if (tried.empty()) return false;
  const model::Suite suite = {std::move(other)};
  const oracle::MutationAnalysis part = oracle::Analyse(suite, subject_, *first_.executor, mutants_,
                                                        deadline, AnalysisOf(std::move(tried)));
  const bool keeps_all = std::ranges::all_of(
      kills, [&](model::MutantIndex kill) { return part.kills[kill].has_value(); });
  if (!part.tests.front().ends_as_expected || !keeps_all) return false;
  oracle::TakeOver(analysis_, part, {&test, 1});
  built_.suite[test] = suite.front();
  return true;
}

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

// Makes two tests of one that calls something of the subject for nothing, or only to pass on what
// it returned: a reader would rather see each of them by itself. That looks at goals alone, and so
// comes before mutants are tried; the whole test comes back where it kills more.
void SuiteMaker::SplitActs(const base::Deadline& deadline) {
  std::vector<std::size_t> places = Unpassed();
  for (int round = 0; round < kMostRounds && !places.empty(); ++round) {
    std::vector<model::TestCase> tests;
    std::erase_if(places, [&](std::size_t i) {
      return built_.suite[i].is_finding || EarlierActs(built_.suite[i].test).empty();
    });
    for (const std::size_t i : places) tests.push_back(built_.suite[i].test);
    const auto later = search::WithFewerCalls(subject_, tests, Observer(deadline));
    std::vector<std::size_t> split;
    for (std::size_t k = 0; k < places.size() && !deadline.Expired(); ++k) {
      if (Split(places[k], later[k], EarlierActs(tests[k]), deadline)) {
        split.push_back(places[k]);
        split.push_back(built_.suite.size() - 1);
      }
    }
    places = std::move(split);
  }
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
