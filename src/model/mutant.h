// Mutants of the subject: small faults in its code, and whether the tests of a suite notice them.
// runtime/skua_runtime/mutants/mutation_operators.py has the operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"

namespace skua::model {

using MutantIndex = uint32_t;  // kNoIndex: none, the code as it is

struct Mutant {
  std::string operator_name;  // "comparison", "statement_deletion"
  uint32_t line = 0;
  uint32_t column = 0;
  std::string original, mutated;  // as source, on one line, shortened
  CodeObjectIndex code_object = 0;
  bool at_import = false;  // has an effect only when it is active during the import
};

enum class MutantFate : uint8_t {
  kKilled,
  kSurvived,  // tests reach it and notice nothing
  kNotReached,
  kNotRun,  // the time did not suffice
};

struct JudgedMutant {
  Mutant mutant;
  MutantFate fate = MutantFate::kNotRun;
  // The name of the test that was seen to notice it; empty: none was, or the import fails already.
  std::string killed_by = {};
  // Other tests that were seen to notice it; known only where the time that tests take is bounded.
  std::vector<std::string> also_killed_by = {};
};

// Returns the number of mutants with this fate.
std::size_t CountFate(const std::vector<JudgedMutant>& mutants, MutantFate fate);

}  // namespace skua::model
