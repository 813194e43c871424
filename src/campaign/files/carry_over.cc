#include "campaign/files/carry_over.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "campaign/suite/keep_best.h"
#include "render/file/file_header.h"
#include "render/file/suite_json.h"

namespace skua::campaign {
namespace {

BehaviourReport RunWhatFits(const EarlierTests& earlier, const model::Subject& subject,
                            const SuiteWriter& writer, model::PytestRunner& pytest,
                            const base::Deadline& deadline, const base::Log& log) {
  render::ArchivedSuite archived;
  if (earlier.standing != nullptr) {
    archived.suite = *earlier.standing;
  } else {
    archived = render::SuiteFromJson(earlier.suite, subject, /*goals_valid=*/false);
  }
  std::erase_if(archived.suite, [](const model::GeneratedTest& test) { return test.is_finding; });
  BehaviourReport report;
  report.outdated = archived.dropped.size();
  report.runnable = archived.readable;
  if (archived.suite.empty()) return report;

  model::PytestRequest request;
  request.files = writer.WriteForVerification(archived.suite).files;
  request.passes.clear();
  report = FindBehaviourChanges([&] { return pytest.Run(request, deadline); }, earlier.file, log);
  if (request.files.size() == 1 && earlier.file.ends_with(".py")) {
    const auto& [name, text] = *request.files.begin();
    const bool is_whole = render::ParseHeader(text).has_value();
    if (is_whole) report.text = text;
  }
  report.outdated += archived.dropped.size();
  report.passed = false;  // not the whole file, only what fits
  // No file has the text in which these tests failed, so there is no line to name.
  for (model::BehaviourChange& change : report.changes) change.line = 0;
  return report;
}

}  // namespace

CarriedOver CarryOver(const std::vector<std::string>& suites, const model::Subject& subject) {
  CarriedOver carried;
  for (const std::string& suite : suites) {
    render::ArchivedSuite archived = render::SuiteFromJson(suite, subject, /*goals_valid=*/false);
    if (&suite == &suites.front()) carried.statements = CountStatements(archived.suite);
    for (model::GeneratedTest& test : archived.suite) {
      if (test.is_plain) carried.plain.push_back(test.test);
      carried.seeds.push_back(std::move(test.test));
    }
    carried.count.dropped += archived.dropped.size();
  }
  carried.count.replayed = carried.seeds.size();
  return carried;
}

std::vector<model::TestCase> ObjectsOf(const std::vector<std::string>& suites,
                                       const model::Subject& subject) {
  std::vector<model::TestCase> objects;
  for (const std::string& suite : suites) {
    std::ranges::move(render::ObjectsFromJson(suite, subject), std::back_inserter(objects));
  }
  return objects;
}

BehaviourReport RunEarlierTests(const EarlierTests& earlier, const model::Subject& subject,
                                const SuiteWriter& writer, const TestFiles& files,
                                model::PytestRunner& pytest, const base::Deadline& deadline,
                                const base::Log& log) {
  BehaviourReport report;
  report.runnable = earlier.file.ends_with(".py") && files.Exists(earlier.file);
  if (report.runnable) {
    report = FindBehaviourChanges([&] { return pytest.RunInPlace({earlier.file}, deadline); },
                                  earlier.file, log);
  }
  const bool has_suite = earlier.standing != nullptr || !earlier.suite.empty();
  if (report.runnable || !has_suite) return report;
  return RunWhatFits(earlier, subject, writer, pytest, deadline, log);
}

}  // namespace skua::campaign
