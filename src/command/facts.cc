#include "command/facts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <sstream>

#include "base/cores.h"
#include "base/error.h"
#include "base/files.h"
#include "command/sandbox_gate.h"
#include "state/state.h"
#include "worker/bounded_scratch.h"
#include "worker/containment.h"
#include "worker/interpreter.h"
#include "worker/protections.h"
#include "worker/runtime_bundle.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Why no files can be made in `folder`, or in the part of its path that exists; empty when they
// can.
std::string WriteProblem(fs::path folder) {
  while (!fs::exists(folder) && folder.has_parent_path() && folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  if (!fs::is_directory(folder)) return fmt::format("{} is not a folder", folder.string());
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    return fmt::format("{} is not writable", folder.string());
  }
  return "";
}

// Free memory including caches that the kernel would give back; 0 when it is unknown.
uint64_t AvailableMemory() {
  std::istringstream lines(base::ReadFileIfThere("/proc/meminfo").value_or(""));
  std::string name;
  uint64_t kibibytes = 0;
  for (std::string unit; lines >> name >> kibibytes; std::getline(lines, unit)) {
    if (name == "MemAvailable:") return kibibytes << 10;
  }
  return 0;
}

DoctorFacts::Interpreter InterpreterFactsOf(const config::Config& config,
                                            const base::Deadline& deadline) {
  DoctorFacts::Interpreter facts;
  const std::string& configured = config.python.interpreter;
  try {
    const worker::InterpreterFacts found = worker::FindInterpreter(
        config.project.root, configured.empty() ? std::nullopt : std::optional(configured),
        deadline, JudgeBy(config.sandbox.require));
    facts.path = found.path.string();
    facts.major = found.major;
    facts.minor = found.minor;
    facts.version = found.version();
    facts.pytest_version = found.pytest_version;
  } catch (const base::Error& error) {
    facts.path = configured.empty() ? "python3" : configured;
    facts.problem = error.what();
  }
  return facts;
}

}  // namespace

DoctorFacts GatherDoctorFacts(const config::Config& config, const base::Deadline& deadline) {
  DoctorFacts facts;
  facts.interpreter = InterpreterFactsOf(config, deadline);
  const worker::VisibleFiles files{config.project.root, {}, {}};
  const worker::ContainmentFeatures features = worker::ProbeContainment(&files);
  facts.sandbox = worker::SandboxOf(features);
  facts.required = config.sandbox.require;

  const fs::path& root = config.project.root;
  const auto folder = [&](std::string role, const fs::path& path) {
    facts.folders.push_back({std::move(role), path.string(), WriteProblem(path)});
  };
  folder("tests", root / config.output.tests);
  folder("reports", root / config.output.reports);
  folder("state", root / config.output.state);
  if (const fs::path cache = worker::RuntimeBundle::DefaultCache(); !cache.empty()) {
    folder("cache", cache);
  }

  const fs::path temporary = base::TemporaryFolder();
  facts.scratch = {"scratch", temporary.string(), worker::BoundedScratch::ProblemOf(temporary)};

  facts.cores = base::AvailableCores();
  facts.jobs = config.budget.jobs;
  facts.memory_bytes = AvailableMemory();
  facts.worker_memory_bytes = config.sandbox.memory_bytes;
  return facts;
}

std::vector<ReasonCase> LastReasons(const config::Config& config) {
  const fs::path folder = config.project.root / config.output.state;
  std::vector<ReasonCase> cases;
  if (!fs::exists(folder)) return cases;
  const state::State::Opened opened = state::State::Open(folder, state::State::Access::kRead);
  for (const model::ModuleRecord& record : opened.state->Modules()) {
    if (record.seen_fingerprint.empty() || record.outcome == model::ReasonCode::kNone) continue;
    cases.push_back({record.module.name, {record.outcome, record.outcome_detail}});
  }
  return cases;
}

}  // namespace skua::command
