// Fixtures that restore state, for lines that several tests of a file would begin with.
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

// Returns the lines with which a pytest test begins so that state is restored after it:
// `monkeypatch.setattr(counter, "calls", counter.calls)`.
std::vector<std::string> RestoringLines(const model::Subject& subject,
                                        const model::GeneratedTest& test, Imports& imports);

class RestoringFixtures {
 public:
  // Borrows all arguments.
  RestoringFixtures(const model::Subject& subject, Imports& imports, Definitions& definitions);

  // Counts one test of each function that will be written.
  void Count(const model::GeneratedTest& test);

  // Returns the name of the fixture that restores the test's state, and defines it; empty if the
  // test restores it itself, because no other test has the same lines. REQUIRES: each function was
  // counted.
  std::string For(const model::GeneratedTest& test);

 private:
  const model::Subject& subject_;
  Imports& imports_;
  Definitions& definitions_;
  // Number of functions with these lines.
  std::map<std::vector<std::string>, std::size_t> functions_;
};

}  // namespace skua::render
