// A reason why work was not done, or a remark on it: a code for `skua explain`, and details. Codes
// are never reused for another meaning.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace skua::model {

// The codes. kNone: no remark, tests were written.
enum class ReasonCode {
  kNone,
  // SKUA-N1xx: the module cannot be tested.
  kSyntaxError,        // N101
  kImportHangs,        // N102
  kImportExits,        // N103  sys.exit, os._exit
  kImportRaises,       // N104
  kNoCallables,        // N105
  kImportOutOfMemory,  // N106
  kImportCrashes,      // N107  killed by a signal
  kUnstableNumbering,  // N108  two imports found different callables or goals
  kStartsThreads,      // N109  a note: tests run in forks of a process that had threads
  kPrintsMuch,         // N110  a note: discarded output at import
  kReadsStdin,         // N111  fails at import because standard input is empty
  kNothingCoupled,     // N112  a pair without coupled branches
  kCompiledBeside,     // N113  a note: Python imports an extension module of the same name
  kCoupledInPart,      // N114  a note on a pair: too many coupled branches, only some are goals
  // SKUA-N2xx: the module was skipped.
  kUnchanged,         // N201
  kNoBudgetLeft,      // N202
  kInterrupted,       // N203
  kBehaviourChanged,  // N204  and on_behaviour_change is "fail"
  // SKUA-N3xx: no tests were kept, or a note on tests.
  kNothingCovered,  // N301  no test reached a goal beyond import
  kNothingStable,   // N302  every test was flaky
  kNoGain,          // N303  the existing suite is as good
  kEditedFileKept,  // N304  a note: the file was edited by a person, the new suite is beside it
  kTestsDropped,    // N305  a note: some tests were flaky and left out
  kVerifiedInPart,  // N306  a note: tests were written, but not every run of pytest fitted the time
  kSeedsDropped,    // N307  a note: earlier tests call deleted functions
  kBehaviourAccepted,  // N308  a note: earlier tests expected another result
  kNotRunInPlace,      // N309  a note of the run: pytest does not start in the test folder
  kHarmsOthers,        // N310  a note: made other tests fail, or kept pytest from ending
  kSuiteTooSlow,       // N311  slow tests were left out for budget.suite_time
  kSecretsLeftOut,     // N312  a note: tests that hold a secret were left out
  kOnlyGuards,         // N313  no test is worth writing
  // SKUA-N4xx: a failure of Skua; the rest of the run continues.
  kWorkerLost,        // N401
  kOutputNotWritten,  // N402
  kInternalError,     // N403
  // SKUA-S5xx: state.
  kStateNewer,    // S501
  kStateOlder,    // S502
  kStateCorrupt,  // S503
  // SKUA-C6xx: containment.
  kNoLandlock,          // C601
  kNoNetworkNamespace,  // C602
};

struct ReasonEntry {
  ReasonCode code;
  std::string_view id;      // "SKUA-N104"
  std::string_view title;   // a few words for tables: "fails at import"
  std::string_view text;    // the meaning, in one or two sentences
  std::string_view advice;  // what the user can do
  bool is_error;            // in JUnit: error rather than skipped
};

std::span<const ReasonEntry> ReasonCatalogue();
const ReasonEntry& EntryOf(ReasonCode code);  // REQUIRES: not kNone
// Case-insensitive, "SKUA-" optional; null if unknown.
const ReasonEntry* FindReason(std::string_view id);

struct Reason {
  ReasonCode code = ReasonCode::kNone;
  std::string detail;  // "ModuleNotFoundError: No module named 'reportlab' (src/parcel/label.py:3)"
};

}  // namespace skua::model
