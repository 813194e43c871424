#include "command/dispatch.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/cores.h"
#include "base/error.h"
#include "base/files.h"
#include "command/project/accept.h"
#include "command/project/completion.h"
#include "command/project/config.h"
#include "command/project/doctor.h"
#include "command/project/explain.h"
#include "command/project/facts.h"
#include "command/project/init.h"
#include "command/project/plan.h"
#include "command/reporting/report.h"
#include "command/run/check.h"
#include "command/run/run.h"
#include "command/shards/merge.h"
#include "command/survey/run_options.h"
#include "command/survey/sandbox_gate.h"
#include "command/survey/secret_files.h"
#include "config/command_line.h"
#include "config/load.h"
#include "report/console/console.h"
#include "worker/interpreter.h"

namespace skua::command {
namespace {

report::ConsoleOptions ConsoleOf(const config::Config& config) {
  report::ConsoleOptions console = report::DetectConsole(
      STDOUT_FILENO, [](const char* name) { return static_cast<const char*>(std::getenv(name)); });
  console.quiet = config.call.quiet;
  if (config.call.color != config::ColorMode::kAuto) {
    console.color = config.call.color == config::ColorMode::kAlways;
  }
  return console;
}

int RunInit(const config::Invocation& invocation, const config::Surroundings& surroundings,
            const base::Deadline& deadline, std::ostream& out) {
  InitOptions options{
      surroundings.working_folder,   invocation.force,  std::nullopt,        invocation.ci,
      invocation.shards.value_or(1), invocation.origin, invocation.to_stdout};
  try {
    const worker::InterpreterFacts found = worker::FindInterpreter(
        options.root, std::nullopt, deadline, JudgeBy(config::Config{}.sandbox.require));
    options.interpreter = InitInterpreter{found.path, found.version(), found.pytest_version};
  } catch (const base::Error&) {
    if (deadline.Interrupted()) throw;
    // Init reports a missing interpreter itself, since skua.yml can be written without one.
  }
  return Init(options, out);
}

// Returns the reasons of the last run. Ignores a wrong configuration or working folder, which must
// not prevent explaining a code.
std::vector<ReasonCase> LastReasonsIfAny(const config::Invocation& invocation) {
  try {
    return LastReasons(config::Load(invocation, config::Surroundings::OfThisProcess()).config);
  } catch (const base::Error&) {
    return {};
  }
}

// Throws base::Error if an output folder leads out of the project by a symbolic link.
void RequireOutputsBeneath(const config::Config& config) {
  const std::filesystem::path& root = config.project.root;
  for (const std::string& output :
       {config.output.tests, config.output.reports, config.output.state}) {
    base::RequireBeneath(root, root / output);
  }
}

// Runs a command that needs no configuration. Returns its exit code, or nullopt for other commands.
std::optional<int> RunWithoutConfig(const config::Invocation& invocation,
                                    const base::Deadline& deadline, std::ostream& out) {
  using config::Command;
  switch (invocation.command) {
    case Command::kText:
      out << invocation.text;
      return invocation.exit_code;
    case Command::kConfigSchema:
      return ConfigSchema(invocation, out);
    case Command::kCompletion:
      return Completion(invocation.shell, out);
    case Command::kInit:
      return RunInit(invocation, config::Surroundings::OfThisProcess(), deadline, out);
    case Command::kExplain: {
      const report::ConsoleOptions console = ConsoleOf({});
      Explain(invocation.explain_code, LastReasonsIfAny(invocation), {console.color, console.width},
              out);
      return 0;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

int Dispatch(const std::vector<std::string>& arguments, const base::Clock& clock,
             base::TimePoint start, const std::atomic<bool>& interrupted, base::Secrets& secrets,
             std::ostream& out) {
  using config::Command;
  if (!arguments.empty() && arguments[0] == kComplete) {
    return Complete({arguments.begin() + 1, arguments.end()}, out);
  }
  const config::Invocation invocation = config::ParseCommandLine(arguments);
  const base::Deadline deadline(clock, &interrupted);

  if (const auto code = RunWithoutConfig(invocation, deadline, out)) return *code;

  config::LoadedConfig loaded = config::Load(invocation, config::Surroundings::OfThisProcess());
  if (invocation.command == Command::kConfigShow) return ConfigShow(loaded, out);
  if (invocation.command == Command::kConfigCheck) return ConfigCheck(loaded, out);

  config::Config& config = loaded.config;
  if (config.budget.jobs == 0) config.budget.jobs = base::AvailableCores();
  const report::ConsoleOptions console = ConsoleOf(config);
  RequireOutputsBeneath(config);
  AddSecretsOf(config.project.root, HiddenIn(config), secrets);
  switch (invocation.command) {
    case Command::kRun:
      return Run(config, console, clock, start, interrupted, secrets, out);
    case Command::kPlan:
      return Plan(config, console, deadline, {invocation.shards, invocation.format}, out);
    case Command::kMerge:
      return Merge(config, {invocation.folders, invocation.allow_missing}, console, secrets, out);
    case Command::kAccept:
      return Accept(config, {invocation.accepted, invocation.accept_all}, out);
    case Command::kCheck:
      return Check(config, invocation.suites, clock, start, interrupted, secrets, out);
    case Command::kReport:
      return Report(config, secrets, out);
    default: {
      const std::vector<DoctorLine> lines = Diagnose(GatherDoctorFacts(config, deadline));
      PrintDiagnosis(lines, console.color, out);
      return ExitCodeOf(lines);
    }
  }
}

}  // namespace skua::command
