// Selects the active mutant of a module. Code that is compiled with all its mutants calls this at
// each mutated place; if no mutant of that place is active, the original code runs. Records which
// places were reached, so that a mutant is tried only with tests that reach it, and counts as a
// probe, so that loops which a mutant makes endless stop at the probe limit.
#pragma once

#include <Python.h>

#include <cstdint>
#include <vector>

#include "runtime/extension/probes/recorder.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class MutantSwitch {
 public:
  explicit MutantSwitch(Recorder& recorder) : recorder_(recorder) {}

  // Creates the type of the functions at the places. Returns false with a Python exception.
  bool Prepare();

  // Returns a function for a place with `count` mutants numbered from `first`: () → whether one of
  // them is active. Without mutants it only counts as a probe. A new reference, or null with a
  // Python exception.
  PyObject* Place(uint32_t first, uint32_t count);

  // Makes `mutant` active (model::kNoIndex: none), and clears the reached places.
  void Activate(uint32_t mutant);

  // Returns the mutants at places reached since Activate, ascending.
  std::vector<uint32_t> Reached() const;

  // Called at each place. Returns false with Timeout past the probe limit.
  bool Ask(uint32_t place, bool& is_active) {
    if (!recorder_.Tick()) return false;
    Mutants& mutants = places_[place];
    mutants.reached = true;
    // Unsigned: a number below first wraps around.
    is_active = active_ - mutants.first < mutants.count;
    return true;
  }

 private:
  struct Mutants {
    uint32_t first;
    uint32_t count;
    bool reached;
  };

  Recorder& recorder_;
  Owned place_type_;
  std::vector<Mutants> places_;
  uint32_t active_ = model::kNoIndex;
};

}  // namespace skua::runtime
