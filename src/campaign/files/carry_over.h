// Carries tests over from earlier runs: as seeds, and as witnesses of the behaviour of the module
// before.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/files/suite_writer.h"
#include "campaign/files/test_files.h"
#include "campaign/standing/behaviour_change.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct CarriedOver {
  std::vector<model::TestCase> seeds;
  std::vector<model::TestCase> plain;  // those of `tests` whose values were made plain
  model::ModuleOutcome::Seeds count;
  std::size_t statements = 0;  // of all tests of the first suite
};

// The tests of suites in JSON, as far as they fit the subject.
CarriedOver CarryOver(const std::vector<std::string>& suites, const model::Subject& subject);

// Makes a pool from suites for other modules, in JSON: tests that make instances of classes that
// the subject knows.
std::vector<model::TestCase> ObjectsOf(const std::vector<std::string>& suites,
                                       const model::Subject& subject);

struct EarlierTests {
  std::string file;  // written by us in any style; project-relative
  // Tests in the tree that still fit; null: read from `suite`.
  const model::Suite* standing = nullptr;
  std::string suite;  // the same as JSON, for when pytest cannot run the file; may be empty
};

// Runs earlier tests on the module as it is now. They run in their file or, when names that it
// imports are gone or it is JSON, as a new file in which `writer` writes the tests that still fit
// the subject.
BehaviourReport RunEarlierTests(const EarlierTests& earlier, const model::Subject& subject,
                                const SuiteWriter& writer, const TestFiles& files,
                                model::PytestRunner& pytest, const base::Deadline& deadline,
                                const base::Log& log);

}  // namespace skua::campaign
