#include "campaign/suite/suite_maker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "oracle/assertions/assertion_check.h"
#include "oracle/assertions/noticed.h"
#include "oracle/mutation/assertion_selection.h"
#include "oracle/separation.h"
#include "render/body/exception_text.h"
#include "search/mutant_search.h"
#include "search/polish/polish.h"

namespace skua::campaign {
namespace {

oracle::AssertionLimits LimitsOf(bool judges_mutants, const OracleOptions& options) {
  if (judges_mutants) return oracle::kAllCandidates;
  oracle::AssertionLimits limits;
  limits.per_test = std::min(limits.per_test, options.assertions);
  return limits;
}

// Bounds the worlds whose import of the subject stays loaded while tests are observed; each takes
// two processes. The other worlds import it once, to check the finished suite, as far as there is
// time: four imports and the five of verification overlook two in five of what an import decides by
// a chance of one in ten (0.9^9).
constexpr uint8_t kImportsKept = 4;

// Each of these mutants needs an interpreter's start and an import.
constexpr std::size_t kImportMutants = 5;
// The number of judgements in vain after which a search ends, if an earlier search found the same
// mutants unkilled. Each judgement needs two processes.
constexpr std::size_t kJudgementsInVain = 25;

// Returns whether two findings are of the same kind at the same place.
bool ShowsTheSame(const model::GeneratedTest& a, const model::GeneratedTest& b) {
  if (a.verdict != b.verdict || a.exception.has_value() != b.exception.has_value()) return false;
  if (!a.exception) {
    return a.test.statements.back().target == b.test.statements.back().target;
  }
  return a.exception->type_name == b.exception->type_name &&
         a.exception->path == b.exception->path && a.exception->line == b.exception->line;
}

}  // namespace

void SuiteMaker::LoadFirst(uint64_t seed, bool with_mutants) {
  model::LoadOptions options{.instrument = false, .hash_seed = model::kObserverHashSeeds[0]};
  options.mutants = with_mutants ? options_.mutants : 0;
  options.mutant_seed = seed;
  first_ = load_(options);
  if (first_.failure && options.mutants > 0) {
    log_.Say(base::Topic::kExplain, "{}: no mutation analysis: with its mutants, {}",
             subject_.module.name, first_.failure->detail);
    options.mutants = 0;
    first_ = load_(options);
  }
  mutants_ = std::move(first_.mutants);
}

std::optional<model::Reason> SuiteMaker::LoadObservers(uint64_t seed, bool with_mutants) {
  seed_ = seed;
  team_.Do(2, [&](std::size_t part, std::size_t) {
    if (part == 0) LoadFirst(seed, with_mutants);
    if (part == 1)
      second_ = load_({.instrument = false, .hash_seed = model::kObserverHashSeeds[1]});
  });
  for (const model::LoadedSubject* observer : {&first_, &second_}) {
    if (observer->failure) return *observer->failure;
    if (observer->subject.callables.size() != subject_.callables.size()) {
      return model::Reason{model::ReasonCode::kUnstableNumbering, ""};
    }
  }
  // pytest ends where a file that it imports exits, and loses the tests of all others.
  if (second_.asked_worlds > 0 && ImportedIn(1) == nullptr &&
      elsewhere_[1].failure->code == model::ReasonCode::kImportExits) {
    return elsewhere_[1].failure;
  }
  return std::nullopt;
}

model::LoadedSubject SuiteMaker::Import(uint8_t world) const {
  return load_({.instrument = false, .hash_seed = model::kObserverHashSeeds[1], .world = world});
}

model::Executor* SuiteMaker::ImportedIn(uint8_t world) {
  const auto [known, is_new] = elsewhere_.try_emplace(world);
  if (is_new) known->second = Import(world);
  model::Executor* executor = known->second.executor.get();
  if (executor != nullptr) executor->Wake();
  return executor;
}

SuiteMaker::OtherImports SuiteMaker::LeaveOutWhatImportsChange(
    model::Suite& suite, const base::Deadline& deadline) const {
  const uint8_t asked = second_.asked_worlds;
  if (asked <= kImportsKept) return OtherImports{0, asked, asked};
  std::vector<model::TestCase> tests;
  for (const model::GeneratedTest& test : suite) tests.push_back(test.test);
  // By world; empty if there was no time to import it, or the import failed.
  std::vector<std::vector<model::Observation>> seen(asked - kImportsKept);
  std::atomic<uint8_t> imported = kImportsKept;
  team_.Do(seen.size(), [&](std::size_t part, std::size_t) {
    if (deadline.Expired()) return;
    const auto world = static_cast<uint8_t>(kImportsKept + part);
    const model::LoadedSubject there = Import(world);
    ++imported;
    if (there.executor == nullptr) return;
    there.executor->EnterWorld(world);
    seen[part] = oracle::ObserveAll(tests, *there.executor, deadline);
  });
  std::size_t i = 0;
  const std::size_t left_out = std::erase_if(suite, [&](const model::GeneratedTest& test) {
    const std::size_t number = i++;
    return !test.test.statements.empty() &&
           !std::ranges::all_of(seen, [&](const std::vector<model::Observation>& there) {
             if (there.empty() || there[number].verdict == model::Verdict::kNotRun) return true;
             return oracle::EndsAsExpected(test, subject_, there[number], render::MatchableText) &&
                    oracle::FailingAssertions(test.assertions, subject_, there[number]).empty();
           });
  });
  return OtherImports{left_out, imported, asked};
}

std::vector<model::GoalIndex> SuiteMaker::GoalsOf(const model::TestCase& test,
                                                  const base::Deadline& deadline) {
  std::vector<model::Trace> traces;
  searcher_.Execute({&test, 1}, model::Isolation::kFresh, deadline, traces);
  return goals_.CoveredBy(test, traces.front());
}

oracle::BuiltSuite SuiteMaker::Observe(const std::vector<oracle::CoveringTest>& tests,
                                       const base::Deadline& deadline,
                                       oracle::BuildOptions options) {
  options.assertions = LimitsOf(judges_mutants(), options_);
  options.all_findings = options_.findings == OracleOptions::Findings::kAll;
  options.import_worlds = std::min(second_.asked_worlds, kImportsKept);
  options.imported_in = [this](uint8_t world) { return ImportedIn(world); };
  return oracle::BuildSuite(tests, subject_, *first_.executor, *second_.executor, deadline,
                            options);
}

void SuiteMaker::Build(const std::vector<search::ArchivedTest>& tests,
                       const std::vector<model::TestCase>& displaced_accidents,
                       const std::vector<search::Trouble>& troubles,
                       const base::Deadline& deadline) {
  std::vector<oracle::CoveringTest> covering;
  for (const search::ArchivedTest& test : tests) covering.push_back({test.test, test.goals});
  for (const model::TestCase& test : displaced_accidents) {
    covering.push_back({test, {}, /*only_as_finding=*/true});
  }
  oracle::BuildOptions options;
  for (const search::Trouble& trouble : troubles) {
    // The available memory differs between machines.
    if (trouble.verdict == model::Verdict::kOutOfMemory) continue;
    options.troubles.push_back({trouble.test, trouble.verdict});
  }
  options.goals_of = [&](const model::TestCase& test) { return GoalsOf(test, deadline); };
  built_ = Observe(covering, deadline, std::move(options));
  if (options_.findings == OracleOptions::Findings::kNone) {
    std::erase_if(built_.suite, [](const model::GeneratedTest& test) { return test.is_finding; });
  }
}

std::vector<search::ArchivedTest> SuiteMaker::SecondsFor(
    std::span<const search::ArchivedTest> tests, std::span<const search::ArchivedTest> seconds,
    const base::Deadline& deadline) {
  std::set<model::GoalIndex> lost;
  for (const search::ArchivedTest& test : tests) lost.insert(test.goals.begin(), test.goals.end());
  const auto cover = [&](std::span<const model::GoalIndex> goals) {
    for (const model::GoalIndex goal : goals) lost.erase(goal);
  };
  for (const model::GeneratedTest& test : built_.suite) cover(test.goals);
  const auto is_lost = [&](model::GoalIndex goal) { return lost.contains(goal); };
  const auto serves = [&](const search::ArchivedTest& second) {
    return std::ranges::any_of(second.goals, is_lost);
  };
  if (std::ranges::none_of(seconds, serves)) return {};
  std::vector<model::TestCase> kept;
  for (const model::GeneratedTest& test : built_.suite) kept.push_back(test.test);
  std::vector<model::Trace> traces;
  searcher_.Execute(kept, model::Isolation::kFresh, deadline, traces);
  for (std::size_t i = 0; i < kept.size(); ++i) cover(goals_.CoveredBy(kept[i], traces[i]));
  std::vector<search::ArchivedTest> found;
  for (search::ArchivedTest second : seconds) {
    std::erase_if(second.goals, std::not_fn(is_lost));
    if (second.goals.empty()) continue;
    cover(second.goals);
    found.push_back(std::move(second));
  }
  return found;
}

void SuiteMaker::AddSeconds(std::span<const search::ArchivedTest> seconds,
                            const base::Deadline& deadline) {
  std::vector<oracle::CoveringTest> covering;
  for (const search::ArchivedTest& test : seconds) covering.push_back({test.test, test.goals});
  oracle::BuiltSuite built = Observe(covering, deadline, BesideTheSuite(deadline));
  std::erase_if(built.suite, [](const model::GeneratedTest& test) { return test.is_finding; });
  log_.Say(base::Topic::kStats, "{}: {} of {} second tests stand in for others that were dropped",
           subject_.module.name, built.suite.size(), seconds.size());
  std::ranges::move(built.suite, std::back_inserter(built_.suite));
}

oracle::BuildOptions SuiteMaker::BesideTheSuite(const base::Deadline& deadline) {
  oracle::BuildOptions options;
  for (const model::GeneratedTest& test : built_.suite) {
    options.covered.insert(options.covered.end(), test.goals.begin(), test.goals.end());
  }
  options.goals_of = [this, deadline](const model::TestCase& test) {
    return GoalsOf(test, deadline);
  };
  return options;
}

void SuiteMaker::Stand(model::Suite standing) {
  const auto is_shown = [&](const model::GeneratedTest& found) {
    return found.is_finding && std::ranges::any_of(standing, [&](const auto& test) {
             return test.is_finding && ShowsTheSame(test, found);
           });
  };
  std::erase_if(built_.suite, is_shown);
  std::ranges::move(built_.suite, std::back_inserter(standing));
  built_.suite = std::move(standing);
}

oracle::AnalysisOptions SuiteMaker::AnalysisOf(std::vector<model::MutantIndex> only) const {
  oracle::AnalysisOptions options;
  options.only = std::move(only);
  options.matched_message = render::MatchableText;
  options.most_import_mutants = kImportMutants;
  options.team = &team_;
  options.load_mutant = [this](model::MutantIndex mutant) {
    return load_({.instrument = false,
                  .hash_seed = model::kObserverHashSeeds[0],
                  .mutants = options_.mutants,
                  .mutant_seed = seed_,
                  .active_mutant = mutant});
  };
  return options;
}

void SuiteMaker::Judge(const base::Deadline& deadline) {
  if (!judges_mutants()) return;
  analysis_ =
      oracle::Analyse(built_.suite, subject_, *first_.executor, mutants_, deadline, AnalysisOf({}));
  is_judged_ = true;
  plainer_before_ = std::exchange(replaced_, {});
}

// A plainer test was only tried on the mutants that the old one killed; it may kill others.
void SuiteMaker::JudgeReplaced(const base::Deadline& deadline) {
  const std::vector<model::MutantIndex> survivors = Survivors();
  if (replaced_.empty() || survivors.empty()) return;
  model::Suite suite;
  for (const std::size_t test : replaced_) suite.push_back(built_.suite[test]);
  oracle::AddKills(
      analysis_,
      oracle::Analyse(suite, subject_, *first_.executor, mutants_, deadline, AnalysisOf(survivors)),
      replaced_);
}

std::vector<model::TestCase> SuiteMaker::Tests() const {
  std::vector<model::TestCase> tests;
  for (const model::GeneratedTest& test : built_.suite) tests.push_back(test.test);
  return tests;
}

// Returns surviving mutants that some test reaches, ascending, without those of the import.
std::vector<model::MutantIndex> SuiteMaker::Survivors() const {
  std::vector<model::MutantIndex> survivors;
  for (model::MutantIndex i = 0; i < mutants_.size(); ++i) {
    const bool survived = analysis_.fates[i] == model::MutantFate::kSurvived;
    if (survived && !mutants_[i].at_import) survivors.push_back(i);
  }
  return survivors;
}

std::vector<search::SurvivingMutant> SuiteMaker::Surviving() const {
  std::vector<search::SurvivingMutant> surviving;
  for (const model::MutantIndex i : Survivors()) {
    search::SurvivingMutant mutant{i, mutants_[i].line, mutants_[i].code_object, {}};
    for (std::size_t test = 0; test < analysis_.tests.size(); ++test) {
      if (std::ranges::binary_search(analysis_.tests[test].reached, i)) {
        mutant.reached_by.push_back(test);
      }
    }
    surviving.push_back(std::move(mutant));
  }
  return surviving;
}

void SuiteMaker::Extend(const search::SearchOptions& options, bool is_again, base::Rng& rng,
                        const base::Deadline& deadline) {
  JudgeReplaced(deadline);
  const std::vector<search::SurvivingMutant> surviving = Surviving();
  if (surviving.empty() || deadline.Expired()) return;
  const std::vector<model::TestCase> tests = Tests();
  uint64_t probes = 0;
  for (std::size_t i = 0; i < built_.suite.size(); ++i) {
    probes = std::max(probes, analysis_.tests[i].executed_probes);
  }
  const uint32_t limit = oracle::ProbeLimit(probes, AnalysisOf({}));
  const search::FarFetched far_fetched(subject_, tests);
  const search::Judge judge = [&](std::span<const model::TestCase> candidates,
                                  model::MutantIndex mutant) {
    std::vector<bool> kills(candidates.size(), false);
    std::vector<std::size_t> places;
    std::vector<model::TestCase> judged;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (far_fetched.Is(candidates[i])) continue;
      places.push_back(i);
      judged.push_back(candidates[i]);
    }
    if (judged.empty()) return kills;
    const std::vector<bool> notice = oracle::WhichNotice(
        judged, mutant, limit, render::MatchableText, *first_.executor, deadline);
    for (std::size_t k = 0; k < places.size(); ++k) kills[places[k]] = notice[k];
    return kills;
  };
  search::MutantSearchOptions bounds;
  if (is_again) bounds.judgements_in_vain = kJudgementsInVain;
  const search::MutantSearchResult found = search::SearchForMutants(
      subject_, searcher_, options, tests, surviving, judge, rng, deadline, bounds);
  std::size_t added = 0;
  for (const search::KillingTest& killing : found.tests) {
    if (Add(killing, deadline)) ++added;
  }
  log_.Say(base::Topic::kStats, "{}: {} surviving mutants, {} tests added for them after {} tries",
           subject_.module.name, surviving.size(), added, found.executed_tests);
}

// Adds a test if, with assertions on what two processes saw, it kills a mutant that nothing killed
// before.
bool SuiteMaker::Add(const search::KillingTest& killing, const base::Deadline& deadline) {
  oracle::BuiltSuite built = Observe({{killing.test, GoalsOf(killing.test, deadline)}}, deadline,
                                     BesideTheSuite(deadline));
  if (built.suite.size() != 1 || built.unobserved > 0 || built.suite.front().is_finding) {
    return false;
  }
  const std::vector<model::MutantIndex> survivors = Survivors();
  if (survivors.empty()) return false;
  const oracle::MutationAnalysis part = oracle::Analyse(built.suite, subject_, *first_.executor,
                                                        mutants_, deadline, AnalysisOf(survivors));
  const bool kills = std::ranges::any_of(
      survivors, [&](model::MutantIndex mutant) { return part.kills[mutant].has_value(); });
  if (!kills) return false;
  const std::size_t place = built_.suite.size();
  built_.suite.push_back(std::move(built.suite.front()));
  oracle::TakeOver(analysis_, part, {&place, 1});
  return true;
}

// Merges tests that became equal when their values were made plain.
void SuiteMaker::MergeEqual() {
  model::Suite& suite = built_.suite;
  for (std::size_t test = suite.size(); test-- > 1;) {
    const auto end = suite.begin() + static_cast<std::ptrdiff_t>(test);
    const auto equal = std::find_if(suite.begin(), end, [&](const model::GeneratedTest& other) {
      return other.test == end->test && other.assertions == end->assertions &&
             other.is_finding == end->is_finding;
    });
    if (equal == end || Stands(*end)) continue;
    std::vector<model::GoalIndex> goals;
    std::ranges::set_union(equal->goals, end->goals, std::back_inserter(goals));
    equal->goals = std::move(goals);
    if (judges_mutants()) {
      oracle::MergeInto(static_cast<std::size_t>(equal - suite.begin()), test, analysis_);
    }
    suite.erase(end);
  }
}

void SuiteMaker::Select(bool separates_acts) {
  MergeEqual();
  if (!judges_mutants()) return;
  oracle::SelectAssertions(built_.suite, subject_, analysis_, {.per_test = options_.assertions});
  // An earlier act alone is no interaction of two modules.
  if (separates_acts && !subject_.callee) {
    oracle::SeparateEarlierActs(built_.suite, subject_, analysis_);
  }
}

model::Suite SuiteMaker::Renewed(const model::Suite& changed, const base::Deadline& deadline) {
  const auto has = [](const model::Suite& suite, const model::TestCase& test) {
    return std::ranges::find(suite, test, &model::GeneratedTest::test) != suite.end();
  };
  model::Suite renewed;
  for (const model::GeneratedTest& before : changed) {
    if (deadline.Expired()) break;
    if (has(built_.suite, before.test)) continue;
    auto test = RenewedTest(before, deadline);
    if (test && !has(built_.suite, test->test) && !has(renewed, test->test)) {
      renewed.push_back(*std::move(test));
    }
  }
  return renewed;
}

std::optional<model::GeneratedTest> SuiteMaker::RenewedTest(const model::GeneratedTest& before,
                                                            const base::Deadline& deadline) {
  const auto observe = [&](oracle::AssertionLimits limits) -> std::optional<model::GeneratedTest> {
    oracle::BuildOptions options = BesideTheSuite(deadline);
    options.assertions = limits;
    oracle::BuiltSuite built =
        oracle::BuildSuite({{before.test, GoalsOf(before.test, deadline)}}, subject_,
                           *first_.executor, *second_.executor, deadline, options);
    if (built.suite.size() != 1 || built.unobserved > 0 || built.suite.front().is_finding) {
      return std::nullopt;
    }
    return std::move(built.suite.front());
  };
  std::optional<model::GeneratedTest> test = observe(oracle::kAllCandidates);
  if (!test) return test;
  std::erase_if(test->assertions, [&](const model::Assertion& now) {
    return std::ranges::none_of(before.assertions, [&](const model::Assertion& was) {
      return now.after_statement == was.after_statement && now.variable == was.variable &&
             now.attribute == was.attribute;
    });
  });
  if (test->assertions.empty()) test = observe(LimitsOf(false, options_));
  if (test) test->is_plain = before.is_plain;
  return test;
}

std::vector<std::vector<model::MutantIndex>> SuiteMaker::KillsOf(
    const model::Suite& made, const base::Deadline& deadline) const {
  std::vector<std::vector<model::MutantIndex>> kills(made.size());
  if (!judges_mutants()) return kills;
  // Tests of which only the text is known come after those that were judged.
  for (std::size_t i = 0; i < std::min(made.size(), analysis_.tests.size()); ++i) {
    kills[i] = oracle::KillsOf(analysis_, i, mutants_);
    std::vector<model::MutantIndex> others;
    for (const model::MutantIndex mutant : analysis_.tests[i].reached) {
      const bool is_killed = analysis_.fates[mutant] == model::MutantFate::kKilled;
      if (is_killed && !std::ranges::binary_search(kills[i], mutant)) others.push_back(mutant);
    }
    if (others.empty() || deadline.Expired()) continue;
    const oracle::MutationAnalysis alone = oracle::Analyse({made[i]}, subject_, *first_.executor,
                                                           mutants_, deadline, AnalysisOf(others));
    std::ranges::copy_if(others, std::back_inserter(kills[i]), [&](model::MutantIndex mutant) {
      return alone.kills[mutant].has_value();
    });
  }
  return kills;
}

std::vector<model::JudgedMutant> SuiteMaker::JudgedBy(const model::Suite& made,
                                                      const model::Suite& written,
                                                      const std::vector<std::string>& names,
                                                      const base::Deadline& deadline) const {
  if (!judges_mutants()) return {};
  oracle::MutationAnalysis analysis = analysis_;
  std::vector<model::MutantIndex> lost;
  std::vector<std::string> killers(mutants_.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto same = std::ranges::find_if(written, [&](const model::GeneratedTest& test) {
      return test.test == made[i].test && test.assertions == made[i].assertions;
    });
    for (const model::MutantIndex mutant : oracle::KillsOf(analysis, i, mutants_)) {
      if (same == written.end()) {
        lost.push_back(mutant);
      } else {
        killers[mutant] = names[static_cast<std::size_t>(same - written.begin())];
      }
    }
  }
  if (!lost.empty()) {
    std::ranges::sort(lost);
    const oracle::MutationAnalysis again =
        oracle::Analyse(written, subject_, *first_.executor, mutants_, deadline, AnalysisOf(lost));
    for (const model::MutantIndex mutant : lost) {
      analysis.fates[mutant] = again.fates[mutant];
      const std::optional<oracle::Kill>& kill = again.kills[mutant];
      if (kill && kill->test != oracle::Kill::kImport) killers[mutant] = names[kill->test];
    }
  }
  std::vector<model::JudgedMutant> judged = oracle::Judged(mutants_, analysis);
  for (std::size_t i = 0; i < judged.size(); ++i) judged[i].killed_by = std::move(killers[i]);
  return judged;
}

}  // namespace skua::campaign
