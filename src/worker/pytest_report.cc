#include "worker/pytest_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/json.h"
#include "record/integer.h"

namespace skua::worker {
namespace {

using model::PytestResult;
using nlohmann::json;
using record::IntegerIn;
using record::IntegerOf;

PytestResult::Outcome OutcomeOf(const std::string& name) {
  using Outcome = PytestResult::Outcome;
  if (name == "passed") return Outcome::kPassed;
  if (name == "failed") return Outcome::kFailed;
  if (name == "xfailed") return Outcome::kExpectedFailure;
  if (name == "skipped") return Outcome::kSkipped;
  if (name == "crashed") return Outcome::kCrashed;
  if (name == "timed_out") return Outcome::kTimedOut;
  return Outcome::kError;
}

std::optional<PytestResult::Failure> FailureOf(const json& line) {
  const auto found = line.find("failure");
  if (found == line.end() || !found->is_object()) return std::nullopt;
  return PytestResult::Failure{IntegerIn<uint32_t>(*found, "line"),
                               found->value("call", ""),
                               found->value("expected", ""),
                               found->value("actual", ""),
                               found->value("path", ""),
                               IntegerIn<uint32_t>(*found, "path_line"),
                               found->value("misfit", false)};
}

std::vector<uint32_t> NumbersIn(const json& line, const char* name) {
  std::vector<uint32_t> numbers;
  const auto list = line.find(name);
  if (list == line.end() || !list->is_array()) return numbers;
  for (const json& item : *list) {
    if (item.is_number_unsigned()) numbers.push_back(item.get<uint32_t>());
  }
  return numbers;
}

// Throws json::exception for a value of the wrong type.
std::map<std::string, model::FileRun> RanIn(const json& files) {
  std::map<std::string, model::FileRun> ran;
  for (const auto& [file, seen] : files.items()) {
    model::FileRun& run = ran[file];
    run.lines = NumbersIn(seen, "lines");
    for (const json& jump : seen.at("jumps")) {
      run.jumps.emplace_back(IntegerOf<uint32_t>(jump.at(0)), IntegerOf<int32_t>(jump.at(1)));
    }
    for (const json& call : seen.at("calls")) {
      run.calls.push_back({call.at(0).get<std::string>(), IntegerOf<uint32_t>(call.at(1)),
                           call.at(2).get<std::string>(), call.at(3).get<std::string>()});
    }
  }
  return ran;
}

// Throws json::exception for a value of the wrong type.
PytestResult::Test TestIn(const json& line) {
  PytestResult::Test test;
  test.file = line.value("file", "");
  test.name = line.value("name", "");
  test.outcome = OutcomeOf(line.value("outcome", ""));
  test.seconds = line.value("seconds", 0.0);
  test.message = line.value("message", "");
  test.line = IntegerIn<uint32_t>(line, "line");
  test.pass = IntegerIn<std::size_t>(line, "pass");
  test.failure = FailureOf(line);
  const auto peak = line.find("peak_bytes");
  if (peak != line.end() && peak->is_number_unsigned()) test.peak_bytes = peak->get<uint64_t>();
  return test;
}

std::optional<model::RestoredState> RestoringIn(const json& change) {
  const std::string by = change.value("by", "");
  for (const auto& [kind, name] : model::kRestoredByNames) {
    if (by != name) continue;
    if (kind == model::RestoredBy::kFolder) return model::RestoredState{kind, "", ""};
    model::RestoredState state{kind, change.value("module", ""), change.value("path", "")};
    if (model::IsDottedName(state.module) && model::IsDottedName(state.path)) return state;
  }
  return std::nullopt;
}

// Adds the state that a test left changed to an earlier line's test. Throws like TestIn.
void ReadLeft(const json& line, std::vector<PytestResult::Test>& tests) {
  const PytestResult::Test of = TestIn(line);
  const auto test =
      std::find_if(tests.rbegin(), tests.rend(), [&](const PytestResult::Test& known) {
        return known.file == of.file && known.name == of.name && known.pass == of.pass;
      });
  if (test == tests.rend()) return;
  for (const json& change : line.at("left")) {
    test->left.push_back({change.value("what", ""), RestoringIn(change)});
  }
}

}  // namespace

PytestReport ReadPytestReport(std::string_view text) {
  PytestReport report;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string_view::npos;
       begin = end + 1) {
    const json line =
        json::parse(text.substr(begin, end - begin), nullptr, /*allow_exceptions=*/false);
    if (!line.is_object()) continue;
    report.begun |= line.contains("begin");
    report.ended |= line.contains("end");
    report.passes += line.contains("passed") ? 1 : 0;
    for (const uint32_t number : NumbersIn(line, "statements")) {
      report.lines.try_emplace(number, false);
    }
    for (const uint32_t number : NumbersIn(line, "lines")) report.lines[number] = true;
    try {
      report.has_randomly = line.value("randomly", report.has_randomly);
      if (line.contains("gave_way")) report.gave_way = IntegerIn<std::size_t>(line, "gave_way");
      if (line.contains("ran")) report.ran = RanIn(line.at("ran"));
      if (line.contains("left")) ReadLeft(line, report.tests);
      if (line.contains("outcome")) report.tests.push_back(TestIn(line));
    } catch (const json::exception&) {  // a line that the plug-in did not write
    }
  }
  return report;
}

}  // namespace skua::worker
