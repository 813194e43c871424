// The facts with which `run` and `plan` begin: the interpreter, the state, the modules with their
// changes, and the plan.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "config/config.h"
#include "plan/plan.h"
#include "state/state.h"
#include "worker/interpreter.h"
#include "worker/runtime_bundle.h"
#include "workspace/change_set.h"
#include "workspace/changed_lines.h"
#include "workspace/coverage_settings.h"
#include "workspace/django_settings.h"
#include "workspace/line_program.h"
#include "workspace/module_finder.h"

namespace skua::command {

// How a survey asks the project's Python. The defaults start processes; tests have fakes.
struct SurveyTools {
  std::function<worker::InterpreterFacts(
      const std::filesystem::path& root, const std::optional<std::string>& configured,
      const base::Deadline& deadline, const worker::SandboxJudge& judge)>
      find_interpreter = worker::FindInterpreter;
  workspace::LineAnswers answers = {};  // empty: the interpreter runs the runtime's programs
  std::filesystem::path runtime_cache = worker::RuntimeBundle::DefaultCache();
};

struct Survey {
  worker::InterpreterFacts interpreter;
  std::unique_ptr<worker::RuntimeBundle> runtime;
  workspace::LineAnswers answers;  // from SurveyTools
  std::unique_ptr<state::State> state;
  std::optional<model::Reason> state_note;  // why the state is empty
  workspace::CoverageSettings coverage;     // the project's settings for coverage.py
  std::optional<workspace::DjangoSettings> django;
  workspace::FoundModules found;
  std::vector<workspace::SourceModule> sources;
  std::vector<workspace::SourceModule> tests;  // hand-written tests
  std::vector<std::string> existing_tests;     // those of `tests` that the configuration names
  std::string existing_tests_stamp;            // hash of their contents
  workspace::ChangeSet changes;
  std::vector<state::WrittenFile> missing_files;         // files of archived suites to be restored
  std::optional<workspace::ChangedLines> changed_lines;  // set if compared with a git ref
  plan::Plan plan;
  std::vector<model::ModuleRecord> pair_records;  // the state's records of pairs
  std::string environment;                        // stamp of the interpreter and its packages
  base::Duration elapsed{};
};

// Returns whether a selector names the module: "parcel", "parcel.rates", "src/parcel" or
// "src/parcel/rates.py".
bool Names(const std::string& selector, const model::ModuleId& module);

// Returns the runtime's program with that file name, which reads source files.
workspace::LineProgram ProgramNamed(std::string_view script, const config::Config& config,
                                    const Survey& survey);

// Changes nothing on disk with kRead. Throws base::Error if a run is impossible.
Survey TakeSurvey(const config::Config& config, state::State::Access access, const base::Log& log,
                  const base::Deadline& deadline, const SurveyTools& tools = {});

}  // namespace skua::command
