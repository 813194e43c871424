#include "command/project/facts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "base/cores.h"
#include "base/error.h"
#include "base/files.h"
#include "command/campaigns/worker_processes.h"
#include "command/survey/run_options.h"
#include "command/survey/sandbox_gate.h"
#include "command/survey/survey.h"
#include "state/state.h"
#include "worker/bounded_scratch.h"
#include "worker/containment.h"
#include "worker/interpreter.h"
#include "worker/protections.h"
#include "worker/runtime_bundle.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

// Returns why no file can be created in `folder`, or in the part of its path that exists; empty if
// one can.
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

// Returns available memory, including caches that the kernel can free; 0 if unknown.
uint64_t AvailableMemory() {
  std::istringstream lines(base::ReadFileIfThere("/proc/meminfo").value_or(""));
  std::string name;
  uint64_t kibibytes = 0;
  for (std::string unit; lines >> name >> kibibytes; std::getline(lines, unit)) {
    if (name == "MemAvailable:") return kibibytes << 10;
  }
  return 0;
}

// Finds the interpreter; nullopt if there is no usable one, with the problem in `facts`.
std::optional<worker::InterpreterFacts> FindInterpreter(const config::Config& config,
                                                        const base::Deadline& deadline,
                                                        DoctorFacts::Interpreter& facts) {
  const std::string& configured = config.python.interpreter;
  try {
    worker::InterpreterFacts found = worker::FindInterpreter(
        config.project.root, configured.empty() ? std::nullopt : std::optional(configured),
        deadline, JudgeBy(config.sandbox.require));
    facts.path = found.path.string();
    facts.major = found.major;
    facts.minor = found.minor;
    facts.version = found.version();
    facts.pytest_version = found.pytest_version;
    return found;
  } catch (const base::Error& error) {
    if (deadline.Interrupted()) throw;
    facts.path = configured.empty() ? "python3" : configured;
    facts.problem = error.what();
    return std::nullopt;
  }
}

// Returns the message of the base::Error that `attempt` throws; empty if it throws none.
std::string ProblemOf(const std::function<void()>& attempt, const base::Deadline& deadline) {
  try {
    attempt();
    return "";
  } catch (const base::Error& error) {
    if (deadline.Interrupted()) throw;
    return error.what();
  }
}

void RunOneTest(model::PytestRunner& pytest, const base::Deadline& deadline) {
  model::PytestRequest request;
  request.project_settings = false;
  request.files["test_nothing.py"] = "def test_nothing():\n    pass\n";
  const model::PytestResult result = pytest.Run(request, deadline);
  const bool passes = result.completed && result.tests.size() == 1 &&
                      result.tests.front().outcome == model::PytestResult::Outcome::kPassed;
  if (passes) return;
  throw base::Error(
      result.tests.empty()
          ? fmt::format("pytest does not run a test that is empty: {}", result.output)
          : fmt::format("a test that is empty fails: {}", result.tests.front().message));
}

// Starts the same processes as a run.
void TryProcesses(const config::Config& config, worker::InterpreterFacts interpreter,
                  const base::Deadline& deadline, DoctorFacts& facts) {
  constexpr std::chrono::seconds kLongest(60);
  const base::Deadline limited = deadline.Within(kLongest);
  const worker::BoundedScratch scratch(ScratchBytesOf(config));
  const base::Log log;
  Survey survey;
  survey.interpreter = std::move(interpreter);
  WorkerProcesses processes(config, log, scratch.path());
  facts.sandbox = processes.Contain(survey);
  std::unique_ptr<RunProcesses::Tools> tools;
  facts.worker_problem = ProblemOf(
      [&] {
        survey.runtime = std::make_unique<worker::RuntimeBundle>(
            survey.interpreter, worker::RuntimeBundle::DefaultCache());
        tools = processes.Start(survey, limited);
        tools->loader().Greet(limited);
        if (limited.Expired()) throw base::Error("no worker answers in a minute");
      },
      deadline);
  if (!facts.worker_problem->empty() || !survey.interpreter.pytest_version) return;
  facts.pytest_problem = ProblemOf([&] { RunOneTest(tools->pytest(), limited); }, deadline);
}

}  // namespace

DoctorFacts GatherDoctorFacts(const config::Config& config, const base::Deadline& deadline) {
  DoctorFacts facts;
  auto found = FindInterpreter(config, deadline, facts.interpreter.emplace());
  if (found) {
    TryProcesses(config, *std::move(found), deadline, facts);
  } else {
    const worker::VisibleFiles files{config.project.root, {}, {}};
    facts.sandbox = worker::SandboxOf(worker::ProbeContainment(&files));
  }
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
