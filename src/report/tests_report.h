// tests.xml: each generated test as it was verified, named as in pytest's own JUnit file.
//
// A finding, which is a test that pytest expects to fail, is reported as skipped, with the finding
// as its message. pytest reports expected failures like this, and readers list skipped cases with
// their message. As a passed case nobody would see it, since readers show no properties of passed
// cases; as a failure it would break a build although nothing is wrong with the test.
#pragma once

#include "report/junit.h"
#include "report/reporter.h"

namespace skua::report {

class TestsReport final : public Reporter {
 public:
  explicit TestsReport(JunitOptions options = {}) : options_(options) {}
  std::string_view file_name() const override { return "tests.xml"; }
  std::string Render(const model::RunOutcome& outcome) const override {
    return RenderParts(outcome).front();
  }
  std::vector<std::string> RenderParts(const model::RunOutcome& outcome) const override;

 private:
  JunitOptions options_;
};

}  // namespace skua::report
