// The runtime's files (Python, its bytecode for some versions, and the extension), which are
// embedded in the binary, as a folder from which an interpreter can import them.
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
  // Unpacks what the interpreter can use into <cache>/<hash of the content>-<its version>/ unless
  // it is there already and unharmed: a folder with one byte changed or one file added is replaced.
  // Where the cache cannot be written, it unpacks into a scratch folder that lasts as long as this
  // object. Throws base::Error when neither can be written.
  explicit RuntimeBundle(InterpreterFacts interpreter,
                         const std::filesystem::path& cache = DefaultCache());

  // Where the binary holds no bytecode for the interpreter: moves to a folder of this object's own,
  // with bytecode, which spares each worker a tenth of a second; if that fails, nothing changes.
  // Not while others use path().
  void Compile(const base::Deadline& deadline);

  // The entry for sys.path: holds skua_runtime/ and skua_native.abi3.so.
  const std::filesystem::path& path() const { return path_; }

  // $XDG_CACHE_HOME/skua, else ~/.cache/skua; empty when there is neither.
  static std::filesystem::path DefaultCache();

 private:
  const InterpreterFacts interpreter_;
  bool has_bytecode_ = false;
  std::unique_ptr<base::ScratchFolder> scratch_;
  std::filesystem::path path_;
};

}  // namespace skua::worker
