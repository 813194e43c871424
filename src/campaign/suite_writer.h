// A suite as the files of its module: the tests, and the findings apart.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "oracle/verification.h"
#include "render/test_module.h"

namespace skua::campaign {

class SuiteWriter {
 public:
  // The files are project-relative. Borrows the subject.
  SuiteWriter(const model::Subject& subject, std::string tests_file, std::string findings_file,
              render::RenderOptions options)
      : subject_(subject),
        tests_file_(std::move(tests_file)),
        findings_file_(std::move(findings_file)),
        options_(std::move(options)) {}

  struct Test {
    std::string file;
    render::RenderedTest rendered;
  };
  struct Files {
    std::map<std::string, std::string> texts;  // by file; those alone that have a test
    std::vector<Test> tests;                   // one a test of the suite, in order
  };
  Files Write(const model::Suite& suite) const;
  // The same as pytest can run it, under the files' names alone.
  oracle::WrittenSuite WriteForVerification(const model::Suite& suite) const;

 private:
  Files WriteRunnable(const model::Suite& suite) const;

  const model::Subject& subject_;
  std::string tests_file_;
  std::string findings_file_;
  render::RenderOptions options_;
};

}  // namespace skua::campaign
