// Fixtures that put state back, where several tests of a file would begin with the same lines.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/python/imports.h"

namespace skua::render {

// What a pytest test begins with so that the state that it changes is put back behind it, one
// logical line each: `monkeypatch.setattr(counter, "calls", counter.calls)`.
std::vector<std::string> RestoringLines(const model::Subject& subject,
                                        const model::GeneratedTest& test, Imports& imports);

class RestoringFixtures {
 public:
  // All outlive it.
  RestoringFixtures(const model::Subject& subject, Imports& imports, Definitions& definitions);

  // Tells of one test of each function that is to be written.
  void Count(const model::GeneratedTest& test);

  // The fixture that does it for the test, which is defined from now on; empty where the test does
  // it itself, as does one that shares its lines with no other.
  // REQUIRES: each function was counted.
  std::string For(const model::GeneratedTest& test);

 private:
  const model::Subject& subject_;
  Imports& imports_;
  Definitions& definitions_;
  std::map<std::vector<std::string>, std::size_t> functions_;  // how many have these lines
};

}  // namespace skua::render
