#include "command/facts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <sstream>

#include "base/cores.h"
#include "base/error.h"
#include "base/files.h"
#include "state/state.h"
#include "worker/containment.h"
#include "worker/interpreter.h"
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
        deadline);
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

constexpr const char* kGrantNamespaces =
    "allow unprivileged user namespaces, or run in a throw-away container";

// What code under test can do here, whatever the kernel calls the parts that keep it from that.
std::vector<DoctorFacts::Feature> Features(const worker::ContainmentFeatures& features) {
  using Network = worker::ContainmentFeatures::Network;
  const bool has_landlock = features.landlock_abi > 0;
  const bool knows_signals = features.landlock_abi >= 6;
  return {
      {"writing files", has_landlock || features.file_view,
       features.file_view ? "scratch folder only; all else is read-only"
       : has_landlock     ? fmt::format("scratch folder only, by Landlock ABI {}; but modes and "
                                            "times of files can be changed",
                                        features.landlock_abi)
                          : "neither Landlock nor a mount namespace",
       "code under test can write wherever this user can",
       "run on Linux 5.13 or later with Landlock enabled, or in a throw-away container"},
      {"secrets", has_landlock || features.file_view,
       features.file_view ? "no homes, no sockets and nothing hidden of the project is there"
       : has_landlock     ? "homes and what is hidden of the project cannot be read"
                          : "neither Landlock nor a mount namespace",
       "code under test can read what this user can", kGrantNamespaces},
      {"signals", features.processes || knows_signals,
       features.processes ? "no processes of others are there"
       : knows_signals    ? "kept back by Landlock"
                          : "no namespace of processes, and Landlock before ABI 6",
       "code under test can end other processes of this user", kGrantNamespaces},
      {"other processes", features.processes || features.syscall_filter,
       features.processes        ? "not there"
       : features.syscall_filter ? "can be seen; limits and memory are kept by a filter"
                                 : "neither a namespace of processes nor a filter of system calls",
       "code under test can change limits of other processes of this user", kGrantNamespaces},
      {"network", features.network != Network::kNone,
       features.network == Network::kNamespace       ? "none, as root"
       : features.network == Network::kUserNamespace ? "none, in a user namespace"
                                                     : "this user may not make a namespace",
       "code under test can reach the network",
       "allow unprivileged user namespaces, or run in a container without network"},
      {"terminal", has_landlock || features.shared_memory,
       has_landlock || features.shared_memory ? "those of this user are not there"
                                              : "neither Landlock nor a mount namespace",
       "code under test can read what is typed into this user's terminals", kGrantNamespaces},
  };
}

}  // namespace

DoctorFacts GatherDoctorFacts(const config::Config& config, const base::Deadline& deadline) {
  DoctorFacts facts;
  facts.interpreter = InterpreterFactsOf(config, deadline);
  const worker::VisibleFiles files{config.project.root, {}, {}};
  const worker::ContainmentFeatures features = worker::ProbeContainment(&files);
  facts.containment = Features(features);

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
