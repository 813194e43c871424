// Options beside those of the search. Each default is stated here only. Rows of config/option.cc
// set these fields, and the folders that they control read them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::model {

// Options for assertions, mutants and findings.
struct OracleOptions {
  unsigned mutants = 30;       // of one code object, at most; 0: no mutation analysis
  std::size_t assertions = 8;  // of one test, at most, besides those that kill
  bool extend = true;          // searches for tests that kill surviving mutants
  enum class Findings : uint8_t {
    kRanked,  // those that show a fault of the subject
    kAll,     // also those that blame the arguments
    kNone,
  } findings = Findings::kRanked;
};

struct SandboxLimits {
  uint64_t memory_bytes = uint64_t{2} << 30;  // of address space, each process
  uint64_t file_bytes = uint64_t{64} << 20;   // the largest file it may write
  // What users cannot set.
  uint32_t open_files = 256;
  uint32_t processes = 64;  // only where the kernel can count them apart from the user's other
                            // processes
};

}  // namespace skua::model
