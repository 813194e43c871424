// Options except those of the search. Each default is stated here only; rows of config/option.cc
// set these fields.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::model {

// Options for assertions, mutants and findings.
struct OracleOptions {
  unsigned mutants = 30;       // most for one code object; 0: no mutation analysis
  std::size_t assertions = 8;  // most for one test, besides those that kill mutants
  bool extend = true;          // searches for tests that kill surviving mutants
  enum class Findings : uint8_t {
    kRanked,  // findings that show a fault of the subject
    kAll,     // also findings that blame the arguments
    kNone,
  } findings = Findings::kRanked;
};

struct SandboxLimits {
  uint64_t memory_bytes = uint64_t{2} << 30;  // address space of each process
  uint64_t file_bytes = uint64_t{64} << 20;   // largest file that a process may write
  // Limits that users cannot set.
  uint32_t open_files = 256;
  // Most processes of code under test; applies only if the kernel counts them separately from the
  // user's other processes.
  uint32_t processes = 64;
};

}  // namespace skua::model
