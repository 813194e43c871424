// What a process that runs code under test is given, and what is kept from it: its own session,
// no new privileges, limits, writing beneath one folder only (Landlock), no network, shared memory
// of its own, and an environment made from an allow-list. Everything that it starts inherits all of
// this.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/subprocess.h"
#include "model/reason.h"

namespace skua::worker {

struct SandboxLimits {
  uint64_t memory_bytes = uint64_t{2} << 30;  // of address space, each process
  uint64_t file_bytes = uint64_t{64} << 20;   // the largest file it may write
  uint32_t open_files = 256;
  uint32_t processes = 64;  // only where the kernel can count its processes apart from the user's
};

// What this kernel grants to this user.
struct ContainmentFeatures {
  enum class Network : uint8_t {
    kNone,           // only what Landlock refuses (TCP, from its ABI 4 on)
    kNamespace,      // an empty network namespace, as root
    kUserNamespace,  // the same inside a user namespace, as anybody
  };
  int landlock_abi = 0;  // 0: no Landlock
  Network network = Network::kNone;
  bool shared_memory = false;  // a /dev/shm of its own, which may be written to
};

// Tries each in a process of its own.
ContainmentFeatures ProbeContainment();
// SKUA-C601 and C602 for what is missing.
std::vector<model::Reason> MissingContainment(const ContainmentFeatures& features);

// Prepared in the parent, where memory may be asked for, and applied between fork and exec.
class Containment {
 public:
  // `scratch` is the one folder beneath which may be written.
  Containment(const std::filesystem::path& scratch, const SandboxLimits& limits,
              const ContainmentFeatures& features);
  ~Containment();
  Containment(const Containment&) = delete;
  Containment& operator=(const Containment&) = delete;

  // In the child. Async-signal-safe; false when something that was probed is refused after all.
  // The child is killed when the *thread* that started it ends.
  bool Apply() const;

  // The Landlock ruleset, for a process that has everything else already; -1 where there is none.
  int ruleset() const { return ruleset_; }
  const ContainmentFeatures& features() const { return features_; }

 private:
  void PrepareLandlock(const std::filesystem::path& scratch, int abi);
  bool SetLimits() const;

  SandboxLimits limits_;
  ContainmentFeatures features_;
  int ruleset_ = -1;
  int parent_;
  std::string user_map_, group_map_;
};

// Starts it contained, without streams, and with one more descriptor. -1 as base::Start says.
pid_t StartContained(base::Command command, const Containment& containment, int descriptor);

struct ContainedEnvironment {
  std::filesystem::path scratch;  // becomes HOME and TMPDIR
  uint32_t hash_seed = 0;
  std::vector<std::filesystem::path> python_path;
  std::vector<std::string> more;  // "NAME=value"
};
// "NAME=value" entries: the above and the few of this process's own that are on the allow-list.
std::vector<std::string> MakeEnvironment(const ContainedEnvironment& environment);

}  // namespace skua::worker
