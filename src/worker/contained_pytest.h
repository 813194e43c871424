// Runs test files, given as text, under the project's pytest, in a process contained like a worker.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/subprocess.h"
#include "model/coverage_exclusions.h"
#include "model/subject_loader.h"
#include "worker/containment.h"
#include "worker/fork_server.h"

namespace skua::worker {

class ContainedPytest final : public model::PytestRunner {
 public:
  struct Options {
    std::filesystem::path interpreter;
    std::filesystem::path project_root;              // the working folder; read-only
    std::vector<std::filesystem::path> source_path;  // put at the front of sys.path
    std::filesystem::path runtime_folder;            // RuntimeBundle::path()
    std::filesystem::path bytecode;                  // Bytecode::path(); empty: none
    model::CoverageExclusions coverage_exclusions;
    SandboxLimits limits;
    ContainmentFeatures features;
    std::optional<VisibleFiles> files = {};  // nullopt: all files that this process may read
    // The conftest.py beside files that are run as text; empty: none.
    std::string conftest = {};
    // pytest's arguments when the project's settings and plug-ins are not used.
    std::vector<std::string> plain_arguments = {};
    std::filesystem::path scratch = base::TemporaryFolder();  // see ForkServer
  };

  // `log` must outlive this object.
  ContainedPytest(Options options, const base::Log& log);

  void StartAhead(std::span<const uint32_t> hash_seeds) override;
  void Try(const base::Deadline& deadline) override;
  base::Duration TimeOfRun() const override { return time_of_run_; }
  model::PytestResult Run(const model::PytestRequest& request,
                          const base::Deadline& deadline) override;
  model::PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                 const base::Deadline& deadline) override;
  model::PytestResult RunInPlaceAfter(const std::vector<std::filesystem::path>& first,
                                      const std::vector<std::filesystem::path>& last,
                                      base::Duration for_first,
                                      const base::Deadline& deadline) override;
  model::PytestResult WatchInPlace(const std::vector<std::filesystem::path>& files,
                                   const model::WatchedFiles& watched,
                                   const base::Deadline& deadline) override;
  model::PytestResult WeighInPlace(const std::vector<std::filesystem::path>& files,
                                   const base::Deadline& deadline) override;

 private:
  struct Session;     // the files and options of a run
  struct Invocation;  // how its process is started
  Session InPlace(std::initializer_list<std::span<const std::filesystem::path>> files,
                  const std::filesystem::path& scratch) const;
  model::PytestResult RunSession(const Session& session, const base::Deadline& deadline);
  Invocation InvocationOf(const Session& session, bool with_addopts) const;
  model::PytestResult RunOnce(const Session& session, bool with_addopts,
                              const base::Deadline& deadline, bool& may_be_settings);
  const VisibleFiles* visible() const { return options_.files ? &*options_.files : nullptr; }
  base::CommandResult Invoke(Invocation& invocation, const base::Deadline& deadline);

  Options options_;
  const base::Log& log_;
  ForkServers servers_;
  std::atomic<base::Duration> time_of_run_{};
  std::future<void> trial_;  // its destructor waits, before those of the servers
};

}  // namespace skua::worker
