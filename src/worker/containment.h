// The containment of a process that runs code under test: its own session, no new privileges,
// limits, writing below one folder only (Landlock), no network, shared memory and other
// communication of its own, no access to other processes and to files other than the project's and
// the system's, a filter of system calls, and an environment made from an allow-list. Its children
// inherit all of this. Each part works without the others.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/subprocess.h"
#include "model/options/options.h"
#include "model/reason.h"
#include "worker/file_view.h"
#include "worker/id_maps.h"
#include "worker/syscall_filter.h"

namespace skua::worker {

using model::SandboxLimits;

// The first ABI of Landlock that prevents truncating files.
constexpr int kKeepsFromTruncating = 3;
// The first ABI of Landlock that prevents signals to other processes.
inline constexpr int kScopesSignals = 6;

// The features that the kernel grants to this user.
struct ContainmentFeatures {
  enum class Network : uint8_t {
    kNone,           // no isolation, except that Landlock refuses TCP (from its ABI 4 on)
    kNamespace,      // an empty network namespace, as root
    kUserNamespace,  // a network namespace inside a user namespace, as any user
  };
  int landlock_abi = 0;  // 0: no Landlock
  Network network = Network::kNone;
  bool shared_memory = false;  // a writable /dev/shm and pseudo terminals of its own
  bool communication = false;  // its own System V and POSIX communication
  bool processes = false;      // sees only its own processes; requires shared_memory
  bool file_view = false;      // has a FileView; requires shared_memory
  bool syscall_filter = false;
  bool judged_signals = false;  // the attendant of a forked process judges its signals
};

// Returns whether namespaces or Landlock keep all signals from other processes.
bool HidesFromSignals(const ContainmentFeatures& features);

// Tries each feature in a process of its own; a view of files only with `files`.
ContainmentFeatures ProbeContainment(const VisibleFiles* files = nullptr);
// Returns SKUA-C601 and C602 for missing features.
std::vector<model::Reason> MissingContainment(const ContainmentFeatures& features);

// A containment is prepared in the parent, which may allocate memory, and applied between fork and
// exec.
class Containment {
 public:
  enum class Use : uint8_t {
    kWhole,   // Apply()
    kAlone,   // Apply(), for a process with code under test and without an attendant
    kWithin,  // ruleset(), for a process forked by a contained one
  };
  // `scratch` is the only folder below which the process may write. Without `files` it may read
  // whatever this process may. The constructor alone borrows `files`.
  Containment(const std::filesystem::path& scratch, const SandboxLimits& limits,
              const ContainmentFeatures& features, const VisibleFiles* files = nullptr,
              Use use = Use::kWhole);
  ~Containment();
  Containment(const Containment&) = delete;
  Containment& operator=(const Containment&) = delete;

  // Called in the child. Async-signal-safe. Returns null, or the step that is refused although
  // probed, with errno (base::Command::before_exec). The child is killed when the *thread* that
  // started it ends. With a process namespace, Apply returns in the grandchild; the child is then a
  // warden, which ends with the grandchild or with the process that started it, and kills all
  // processes in the namespace.
  const char* Apply() const;

  // Returns the Landlock ruleset; -1 without one.
  int ruleset() const { return ruleset_.get(); }
  const ContainmentFeatures& features() const { return features_; }

 private:
  void PrepareLandlock(const std::filesystem::path& scratch, const VisibleFiles* files, int abi);
  bool EnterPlaces() const;
  bool RestrictFiles() const;
  bool SetLimits() const;

  SandboxLimits limits_;
  ContainmentFeatures features_;
  base::Descriptor ruleset_;
  int parent_;
  IdMaps id_maps_;
  std::string process_limit_;
  bool keeps_reading_ = false;  // root may read a checkout that belongs to another user
  std::filesystem::path mount_point_;
  std::optional<FileView> view_;
  std::optional<SyscallFilter> filter_;
};

// Starts a contained command with one more descriptor. Its stdin is empty; its stderr goes to the
// file `errors`, or nowhere if that is empty.
base::Started StartContained(base::Command command, const Containment& containment, int descriptor,
                             const std::filesystem::path& errors = {});

struct ContainedEnvironment {
  std::filesystem::path scratch;  // becomes HOME and TMPDIR
  uint32_t hash_seed = 0;
  std::vector<std::filesystem::path> python_path;
  std::vector<std::string> more;  // "NAME=value"
};
// Returns "NAME=value" entries: those above, and this process's variables on the allow-list.
std::vector<std::string> MakeEnvironment(const ContainedEnvironment& environment);

}  // namespace skua::worker
