// What a run has to say about a place in the source: a finding, or a behaviour change. One list for
// all formats that show such things beside the code.
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
  uint32_t line = 0;    // 0: not known
  std::string text;     // "rates.quote(weight=0) raises ValueError"
  std::string details;  // more lines; may be empty
  std::string test;     // that shows it
  std::string test_file;
  uint32_t test_line = 0;                             // 0: not known
  const model::RaisedException* exception = nullptr;  // kException

  // The same for the same trouble in later runs, wherever its lines have moved to.
  std::string Identity() const;
};

std::string_view IdOf(Remark::Kind kind);     // "behaviour-change", "unexpected-exception"
std::string_view TitleOf(Remark::Kind kind);  // "Behaviour change"

// Behaviour changes first, then findings; of each kind the weightiest of each module before the
// second of any. They borrow from `outcome`.
std::vector<Remark> RemarksOfRun(const model::RunOutcome& outcome);
// With the findings of modules that this run did not measure.
std::vector<Remark> RemarksOfProject(const model::RunOutcome& outcome);

}  // namespace skua::report
