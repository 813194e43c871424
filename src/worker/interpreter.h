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
  std::filesystem::path
      path;  // absolute, as sys.executable says: no shim, and inside a venv still the venv's
  std::string found_by;  // "python.interpreter", "$VIRTUAL_ENV", ".venv", "PATH", …
  int major = 0, minor = 0, micro = 0;
  std::string implementation;                  // "cpython"
  std::optional<std::string> pytest_version;   // absent: not installed
  std::vector<std::filesystem::path> folders;  // with its library, packages and editable installs
  bool has_pytest_django = false;
  std::shared_ptr<const InterpreterSandbox> sandbox = {};  // null: it does not lie in the project

  std::string version() const;  // "3.12.4"
};

// Told how well a program of the project is contained, before that program runs for the first time.
// Throws base::Error where that is too little.
using SandboxJudge = std::function<void(const model::Sandbox&)>;

// Looks for `configured`, which is relative to `root`, absolute, or a name to be looked up in PATH;
// then for $VIRTUAL_ENV, .venv and venv beneath the root, and python3 in PATH. Throws base::Error
// when there is none, when it does not run, when it is not CPython 3.10 or later, or when it is a
// free-threaded build, which cannot load an extension of the limited API. `judge` is asked where it
// lies in the project.
InterpreterFacts FindInterpreter(const std::filesystem::path& root,
                                 const std::optional<std::string>& configured,
                                 const base::Deadline& deadline, const SandboxJudge& judge);

}  // namespace skua::worker
