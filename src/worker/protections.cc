#include "worker/protections.h"

#include <fmt/format.h>

#include <algorithm>

namespace skua::worker {
namespace {

using model::Protection;
using model::SandboxGrade;
using Network = ContainmentFeatures::Network;

constexpr const char* kGrantNamespaces =
    "allow unprivileged user namespaces, or run in a throw-away container";
constexpr const char* kNeither = "neither Landlock nor a mount namespace";

Protection WritingFiles(const ContainmentFeatures& features) {
  // Older ABIs cannot prevent truncating, so a filter must.
  const bool has_landlock = features.landlock_abi >= kKeepsFromTruncating ||
                            (features.landlock_abi > 0 && features.syscall_filter);
  return {
      "writing files", has_landlock || features.file_view,
      features.file_view ? "scratch folder only; all else is read-only"
      : has_landlock ? fmt::format("scratch folder only, by Landlock ABI {}", features.landlock_abi)
      : features.landlock_abi > 0 ? "Landlock before ABI 3 does not keep them from being truncated"
                                  : kNeither,
      "code under test can write wherever this user can",
      "run on Linux 5.13 or later with Landlock enabled, or in a throw-away container"};
}

Protection Attributes(const ContainmentFeatures& features) {
  return {"file attributes", features.file_view,
          features.file_view        ? "those of other files are read-only"
          : features.syscall_filter ? "no mount namespace; a filter keeps owners, but not modes"
                                    : "no mount namespace",
          "code under test can change modes and times of this user's files", kGrantNamespaces};
}

Protection Secrets(const ContainmentFeatures& features) {
  const bool has_landlock = features.landlock_abi > 0;
  return {"secrets", has_landlock || features.file_view,
          features.file_view ? "no homes and nothing hidden of the project is there"
          : has_landlock     ? "homes and what is hidden of the project cannot be read"
                             : kNeither,
          "code under test can read what this user can", kGrantNamespaces};
}

Protection Sockets(const ContainmentFeatures& features) {
  return {"sockets", features.file_view || features.syscall_filter,
          features.file_view        ? "those of others are not there"
          : features.syscall_filter ? "no connections, by a filter"
                                    : "neither a mount namespace nor a filter of system calls",
          "code under test can reach services of this machine by their sockets", kGrantNamespaces};
}

Protection Signals(const ContainmentFeatures& features) {
  const bool are_hidden = HidesFromSignals(features);
  return {"signals", are_hidden || features.judged_signals,
          features.processes        ? "no processes of others are there"
          : are_hidden              ? "kept back by Landlock"
          : features.judged_signals ? "those to others are refused, by a filter"
                                    : "no namespace of processes, Landlock before ABI 6, no filter",
          "code under test can end other processes of this user", kGrantNamespaces};
}

Protection Processes(const ContainmentFeatures& features) {
  return {"other processes", features.processes || features.syscall_filter,
          features.processes        ? "not there"
          : features.syscall_filter ? "can be seen; limits and memory are kept by a filter"
                                    : "neither a namespace of processes nor a filter",
          "code under test can change limits of other processes of this user", kGrantNamespaces};
}

Protection Communication(const ContainmentFeatures& features) {
  return {
      "shared memory and keys", features.syscall_filter,
      features.syscall_filter ? "those of this user are not there" : "no filter of system calls",
      "code under test can change what this user's processes share, and the keys of a session",
      "run on Linux 3.17 or later with filters of system calls (seccomp)"};
}

Protection NetworkOf(const ContainmentFeatures& features) {
  return {"network", features.network != Network::kNone || features.syscall_filter,
          features.network == Network::kNamespace       ? "none, as root"
          : features.network == Network::kUserNamespace ? "none, in a user namespace"
          : features.syscall_filter                     ? "no connections, by a filter"
                                    : "neither a network namespace nor a filter of system calls",
          "code under test can reach the network",
          "allow unprivileged user namespaces, or run in a container without network"};
}

Protection Terminal(const ContainmentFeatures& features) {
  const bool holds = features.landlock_abi > 0 || features.shared_memory;
  return {"terminal", holds, holds ? "those of this user are not there" : kNeither,
          "code under test can read what is typed into this user's terminals", kGrantNamespaces};
}

}  // namespace

model::Sandbox SandboxOf(const ContainmentFeatures& features) {
  const Protection files = WritingFiles(features), secrets = Secrets(features),
                   signals = Signals(features), processes = Processes(features);
  model::Sandbox sandbox;
  const bool is_standard = files.holds && secrets.holds && signals.holds && processes.holds;
  sandbox.protections = {files,
                         Attributes(features),
                         secrets,
                         Sockets(features),
                         signals,
                         processes,
                         Communication(features),
                         NetworkOf(features),
                         Terminal(features)};
  const bool is_strict = std::ranges::all_of(sandbox.protections, &Protection::holds);
  sandbox.grade = is_strict     ? SandboxGrade::kStrict
                  : is_standard ? SandboxGrade::kStandard
                                : SandboxGrade::kNone;
  return sandbox;
}

}  // namespace skua::worker
