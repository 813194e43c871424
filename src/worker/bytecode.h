// Bytecode of the project's files, made once in each run in a folder outside of the project, to
// which code under test cannot write. Workers find it by WorkerOptions::bytecode.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "worker/interpreter_sandbox.h"

namespace skua::worker {

class Bytecode {
 public:
  // Takes RuntimeBundle::path() as `runtime_folder` and InterpreterFacts::sandbox as `sandbox`.
  Bytecode(std::filesystem::path interpreter, std::filesystem::path runtime_folder,
           std::shared_ptr<const InterpreterSandbox> sandbox)
      : interpreter_(std::move(interpreter)),
        runtime_folder_(std::move(runtime_folder)),
        sandbox_(std::move(sandbox)) {}

  // Compiles these files, in order, until the deadline, without executing them. Processes compile
  // the remaining files on import. May run while workers run.
  void Compile(const std::vector<std::filesystem::path>& files, const base::Deadline& until) const;

  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  std::filesystem::path interpreter_;
  std::filesystem::path runtime_folder_;
  std::shared_ptr<const InterpreterSandbox> sandbox_;
  base::ScratchFolder folder_;
};

}  // namespace skua::worker
