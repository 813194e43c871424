// The state of the module `random`, if loaded. It is seeded once, with the hash seed, and restored
// after each test.
//
// random.getstate() takes ten microseconds, so the generator's words are compared in memory, if
// they prove to be where CPython has always had them: directly after the object's head.
#pragma once

#include <Python.h>

#include <array>
#include <cstdint>

#include "runtime/extension/isolation/snapshot.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class RandomState {
 public:
  // Seeds the generator and records its state, if the module is loaded. Discards errors.
  void Take();
  // Restores the state, or records it if a test has loaded the module.
  void PutBack();

 private:
  // _random.Random: int index; uint32_t state[624];
  static constexpr std::size_t kWords = 1 + 624;
  using Words = std::array<uint32_t, kWords>;

  void* Memory() const;
  bool LiesInMemory() const;

  Owned modules_, module_name_;
  Owned generator_;                       // random._inst
  Owned saved_;                           // result of its getstate()
  std::unique_ptr<Snapshot> attributes_;  // a snapshot of gauss_next
  bool in_memory_ = false;
  Words words_{};
};

}  // namespace skua::runtime
