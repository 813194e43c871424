// The part of the suite maker that exchanges values of tests for those that a reader would rather
// see: each version of a test is tried on its goals, observed, and, once mutants were tried, judged
// by those that the test killed. Before that a version takes a test's place by its goals alone, and
// the test comes back where it kills what no other does.
#include <algorithm>
#include <functional>
#include <iterator>

#include "campaign/suite_maker.h"
#include "model/function_types.h"
#include "oracle/noticed.h"
#include "render/body/exception_text.h"
#include "search/shrinking/called_results.h"
#include "search/shrinking/far_fetched.h"
#include "search/shrinking/natural_texts.h"
#include "search/shrinking/plain_arguments.h"
#include "search/shrinking/public_acts.h"
#include "search/shrinking/usual_kinds.h"
#include "search/shrinking/value_edits.h"
#include "search/shrinking/value_minimiser.h"

namespace skua::campaign {
namespace {

// The number of mutants that a candidate is tried with, since each takes far longer than a goal.
// The final test is tried with all.
constexpr std::size_t kKillsWhileTrying = 3;
// At most `most` of the mutants, spread evenly over all.
std::vector<model::MutantIndex> Some(const std::vector<model::MutantIndex>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<model::MutantIndex> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

search::Ending EndingOf(const model::GeneratedTest& test) {
  return test.exception ? search::Ending::kRaises : search::Ending::kReturns;
}

// The arguments that calls could leave out: long lists of them are seldom needed.
std::size_t CountSpareArguments(const model::Subject& subject, const model::TestCase& test) {
  std::size_t spare = 0;
  for (const model::Statement& statement : test.statements) {
    if (statement.kind != model::StatementKind::kCall) continue;
    spare += search::OptionalArguments(subject, statement).size();
  }
  return spare;
}

// Whether what its last call returns is asserted to be a function.
bool SaysItIsAFunction(const model::GeneratedTest& test) {
  return std::ranges::any_of(test.assertions, [&](const model::Assertion& assertion) {
    return assertion.kind == model::AssertionKind::kIsInstance && assertion.attribute.empty() &&
           assertion.variable + 1u == test.test.size() &&
           model::IsFunctionType(assertion.expected.type_name);
  });
}

// Whether a test states and expects, by its last call, all that `before` did by its own.
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

// Whether it says what a function does: None it often returns to those it was not made for.
bool SaysSomething(const model::Value& result) {
  return model::ValueKind::kNone < result.kind && result.kind <= model::ValueKind::kDict;
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

void SuiteMaker::TryVersions(const std::vector<std::size_t>& places, const VersionsOf& versions_of,
                             const base::Deadline& deadline, Keeping keeping) {
  std::vector<std::size_t> changeable;
  std::vector<search::ArchivedTest> before;
  std::vector<std::vector<model::TestCase>> versions;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const model::GeneratedTest& test = built_.suite[places[i]];
    std::vector<model::TestCase> its = versions_of(i, test.test);
    if (its.empty()) continue;
    changeable.push_back(places[i]);
    before.push_back({test.test, EndingOf(test), test.goals});
    versions.push_back(std::move(its));
  }
  if (changeable.empty() || deadline.Expired()) return;
  search::KeepsGoals keeps_goals(subject_, searcher_, before, deadline);
  for (std::size_t i = 0; i < changeable.size(); ++i) {
    for (const model::TestCase& version : versions[i]) {
      if (deadline.Expired()) return;
      if (!keeps_goals.Ask(i, {&version, 1}, model::Isolation::kFresh).front()) continue;
      if (Replace(changeable[i], version, deadline, keeping)) break;
    }
  }
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
    if (subject_.callee || !MayBeOfSeveralActs(tests[i].test)) continue;
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

void SuiteMaker::PassUsualKinds(const base::Deadline& deadline) {
  const std::vector<std::size_t> unpassed = Unpassed();
  if (unpassed.empty()) return;
  std::vector<search::ArchivedTest> all;
  std::vector<model::TestCase> tests;
  std::vector<bool> voters;
  for (const model::GeneratedTest& test : built_.suite) {
    all.push_back({test.test, EndingOf(test), test.goals});
    tests.push_back(test.test);
    // What is refused says nothing of what is meant.
    voters.push_back(!test.exception && test.verdict == model::Verdict::kPassed);
  }
  search::KeepsGoals keeps_goals(subject_, searcher_, all, deadline);
  const search::UsualKinds usual(
      subject_, tests, voters, [&](std::size_t test, std::span<const model::TestCase> candidates) {
        return keeps_goals.Ask(test, candidates, model::Isolation::kShared);
      });
  TryVersions(
      unpassed, [&](std::size_t, const model::TestCase& test) { return usual.Versions(test); },
      deadline);
}

void SuiteMaker::PassPlainValues(const base::Deadline& deadline) {
  // An earlier act alone is no interaction of two modules.
  if (!is_judged_ && !subject_.callee) SplitActs(deadline);
  TryVersions(
      Unpassed(),
      [&](std::size_t, const model::TestCase& test) {
        return search::WithPublicActs(subject_, test);
      },
      deadline);
  // Few tests compare an object with itself, and that says the least of what is tried here.
  TryVersions(
      Unpassed(),
      [&](std::size_t, const model::TestCase& test) {
        return search::WithEqualObjects(subject_, test);
      },
      deadline);
  CompareHashes(deadline);
  std::vector<std::size_t> places;
  std::vector<model::TestCase> tests;
  for (const std::size_t i : Unpassed()) {
    const model::TestCase& test = built_.suite[i].test;
    const bool may_be_plainer = search::PassesResults(subject_, test) ||
                                search::TakesDetours(subject_, test) ||
                                search::DerivesClasses(subject_, test);
    if (!may_be_plainer) continue;
    places.push_back(i);
    tests.push_back(test);
  }
  if (!tests.empty()) {
    const std::vector<model::Observation> seen =
        oracle::ObserveAll(tests, *first_.executor, deadline);
    TryVersions(
        places,
        [&](std::size_t i, const model::TestCase& test) {
          std::vector<model::TestCase> versions = search::WithoutDerivedClasses(subject_, test);
          std::ranges::move(search::WithoutDetours(subject_, test), std::back_inserter(versions));
          std::ranges::move(search::WithPlainArguments(subject_, test, seen[i]),
                            std::back_inserter(versions));
          return versions;
        },
        deadline);
  }
  PassMissingFiles(deadline);
  CallFunctions(deadline);
  PassUsualKinds(deadline);
  DropIdleCalls(deadline);
  if (!deadline.Expired()) passed_.assign(built_.suite.size(), true);
}

void SuiteMaker::CompareHashes(const base::Deadline& deadline) {
  std::vector<std::size_t> places;
  std::vector<model::TestCase> versions;
  for (const std::size_t i : Unpassed()) {
    auto version = search::WithEqualHash(subject_, built_.suite[i].test);
    if (!version || built_.suite[i].exception) continue;
    places.push_back(i);
    versions.push_back(*std::move(version));
  }
  if (versions.empty()) return;
  const std::vector<model::Observation> seen =
      oracle::ObserveAll(versions, *first_.executor, deadline);
  TryVersions(
      places,
      [&](std::size_t i, const model::TestCase&) {
        const bool are_equal = seen[i].verdict == model::Verdict::kPassed &&
                               seen[i].statements.back().result.integer == 1;
        return are_equal ? std::vector{versions[i]} : std::vector<model::TestCase>{};
      },
      deadline);
}

void SuiteMaker::PassMissingFiles(const base::Deadline& deadline) {
  std::vector<std::size_t> places = Unpassed();
  std::erase_if(places, [&](std::size_t i) {
    const auto& exception = built_.suite[i].exception;
    return !exception || exception->type_name != "builtins:FileNotFoundError";
  });
  TryVersions(
      places,
      [&](std::size_t, const model::TestCase& test) {
        return search::WithMissingFiles(subject_, test);
      },
      deadline);
}

void SuiteMaker::CallFunctions(const base::Deadline& deadline) {
  std::vector<std::size_t> places = Unpassed();
  std::erase_if(places, [&](std::size_t i) { return !SaysItIsAFunction(built_.suite[i]); });
  TryVersions(
      places,
      [&](std::size_t, const model::TestCase& test) {
        std::vector<model::TestCase> versions;
        auto called = WithFunctionCalled(test, deadline);
        if (called) versions.push_back(*std::move(called));
        return versions;
      },
      deadline);
}

std::optional<model::TestCase> SuiteMaker::WithFunctionCalled(model::TestCase test,
                                                              const base::Deadline& deadline) {
  constexpr int kMostCalls = 3;  // of what the test returns, of what that returns, and so on
  model::Observation seen = std::move(oracle::ObserveAll({test}, *first_.executor, deadline)[0]);
  for (int call = 0; call < kMostCalls && search::ReturnsFunction(test, seen); ++call) {
    std::vector<model::TestCase> versions = search::WithResultCalled(subject_, test, seen);
    std::vector<model::Observation> all = oracle::ObserveAll(versions, *first_.executor, deadline);
    std::optional<std::size_t> function;
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (all[i].verdict != model::Verdict::kPassed) continue;
      if (SaysSomething(all[i].statements.back().result)) return std::move(versions[i]);
      if (!function && search::ReturnsFunction(versions[i], all[i])) function = i;
    }
    if (!function) break;
    test = std::move(versions[*function]);
    seen = std::move(all[*function]);
  }
  return std::nullopt;
}

void SuiteMaker::MakePlain(std::span<const model::TestCase> plain, const base::Deadline& trying,
                           const base::Deadline& deadline) {
  const model::Vocabulary vocabulary(subject_);
  std::vector<model::TestCase> suite;
  for (const model::GeneratedTest& test : built_.suite) suite.push_back(test.test);
  const search::FarFetched far_fetched(subject_, suite);
  std::vector<std::size_t> places;
  for (const std::size_t i : Unsettled()) {
    model::GeneratedTest& test = built_.suite[i];
    // What is usual in a suite is known once most of it is plain.
    test.is_plain =
        std::ranges::find(plain, test.test) != plain.end() && !far_fetched.Is(test.test);
    if (!test.is_plain) places.push_back(i);
  }
  // Time may not suffice for all: those with the oddest texts and the longest calls come first.
  std::ranges::stable_sort(places, std::greater(), [&](std::size_t i) {
    const model::TestCase& test = built_.suite[i].test;
    return search::CountOddTexts(test, vocabulary) + CountSpareArguments(subject_, test);
  });
  std::vector<search::ArchivedTest> before;
  std::vector<model::TestCase> tests;
  for (const std::size_t i : places) {
    const model::GeneratedTest& test = built_.suite[i];
    before.push_back({test.test, EndingOf(test), test.goals});
    tests.push_back(test.test);
  }
  search::KeepsGoals keeps_goals(subject_, searcher_, before, deadline);
  const search::Keeps covers = [&](std::size_t test, std::span<const model::TestCase> candidates) {
    return keeps_goals.Ask(test, candidates, model::Isolation::kShared);
  };
  const auto kills_some = [&](std::size_t test, const model::TestCase& candidate) {
    const std::vector<model::MutantIndex> kills =
        Some(oracle::KillsOf(analysis_, places[test], mutants_), kKillsWhileTrying);
    if (kills.empty()) return true;
    const uint32_t limit =
        oracle::ProbeLimit(analysis_.tests[places[test]].executed_probes, AnalysisOf({}));
    return oracle::NoticesAll(candidate, kills, limit, render::MatchableText, *first_.executor,
                              deadline);
  };
  const search::Keeps covers_and_kills = [&](std::size_t test,
                                             std::span<const model::TestCase> candidates) {
    std::vector<bool> kept = covers(test, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!kept[i]) continue;
      kept[i] = kills_some(test, candidates[i]);
      if (kept[i]) break;  // the first that will do is taken
    }
    return kept;
  };
  std::vector<bool> is_changed(tests.size(), false);
  const search::Keeps takes_place = [&](std::size_t test,
                                        std::span<const model::TestCase> versions) {
    const model::TestCase& version = versions.front();
    const bool is_taken = keeps_goals.Ask(test, versions, model::Isolation::kFresh).front() &&
                          (!judges_mutants() || kills_some(test, version)) &&
                          Replace(places[test], version, deadline);
    is_changed[test] = is_changed[test] || is_taken;
    return std::vector<bool>{is_taken};
  };
  // A mutant takes a part of a process, and goals alone nearly nothing. So the plainest versions
  // that cover the same come first, of which many also kill the same; then, in what time is left,
  // what each step towards them loses is looked after.
  tests = search::MinimiseValues(subject_, tests, covers, takes_place, trying,
                                 {.vocabulary = &vocabulary,
                                  .keeps_substance = true,
                                  .tries_unnatural = !judges_mutants(),
                                  .suite = suite});
  if (judges_mutants() && !trying.Expired()) {
    search::MinimiseValues(subject_, tests, covers_and_kills, takes_place, trying,
                           {.vocabulary = &vocabulary, .keeps_substance = true, .suite = suite});
  }
  const bool is_complete = !trying.Expired();
  for (const std::size_t place : places) built_.suite[place].is_plain = is_complete;
  log_.Say(base::Topic::kStats, "{}: {} of {} tests have plainer values", subject_.module.name,
           std::ranges::count(is_changed, true), tests.size());
  settled_ = built_.suite.size();
}

bool SuiteMaker::Replace(std::size_t test, model::TestCase plainer, const base::Deadline& deadline,
                         Keeping keeping) {
  model::GeneratedTest& place = built_.suite[test];
  oracle::BuiltSuite built = Observe({{std::move(plainer), place.goals}}, deadline);
  if (built.suite.size() != 1 || built.unobserved > 0 || !EndsTheSame(built.suite.front(), place) ||
      (keeping == Keeping::kStatements && !SaysTheSame(built.suite.front(), place))) {
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
  // Where there are none, it need only be seen to end as expected, of which any mutant will do.
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

}  // namespace skua::campaign
