#include "worker/interpreter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "base/error.h"
#include "base/json.h"
#include "base/subprocess.h"
#include "record/integer.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestMinor = 10;

// A program for every version of Python, so that an old one can be recognised. With -I it imports
// nothing from the folder in which Skua was started. It looks up pytest's version without importing
// pytest.
constexpr const char* kQuestions = R"(
import json, sys
try:
    from importlib.metadata import version
    pytest = version("pytest")
except Exception:
    pytest = None
try:
    version("pytest-django")
    pytest_django = True
except Exception:
    pytest_django = False
folders = set(sys.path)
try:
    import glob, os, site, urllib.parse, urllib.request
    folders |= {sys.prefix, sys.base_prefix, sys.exec_prefix, site.getusersitepackages()}
    for folder in list(folders):
        for file in glob.glob(os.path.join(glob.escape(folder), "*.pth")):
            with open(file) as text:  # a folder that cannot be seen is in no path
                folders.update(line for line in map(str.strip, text) if os.path.isabs(line))
        for file in glob.glob(os.path.join(glob.escape(folder), "*.dist-info", "direct_url.json")):
            with open(file) as text:
                url = urllib.parse.urlsplit(json.load(text)["url"])
            if url.scheme == "file":
                folders.add(urllib.request.url2pathname(url.path))
except Exception:
    pass
free_threaded = False
try:
    import sysconfig
    free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
except Exception:
    pass
name = getattr(getattr(sys, "implementation", None), "name", "python")
print(json.dumps({"path": sys.executable, "version": list(sys.version_info[:3]),
                  "free_threaded": free_threaded, "implementation": name, "pytest": pytest,
                  "pytest_django": pytest_django, "folders": sorted(folders)}))
)";

struct Candidate {
  std::string command;
  std::string found_by;
};

bool IsExecutable(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// Returns the file that a shell would run, or the name if there is none.
std::string LookedUp(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::absolute(fs::path(folder) / name).lexically_normal();
    if (IsExecutable(file)) return file.string();
  }
  return name;
}

Candidate Choose(const fs::path& root, const std::optional<std::string>& configured) {
  if (configured) {
    // A bare name is looked up in PATH, as in a shell, unless the project has such a file.
    const fs::path below_root = root / *configured;
    if (IsExecutable(below_root)) return {below_root.string(), "python.interpreter"};
    if (configured->find('/') == std::string::npos) {
      return {LookedUp(*configured), "python.interpreter"};
    }
    throw base::Error(
        fmt::format("python.interpreter: {} is no executable file; name the Python of this project",
                    below_root.string()));
  }
  if (const char* active = std::getenv("VIRTUAL_ENV"); active != nullptr && *active != '\0') {
    const fs::path python = fs::path(active) / "bin/python";
    if (IsExecutable(python)) return {python.string(), "$VIRTUAL_ENV"};
  }
  for (const char* folder : {".venv", "venv"}) {
    const fs::path python = root / folder / "bin/python";
    if (IsExecutable(python)) return {python.string(), folder};
  }
  return {LookedUp("python3"), "PATH"};
}

// Reads the answer to kQuestions; returns whether it is a free-threaded build. Throws
// json::exception.
bool ReadAnswer(const nlohmann::json& json, InterpreterFacts& facts) {
  facts.path = json.at("path").get<std::string>();
  facts.major = record::IntegerOf<int>(json.at("version").at(0));
  facts.minor = record::IntegerOf<int>(json.at("version").at(1));
  facts.micro = record::IntegerOf<int>(json.at("version").at(2));
  facts.implementation = json.at("implementation").get<std::string>();
  if (json.at("pytest").is_string()) facts.pytest_version = json.at("pytest").get<std::string>();
  facts.has_pytest_django = json.value("pytest_django", false);
  for (const auto& folder : json.value("folders", nlohmann::json::array())) {
    facts.folders.push_back(folder.get<std::string>());
  }
  return json.value("free_threaded", false);
}

}  // namespace

std::string InterpreterFacts::version() const {
  return fmt::format("{}.{}.{}", major, minor, micro);
}

InterpreterFacts FindInterpreter(const fs::path& root, const std::optional<std::string>& configured,
                                 const base::Deadline& deadline, const SandboxJudge& judge) {
  const fs::path absolute_root = fs::absolute(root).lexically_normal();
  const Candidate candidate = Choose(absolute_root, configured);
  base::Command command;
  command.arguments = {candidate.command, "-I", "-B", "-c", kQuestions};
  InterpreterFacts facts;
  facts.found_by = candidate.found_by;
  facts.sandbox = InterpreterSandbox::For(absolute_root, candidate.command);
  if (facts.sandbox) {
    judge(facts.sandbox->Strength());
    facts.sandbox->Contain(command);
  }
  const base::CommandResult answer = base::Run(command, deadline.Within(std::chrono::seconds(20)));
  if (!answer.started) {
    throw base::Error(
        fmt::format("no Python found: {} (from {}) cannot be started: {}; set "
                    "python.interpreter in skua.yml to the Python of this project",
                    candidate.command, candidate.found_by, answer.problem));
  }
  const auto json = nlohmann::json::parse(answer.output, nullptr, /*allow_exceptions=*/false);
  if (answer.exit_code != 0 || !json.is_object()) {
    const std::size_t end = answer.errors.find_last_not_of('\n');
    const std::size_t begin = answer.errors.rfind('\n', end);
    const std::string last = answer.errors.substr(begin + 1, end - begin);
    throw base::Error(
        fmt::format("{} (from {}) is no Python that runs{}{}; set python.interpreter in skua.yml",
                    candidate.command, candidate.found_by,
                    answer.timed_out ? ": it did not answer in time" : ": ",
                    answer.timed_out ? ""
                    : last.empty()   ? "it answered nothing of use"
                                     : last));
  }
  bool is_free_threaded = false;
  try {
    is_free_threaded = ReadAnswer(json, facts);
  } catch (const nlohmann::json::exception&) {
    throw base::Error(
        fmt::format("{} (from {}) is no Python that runs: its answer is none of Python's; set "
                    "python.interpreter in skua.yml",
                    candidate.command, candidate.found_by));
  }
  if (facts.implementation != "cpython" || facts.major != 3 || facts.minor < kOldestMinor) {
    throw base::Error(
        fmt::format("{} (from {}) is {} {}; Skua needs CPython 3.{} or later, which "
                    "python.interpreter in skua.yml can name",
                    candidate.command, candidate.found_by, facts.implementation, facts.version(),
                    kOldestMinor));
  }
  if (is_free_threaded) {
    throw base::Error(
        fmt::format("{} (from {}) is a free-threaded build of CPython {}, into which Skua's "
                    "extension cannot be loaded; name a build with the global interpreter lock by "
                    "python.interpreter in skua.yml",
                    candidate.command, candidate.found_by, facts.version()));
  }
  return facts;
}

}  // namespace skua::worker
