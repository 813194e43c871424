// Writes a suite as the files of its module: one for the tests, and one for the findings. Tests
// whose names exist in such a file already keep their text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "campaign/standing/standing.h"
#include "model/subject.h"
#include "model/suite.h"
#include "oracle/verification/verification.h"
#include "render/module/test_module.h"

namespace skua::campaign {

class SuiteWriter {
 public:
  // The files are project-relative. Borrows the subject.
  SuiteWriter(const model::Subject& subject, std::string tests_file, std::string findings_file,
              render::RenderOptions options, StandingFiles standing = {})
      : subject_(subject),
        tests_file_(std::move(tests_file)),
        findings_file_(std::move(findings_file)),
        options_(std::move(options)),
        standing_(std::move(standing)) {}

  struct Test {
    std::string file;
    render::RenderedTest rendered;
  };
  struct Files {
    std::map<std::string, std::string> texts;  // by file; only files that have a test
    std::vector<Test> tests;                   // one for each test of the suite, in order
  };
  Files Write(const model::Suite& suite) const;
  // Returns the same texts as pytest can run them, under the bare names of the files.
  oracle::WrittenSuite WriteForVerification(const model::Suite& suite) const;

 private:
  Files WriteRunnable(const model::Suite& suite) const;
  render::RenderedModule Render(const model::Suite& suite, render::FileKind kind) const;
  render::RenderedModule RenderBesideMarked(const model::Suite& tests) const;

  const model::Subject& subject_;
  std::string tests_file_;
  std::string findings_file_;
  render::RenderOptions options_;
  StandingFiles standing_;
};

}  // namespace skua::campaign
