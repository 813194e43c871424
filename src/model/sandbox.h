// The containment of code under test in a run, described by what the code is kept from rather than
// by the kernel's mechanisms.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skua::model {

enum class SandboxGrade : uint8_t {
  kNone,      // secrets can be read, files of the user written, or limits of others changed
  kStandard,  // none of these, but not all protections hold
  kStrict,    // all protections hold
};

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 3> kSandboxGrades = {"none", "standard", "strict"};

inline std::string_view NameOf(SandboxGrade grade) {
  return kSandboxGrades[static_cast<std::size_t>(grade)];
}

struct Protection {
  std::string name;  // what code under test is kept from: "secrets", "network"
  bool holds = false;
  std::string detail;       // how; why it does not hold, if it does not
  std::string consequence;  // where it does not hold: "code under test can reach the network"
  std::string advice;       // how to get it
};

struct Sandbox {
  SandboxGrade grade = SandboxGrade::kNone;
  std::vector<Protection> protections;
};

// Returns the consequences of the protections that do not hold: "code under test can …; …".
std::string ConsequencesOf(const Sandbox& sandbox);

}  // namespace skua::model
