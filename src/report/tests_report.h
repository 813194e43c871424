// tests.xml: each generated test as it was verified, as pytest's own JUnit file would name it.
//
// A finding (a test that pytest expects to fail) is skipped, with what it found as the message:
// this is how pytest reports an expected failure, and readers list skipped cases with their
// message. As a passed case it would be seen by nobody, since they show no properties; as a
// failure it would break a build that nothing is wrong with.
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
