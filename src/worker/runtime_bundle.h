// The runtime's files (Python, its bytecode for some versions, and the extension), embedded in the
// binary, as a folder from which an interpreter can import them.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "worker/interpreter.h"

namespace skua::worker {

class RuntimeBundle {
 public:
  // Unpacks the files for the interpreter into <cache>/<hash of the content>-<its version>/ unless
  // they exist and are unchanged: a folder with one changed byte or one added file is replaced. If
  // the cache cannot be written, unpacks into a scratch folder, which the destructor removes.
  // Throws base::Error if neither can be written.
  explicit RuntimeBundle(InterpreterFacts interpreter,
                         const std::filesystem::path& cache = DefaultCache());

  // If the binary has no bytecode for the interpreter: moves to a folder of this object's own, with
  // bytecode, which spares each worker a tenth of a second; if that fails, nothing changes.
  // REQUIRES: nobody uses path() meanwhile.
  void Compile(const base::Deadline& deadline);

  // Returns the entry for sys.path, with skua_runtime/ and skua_native.abi3.so.
  const std::filesystem::path& path() const { return path_; }

  // Returns $XDG_CACHE_HOME/skua, else ~/.cache/skua; empty without both.
  static std::filesystem::path DefaultCache();

 private:
  const InterpreterFacts interpreter_;
  bool has_bytecode_ = false;
  std::unique_ptr<base::ScratchFolder> scratch_;
  std::filesystem::path path_;
};

}  // namespace skua::worker
