#include "command/closing/run_together.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/bisect.h"
#include "campaign/standing/behaviour_change.h"
#include "model/options/time_policy.h"

namespace skua::command {
namespace {

using model::PytestResult;
using Outcome = PytestResult::Outcome;
using TestNames = std::vector<std::string>;  // names of files, or of tests: "file::test"

constexpr model::TimePolicy::Run kTogetherTime;
// Most other tests by which a culprit is identified: one culprit often harms hundreds.
constexpr std::size_t kMostHarmed = 20;

std::string NameOf(const PytestResult::Test& test) {
  return test.name.empty() ? test.file : test.file + "::" + test.name;
}

std::string CountOf(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Returns whether everything else works with these suspects; `harmed` gets a test that does not.
using Trial = std::function<bool(const TestNames& suspects, std::string& harmed)>;

// Finds the files and tests to leave out so that `works` returns true. Tries whole files before
// single tests, since a trial with few tests is short. A file of another writer is left out as a
// whole, by an empty test name. A trial without time counts as failed.
class CulpritSearch {
 public:
  CulpritSearch(const WrittenTests& written, const base::Deadline& deadline, Trial works)
      : written_(written), deadline_(deadline), works_(std::move(works)) {}

  std::vector<Culprit> Among(const TestNames& files) && {
    std::vector<Culprit> culprits;
    TestNames suspects;
    for (Found& file : Breaking(files)) {
      const auto tests = written_.find(file.name);
      if (tests == written_.end()) {
        culprits.push_back({file.name, "", std::move(file.harms), file.is_suspect});
        continue;
      }
      for (const std::string& test : tests->second) suspects.push_back(file.name + "::" + test);
    }
    for (Found& test : Breaking(suspects)) {
      const auto separator = test.name.find("::");
      culprits.push_back({test.name.substr(0, separator), test.name.substr(separator + 2),
                          std::move(test.harms), test.is_suspect});
    }
    return culprits;
  }

 private:
  struct Found {
    std::string name;
    std::string harms;
    bool is_suspect;
  };

  // Each culprit was confirmed as the last suspect of a trial.
  std::vector<Found> Breaking(const TestNames& suspects) {
    std::vector<Found> last_trials(suspects.size());
    const auto works = [&](const std::vector<std::size_t>& places) {
      Found& trial = last_trials[places.back()];
      trial = {suspects[places.back()], "", deadline_.Expired()};
      if (trial.is_suspect) return false;
      TestNames tried;
      for (const std::size_t at : places) tried.push_back(suspects[at]);
      return works_(tried, trial.harms);
    };
    std::vector<Found> found;
    for (const std::size_t place : base::FindBreaking(suspects.size(), works)) {
      found.push_back(std::move(last_trials[place]));
    }
    return found;
  }

  const WrittenTests& written_;
  const base::Deadline& deadline_;
  Trial works_;
};

class Together {
 public:
  Together(const TestFiles& files, model::PytestRunner& pytest, const base::Deadline& deadline,
           const base::Log& log)
      : files_(files), pytest_(pytest), deadline_(deadline), log_(log), own_(files.own) {
    for (const auto& [file, tests] : files.written) written_.push_back(file);
    std::ranges::sort(own_);
  }

  RunTogetherResult Run() && {
    const base::Deadline orders = PartOf(kTogetherTime.both_orders);
    Note(pytest_.RunInPlace(
        Concatenated({written_, files_.kept, files_.own}),
        orders.Within(model::Scaled(orders.Remaining(), kTogetherTime.one_order))));
    if (!orders.Expired()) {
      Note(pytest_.RunInPlaceAfter(Concatenated({files_.own}),
                                   Concatenated({files_.kept, written_}),
                                   TimeForOwn(orders.Remaining()), orders));
    }
    if (!completed_both_) {
      result_.notes.push_back(
          {model::ReasonCode::kVerifiedInPart,
           fmt::format("no time was left to see whether all of {} pass beside the generated ones",
                       CountOf(files_.own.size(), "file") + " of hand-written tests")});
    }
    LeaveOutFailingTests();
    if (!harmed_.empty()) FindCulprits();
    return std::move(result_);
  }

 private:
  base::Deadline PartOf(double part) const {
    return deadline_.unlimited() ? deadline_.Within(kTogetherTime.own_tests_most)
                                 : deadline_.Within(model::Scaled(deadline_.Remaining(), part));
  }

  static std::vector<std::filesystem::path> Concatenated(const std::vector<TestNames>& groups) {
    std::vector<std::filesystem::path> all;
    for (const TestNames& group : groups) all.insert(all.end(), group.begin(), group.end());
    return all;
  }

  // Returns the part of the remaining time in which own tests may begin, so that all others can run
  // after them.
  base::Duration TimeForOwn(base::Duration left) const {
    const std::chrono::duration<double> of_others{kTogetherTime.after_own_tests *
                                                  seconds_of_others_};
    return std::max(left - std::chrono::duration_cast<base::Duration>(of_others),
                    model::Scaled(left, kTogetherTime.own_least));
  }

  void Note(const PytestResult& result) {
    completed_both_ &= result.completed && result.gave_way == 0;
    seconds_of_others_ = 0;
    for (const PytestResult::Test& test : result.tests) {
      if (!std::ranges::binary_search(own_, test.file)) seconds_of_others_ += test.seconds;
      if (!campaign::Fails(test)) continue;
      if (files_.written.contains(test.file)) {
        log_.Say(base::Topic::kExplain, "{}: {} fails beside own tests: {}", test.file, test.name,
                 test.message);
        result_.failing[test.file].insert(test.name);
      } else {
        harmed_.insert(NameOf(test));
      }
    }
  }

  // Removes own tests that fail even without the written tests, and so cannot be harmed by them.
  void LeaveOutFailingTests() {
    if (harmed_.empty()) return;
    const PytestResult alone = pytest_.RunInPlace(Concatenated({files_.own, files_.kept}),
                                                  PartOf(kTogetherTime.without_written));
    std::set<std::string> passing;
    std::size_t failing = 0;
    for (const PytestResult::Test& test : alone.tests) {
      failing += campaign::Fails(test) ? 1 : 0;
      if (test.outcome == Outcome::kPassed) passing.insert(NameOf(test));
    }
    // An empty test name means a file that cannot be collected.
    const auto passes = [&](const std::string& name) {
      if (name.find("::") != std::string::npos) return passing.contains(name);
      const auto first = passing.lower_bound(name + "::");
      return first != passing.end() && first->starts_with(name + "::");
    };
    std::erase_if(harmed_, [&](const std::string& name) { return !passes(name); });
    if (failing == 0) return;
    result_.notes.push_back(
        {model::ReasonCode::kVerifiedInPart,
         fmt::format("{} without the generated ones, too; nothing is known of them beside these",
                     CountOf(failing, "other test") + (failing == 1 ? " fails" : " fail"))});
  }

  void FindCulprits() {
    TestNames witnesses(harmed_.begin(), harmed_.end());
    witnesses.resize(std::min(witnesses.size(), kMostHarmed));
    TestNames files = written_;
    files.insert(files.end(), files_.kept.begin(), files_.kept.end());
    // If the few own tests do not fail after the generated files, runs the whole of their files.
    std::string one;
    if (Pass(files, witnesses, one)) witnesses = FilesOf(witnesses);
    const auto passes = [&](const TestNames& before, std::string& harmed) {
      return Pass(before, witnesses, harmed);
    };
    for (Culprit& culprit : CulpritSearch(files_.written, deadline_, passes).Among(files)) {
      if (culprit.is_suspect) culprit.harms = *harmed_.begin();
      if (!culprit.name.empty()) {
        result_.culprits.push_back(std::move(culprit));
      } else if (!culprit.is_suspect) {
        result_.notes.push_back(
            {model::ReasonCode::kHarmsOthers,
             fmt::format("{}, of an earlier run, makes {} fail", culprit.file, culprit.harms)});
      }
    }
  }

  static TestNames FilesOf(const TestNames& tests) {
    std::set<std::string> files;
    for (const std::string& name : tests) files.insert(name.substr(0, name.find("::")));
    return {files.begin(), files.end()};
  }

  // Returns whether the witnesses pass after the tests; else `harmed` gets one that fails.
  bool Pass(const TestNames& before, const TestNames& witnesses, std::string& harmed) {
    const PytestResult result = pytest_.RunInPlace(Concatenated({before, witnesses}), PartOf(1));
    const TestNames files = FilesOf(witnesses);
    bool is_seen = false;
    for (const PytestResult::Test& test : result.tests) {
      if (!std::ranges::binary_search(files, test.file)) continue;
      is_seen = true;
      harmed = NameOf(test);
      if (campaign::Fails(test) && (harmed_.contains(harmed) || test.name.empty())) return false;
    }
    harmed = witnesses.front();
    return is_seen;
  }

  const TestFiles& files_;
  model::PytestRunner& pytest_;
  const base::Deadline& deadline_;
  const base::Log& log_;
  TestNames written_;
  TestNames own_;                 // sorted
  std::set<std::string> harmed_;  // own tests that failed
  double seconds_of_others_ = 0;  // time of all but the own tests
  bool completed_both_ = true;
  RunTogetherResult result_;
};

}  // namespace

std::vector<Culprit> FindTestsThatBlockExit(const WrittenTests& written,
                                            model::PytestRunner& pytest,
                                            const base::Deadline& deadline) {
  TestNames files;
  for (const auto& [file, tests] : written) files.push_back(file);
  const auto ends = [&](const TestNames& tests, std::string&) {
    const PytestResult result = pytest.RunInPlace({tests.begin(), tests.end()}, deadline);
    return !result.hangs;
  };
  return CulpritSearch(written, deadline, ends).Among(files);
}

RunTogetherResult RunTogether(const TestFiles& files, model::PytestRunner& pytest,
                              const base::Deadline& deadline, const base::Log& log) {
  if (files.written.empty() || (files.own.empty() && files.kept.empty())) return {};
  return Together(files, pytest, deadline, log).Run();
}

}  // namespace skua::command
