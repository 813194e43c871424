// The seam between a run and the processes in which code under test runs. worker_processes.h has
// the real ones; tests have fakes, which start none.
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
  // What loads modules and runs pytest. Its processes end with it.
  class Tools {
   public:
    virtual ~Tools() = default;
    virtual model::SubjectLoader& loader() = 0;
    virtual model::PytestRunner& pytest() = 0;
  };

  virtual ~RunProcesses() = default;
  // Finds out how well code under test is contained here.
  virtual model::Sandbox Contain(const Survey& survey) = 0;
  // What is to be said of protections that are missing. REQUIRES: Contain() was called.
  virtual std::vector<model::Reason> Missing() const = 0;
  // Borrows the survey, for as long as the tools live. REQUIRES: Contain() was called.
  virtual std::unique_ptr<Tools> Start(const Survey& survey, const base::Deadline& deadline) = 0;
  // The commit that is checked out, as workspace::CheckedOutCommit tells it.
  virtual std::string CheckedOutCommit(const Survey& survey, const base::Deadline& deadline) = 0;
};

}  // namespace skua::command
