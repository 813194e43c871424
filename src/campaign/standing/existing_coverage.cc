#include "campaign/standing/existing_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/json.h"
#include "record/place.h"

namespace skua::campaign {
namespace {

using base::Duration;
using model::Scaled;
using Policy = model::TimePolicy::ExistingTests;

constexpr std::chrono::hours kLongestRun{24 * 365};  // a longer one is no time that a clock told

Duration LimitOf(const base::Deadline& share, const Policy& policy) {
  const Duration left = share.Remaining();
  return std::max(Scaled(left, policy.part), std::min(Scaled(left, policy.most), policy.starting));
}

// A result as if the run had been cut off before its first test.
std::string NothingWithin(Duration limit) {
  const std::chrono::duration<double> seconds(limit);
  return nlohmann::json{{"complete", false},
                        {"seconds", seconds.count()},
                        {"tests", 0},
                        {"types", nlohmann::json::array()}}
      .dump();
}

std::vector<uint32_t> Sorted(const nlohmann::json& json, const char* name) {
  auto list = json.value(name, std::vector<uint32_t>());
  std::ranges::sort(list);
  return list;
}

}  // namespace

ExistingCoverage::ExistingCoverage(const std::string& text) {
  try {
    const nlohmann::json json = record::ParseStored(text);
    code_objects_ = Sorted(json, "code_objects");
    true_branches_ = Sorted(json, "true");
    false_branches_ = Sorted(json, "false");
    if (!json.at("complete").get<bool>()) {
      const std::chrono::duration<double> had(json.at("seconds").get<double>());
      if (!(had.count() >= 0 && had < kLongestRun)) throw record::ReadError("no time: seconds");
      cut_off_after_ = std::chrono::duration_cast<Duration>(had);
    }
    types_ = json.at("types").dump();
    tests_ = json.at("tests").get<std::size_t>();
    const auto ended = json.value("ended", tests_);
    const auto collected = json.value("collected", tests_);
    if (cut_off_after_ > Duration{} || ended < collected) {
      part_ = fmt::format("{} of {}", ended, collected);
    }
  } catch (const nlohmann::json::exception&) {
    *this = ExistingCoverage();
  } catch (const record::ReadError&) {
    *this = ExistingCoverage();
  }
}

std::vector<bool> ExistingCoverage::Covered(const model::Subject& subject,
                                            const std::vector<model::Goal>& goals) const {
  if (tests_ == 0) return {};
  std::vector<bool> covered = model::CoveredByImport(subject, goals);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goals[i].kind == model::GoalKind::kCriterion) {
      covered[i] = IsShown(subject.criterion_goals[goals[i].index]);
      continue;
    }
    const auto& executed = goals[i].kind == model::GoalKind::kCodeObject   ? code_objects_
                           : goals[i].kind == model::GoalKind::kTrueBranch ? true_branches_
                                                                           : false_branches_;
    if (std::ranges::binary_search(executed, goals[i].index)) covered[i] = true;
  }
  return covered;
}

bool ExistingCoverage::IsShown(const model::CriterionGoal& goal) const {
  if (!goal.is_shown_by_near) return false;
  if (goal.near.empty()) return std::ranges::binary_search(code_objects_, goal.code_object);
  return std::ranges::any_of(goal.near, [&](const model::Branch& branch) {
    return std::ranges::binary_search(branch.outcome ? true_branches_ : false_branches_,
                                      branch.predicate);
  });
}

ExistingCoverage AskExistingTests(const ExistingTests& tests, model::SubjectLoader& loader,
                                  const base::Deadline& share, const base::Deadline& latest,
                                  model::ModuleOutcome& outcome, const Policy& policy) {
  ExistingCoverage known(tests.known);
  const Duration needed = policy.again * known.cut_off_after();
  const bool is_complete = !tests.known.empty() && needed == Duration{};
  if (tests.files.empty() || share.Expired() || is_complete) return known;
  base::Deadline limited = share;
  Duration limit{};
  if (!share.unlimited()) {
    const Duration least = LimitOf(share, policy);
    if (needed > std::max(least, Scaled(latest.Remaining(), policy.part))) return known;
    limit = std::max(least, needed);
    limited = latest.Within(limit);
  }
  std::string shown = loader.RunExistingTests(outcome.module, tests.files, limited);
  if (shown.empty()) shown = NothingWithin(limit);
  outcome.existing_tests.json = std::move(shown);
  outcome.existing_tests.key = tests.key;
  return ExistingCoverage(outcome.existing_tests.json);
}

std::map<std::string, model::FileRun> CallsOfExistingTests(const std::string& json) {
  std::map<std::string, model::FileRun> runs;
  if (json.empty()) return runs;
  try {
    const nlohmann::json shown = record::ParseStored(json);
    for (const nlohmann::json& call : shown.value("calls", nlohmann::json::array())) {
      if (!call.at(2).is_number_unsigned()) throw record::ReadError("no line");
      runs[call.at(0).get<std::string>()].calls.push_back(
          {call.at(1).get<std::string>(), call.at(2).get<uint32_t>(), call.at(3).get<std::string>(),
           call.at(4).get<std::string>()});
    }
  } catch (const nlohmann::json::exception&) {
    runs.clear();
  } catch (const record::ReadError&) {
    runs.clear();
  }
  return runs;
}

std::vector<model::GoalIndex> GoalsForLater(const std::vector<bool>& covered_by_existing) {
  std::vector<model::GoalIndex> goals;
  for (model::GoalIndex goal = 0; goal < covered_by_existing.size(); ++goal) {
    if (covered_by_existing[goal]) goals.push_back(goal);
  }
  return goals;
}

}  // namespace skua::campaign
