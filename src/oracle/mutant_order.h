// In which order mutants are tried, and tests on each, so that a deadline that comes early leaves
// an even sample, and a mutant is killed by one of its first tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/mutant.h"
#include "model/subject.h"

namespace skua::oracle {

// Round robin over code objects, and each's mutants so that every beginning is spread evenly over
// its lines.
std::vector<model::MutantIndex> EvenOrder(const std::vector<model::Mutant>& mutants,
                                          const std::vector<model::MutantIndex>& chosen);

// Learns which tests kill.
class LikelyKillers {
 public:
  struct Test {
    uint64_t executed_probes = 0;
    // That of the subject's callable that the test calls last.
    model::CodeObjectIndex calls = model::kNoIndex;
  };
  explicit LikelyKillers(std::vector<Test> tests) : tests_(std::move(tests)) {}

  void CountKill(const model::Mutant& mutant, std::size_t test);

  // Tests that killed most mutants of the same code object first; of these those that are about
  // it, then those that execute the least.
  void Sort(const model::Mutant& mutant, std::vector<std::size_t>& tests) const;

 private:
  std::vector<Test> tests_;
  std::map<model::CodeObjectIndex, std::map<std::size_t, uint32_t>> kills_;  // by test
};

}  // namespace skua::oracle
