// Mutants of the subject: small faults in its code, and whether the tests of a suite notice them.
// The operators are in runtime/skua_runtime/mutants/mutation_operators.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"

namespace skua::model {

using MutantIndex = uint32_t;  // kNoIndex: no mutant, the original code

struct Mutant {
  std::string operator_name;  // "comparison", "statement_deletion"
  uint32_t line = 0;
  uint32_t column = 0;
  std::string original, mutated;  // source on one line, shortened
  CodeObjectIndex code_object = 0;
  bool at_import = false;  // takes effect only if active during the import
};

enum class MutantFate : uint8_t {
  kKilled,
  kSurvived,  // tests execute the place and notice nothing
  kNotReached,
  kNotRun,  // not enough time
};

struct JudgedMutant {
  Mutant mutant;
  MutantFate fate = MutantFate::kNotRun;
  // The first test seen to notice it; empty if there is none, or if the import already fails.
  std::string killed_by = {};
  // Other tests seen to notice it; only known under a limit on the time of tests.
  std::vector<std::string> also_killed_by = {};
};

// Returns the number of mutants with this fate.
std::size_t CountFate(const std::vector<JudgedMutant>& mutants, MutantFate fate);

}  // namespace skua::model
