// The containment of code under test in a run, described by what it prevents rather than by the
// kernel's mechanisms.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skua::model {

enum class SandboxGrade : uint8_t {
  kNone,      // code may read secrets, write the user's files, or change limits of other processes
  kStandard,  // code may do none of these, but some protections do not hold
  kStrict,    // all protections hold
};

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 3> kSandboxGrades = {"none", "standard", "strict"};

inline std::string_view NameOf(SandboxGrade grade) {
  return kSandboxGrades[static_cast<std::size_t>(grade)];
}

struct Protection {
  std::string name;  // what code under test cannot reach: "secrets", "network"
  bool holds = false;
  std::string detail;       // how it is protected; or why it is not
  std::string consequence;  // if it is not protected: "code under test can reach the network"
  std::string advice;       // how to enable the protection
};

struct Sandbox {
  SandboxGrade grade = SandboxGrade::kNone;
  std::vector<Protection> protections;
};

// Returns the consequences of the protections that do not hold: "code under test can …; …".
std::string ConsequencesOf(const Sandbox& sandbox);

}  // namespace skua::model
