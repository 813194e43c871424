// RunProcesses, the interface between a run and the processes in which code under test runs.
// worker_processes.h has the real ones; tests have fakes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "command/survey/survey.h"
#include "model/reason.h"
#include "model/sandbox.h"
#include "model/subject_loader.h"

namespace skua::command {

class RunProcesses {
 public:
  // Loads modules and runs pytest. The destructor ends its processes.
  class Tools {
   public:
    virtual ~Tools() = default;
    virtual model::SubjectLoader& loader() = 0;
    virtual model::PytestRunner& pytest() = 0;
  };

  virtual ~RunProcesses() = default;
  // Finds out how well code under test can be contained here.
  virtual model::Sandbox Contain(const Survey& survey) = 0;
  // Returns notes on missing protections. REQUIRES: Contain() was called.
  virtual std::vector<model::Reason> Missing() const = 0;
  // Borrows the survey, which must outlive the tools. REQUIRES: Contain() was called.
  virtual std::unique_ptr<Tools> Start(const Survey& survey, const base::Deadline& deadline) = 0;
  // Returns the checked out commit, by workspace::CheckedOutCommit.
  virtual std::string CheckedOutCommit(const Survey& survey, const base::Deadline& deadline) = 0;
};

}  // namespace skua::command
