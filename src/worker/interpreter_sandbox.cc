#include "worker/interpreter_sandbox.h"

#include <algorithm>
#include <utility>

#include "worker/protections.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

// Returns the folder with the binary and the library of an installation: /opt/python for
// /opt/python/bin/python3.
fs::path InstallationOf(const fs::path& interpreter) {
  std::error_code missing;
  return fs::canonical(interpreter, missing).parent_path().parent_path();
}

}  // namespace

std::shared_ptr<const InterpreterSandbox> InterpreterSandbox::For(const fs::path& project_root,
                                                                  const fs::path& interpreter) {
  std::error_code missing;
  const fs::path root = fs::canonical(project_root, missing);
  const fs::path folder = fs::canonical(interpreter.parent_path(), missing);
  // If the project is the whole machine, its interpreter is the system's.
  if (missing || root == root.root_path() ||
      std::mismatch(root.begin(), root.end(), folder.begin(), folder.end()).first != root.end()) {
    return nullptr;
  }
  VisibleFiles files{
      project_root, {interpreter, InstallationOf(interpreter)}, SecretsIn(project_root)};
  std::ranges::move(LibraryFolders(), std::back_inserter(files.folders));
  return std::shared_ptr<const InterpreterSandbox>(new InterpreterSandbox(std::move(files)));
}

model::Sandbox InterpreterSandbox::Strength() const { return SandboxOf(features_); }

void InterpreterSandbox::Contain(base::Command& command, const std::vector<fs::path>& readable,
                                 const fs::path& writable) const {
  VisibleFiles files = files_;
  std::ranges::copy(readable, std::back_inserter(files.folders));
  const fs::path& scratch = writable.empty() ? scratch_.path() : writable;
  const auto containment = std::make_shared<const Containment>(scratch, SandboxLimits{}, features_,
                                                               &files, Containment::Use::kAlone);
  command.environment = MakeEnvironment({scratch, 0, {}, {}});
  command.before_exec = [containment] { return containment->Apply(); };
}

}  // namespace skua::worker
