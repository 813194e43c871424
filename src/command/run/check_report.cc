#include "command/run/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "model/outcome.h"
#include "report/outcome/text.h"
#include "report/outcome/wording.h"

namespace skua::command {
namespace {

using campaign::CheckedTest;
using Result = CheckedTest::Result;
using Status = report::JunitCase::Status;

constexpr std::string_view kNoTime = "no time was left; give more by --budget";

// Words for the result of a test.
struct Ending {
  std::string_view word;     // begins the line; empty: no line
  std::string_view counted;  // "39 hold"
  Status status = Status::kPassed;
  std::string_view type = {};  // of a JUnit case
};

Ending EndingOf(const CheckedTest& test) {
  switch (test.result) {
    case Result::kHolds:
      if (test.is_open) return {"Back", "hold again", Status::kFailure, "behaviour-back"};
      return {"", "hold"};
    case Result::kDiffers:
      if (test.is_open) return {"Open", "open", Status::kSkipped, "behaviour-change"};
      return {"Differs", "differ", Status::kFailure, "behaviour-change"};
    case Result::kMisfit:
      return {"Misfit", "do not fit", Status::kError, "misfit"};
    case Result::kUnsteady:
      return {"Unsteady", "differ in one process of two", Status::kSkipped, "unsteady"};
    case Result::kUnchecked:
      return {"", "were not run", Status::kError, "not-run"};
    case Result::kFinding:
      return {"", "are findings", Status::kSkipped, "finding"};
  }
  return {};
}

// Returns the message on the test for lines and reports.
std::string MessageOf(const CheckedFile& file, const CheckedTest& test) {
  model::ModuleOutcome module;
  module.module.name = file.module;
  switch (test.result) {
    case Result::kHolds:
      return test.is_open ? "it passes again: skua run removes its mark" : "";
    case Result::kDiffers:
      return report::Describe(module, test.change);
    case Result::kMisfit:
      return test.change.message;
    case Result::kUnsteady:
      return "it differs in one process of two, with another hash seed";
    case Result::kUnchecked:
      return file.suite.failure ? report::Describe(*file.suite.failure) : std::string(kNoTime);
    case Result::kFinding:
      return "a finding expects nothing, and is not run";
  }
  return "";
}

std::string PlaceOf(const CheckedTest& test) {
  if (test.change.path.empty()) return "";
  return fmt::format("  {}:{}", test.change.path, test.change.path_line);
}

std::string Line(std::string_view word, std::string_view text) {
  return fmt::format("{:<10} {}\n", word, report::OneLine(text));
}

std::string LinesOf(const CheckedFile& file) {
  if (file.suite.failure) {
    return Line("Not run", fmt::format("{}: {}", file.file, report::Describe(*file.suite.failure)));
  }
  std::string lines;
  for (const CheckedTest& test : file.suite.tests) {
    const Ending ending = EndingOf(test);
    if (ending.word.empty()) continue;
    lines += Line(ending.word, fmt::format("{} ({}::{}){}", MessageOf(file, test), file.file,
                                           test.name, PlaceOf(test)));
  }
  const auto unchecked = static_cast<std::size_t>(
      std::ranges::count(file.suite.tests, Result::kUnchecked, &CheckedTest::result));
  if (unchecked > 0) {
    lines += Line("Not run", fmt::format("{} of {}: {}", report::Count(unchecked, "test"),
                                         file.file, kNoTime));
  }
  return lines;
}

}  // namespace

bool IsAsExpected(const CheckedTest& test) {
  const Status status = EndingOf(test).status;
  return status == Status::kPassed || status == Status::kSkipped;
}

bool IsAsExpected(const CheckedFile& file) {
  return !file.suite.failure &&
         std::ranges::all_of(file.suite.tests, [](const auto& test) { return IsAsExpected(test); });
}

std::string TextOf(const std::vector<CheckedFile>& files) {
  std::string text;
  std::size_t tests = 0;
  std::vector<std::pair<std::string_view, std::size_t>> counts;  // by result
  for (const CheckedFile& file : files) {
    text += LinesOf(file);
    tests += file.suite.tests.size();
    for (const CheckedTest& test : file.suite.tests) {
      const std::string_view counted = EndingOf(test).counted;
      auto count = std::ranges::find(counts, counted, [](const auto& it) { return it.first; });
      if (count == counts.end()) count = counts.insert(counts.end(), {counted, 0});
      ++count->second;
    }
  }
  std::string sum =
      fmt::format("{} in {}", report::Count(tests, "test"), report::Count(files.size(), "file"));
  for (const auto& [counted, count] : counts) {
    sum += fmt::format("{} {} {}", sum.find(':') == sum.npos ? ":" : ",", count, counted);
  }
  return text + Line("Checked", sum);
}

std::vector<std::string> JunitOf(const std::vector<CheckedFile>& files,
                                 int64_t started_unix_seconds, base::Duration used,
                                 report::JunitFamily family) {
  report::JunitSuite suite;
  suite.name = "skua check";
  suite.started_unix_seconds = started_unix_seconds;
  suite.seconds = std::chrono::duration<double>(used).count();
  for (const CheckedFile& file : files) {
    for (const CheckedTest& test : file.suite.tests) {
      const Ending ending = EndingOf(test);
      report::JunitCase& one = suite.cases.emplace_back();
      one.classname = file.module;
      one.name = test.name;
      one.file = file.file;
      one.status = ending.status;
      one.type = ending.type;
      one.message = MessageOf(file, test) + PlaceOf(test);
      if (test.result == Result::kDiffers) {
        one.details =
            fmt::format("expected: {}\nactual: {}\n", test.change.expected, test.change.actual);
      }
    }
  }
  return report::RenderJunit(std::move(suite), {family});
}

}  // namespace skua::command
