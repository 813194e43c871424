#include "command/campaigns/replay.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/error.h"
#include "render/module/style.h"

namespace skua::command {
namespace {

using campaign::BehaviourReport;
using campaign::Fails;
using model::Change;

// Returns whether pytest could not collect the file.
bool IsBroken(const std::vector<model::PytestResult::Test>& tests) {
  return std::ranges::any_of(tests,
                             [](const auto& test) { return test.name.empty() && Fails(test); });
}

}  // namespace

Replay::Replay(const config::Config& config, const Survey& survey, const plan::Plan& pairs,
               const campaign::TestFiles& files, campaign::RunStamp now, const base::Log& log)
    : config_(config),
      survey_(survey),
      pairs_(pairs),
      files_(files),
      now_(std::move(now)),
      log_(log) {
  for (state::OpenChange& open : survey.state->OpenChanges()) {
    if (open.change.run > 0) open.change.runs_ago = now_.run - open.change.run;
    open_[open.module].push_back(std::move(open.change));
  }
}

// Returns whether a written file is missing from the tree.
bool Replay::IsMissing(const std::string& file) const {
  return !files_.Exists(file) &&
         std::ranges::find(survey_.missing_files, file, &state::WrittenFile::path) !=
             survey_.missing_files.end();
}

// Returns the modules and pairs that run, and those with open changes.
std::vector<Replay::Earlier> Replay::Concerned() const {
  const render::FileKind kind = render::FileKindOf(render::StyleFromName(config_.output.style));
  std::vector<Earlier> concerned;
  const auto add = [&](const plan::PlannedModule& module, bool runs) {
    const auto open = open_.find(module.module.name);
    Earlier earlier{&module, runs, {}};
    earlier.before.file = files_.PlaceFor(module.module, kind).file;
    earlier.before.text = files_.TextOf(earlier.before.file);
    earlier.before.fingerprint = module.fingerprint;
    if (open != open_.end()) earlier.before.open = open->second;
    if (IsMissing(earlier.before.file)) {
      const auto archived = survey_.state->LastSuite(module.module.name);
      if (archived) earlier.before.archived_for = archived->fingerprint;
    }
    concerned.push_back(std::move(earlier));
  };
  for (const plan::Plan* plan : {&survey_.plan, &pairs_}) {
    for (const plan::PlannedModule& module : plan->run) add(module, true);
    for (const plan::PlannedModule& module : plan->skipped) {
      if (open_.contains(module.module.name)) add(module, false);
    }
  }
  return concerned;
}

// Returns whether the tests have to run to find behaviour changes of the present module.
bool Replay::HasChanged(const Earlier& earlier) const {
  const auto header = render::ParseHeader(earlier.before.text);
  return header && (header->fingerprint != earlier.module->fingerprint ||
                    earlier.module->change == Change::kAffected);
}

bool Replay::NeedsPytest() const {
  return std::ranges::any_of(Concerned(), [&](const Earlier& earlier) {
    return HasChanged(earlier) && earlier.before.file.ends_with(".py");
  });
}

std::map<std::string, campaign::SettledChanges> Replay::Settle(model::PytestRunner* pytest,
                                                               const base::Deadline& for_modified,
                                                               const base::Deadline& for_affected) {
  const std::vector<Earlier> concerned = Concerned();
  std::vector<const Earlier*> modified, affected;
  for (const Earlier& earlier : concerned) {
    // The campaign itself runs archived tests, since they need the subject.
    const bool is_left_to_campaign = !earlier.before.archived_for.empty() && earlier.runs;
    if (is_left_to_campaign) continue;
    if (!HasChanged(earlier)) {
      Decide(earlier, nullptr);
    } else if (earlier.before.file.ends_with(".py")) {
      (earlier.module->change == Change::kAffected ? affected : modified).push_back(&earlier);
    }
  }
  if (pytest != nullptr) {
    Run(modified, true, *pytest, for_modified);
    Run(affected, false, *pytest, for_affected);
  }
  return std::move(settled_);
}

// Runs the files of the group in one process, and those with failures in a second one. If one file
// keeps the others from running, each runs by itself, or else none.
void Replay::Run(std::vector<const Earlier*> group, bool one_by_one, model::PytestRunner& pytest,
                 const base::Deadline& deadline) {
  if (group.empty() || deadline.Expired()) return;
  std::vector<std::string> files;
  for (const Earlier* earlier : group) files.push_back(earlier->before.file);
  Shown shown;
  // Uses half of the time, so that some is left if a test does not end.
  const base::Deadline half =
      deadline.unlimited() ? deadline : deadline.Within(deadline.Remaining() / 2);
  if (!RunTogether(files, pytest, one_by_one ? half : deadline, shown) && one_by_one) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (shown.contains(files[i])) continue;
      const base::Deadline part =
          deadline.unlimited()
              ? deadline
              : deadline.Within(deadline.Remaining() / static_cast<long>(files.size() - i));
      RunTogether({files[i]}, pytest, part, shown);
    }
  }
  for (const Earlier* earlier : group) {
    const auto found = shown.find(earlier->before.file);
    if (found == shown.end()) continue;
    std::size_t process = 0;
    const BehaviourReport seen = campaign::FindBehaviourChanges(
        [&] {
          model::PytestResult result;
          if (process < found->second.size()) result.tests = found->second[process++];
          result.completed = true;
          return result;
        },
        earlier->before.file, log_);
    Decide(*earlier, &seen);
  }
}

// Adds the results of the files, except of files that pytest cannot collect. Returns false if
// pytest did not end by itself.
bool Replay::RunTogether(const std::vector<std::string>& files, model::PytestRunner& pytest,
                         const base::Deadline& deadline, Shown& shown) const {
  const auto run = [&](const std::vector<std::string>& which) {
    std::map<std::string, Tests> tests;
    model::PytestResult result = pytest.RunInPlace({which.begin(), which.end()}, deadline);
    for (auto& test : result.tests) tests[test.file].push_back(std::move(test));
    return std::pair(result.completed, std::move(tests));
  };
  auto [completed, first] = run(files);
  std::vector<std::string> sound = files;
  std::erase_if(sound, [&](const std::string& file) { return IsBroken(first[file]); });
  if (sound.size() < files.size() && !sound.empty()) std::tie(completed, first) = run(sound);
  if (!completed) return false;

  std::vector<std::string> failing;
  for (const std::string& file : sound) {
    const Tests& tests = first[file];
    if (tests.empty() || IsBroken(tests)) continue;
    if (std::ranges::any_of(tests, Fails)) failing.push_back(file);
    shown[file].push_back(tests);
  }
  if (failing.empty()) return true;
  const auto [again_completed, again] = run(failing);
  for (const std::string& file : failing) {
    const auto tests = again.find(file);
    if (again_completed && tests != again.end()) {
      shown[file].push_back(tests->second);
    } else {
      shown.erase(file);  // did not fail twice
    }
  }
  return again_completed;
}

void Replay::Decide(const Earlier& earlier, const BehaviourReport* seen) {
  const std::string& module = earlier.module->module.name;
  const campaign::ChangesBefore& before = earlier.before;
  campaign::SettledChanges settled = campaign::Settle(
      before, seen, campaign::OnBehaviourChangeNamed(config_.on_behaviour_change), now_);
  // The text of a mark contains the present result of a call.
  if (settled.text && files_.HoldsSecret(*settled.text)) settled.text.reset();
  if (settled.text) {
    if (settled.text->empty()) {
      files_.Remove(before.file);
    } else {
      files_.Write(before.file, *settled.text);
    }
    survey_.state->ReplaceText({module, before.file}, before.text, *settled.text);
    settled.text.reset();
  }
  if (!before.open.empty() || !settled.open.empty()) {
    survey_.state->SetOpenChanges(module, settled.open);
  }
  settled_.emplace(module, std::move(settled));
}

campaign::RunStamp StampOf(int64_t run, std::string commit, int64_t started_unix_seconds) {
  const std::time_t started = started_unix_seconds;
  return {run, std::move(commit), fmt::format("{:%Y-%m-%d}", fmt::gmtime(started))};
}

}  // namespace skua::command
