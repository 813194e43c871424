// The order in which mutants are tried, and the tests on each. An early deadline should leave an
// even sample, and one of the first tests should kill.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/mutant.h"
#include "model/subject.h"

namespace skua::oracle {

// Takes turns between code objects. The mutants of each are ordered so that any first part of them
// is spread evenly over its lines.
std::vector<model::MutantIndex> EvenOrder(const std::vector<model::Mutant>& mutants,
                                          const std::vector<model::MutantIndex>& chosen);

// Learns which tests kill mutants.
class LikelyKillers {
 public:
  struct Test {
    uint64_t executed_probes = 0;
    // The code object of the subject's callable that the test calls last.
    model::CodeObjectIndex calls = model::kNoIndex;
  };
  explicit LikelyKillers(std::vector<Test> tests) : tests_(std::move(tests)) {}

  void CountKill(const model::Mutant& mutant, std::size_t test);

  // Sorts tests: first those that killed most mutants of the same code object, among these those
  // that are about this code object, then those that execute the least.
  void Sort(const model::Mutant& mutant, std::vector<std::size_t>& tests) const;

 private:
  std::vector<Test> tests_;
  std::map<model::CodeObjectIndex, std::map<std::size_t, uint32_t>> kills_;  // by test
};

}  // namespace skua::oracle
