#include "oracle/verification/drop_cause.h"

#include <fmt/format.h>

#include <algorithm>

namespace skua::oracle {
namespace {

struct Words {
  DropCause cause;
  std::string_view present;
  std::string_view past;
};

// Causes in the order in which users see them.
constexpr Words kWords[] = {
    {DropCause::kFails, "fails under pytest", "failed under pytest"},
    {DropCause::kUnstable, "differs between processes", "differed between processes"},
    {DropCause::kProjectSettings, "fails with the project's pytest settings",
     "failed with the project's pytest settings"},
    {DropCause::kNeedsOthers, "passes only after another test", "passed only after another test"},
    {DropCause::kFailsAfter, "fails after another test", "failed after another test"},
    {DropCause::kPollutes, "makes later tests fail", "made later tests fail"},
    {DropCause::kLeavesState, "leaves state changed", "left state changed"},
    {DropCause::kCrashes, "ends the process", "ended the process"},
    {DropCause::kTimesOut, "takes too long", "took too long"},
    {DropCause::kNotReached, "was not reached in time", "not reached in time"},
    {DropCause::kNotRun, "is not run by pytest", "not run by pytest"},
};

const Words& WordsOf(DropCause cause) { return *std::ranges::find(kWords, cause, &Words::cause); }

}  // namespace

std::string_view NameOf(DropCause cause) { return WordsOf(cause).present; }

std::string Describe(const Dropped& dropped) {
  return fmt::format(
      "{} {}: {}{}", dropped.assertion_only ? "an assertion dropped from" : "dropped", dropped.test,
      NameOf(dropped.cause), dropped.why.empty() ? "" : fmt::format(" ({})", dropped.why));
}

std::string CountByCause(std::span<const Dropped> dropped) {
  std::string text;
  for (const Words& words : kWords) {
    const auto count = std::ranges::count_if(dropped, [&](const Dropped& one) {
      return one.cause == words.cause && !one.assertion_only;
    });
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words.past);
  }
  return text;
}

}  // namespace skua::oracle
