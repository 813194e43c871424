// The tests of a module that stand in the tree, in files that nobody edited: they keep their text.
// The state says what most of them are; of the others nothing is known but their text.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "render/file/standing_file.h"

namespace skua::campaign {

// A suite that was written at some time, with the texts of its files; empty: there was no such
// file.
struct EarlierSuite {
  std::string json;
  std::string tests, findings;
};

// The files of a module as they stand; absent: there is none that can be taken apart. The rows of
// their tables have names.
struct StandingFiles {
  std::optional<render::StandingFile> tests, findings;
  // `tests` has nothing but marked tests of open behaviour changes, which stay beside any suite.
  bool only_marked = false;
  // The text of the module's suite in JSON, whose marked tests stay beside any suite; empty: none
  // is marked.
  std::string suite = {};
};

struct Standing {
  StandingFiles files;
  model::Suite suite;  // the tests that are to stay, findings last; without goals
  // Functions that no earlier suite knows. They are in `suite` once pytest said what they are.
  std::vector<std::string> unknown_tests, unknown_findings;
  struct Gone {
    std::string test;
    std::string why;
  };
  std::vector<Gone> gone;  // tests in the files that do not stay

  bool any() const { return !files.only_marked && (files.tests || files.findings); }
  bool has_unknown() const { return !unknown_tests.empty() || !unknown_findings.empty(); }
};

// Reads what stands. A text that is empty, edited or JSON counts as no file. A function is known
// again by its text, without marks of behaviour changes. `earlier`: the newest first.
Standing FindStanding(const std::string& tests, const std::string& findings,
                      const std::vector<EarlierSuite>& earlier, const model::Subject& subject);

// Adds the unknown functions of one file as tests without statements, as pytest named them when it
// ran the file; those that failed do not stay. REQUIRES: pytest ran to its end.
void AddUnknown(const model::PytestResult& result, bool findings, Standing& standing);

// Takes tests out of what stands.
void Forget(const std::string& test, std::string why, Standing& standing);

// A test with its statements, that can be run by a worker.
bool IsKnown(const model::GeneratedTest& test);
// Whether it is a known test that shows what the module does: none with an open behaviour change.
bool ShowsWhatHolds(const model::GeneratedTest& test);
// Those of the suite that do.
model::Suite KnownOf(const model::Suite& suite);

// The marked tests of a file, if there are any.
StandingFiles MarkedFiles(const std::string& tests);

// The marked tests of a suite in JSON, likewise.
StandingFiles MarkedSuite(std::string suite);

// Tells the file what pytest calls its tests, in order. False when it has others.
bool NameTests(const std::vector<std::string>& names, render::StandingFile& file);

// The files of a suite as they were just written; `texts` by path. A file without a text has no
// tests. REQUIRES: the tests have their names.
StandingFiles FilesAsWritten(const std::map<std::string, std::string>& texts,
                             const std::string& tests, const std::string& findings,
                             const model::Suite& suite);

}  // namespace skua::campaign
