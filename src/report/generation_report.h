// generation.xml: what was done for each module, as a JUnit suite with one case for each module.
// Passed: a suite was written. Skipped: nothing had to be or could be done. Error: the module could
// not be imported, or Skua failed on it. The case's type is the reason's code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/junit.h"
#include "report/reporter.h"

namespace skua::report {

class GenerationReport final : public Reporter {
 public:
  // `page` is the path of the HTML report; empty: there is none.
  explicit GenerationReport(JunitOptions options = {}, std::string page = "")
      : options_(options), page_(std::move(page)) {}
  std::string_view file_name() const override { return "generation.xml"; }
  std::string Render(const model::RunOutcome& outcome) const override {
    return RenderParts(outcome).front();
  }
  std::vector<std::string> RenderParts(const model::RunOutcome& outcome) const override;

 private:
  JunitOptions options_;
  std::string page_;
};

}  // namespace skua::report
