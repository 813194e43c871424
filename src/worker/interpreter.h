// Finds the project's own Python and asks for its version and packages.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/sandbox.h"
#include "worker/interpreter_sandbox.h"

namespace skua::worker {

struct InterpreterFacts {
  std::filesystem::path path;  // sys.executable, absolute: not a shim, and for a venv the venv's
  std::string found_by;        // "python.interpreter", "$VIRTUAL_ENV", ".venv", "PATH", …
  int major = 0, minor = 0, micro = 0;
  std::string implementation;                  // "cpython"
  std::optional<std::string> pytest_version;   // nullopt: not installed
  std::vector<std::filesystem::path> folders;  // of its library, packages and editable installs
  bool has_pytest_django = false;
  std::shared_ptr<const InterpreterSandbox> sandbox = {};  // null: it is outside of the project

  std::string version() const;  // "3.12.4"
};

// Judges the sandbox of an interpreter in the project before it runs for the first time. Throws
// base::Error if it is too weak.
using SandboxJudge = std::function<void(const model::Sandbox&)>;

// Finds `configured`, which is relative to `root`, absolute, or a name for PATH; or else
// $VIRTUAL_ENV, .venv and venv below the root, and python3 in PATH. Throws base::Error if there is
// none, or it does not run, is not CPython 3.10 or later, or is a free-threaded build, which cannot
// load an extension of the limited API. Calls `judge` for one in the project.
InterpreterFacts FindInterpreter(const std::filesystem::path& root,
                                 const std::optional<std::string>& configured,
                                 const base::Deadline& deadline, const SandboxJudge& judge);

}  // namespace skua::worker
