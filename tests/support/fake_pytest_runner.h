// A PytestRunner that runs nothing: a test says what each run shows, and reads what was asked.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "model/subject_loader.h"

namespace skua::testing {

class FakePytestRunner final : public model::PytestRunner {
 public:
  using Answer = std::function<model::PytestResult(const model::PytestRequest&)>;

  // Without an answer every function whose name begins with test_ passes, in every pass.
  explicit FakePytestRunner(Answer answer = AllPass) : answer_(std::move(answer)) {}

  void StartAhead(std::span<const uint32_t> hash_seeds) override {
    if (requests.empty()) started_ahead.assign(hash_seeds.begin(), hash_seeds.end());
  }
  model::PytestResult Run(const model::PytestRequest& request, const base::Deadline&) override {
    {
      const std::lock_guard lock(*mutex_);
      requests.push_back(request);
    }
    return answer_(request);
  }
  model::PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                 const base::Deadline&) override {
    in_place.push_back(files);
    if (answer_in_place) return answer_in_place(files);
    return model::PytestResult{.completed = true};
  }
  model::PytestResult RunInPlaceAfter(const std::vector<std::filesystem::path>& first,
                                      const std::vector<std::filesystem::path>& last,
                                      base::Duration for_first,
                                      const base::Deadline& deadline) override {
    time_in_front = for_first;
    std::vector<std::filesystem::path> files = first;
    files.insert(files.end(), last.begin(), last.end());
    return RunInPlace(files, deadline);
  }

  // A test is expected to fail, or skipped, where a line above its `def` marks it so. Passes take
  // their order.
  static model::PytestResult AllPass(const model::PytestRequest& request) {
    using Order = model::PytestPass::Order;
    const std::vector<model::PytestResult::Test> written = TestsIn(request);
    model::PytestResult result{.completed = true, .completed_passes = request.passes.size()};
    for (std::size_t pass = 0; pass < request.passes.size(); ++pass) {
      std::vector<model::PytestResult::Test> tests = written;
      for (model::PytestResult::Test& test : tests) test.pass = pass;
      if (request.passes[pass].order == Order::kReversed) std::ranges::reverse(tests);
      if (request.passes[pass].order == Order::kShuffled) {
        base::Rng(request.passes[pass].seed).Shuffle(tests);
      }
      result.tests.insert(result.tests.end(), tests.begin(), tests.end());
    }
    return result;
  }

  std::vector<uint32_t> started_ahead;  // hash seeds, before anything ran
  std::vector<model::PytestRequest> requests;
  std::vector<std::vector<std::filesystem::path>> in_place;
  base::Duration time_in_front{};  // what the files in front had last
  // What tests do where they stand. Empty: all pass, and none of them is told of.
  std::function<model::PytestResult(const std::vector<std::filesystem::path>&)> answer_in_place;

 private:
  static std::vector<model::PytestResult::Test> TestsIn(const model::PytestRequest& request) {
    using Outcome = model::PytestResult::Outcome;
    std::vector<model::PytestResult::Test> tests;
    for (const auto& [name, text] : request.files) {
      uint32_t number = 0;
      Outcome outcome = Outcome::kPassed;
      std::string class_name;  // of unittest's methods
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        const auto is_marked = [&](const char* function, const char* method) {
          return line.starts_with(function) || line.starts_with(method);
        };
        if (is_marked("@pytest.mark.xfail", "    @unittest.expectedFailure"))
          outcome = Outcome::kExpectedFailure;
        if (is_marked("@pytest.mark.skip", "    @unittest.skip")) outcome = Outcome::kSkipped;
        if (line.starts_with("class ")) class_name = line.substr(6, line.find('(') - 6) + "::";
        const bool is_method = line.starts_with("    def test_");
        if (!is_method && !line.starts_with("def test_")) continue;
        const std::size_t begin = line.find("test_");
        model::PytestResult::Test test{
            .file = name,
            .name = (is_method ? class_name : "") + line.substr(begin, line.find('(') - begin),
            .outcome = std::exchange(outcome, Outcome::kPassed),
            .line = number};
        const std::string node = name.substr(name.rfind('/') + 1) + "::" + test.name;
        const bool is_left_out =
            std::ranges::find(request.left_out, node) != request.left_out.end();
        if (!is_left_out) tests.push_back(std::move(test));
      }
    }
    return tests;
  }

  Answer answer_;
  // Guards requests, since runs may be made side by side.
  std::shared_ptr<std::mutex> mutex_ = std::make_shared<std::mutex>();
};

}  // namespace skua::testing
