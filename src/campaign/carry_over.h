// What a campaign takes over from earlier runs: their tests as seeds, and as witnesses of what the
// module did before.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/behaviour_change.h"
#include "campaign/suite_writer.h"
#include "campaign/test_files.h"
#include "model/outcome.h"
#include "model/subject_loader.h"

namespace skua::campaign {

struct CarriedOver {
  std::vector<model::TestCase> seeds;
  std::vector<model::TestCase> plain;  // of these, those whose values were made plain
  model::ModuleOutcome::Seeds count;
};

// The tests of suites in JSON, as far as they fit the subject.
CarriedOver CarryOver(const std::vector<std::string>& suites, const model::Subject& subject);

// What suites for other modules, in JSON, make of the classes that the subject knows.
std::vector<model::TestCase> ObjectsOf(const std::vector<std::string>& suites,
                                       const model::Subject& subject);

struct EarlierTests {
  std::string file;   // written by us, whatever its style; project-relative
  std::string suite;  // the same as JSON, for where pytest cannot run the file; may be empty
};

// Runs them on the module as it is now: where they stand, or else, when names that they import are
// gone or their style is not pytest's, what still fits the subject as `writer` writes it.
BehaviourReport RunEarlierTests(const EarlierTests& earlier, const model::Subject& subject,
                                const SuiteWriter& writer, const TestFiles& files,
                                model::PytestRunner& pytest, const base::Deadline& deadline,
                                const base::Log& log);

}  // namespace skua::campaign
