// The tests of a module in files of the tree that nobody edited: they keep their text. The state
// knows most of them as statements; of the others only the text is known.
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

// The files of a module in the tree; absent: none that can be taken apart. The cases of their
// tables have names.
struct StandingFiles {
  std::optional<render::StandingFile> tests, findings;
  // `tests` has only marked tests of open behaviour changes, which stay with any suite.
  bool only_marked = false;
  // The text of the module's suite in JSON, whose marked tests stay with any suite; empty: none is
  // marked.
  std::string suite = {};
};

struct Standing {
  StandingFiles files;
  model::Suite suite;  // the tests that are to stay, findings last; without goals
  // Functions that no earlier suite knows. They are in `suite` once pytest named them.
  std::vector<std::string> unknown_tests, unknown_findings;
  struct Gone {
    std::string test;
    std::string why;
  };
  std::vector<Gone> gone;  // tests in the files that do not stay

  bool any() const { return !files.only_marked && (files.tests || files.findings); }
  bool has_unknown() const { return !unknown_tests.empty() || !unknown_findings.empty(); }
};

// Reads the tests of the tree. A text that is empty, edited or JSON counts as no file. A function
// is recognised by its text, without marks of behaviour changes. `earlier`: the newest first.
Standing FindStanding(const std::string& tests, const std::string& findings,
                      const std::vector<EarlierSuite>& earlier, const model::Subject& subject);

// Adds the unknown functions of one file as tests without statements, as pytest named them when it
// ran the file; those that failed do not stay. REQUIRES: pytest ran to its end.
void AddUnknown(const model::PytestResult& result, bool findings, Standing& standing);

// Removes a test from the tests of the tree.
void Forget(const std::string& test, std::string why, Standing& standing);

// Returns whether the test has its statements, so that a worker can run it.
bool IsKnown(const model::GeneratedTest& test);
// Returns whether it is a known test of present behaviour: none with an open behaviour change.
bool ShowsWhatHolds(const model::GeneratedTest& test);
// Returns the tests of the suite for which ShowsWhatHolds() is true.
model::Suite KnownOf(const model::Suite& suite);

// Returns the marked tests of a file, if there are any.
StandingFiles MarkedFiles(const std::string& tests);

// Returns the marked tests of a suite in JSON, likewise.
StandingFiles MarkedSuite(std::string suite);

// Gives the tests of the file their names in pytest, in order. Returns false if it has others.
bool NameTests(const std::vector<std::string>& names, render::StandingFile& file);

// Returns the files of a suite as they were just written; `texts` by path. A file without a text
// has no tests. REQUIRES: the tests have their names.
StandingFiles FilesAsWritten(const std::map<std::string, std::string>& texts,
                             const std::string& tests, const std::string& findings,
                             const model::Suite& suite);

}  // namespace skua::campaign
