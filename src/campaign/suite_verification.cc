#include "campaign/suite_verification.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "campaign/files/secret_tests.h"
#include "campaign/suite/part_of_suite.h"
#include "campaign/suite/worth_writing.h"
#include "render/module/test_module.h"

namespace skua::campaign {
namespace {

using base::Duration;
using model::ReasonCode;

// `without_expectation`: tests that assert nothing, those among them that were not observed.
std::string DescribeDropped(const oracle::BuiltSuite& built, std::size_t without_expectation,
                            std::size_t by_import, std::size_t gone,
                            const oracle::VerifiedSuite& verified) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(built.dropped.flaky, "ended differently in another process");
  add(built.dropped.unfinished, "did not finish");
  add(built.dropped.reaching_out,
      "asked or changed something of the machine (files, folders, limits, processes, the network), "
      "waited, left something that fails or warns when it is collected, or hold only while a "
      "package is missing");
  add(built.dropped.unwritable, "held too long a value, or did not run the module");
  const std::size_t unobserved = std::min(built.unobserved, without_expectation);
  add(without_expectation - unobserved, "had nothing to assert");
  add(unobserved, "were not observed for want of time");
  add(by_import, "depended on what the import drew or asked");
  add(gone, "of the file no longer hold");
  if (std::string verifying = oracle::CountByCause(verified.dropped); !verifying.empty()) {
    parts.push_back(std::move(verifying));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool HadNoTime(const oracle::VerifiedSuite& verified) {
  return verified.in_part || verified.reason.code == ReasonCode::kNoBudgetLeft;
}

}  // namespace

bool SuiteVerification::Run() {
  model::ModuleOutcome& outcome = context_.outcome();
  if (!standing_.PlaceAnew()) {
    return ForLater({ReasonCode::kNoGain, "its file was edited meanwhile"});
  }
  if (standing_.has_unknown()) {
    return ForLater({ReasonCode::kNoBudgetLeft, "no time was left to run what stands"});
  }
  model::Suite expecting = made_;
  const auto imports = maker_.LeaveOutWhatImportsChange(
      expecting, PartOf(context_.time.finish(), context_.time.policy().campaign.importing_again));
  expecting = Split(std::move(expecting));
  const std::size_t without_expectation =
      made_.size() - expecting.size() - guards_.size() - imports.left_out;
  if (expecting.empty() && maker_.built().unobserved > 0) {
    return ForLater({ReasonCode::kNoBudgetLeft, "no time was left to observe the tests"});
  }
  TakeSecretTests(standing_.Writer(), context_.tools.files, guards_);
  if (expecting.empty() && !guards_.empty()) {
    outcome.reason = {ReasonCode::kOnlyGuards, ""};
    return false;
  }
  if (!LeaveOutSecrets(expecting)) return false;
  const std::size_t fitting =
      context_.time.reserves().Fitting(expecting.size(), context_.time.finish().Remaining());
  verified_ = Verify(TakeMostWorth(expecting, fitting));
  const std::size_t unverified = expecting.size();
  FitSuiteTime();
  context_.time.watch().Lap("verified");
  const bool keeps = !standing_.any() || KeepsWhatHolds();
  context_.tools.log.Say(base::Topic::kStats, "{}: {}", context_.task.module.name,
                         context_.time.watch().Describe());
  ExplainDropped();
  if (std::string dropped = DescribeDropped(maker_.built(), without_expectation, imports.left_out,
                                            standing_.gone(), verified_);
      !dropped.empty()) {
    outcome.notes.push_back({ReasonCode::kTestsDropped, std::move(dropped)});
  }
  if (!keeps) {
    return ForLater({ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"});
  }
  TellWhatIsMissing(unverified, imports);
  if (!verified_.suite.empty()) return true;
  const model::Reason reason = verified_.reason.code != ReasonCode::kNone
                                   ? verified_.reason
                                   : model::Reason{ReasonCode::kNothingStable, ""};
  // pytest has not seen the suite, so nothing is written.
  const bool may_come = reason.code == ReasonCode::kNoBudgetLeft;
  if (may_come && !context_.tools.files.Exists(standing_.place().file)) return ForLater(reason);
  outcome.reason = reason;
  return false;
}

void SuiteVerification::ExplainDropped() const {
  const std::string& name = context_.task.module.name;
  const base::Log& log = context_.tools.log;
  const auto& left_out = maker_.built().dropped;
  if (left_out.boundary + left_out.duplicates > 0) {
    log.Say(
        base::Topic::kExplain,
        "{}: not written: {} tests that met only what wrong arguments raise, {} of findings that "
        "others show",
        name, left_out.boundary, left_out.duplicates);
  }
  for (const auto& dropped : verified_.dropped) {
    log.Say(base::Topic::kExplain, "{}: {}", name, oracle::Describe(dropped));
  }
}

model::Suite SuiteVerification::Split(model::Suite suite) {
  const model::Subject& subject = context_.subject();
  SplitSuite split = SplitByWorth(std::move(suite), subject, context_.options().writes_guards);
  std::map<std::string_view, std::size_t> counts;
  for (const GuardReason* reason : split.reasons) ++counts[reason->name];
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts) parts.push_back(fmt::format("{} {}", count, name));
  const base::Log& log = context_.tools.log;
  log.Say(base::Topic::kStats, "{}: {} tests, {} guards: {}", subject.module.name,
          split.worth.size(), split.guards.size(), fmt::join(parts, ", "));
  if (log.Wants(base::Topic::kExplain) && !split.guards.empty()) {
    const auto rendered = render::RenderPytest(subject, split.guards, {}).tests;
    for (std::size_t i = 0; i < rendered.size(); ++i) {
      log.Say(base::Topic::kExplain, "{}: guard: {}: {}", subject.module.name, rendered[i].call,
              split.reasons[i]->sentence);
    }
  }
  guards_ = std::move(split.guards);
  return std::move(split.worth);
}

bool SuiteVerification::ForLater(model::Reason reason) {
  context_.outcome().reason = std::move(reason);
  is_for_later_ = true;
  return false;
}

void SuiteVerification::TellWhatIsMissing(std::size_t unverified,
                                          const SuiteMaker::OtherImports& imports) {
  model::ModuleOutcome& outcome = context_.outcome();
  if (unverified > 0 && !verified_.suite.empty()) {
    outcome.notes.push_back({ReasonCode::kVerifiedInPart,
                             fmt::format("{} more tests wait for a run with time", unverified)});
  } else if (verified_.in_part) {
    outcome.notes.push_back(
        {ReasonCode::kVerifiedInPart, context_.time.latest().Expired()
                                          ? ""
                                          : "its share was used up, though the budget was not"});
  } else if (verified_.has_fewer_orders) {
    outcome.notes.push_back({ReasonCode::kVerifiedInPart, "in fewer orders than usual"});
  } else if (imports.seen < imports.asked) {
    outcome.notes.push_back({ReasonCode::kVerifiedInPart,
                             fmt::format("imported in {} of {} worlds that answer its import",
                                         imports.seen, imports.asked)});
  }
  // Something is missing for want of time, and another campaign may keep it.
  if (verified_.in_part || unverified > 0 || maker_.built().unobserved > 0) {
    outcome.goals.found.clear();
  }
}

bool SuiteVerification::LeaveOutSecrets(model::Suite& suite) {
  const std::size_t count = TakeSecretTests(standing_.Writer(), context_.tools.files, suite).size();
  if (count == 0) return true;
  model::Reason reason{ReasonCode::kSecretsLeftOut,
                       fmt::format("{} {}", count, count == 1 ? "test" : "tests")};
  if (suite.empty()) {
    context_.outcome().reason = std::move(reason);
    return false;
  }
  context_.outcome().notes.push_back(std::move(reason));
  return true;
}

oracle::VerifiedSuite SuiteVerification::Verify(model::Suite suite) const {
  const SuiteWriter writer = standing_.Writer();
  oracle::VerificationOptions options;
  options.shuffle_seed = context_.options().seed;
  options.measured = context_.task.module.path;
  options.team = &context_.team;
  return oracle::Verify(
      std::move(suite),
      [&](const model::Suite& written) { return writer.WriteForVerification(written); },
      context_.tools.pytest, context_.time.finish(), options);
}

const std::vector<std::vector<model::MutantIndex>>& SuiteVerification::AllKills() {
  if (!all_kills_) {
    all_kills_ = maker_.KillsOf(
        made_, PartOf(context_.time.finish(), context_.time.policy().campaign.trying_all_kills));
  }
  return *all_kills_;
}

std::vector<TimedTest> SuiteVerification::TimedTests() {
  std::vector<TimedTest> tests;
  for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
    const model::GeneratedTest& test = verified_.suite[i];
    TimedTest& timed = tests.emplace_back();
    timed.name = verified_.tests[i].name;
    timed.seconds = verified_.tests[i].seconds;
    timed.covers.assign(test.goals.begin(), test.goals.end());
    const auto made = std::ranges::find(made_, test.test, &model::GeneratedTest::test);
    if (made != made_.end()) {
      const auto& kills = AllKills()[static_cast<std::size_t>(made - made_.begin())];
      timed.kills.assign(kills.begin(), kills.end());
    }
    timed.stays = test.is_finding || test.is_open_change;
  }
  return tests;
}

std::vector<model::JudgedMutant> SuiteVerification::JudgedMutants() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
    if (ShowsWhatHolds(verified_.suite[i])) names.push_back(verified_.tests[i].name);
  }
  const model::Suite known = KnownOf(verified_.suite);
  std::vector<model::JudgedMutant> judged =
      maker_.JudgedBy(made_, known, names, context_.time.finish());
  if (context_.options().finds_all_kills && !judged.empty()) NameAllKillers(known, names, judged);
  return judged;
}

void SuiteVerification::NameAllKillers(const model::Suite& suite,
                                       const std::vector<std::string>& names,
                                       std::vector<model::JudgedMutant>& judged) {
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const auto made = std::ranges::find(made_, suite[i].test, &model::GeneratedTest::test);
    if (made == made_.end()) continue;
    for (const auto mutant : AllKills()[static_cast<std::size_t>(made - made_.begin())]) {
      model::JudgedMutant& killed = judged[mutant];
      if (killed.killed_by != names[i]) killed.also_killed_by.push_back(names[i]);
    }
  }
}

void SuiteVerification::FitSuiteTime() {
  const std::optional<Duration>& limit = context_.options().suite_time;
  if (!limit || verified_.in_part) return;
  double seconds = 0;
  for (const model::PytestResult::Test& test : verified_.tests) seconds += test.seconds;
  if (seconds <= std::chrono::duration<double>(*limit).count()) return;
  const std::vector<TimedTest> tests = TimedTests();
  const std::vector<std::size_t> too_slow = TooSlow(tests, *limit);
  std::string what = DescribeTooSlow(tests, too_slow, *limit);
  if (!too_slow.empty()) what = LeaveOut(too_slow, tests, std::move(what));
  if (!what.empty()) {
    context_.outcome().notes.push_back({ReasonCode::kSuiteTooSlow, std::move(what)});
  }
}

std::string SuiteVerification::LeaveOut(const std::vector<std::size_t>& too_slow,
                                        const std::vector<TimedTest>& tests, std::string what) {
  model::Suite fast;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!std::ranges::binary_search(too_slow, i)) fast.push_back(verified_.suite[i]);
  }
  const bool is_any_left = !fast.empty();
  // The text without them is a new one, which pytest has not seen.
  oracle::VerifiedSuite verified = Verify(std::move(fast));
  if (!is_any_left) verified.reason = {ReasonCode::kSuiteTooSlow, what};
  if (HadNoTime(verified)) return "no time was left to verify the suite without its slowest tests";
  // Tests of the tree do not come back because they hold.
  standing_.Leave([&](const model::GeneratedTest& test) {
    return !test.is_finding &&
           std::ranges::any_of(too_slow, [&](std::size_t i) { return tests[i].name == test.name; });
  });
  std::ranges::move(verified.dropped, std::back_inserter(verified_.dropped));
  verified.dropped = std::move(verified_.dropped);
  verified_ = std::move(verified);
  return what;
}

std::vector<std::string> SuiteVerification::LostBy(const oracle::VerifiedSuite& verified) const {
  std::vector<std::string> lost;
  for (const model::GeneratedTest& test : standing_.suite()) {
    const bool stays = std::ranges::any_of(verified.suite, [&](const auto& kept) {
      return kept.name == test.name && kept.is_finding == test.is_finding;
    });
    if (!stays) lost.push_back(test.name);
  }
  return lost;
}

bool SuiteVerification::KeepsWhatHolds() {
  // A file of the tree is replaced only by one that was verified as a whole.
  if (HadNoTime(verified_)) return false;
  const std::vector<std::string> lost = LostBy(verified_);
  if (lost.empty()) return true;
  // A busy machine lets tests of unchanged code take too long, which says nothing against them.
  const bool hung = std::ranges::any_of(verified_.dropped, [&](const oracle::Dropped& dropped) {
    return dropped.cause == oracle::DropCause::kTimesOut &&
           std::ranges::find(lost, dropped.test) != lost.end();
  });
  if (hung && context_.task.change == model::Change::kUnchanged) return false;
  oracle::VerifiedSuite alone = Verify(standing_.suite());
  context_.time.watch().Lap("verified what stands");
  if (HadNoTime(alone)) return false;
  if (LostBy(alone).size() < lost.size()) {
    context_.tools.log.Say(base::Topic::kExplain, "{}: new tests made standing ones fail: {}",
                           context_.task.module.name, fmt::join(lost, ", "));
    verified_ = std::move(alone);
  }
  return true;
}

bool SuiteVerification::IsWrittenAlready() const {
  const TestFiles& files = context_.tools.files;
  const SuiteWriter::Files written = standing_.Writer().Write(verified_.suite);
  return std::ranges::all_of(
      std::array{standing_.place().file, standing_.findings().file}, [&](const auto& file) {
        const auto text = written.texts.find(file);
        return files.TextOf(file) == (text == written.texts.end() ? "" : text->second);
      });
}

}  // namespace skua::campaign
