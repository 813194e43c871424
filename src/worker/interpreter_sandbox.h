// An interpreter that lies in the project may be anybody's program, and its environment may hold
// code that runs at each start. What the engine has it do outside of workers, such as reading
// source files, is contained: it sees the system, its own installation and the project without its
// secrets, read-only, and writes to one folder.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/files.h"
#include "base/subprocess.h"
#include "model/sandbox.h"
#include "worker/containment.h"
#include "worker/file_view.h"

namespace skua::worker {

class InterpreterSandbox {
 public:
  // Null for an interpreter outside of the project, which runs as any program of the user does.
  // It lies where its name does, wherever that may link to.
  static std::shared_ptr<const InterpreterSandbox> For(const std::filesystem::path& project_root,
                                                       const std::filesystem::path& interpreter);

  // How well it contains.
  model::Sandbox Strength() const;

  // Has the command run contained. It may also read `readable`, and may write beneath `writable`,
  // or, where that is empty, beneath a folder that goes with this object. Any thread may call it.
  // This outlives the command.
  void Contain(base::Command& command, const std::vector<std::filesystem::path>& readable = {},
               const std::filesystem::path& writable = {}) const;

 private:
  explicit InterpreterSandbox(VisibleFiles files)
      : files_(std::move(files)), features_(ProbeContainment(&files_)) {}

  const VisibleFiles files_;
  const ContainmentFeatures features_;
  const base::ScratchFolder scratch_;
};

}  // namespace skua::worker
