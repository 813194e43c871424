// Remarks on places in the source: findings and behaviour changes, in one list for all formats that
// show them beside the code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

struct Remark {
  enum class Kind : uint8_t { kBehaviourChange, kException, kCrash, kHang };
  Kind kind = Kind::kException;
  std::string module;
  std::string path;     // project-relative
  uint32_t line = 0;    // 0: unknown
  std::string text;     // "rates: quote(weight=0) raises ValueError"
  std::string details;  // more lines; may be empty
  std::string age;      // of a behaviour change: since when it is open
  std::string test;     // name of the test that shows the remark
  std::string test_file;
  uint32_t test_line = 0;                             // 0: unknown
  const model::RaisedException* exception = nullptr;  // set for kException

  // Returns a string that identifies the remark in later runs, even if its lines move.
  std::string Identity() const;
};

// Returns the command that runs the test which shows the remark, from the project's folder: "python
// -m pytest tests/test_a.py::test_b", or "skua check tests/test_a.json". Empty if no test is known.
std::string CommandOf(const Remark& remark);
// Returns the command that runs a test in the tree.
std::string CommandOf(const std::string& test_file, const std::string& test);

std::string_view IdOf(Remark::Kind kind);     // "behaviour-change", "unexpected-exception"
std::string_view TitleOf(Remark::Kind kind);  // "Behaviour change"

// Returns behaviour changes, then findings. In each kind, the weightiest remark of each module
// comes before the second of any. Borrows from `outcome`.
std::vector<Remark> RemarksOfRun(const model::RunOutcome& outcome);
// Returns the remarks of the run and the findings of modules that it did not measure.
std::vector<Remark> RemarksOfProject(const model::RunOutcome& outcome);

}  // namespace skua::report
