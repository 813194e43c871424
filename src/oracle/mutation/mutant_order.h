// Orders mutants, and for each mutant the tests to run, so that an early deadline leaves an even
// sample of mutants and the first tests are likely to kill.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/mutant.h"
#include "model/subject.h"

namespace skua::oracle {

// Returns the chosen mutants, taking one from each code object in turn. Any prefix of the mutants
// of one code object is spread evenly over its lines.
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

  // Sorts tests by the number of mutants of the same code object that they killed, then by whether
  // they call this code object last, then by the number of probes that they execute.
  void Sort(const model::Mutant& mutant, std::vector<std::size_t>& tests) const;

 private:
  std::vector<Test> tests_;
  // By code object of the mutant, then by test.
  std::map<model::CodeObjectIndex, std::map<std::size_t, uint32_t>> kills_;
};

}  // namespace skua::oracle
