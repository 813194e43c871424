// Contains an interpreter in the project, which may be an untrusted program, and whose environment
// may run code at each start. When it runs outside of workers, such as to read source files, it
// sees the system, its own installation and the project without its secrets, read-only, and writes
// to one folder.
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
  // Returns null for an interpreter outside of the project, which runs like any program of the
  // user. Its path decides, not the target of a symbolic link.
  static std::shared_ptr<const InterpreterSandbox> For(const std::filesystem::path& project_root,
                                                       const std::filesystem::path& interpreter);

  // Returns the strength of this containment.
  model::Sandbox Strength() const;

  // Contains the command. It may also read `readable`, and write below `writable`, or, if empty,
  // below a folder that the destructor removes. Callable from any thread. This object must outlive
  // the command.
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
