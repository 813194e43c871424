// What a process that runs code under test gets and what is kept from it: its own session, no new
// privileges, limits, writing beneath one folder only (Landlock), no network, shared memory and
// other means of communication of its own, no sight of other processes and of files that are not
// the project's or the system's, a filter of system calls, and an environment made from an
// allow-list. Every process that it starts inherits all of this. Each part holds without the
// others.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/subprocess.h"
#include "model/options.h"
#include "model/reason.h"
#include "worker/file_view.h"
#include "worker/id_maps.h"
#include "worker/syscall_filter.h"

namespace skua::worker {

using model::SandboxLimits;

// The ABI of Landlock from which it keeps files from being truncated.
constexpr int kKeepsFromTruncating = 3;
// The ABI of Landlock from which it keeps signals from processes of others.
inline constexpr int kScopesSignals = 6;

// What the kernel grants to this user.
struct ContainmentFeatures {
  enum class Network : uint8_t {
    kNone,           // no isolation but what Landlock refuses (TCP, from its ABI 4 on)
    kNamespace,      // an empty network namespace, as root
    kUserNamespace,  // the same inside a user namespace, as any user
  };
  int landlock_abi = 0;  // 0: no Landlock
  Network network = Network::kNone;
  bool shared_memory = false;  // a writable /dev/shm and pseudo terminals of its own
  bool communication = false;  // System V's and POSIX' means of communication of its own
  bool processes = false;      // no processes but its own; only with shared_memory
  bool file_view = false;      // a FileView; only with shared_memory
  bool syscall_filter = false;
  bool judged_signals = false;  // the attendant of a forked process judges its signals
};

// Whether no signal gets to processes of others, by namespaces or Landlock.
bool HidesFromSignals(const ContainmentFeatures& features);

// Tries each feature in a process of its own; a view of files, if there are any.
ContainmentFeatures ProbeContainment(const VisibleFiles* files = nullptr);
// SKUA-C601 and C602, for missing features.
std::vector<model::Reason> MissingContainment(const ContainmentFeatures& features);

// A containment is prepared in the parent, where memory may be allocated, and applied between fork
// and exec.
class Containment {
 public:
  enum class Use : uint8_t {
    kWhole,   // Apply()
    kAlone,   // Apply(), for a process that runs code under test and has no attendant
    kWithin,  // ruleset(), for a process that is forked by a contained one
  };
  // `scratch` is the only folder beneath which the process may write. Without `files` it may read
  // what this process may. `files` are borrowed by the constructor alone.
  Containment(const std::filesystem::path& scratch, const SandboxLimits& limits,
              const ContainmentFeatures& features, const VisibleFiles* files = nullptr,
              Use use = Use::kWhole);
  ~Containment();
  Containment(const Containment&) = delete;
  Containment& operator=(const Containment&) = delete;

  // Called in the child. Async-signal-safe. Null, or what is refused although it was probed, with
  // errno (base::Command::before_exec). The child is killed when the *thread* that started it ends.
  // With processes of its own it is the grandchild that returns, and the child a warden, which ends
  // as the grandchild does and takes all processes with it, at the latest when the process that
  // started it ends.
  const char* Apply() const;

  // The Landlock ruleset; -1 where there is none.
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
  bool keeps_reading_ = false;  // root reads a checkout that belongs to another user
  std::filesystem::path mount_point_;
  std::optional<FileView> view_;
  std::optional<SyscallFilter> filter_;
};

// Starts a command contained, with one more descriptor. Nothing is read from its streams; what it
// writes to the last goes to a file, or nowhere where that is empty.
base::Started StartContained(base::Command command, const Containment& containment, int descriptor,
                             const std::filesystem::path& errors = {});

struct ContainedEnvironment {
  std::filesystem::path scratch;  // becomes HOME and TMPDIR
  uint32_t hash_seed = 0;
  std::vector<std::filesystem::path> python_path;
  std::vector<std::string> more;  // "NAME=value"
};
// "NAME=value" entries: those above, and the few variables of this process that are on the
// allow-list.
std::vector<std::string> MakeEnvironment(const ContainedEnvironment& environment);

}  // namespace skua::worker
