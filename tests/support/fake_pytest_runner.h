// A PytestRunner that runs nothing: a test says what each run shows, and reads what was asked.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/subject_loader.h"

namespace skua::testing {

class FakePytestRunner final : public model::PytestRunner {
 public:
  using Answer = std::function<model::PytestResult(const model::PytestRequest&)>;

  // Without an answer every function whose name begins with test_ passes, in the order of the file.
  explicit FakePytestRunner(Answer answer = AllPass) : answer_(std::move(answer)) {}

  model::PytestResult Run(const model::PytestRequest& request, const base::Deadline&) override {
    requests.push_back(request);
    return answer_(request);
  }
  model::PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                 const base::Deadline&) override {
    in_place.push_back(files);
    model::PytestResult result;
    result.completed = true;
    return result;
  }

  // A test is expected to fail where a line above its `def` marks it so.
  static model::PytestResult AllPass(const model::PytestRequest& request) {
    using Outcome = model::PytestResult::Outcome;
    model::PytestResult result;
    result.completed = true;
    for (const auto& [name, text] : request.files) {
      uint32_t number = 0;
      bool marked = false;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        marked = marked || line.starts_with("@pytest.mark.xfail");
        if (!line.starts_with("def test_")) continue;
        model::PytestResult::Test test;
        test.file = name;
        test.name = line.substr(4, line.find('(') - 4);
        test.outcome = marked ? Outcome::kExpectedFailure : Outcome::kPassed;
        test.line = number;
        result.tests.push_back(std::move(test));
        marked = false;
      }
    }
    return result;
  }

  std::vector<model::PytestRequest> requests;
  std::vector<std::vector<std::filesystem::path>> in_place;

 private:
  Answer answer_;
};

}  // namespace skua::testing
