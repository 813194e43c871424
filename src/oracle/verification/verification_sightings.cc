#include "oracle/verification/verification_sightings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace skua::oracle {
namespace {

using model::PytestResult;
using Outcome = PytestResult::Outcome;

// Returns the failure in one line: "E   assert 3 == 4", or else the first line.
std::string_view GistOf(std::string_view message) {
  std::string_view first;
  while (!message.empty()) {
    const auto end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    if (line.starts_with("E ")) {
      line.remove_prefix(std::min(line.find_first_not_of(' ', 1), line.size()));
      return line;
    }
    if (first.empty()) first = line;
  }
  return first;
}

std::string_view LastLineOf(std::string_view output) {
  const auto last = output.find_last_not_of(" \n");
  if (last == std::string_view::npos) return "it said nothing";
  const auto break_before = output.rfind('\n', last);
  const auto begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  return output.substr(begin, last + 1 - begin);
}

// Returns the line in `file` at which an assert failed, found in "file.py:12: AssertionError" at
// the end of a traceback or in "file.py:12: assert 3 == 4" in a summary.
std::optional<uint32_t> FailedAssertLine(std::string_view message, std::string_view file) {
  const std::string mark = fmt::format("{}:", file);
  for (auto at = message.find(mark); at != std::string_view::npos;
       at = message.find(mark, at + 1)) {
    const std::string_view rest = message.substr(at + mark.size());
    uint32_t line = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    const std::string_view what = rest.substr(static_cast<std::size_t>(end.ptr - rest.data()));
    const bool asserts = what.starts_with(": AssertionError") || what.starts_with(": assert ");
    if (end.ec == std::errc() && asserts) return line;
  }
  return std::nullopt;
}

// Returns the right outcome of a finding: an expected failure, or skipped if it would end the
// process.
Outcome RightOutcomeOf(const model::GeneratedTest& test) {
  if (test.is_open_change) return Outcome::kExpectedFailure;
  if (!test.is_finding) return Outcome::kPassed;
  const bool cannot_be_run =
      test.verdict == model::Verdict::kCrashed || test.verdict == model::Verdict::kTimedOut;
  return cannot_be_run ? Outcome::kSkipped : Outcome::kExpectedFailure;
}

std::optional<std::size_t> AssertionAtFault(const WrittenSuite::Test& test,
                                            std::string_view message) {
  const std::string_view file = std::string_view(test.file).substr(test.file.rfind('/') + 1);
  const auto line = FailedAssertLine(message, file);
  if (!line) return std::nullopt;
  std::optional<std::size_t> fault;
  for (std::size_t a = 0; a < test.assertion_lines.size(); ++a) {
    const uint32_t begins = test.assertion_lines[a];
    if (begins == 0 || begins > *line) continue;
    if (!fault || begins > test.assertion_lines[*fault]) fault = a;
  }
  return fault;
}

}  // namespace

Sighting Look(const WrittenSuite::Test& test, const model::GeneratedTest& generated,
              std::size_t pass, const PytestResult& result) {
  Sighting sighting;
  std::string_view broken_file;
  for (std::size_t i = 0; i < result.tests.size(); ++i) {
    const PytestResult::Test& seen = result.tests[i];
    if (seen.file != test.file) continue;
    if (seen.name.empty()) broken_file = seen.message;
    // A test reported twice in a pass counts with its last, worse, outcome.
    if (seen.name != test.name || seen.pass != pass) continue;
    sighting.place = i;
    sighting.outcome = seen.outcome;
    sighting.right = seen.outcome == RightOutcomeOf(generated);
    sighting.message = GistOf(seen.message);
    sighting.left = seen.left;
    if (seen.outcome == Outcome::kFailed) {
      sighting.assertion = AssertionAtFault(test, seen.message);
    }
  }
  if (!sighting.place) {
    sighting.message = broken_file.empty() ? "pytest did not run it" : GistOf(broken_file);
  }
  return sighting;
}

bool IsLost(const PytestResult::Test& test) {
  return test.outcome == Outcome::kCrashed || test.outcome == Outcome::kTimedOut;
}

bool IsCollected(const PytestResult& result) {
  return result.completed && std::ranges::none_of(result.tests, [](const PytestResult::Test& test) {
           return test.name.empty() && test.outcome != Outcome::kSkipped;
         });
}

std::string WhyNotCollected(const PytestResult& result) {
  const auto file = std::ranges::find(result.tests, "", &PytestResult::Test::name);
  if (file != result.tests.end()) return std::string(GistOf(file->message));
  return fmt::format("pytest did not run to its end: {}", LastLineOf(result.output));
}

}  // namespace skua::oracle
