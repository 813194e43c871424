#include "worker/contained_pytest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "base/thread.h"
#include "model/options/time_policy.h"
#include "worker/pytest_report.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using model::PytestResult;

constexpr std::size_t kOutputKept = 4096;
// pytest plug-ins with their imports, and the runtime's files that contain them.
constexpr const char* kReportPlugin = "skua_pytest_report";
constexpr const char* kFailuresPlugin = "skua_pytest_failures";
constexpr std::pair<const char*, const char*> kPlugins[] = {
    {kReportPlugin, "alone/pytest_report.py"},
    {"skua_pytest_state", "alone/pytest_state.py"},
    {"skua_project_state", "alone/project_state.py"},
    {"skua_process_state", "alone/process_state.py"},
    {kFailuresPlugin, "alone/pytest_failures.py"},
    {"skua_line_coverage", "alone/line_coverage.py"},
    {"skua_run_watch", "alone/run_watch.py"},
    {"skua_pytest_allocations", "alone/pytest_allocations.py"},
    {"skua_questions", "world/questions.py"}};

// Exit codes of pytest (pytest.ExitCode) for runs that ended before the tests.
constexpr int kInternalError = 3;
constexpr int kUsageError = 4;

// Returns the ini-file that pytest would use at the root (its documentation, "Finding the
// rootdir").
std::optional<fs::path> FindIniFile(const fs::path& root) {
  constexpr std::pair<const char*, const char*> kCandidates[] = {{"pytest.toml", ""},
                                                                 {".pytest.toml", ""},
                                                                 {"pytest.ini", ""},
                                                                 {".pytest.ini", ""},
                                                                 {"pyproject.toml", "[tool.pytest"},
                                                                 {"tox.ini", "[pytest]"},
                                                                 {"setup.cfg", "[tool:pytest]"}};
  for (const auto& [name, section] : kCandidates) {
    const std::optional<std::string> text = base::ReadFileIfThere(root / name);
    if (text && text->find(section) != std::string::npos) return root / name;
  }
  return std::nullopt;
}

std::string LastOf(const std::string& text) {
  return text.size() <= kOutputKept ? text : text.substr(text.size() - kOutputKept);
}

std::string Join(const std::vector<fs::path>& folders) {
  std::string joined;
  for (const fs::path& folder : folders) joined += (joined.empty() ? "" : ":") + folder.string();
  return joined;
}

// Returns the passes as pytest_report.py's option: "alone,written,shuffled:7".
std::string NameOf(const std::vector<model::PytestPass>& passes) {
  using Order = model::PytestPass::Order;
  std::string names;
  for (const model::PytestPass& pass : passes) {
    if (!names.empty()) names += ',';
    switch (pass.order) {
      case Order::kAsWritten:
        names += "written";
        break;
      case Order::kReversed:
        names += "reversed";
        break;
      case Order::kShuffled:
        names += fmt::format("shuffled:{}", pass.seed);
        break;
      case Order::kAlone:
        names += "alone";
        break;
    }
  }
  return names;
}

// Waits for pytest to end, but no longer than `ending` once it has reported on all tests: a test
// may keep it from ending. Then sets `hangs`, unless the deadline came first.
std::optional<ExitStatus> WaitForEnd(ForkedProcess& process, const fs::path& report,
                                     const base::Deadline& deadline, bool& hangs) {
  constexpr model::TimePolicy::Run kTime;
  constexpr auto kBetweenLooks = std::chrono::milliseconds(500);
  base::Deadline end = deadline;
  std::optional<base::TimePoint> reported;
  for (;;) {
    const base::Deadline look = end.Within(kBetweenLooks);
    if (const std::optional<ExitStatus> status = process.Wait(look)) return status;
    const base::TimePoint now = deadline.clock().Now();
    hangs = reported && now - *reported >= kTime.ending_least;
    if (!look.Expired() || end.Expired()) return std::nullopt;
    if (reported || !ReadPytestReport(base::ReadUntrusted(report).value_or("")).ended) continue;
    reported = now;
    end = deadline.Within(kTime.ending);
  }
}

}  // namespace

struct ContainedPytest::Session {
  std::vector<fs::path> files;
  fs::path scratch;
  fs::path conftests_below;      // empty: pytest's own rules
  model::PytestRequest request;  // without its files; without passes: pytest's own loop
  model::WatchedFiles watched = {};
  // Number of files, from the first, that are skipped after `for_first`.
  std::size_t giving_way = 0;
  base::Duration for_first = {};
  bool weighs = false;  // counts allocations

  fs::path report_file() const { return scratch / "report.jsonl"; }
};

// The process `python -B -m pytest ARGUMENTS`.
struct ContainedPytest::Invocation {
  std::vector<std::string> arguments, environment;
  uint32_t hash_seed = 0;
  fs::path report;  // the file named by SKUA_REPORT
  fs::path scratch;
  fs::path output;  // stdout and stderr are appended to it
  // Set after the run:
  bool hangs = false;     // it reported, but did not end
  base::Duration took{};  // from the fork
  const Containment* containment = nullptr;
};

ContainedPytest::ContainedPytest(Options options, const base::Log& log)
    : options_(std::move(options)),
      log_(log),
      servers_({options_.interpreter,
                options_.runtime_folder,
                "forked_pytest",
                options_.limits,
                options_.features,
                options_.files,
                {fmt::format("SKUA_PATH={}", Join(options_.source_path))},
                options_.scratch}) {}

void ContainedPytest::StartAhead(std::span<const uint32_t> hash_seeds) {
  for (const uint32_t hash_seed : hash_seeds) servers_.With(hash_seed);
}

void ContainedPytest::Try(const base::Deadline& deadline) {
  constexpr std::chrono::seconds kLongest(30);
  trial_ = std::async(base::kBesideOrLater, [this, deadline = deadline.Within(kLongest)] {
    model::PytestRequest request;
    request.files["test_nothing.py"] = "def test_nothing():\n    pass\n";
    const PytestResult result = Run(request, deadline);
    if (result.completed) time_of_run_ = result.took;
  });
}

PytestResult ContainedPytest::Run(const model::PytestRequest& request,
                                  const base::Deadline& deadline) {
  const base::ScratchFolder scratch(servers_.folder());
  const fs::path folder = scratch.path() / "tests";
  Session session{{}, scratch.path(), folder, request};
  for (const auto& [name, text] : request.files) {
    base::WriteFileAtomically(folder / name, text);
    const std::string base_name = fs::path(name).filename().string();
    if (base_name != "conftest.py" && base_name != "__init__.py" && base_name.ends_with(".py")) {
      session.files.push_back(folder / name);
    }
  }
  if (!options_.conftest.empty()) {
    base::WriteFileAtomically(folder / "conftest.py", options_.conftest);
  }
  PytestResult result = RunSession(session, deadline);
  // Restores the request's names of files, which pytest names relative to another root.
  for (PytestResult::Test& test : result.tests) {
    std::string_view best;
    for (const auto& [name, text] : request.files) {
      if (("/" + test.file).ends_with("/" + name) && name.size() > best.size()) best = name;
    }
    if (!best.empty()) test.file = best;
  }
  return result;
}

PytestResult ContainedPytest::RunInPlace(const std::vector<fs::path>& files,
                                         const base::Deadline& deadline) {
  return WatchInPlace(files, {}, deadline);
}

// Runs files in the project in place with a hash seed of their own, one more chance to find tests
// that depend on the order of a set.
ContainedPytest::Session ContainedPytest::InPlace(
    std::initializer_list<std::span<const fs::path>> files, const fs::path& scratch) const {
  constexpr uint32_t kHashSeed = 5;
  Session session;
  session.scratch = scratch;
  session.request.passes.clear();
  session.request.hash_seed = kHashSeed;
  for (const auto& some : files) {
    for (const fs::path& file : some) session.files.push_back(options_.project_root / file);
  }
  return session;
}

PytestResult ContainedPytest::RunInPlaceAfter(const std::vector<fs::path>& first,
                                              const std::vector<fs::path>& last,
                                              base::Duration for_first,
                                              const base::Deadline& deadline) {
  const base::ScratchFolder scratch(servers_.folder());
  Session session = InPlace({first, last}, scratch.path());
  session.giving_way = first.size();
  session.for_first = for_first;
  return RunSession(session, deadline);
}

PytestResult ContainedPytest::WatchInPlace(const std::vector<fs::path>& files,
                                           const model::WatchedFiles& watched,
                                           const base::Deadline& deadline) {
  const base::ScratchFolder scratch(servers_.folder());
  Session session = InPlace({files}, scratch.path());
  session.watched = watched;
  return RunSession(session, deadline);
}

PytestResult ContainedPytest::WeighInPlace(const std::vector<fs::path>& files,
                                           const base::Deadline& deadline) {
  const base::ScratchFolder scratch(servers_.folder());
  Session session = InPlace({files}, scratch.path());
  session.weighs = true;
  return RunSession(session, deadline);
}

PytestResult ContainedPytest::RunSession(const Session& session, const base::Deadline& deadline) {
  if (session.files.empty()) {
    PytestResult nothing;
    nothing.completed = true;
    return nothing;
  }
  bool may_be_settings = false;
  PytestResult result =
      RunOnce(session, session.request.project_settings, deadline, may_be_settings);
  if (may_be_settings && !deadline.Expired()) {
    log_.Say(base::Topic::kExplain,
             "pytest did not start with the project's addopts; run again without them: {}",
             result.output);
    result = RunOnce(session, false, deadline, may_be_settings);
  }
  return result;
}

// Adds variables for the plug-in that runs the passes of a verification.
static void AddPasses(const model::PytestRequest& request, const ContainedPytest::Options& options,
                      std::vector<std::string>& variables) {
  const auto seconds = [](base::Duration time) {
    return std::chrono::duration<double>(time).count();
  };
  variables.push_back(fmt::format("SKUA_PASSES={}", NameOf(request.passes)));
  // Each hash seed has a world of its own (world/questions.py).
  variables.push_back(fmt::format("SKUA_WORLD={}", request.hash_seed));
  variables.push_back(fmt::format("SKUA_TEST_LIMIT={}", seconds(request.test_limit)));
  if (request.ends_early_within > base::Duration::zero()) {
    variables.push_back(
        fmt::format("SKUA_ENDS_EARLY_WITHIN={:.3f}", seconds(request.ends_early_within)));
  }
  if (request.time_for_all > base::Duration::zero()) {
    variables.push_back(fmt::format("SKUA_TIME_FOR_ALL={:.3f}", seconds(request.time_for_all)));
  }
  if (!request.left_out.empty()) {
    variables.push_back(fmt::format("SKUA_LEFT_OUT={}", nlohmann::json(request.left_out).dump()));
  }
  if (!request.seen_alone.empty()) {
    variables.push_back(
        fmt::format("SKUA_SEEN_ALONE={}", nlohmann::json(request.seen_alone).dump()));
  }
  if (request.measured.empty()) return;
  const fs::path measured = options.project_root / request.measured;
  variables.push_back(fmt::format("SKUA_MEASURE={}", measured.string()));
  if (!options.coverage_exclusions.empty()) {
    variables.push_back(
        fmt::format("SKUA_EXCLUDED={}", model::ToJson(options.coverage_exclusions).dump()));
  }
}

ContainedPytest::Invocation ContainedPytest::InvocationOf(const Session& session,
                                                          bool with_addopts) const {
  const model::PytestRequest& request = session.request;
  const fs::path plugin_folder = session.scratch / "plugin";
  const fs::path empty_ini = session.scratch / "pytest.ini";
  for (const auto& [name, file] : kPlugins) {
    base::WriteFileAtomically(plugin_folder / fmt::format("{}.py", name),
                              base::ReadFile(options_.runtime_folder / "skua_runtime" / file));
  }
  base::WriteFileAtomically(empty_ini, "[pytest]\n");

  Invocation run;
  run.arguments = {"-p", kReportPlugin,
                   // Keeps pytest from writing .pytest_cache into the project, and from choosing a
                   // random order.
                   "-p", "no:cacheprovider", "-p", "no:random_order",
                   // Names a new folder before the passes fork, without folders of earlier runs.
                   "--basetemp", (session.scratch / "tmp_path").string(), "--rootdir",
                   options_.project_root.string(), "-c"};
  ContainedEnvironment environment{session.scratch, request.hash_seed, {plugin_folder}, {}};
  environment.more = {fmt::format("SKUA_REPORT={}", session.report_file().string()),
                      fmt::format("SKUA_PATH={}", Join(options_.source_path)),
                      // Keeps a coverage plug-in from writing its data into the project.
                      fmt::format("COVERAGE_FILE={}", (session.scratch / ".coverage").string())};
  if (!request.passes.empty()) AddPasses(request, options_, environment.more);
  if (!session.watched.paths.empty()) {
    nlohmann::json files = nlohmann::json::array();
    for (const std::string& file : session.watched.paths) {
      files.push_back((options_.project_root / file).string());
    }
    const fs::path list = session.scratch / "watched.json";
    base::WriteFileAtomically(list,
                              files.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    environment.more.push_back(fmt::format("SKUA_WATCH={}", list.string()));
    if (session.watched.with_calls) environment.more.push_back("SKUA_WATCH_CALLS=1");
  }
  if (session.weighs) environment.more.push_back("SKUA_ALLOCATIONS=1");
  if (session.giving_way > 0) {
    const std::chrono::duration<double> seconds = session.for_first;
    const std::vector<fs::path> files(session.files.begin(),
                                      session.files.begin() + session.giving_way);
    environment.more.push_back(fmt::format("SKUA_GIVING_WAY={}", Join(files)));
    environment.more.push_back(fmt::format("SKUA_GIVING_WAY_AFTER={}", seconds.count()));
  }
  if (request.project_settings) {
    run.arguments.push_back(FindIniFile(options_.project_root).value_or(empty_ini).string());
  } else {
    run.arguments.push_back(empty_ini.string());
    if (options_.conftest.empty()) run.arguments.push_back("--noconftest");
    std::ranges::copy(options_.plain_arguments, std::back_inserter(run.arguments));
    environment.more.push_back("PYTEST_DISABLE_PLUGIN_AUTOLOAD=1");
  }
  // Verification needs to know whether tests fail, not why: rewriting asserts would take longer
  // than running the tests, and quoting the source of exceptions longer still.
  if (request.passes.empty()) {
    run.arguments.insert(run.arguments.end(), {"-p", kFailuresPlugin});
  } else {
    run.arguments.insert(run.arguments.end(), {"--assert=plain", "--tb=native"});
  }
  if (request.randomly) {
    environment.more.push_back(fmt::format("SKUA_RANDOM_SEED={}", request.hash_seed));
  } else {
    run.arguments.insert(run.arguments.end(), {"-p", "no:randomly"});
  }
  if (!session.conftests_below.empty()) {
    run.arguments.insert(run.arguments.end(), {"--confcutdir", session.conftests_below.string()});
  }
  if (!with_addopts) run.arguments.insert(run.arguments.end(), {"-o", "addopts="});
  for (const fs::path& file : session.files) run.arguments.push_back(file.string());
  run.environment = MakeEnvironment(environment);
  run.hash_seed = request.hash_seed;
  run.report = session.report_file();
  run.scratch = session.scratch;
  run.output = session.scratch / "output.txt";
  return run;
}

// Lets a server fork the process, or starts it if there is no server.
base::CommandResult ContainedPytest::Invoke(Invocation& invocation,
                                            const base::Deadline& deadline) {
  auto process = servers_.With(invocation.hash_seed)
                     .Fork({invocation.environment, options_.project_root, invocation.containment},
                           {{"arguments", invocation.arguments},
                            {"output", invocation.output.string()},
                            {"root", options_.project_root.string()},
                            {"bytecode", options_.bytecode.string()}},
                           deadline);
  const base::TimePoint began = deadline.clock().Now();
  if (process) {
    const std::optional<ExitStatus> end =
        WaitForEnd(*process, invocation.report, deadline, invocation.hangs);
    invocation.took = deadline.clock().Now() - began;
    process->Kill();
    base::CommandResult result;
    result.started = true;
    result.timed_out = !end;
    if (end && end->signal == 0) result.exit_code = end->exit_code;
    result.output = base::ReadUntrusted(invocation.output).value_or("");
    return result;
  }
  base::Command command;
  command.arguments = {options_.interpreter.string(), "-B", "-m", "pytest"};
  command.arguments.insert(command.arguments.end(), invocation.arguments.begin(),
                           invocation.arguments.end());
  command.environment = invocation.environment;
  command.working_folder = options_.project_root;
  command.output_limit = kOutputKept;
  const Containment containment(invocation.scratch, options_.limits, options_.features, visible(),
                                Containment::Use::kAlone);
  command.before_exec = [&] { return containment.Apply(); };
  base::CommandResult result = base::Run(command, deadline);
  invocation.hangs = result.timed_out;
  invocation.took = deadline.clock().Now() - began;
  return result;
}

// Returns whether pytest gave up before it ran the first test, without being killed.
static bool StoppedItself(const base::CommandResult& end, bool reported_end) {
  const bool failed = end.exit_code == kUsageError || end.exit_code == kInternalError;
  return !end.timed_out && (failed || !reported_end);
}

// Sets `may_be_settings` if pytest ended before the tests, perhaps because of the project's addopts
// (an option of a missing plug-in, a report that cannot be written).
PytestResult ContainedPytest::RunOnce(const Session& session, bool with_addopts,
                                      const base::Deadline& deadline, bool& may_be_settings) {
  Invocation invocation = InvocationOf(session, with_addopts);
  std::error_code ignored;
  fs::remove(session.report_file(), ignored);
  fs::remove(invocation.output, ignored);
  const Containment containment(session.scratch, options_.limits, options_.features, visible(),
                                Containment::Use::kWithin);
  invocation.containment = &containment;
  const base::TimePoint began = deadline.clock().Now();
  const base::CommandResult end = Invoke(invocation, deadline);
  if (!end.started) {
    throw base::Error(
        fmt::format("cannot start pytest in {}: {}", options_.interpreter.string(), end.problem));
  }
  PytestReport report = ReadPytestReport(base::ReadUntrusted(session.report_file()).value_or(""));
  if (!report.begun && end.errors.find("No module named pytest") != std::string::npos) {
    throw base::Error(fmt::format("pytest is not installed in {}: run {} -m pip install pytest",
                                  options_.interpreter.string(), options_.interpreter.string()));
  }
  log_.Say(base::Topic::kStats, "pytest: {} results of {} in {} ms", report.tests.size(),
           session.request.passes.empty() ? "a run in place" : NameOf(session.request.passes),
           std::chrono::duration_cast<std::chrono::milliseconds>(deadline.clock().Now() - began)
               .count());
  PytestResult result;
  result.tests = std::move(report.tests);
  result.took = invocation.took;
  result.reported = report.ended;
  result.gave_way = report.gave_way;
  result.completed = report.ended && !end.timed_out;
  result.hangs = report.ended && end.timed_out && invocation.hangs;
  result.completed_passes = report.passes;
  result.has_randomly = report.has_randomly;
  for (const auto& [line, hit] : report.lines) result.lines.push_back({line, hit});
  for (const std::string& file : session.watched.paths) {
    const auto ran = report.ran.find((options_.project_root / file).string());
    if (ran != report.ran.end()) result.ran.emplace(file, std::move(ran->second));
  }
  for (auto& [file, run] : result.ran) {
    for (model::FileRun::Call& call : run.calls) {
      call.file = fs::path(call.file).lexically_relative(options_.project_root);
    }
  }
  if (!result.completed) result.output = LastOf(end.output + end.errors);
  may_be_settings = with_addopts && result.tests.empty() && StoppedItself(end, report.ended);
  return result;
}

}  // namespace skua::worker
