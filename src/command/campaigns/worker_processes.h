// The real RunProcesses: contained workers of the project's Python.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "command/campaigns/run_processes.h"
#include "config/config.h"
#include "worker/containment.h"
#include "worker/file_view.h"

namespace skua::command {

class WorkerProcesses final : public RunProcesses {
 public:
  // Borrows both. Code under test writes below `scratch`.
  WorkerProcesses(const config::Config& config, const base::Log& log, std::filesystem::path scratch)
      : config_(config), log_(log), scratch_(std::move(scratch)) {}

  model::Sandbox Contain(const Survey& survey) override;
  std::vector<model::Reason> Missing() const override;
  std::unique_ptr<Tools> Start(const Survey& survey, const base::Deadline& deadline) override;
  std::string CheckedOutCommit(const Survey& survey, const base::Deadline& deadline) override;

 private:
  const config::Config& config_;
  const base::Log& log_;
  const std::filesystem::path scratch_;
  worker::VisibleFiles visible_;
  worker::ContainmentFeatures features_;
};

}  // namespace skua::command
