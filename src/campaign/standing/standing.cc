#include "campaign/standing/standing.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "campaign/standing/behaviour_change.h"
#include "render/file/behaviour_mark.h"
#include "render/file/suite_json.h"

namespace skua::campaign {
namespace {

using render::Row;
using render::StandingFile;
using Outcome = model::PytestResult::Outcome;

std::optional<std::string> TextOf(const StandingFile& file, const std::string& function) {
  const auto found = std::ranges::find(file.functions(), function, &render::NamedText::name);
  return found == file.functions().end() ? std::nullopt : std::optional(found->text);
}

// An earlier suite, with one of its files.
struct Version {
  const render::ArchivedSuite* archived = nullptr;
  std::optional<StandingFile> file;
};

class Reading {
 public:
  Reading(StandingFile file, bool findings, const std::vector<Version>& versions,
          Standing& standing)
      : file_(std::move(file)),
        findings_(findings),
        versions_(versions),
        plain_(render::Unmarked(file_)),
        standing_(standing) {}

  StandingFile Read() && {
    for (const render::NamedText& function : plain_.functions()) {
      const bool is_known = std::ranges::any_of(versions_, [&](const Version& version) {
        return version.file && TextOf(*version.file, function.name) == function.text &&
               Take(*version.archived, function.name);
      });
      if (is_known) continue;
      (findings_ ? standing_.unknown_findings : standing_.unknown_tests).push_back(function.name);
    }
    return std::move(file_);
  }

 private:
  // Takes the tests that are the function; false when they are others than the suite says.
  bool Take(const render::ArchivedSuite& archived, const std::string& function) {
    std::vector<std::string> names;
    for (const render::ArchivedSuite::Named& named : archived.names) {
      if (named.is_finding == findings_ && render::FunctionOf(named.name) == function) {
        names.push_back(named.name);
      }
    }
    const auto rows = file_.RowsOf(function);
    if (names.size() != rows.value_or(1)) return false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto test = std::ranges::find_if(archived.suite, [&](const auto& candidate) {
        return candidate.is_finding == findings_ && candidate.name == names[i];
      });
      if (test == archived.suite.end()) {
        standing_.gone.push_back({names[i], "it names what is no longer there"});
        continue;
      }
      standing_.suite.push_back(*test);
      standing_.suite.back().is_open_change =
          !findings_ && render::IsMarked(file_, {function, rows ? Row(i) : std::nullopt});
    }
    if (rows) file_.NameRows(function, std::move(names));
    return true;
  }

  StandingFile file_;
  const bool findings_;
  const std::vector<Version>& versions_;
  const StandingFile plain_;
  Standing& standing_;
};

std::optional<StandingFile> AsWritten(const std::string& text, bool findings,
                                      const model::Suite& suite) {
  std::optional<StandingFile> file = StandingFile::Read(text);
  if (!file) return file;
  const std::vector<render::NamedText> functions = file->functions();
  for (const auto& [function, ignored, section] : functions) {
    std::vector<std::string> names;
    for (const model::GeneratedTest& test : suite) {
      if (test.is_finding == findings && render::FunctionOf(test.name) == function) {
        names.push_back(test.name);
      }
    }
    const auto rows = file->RowsOf(function);
    if (rows && *rows == names.size()) file->NameRows(function, std::move(names));
  }
  return file;
}

}  // namespace

Standing FindStanding(const std::string& tests, const std::string& findings,
                      const std::vector<EarlierSuite>& earlier, const model::Subject& subject) {
  Standing standing;
  std::vector<render::ArchivedSuite> archived;
  for (const EarlierSuite& suite : earlier) {
    archived.push_back(render::SuiteFromJson(suite.json, subject, /*goals_valid=*/false));
  }
  for (const bool of_findings : {false, true}) {
    std::optional<StandingFile> file = StandingFile::Read(of_findings ? findings : tests);
    if (!file) continue;
    std::vector<Version> versions;
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      Version& version = versions.emplace_back();
      version.archived = &archived[i];
      version.file = StandingFile::Read(of_findings ? earlier[i].findings : earlier[i].tests);
      if (version.file) version.file = render::Unmarked(*std::move(version.file));
    }
    auto& place = of_findings ? standing.files.findings : standing.files.tests;
    place = Reading(*std::move(file), of_findings, versions, standing).Read();
  }
  return standing;
}

void AddUnknown(const model::PytestResult& result, bool findings, Standing& standing) {
  auto& file = findings ? standing.files.findings : standing.files.tests;
  auto& unknown = findings ? standing.unknown_findings : standing.unknown_tests;
  for (const std::string& function : std::exchange(unknown, {})) {
    std::vector<std::string> names;
    for (const model::PytestResult::Test& test : result.tests) {
      if (render::FunctionOf(test.name) == function) names.push_back(test.name);
    }
    const auto rows = file->RowsOf(function);
    if (names.size() != rows.value_or(1)) {
      standing.gone.push_back({function, "pytest did not run it"});
      continue;
    }
    if (rows) file->NameRows(function, names);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto test = std::ranges::find(result.tests, names[i], &model::PytestResult::Test::name);
      if (Fails(*test)) {
        standing.gone.push_back({names[i], "it fails: " + test->message});
        continue;
      }
      model::GeneratedTest& added = standing.suite.emplace_back();
      added.name = names[i];
      added.is_finding = findings;
      if (test->outcome == Outcome::kSkipped) added.verdict = model::Verdict::kCrashed;
      added.is_open_change =
          !findings && render::IsMarked(*file, {function, rows ? Row(i) : std::nullopt});
    }
  }
}

void Forget(const std::string& test, std::string why, Standing& standing) {
  if (std::ranges::find(standing.gone, test, &Standing::Gone::test) != standing.gone.end()) return;
  std::erase_if(standing.suite, [&](const model::GeneratedTest& one) {
    return !one.is_finding && one.name == test;
  });
  standing.gone.push_back({test, std::move(why)});
}

bool IsKnown(const model::GeneratedTest& test) { return !test.test.statements.empty(); }

bool ShowsWhatHolds(const model::GeneratedTest& test) {
  return IsKnown(test) && !test.is_open_change;
}

model::Suite KnownOf(const model::Suite& suite) {
  model::Suite known;
  std::ranges::copy_if(suite, std::back_inserter(known), ShowsWhatHolds);
  return known;
}

StandingFiles MarkedFiles(const std::string& tests) {
  StandingFiles files;
  files.tests = render::MarkedOf(tests);
  files.only_marked = files.tests.has_value();
  return files;
}

StandingFiles MarkedSuite(std::string suite) {
  StandingFiles files;
  const bool is_any_marked = std::ranges::any_of(
      render::ExpectationsIn(suite), [](const auto& test) { return !test.reason.empty(); });
  if (is_any_marked) files.suite = std::move(suite);
  return files;
}

bool NameTests(const std::vector<std::string>& names, render::StandingFile& file) {
  std::size_t named = 0;
  const std::vector<render::NamedText> functions = file.functions();
  for (const auto& [function, ignored, section] : functions) {
    std::vector<std::string> tests;
    std::ranges::copy_if(names, std::back_inserter(tests), [&](const std::string& name) {
      return render::FunctionOf(name) == function;
    });
    const auto rows = file.RowsOf(function);
    if (tests.size() != rows.value_or(1)) return false;
    named += tests.size();
    if (rows) file.NameRows(function, std::move(tests));
  }
  return named == names.size();
}

StandingFiles FilesAsWritten(const std::map<std::string, std::string>& texts,
                             const std::string& tests, const std::string& findings,
                             const model::Suite& suite) {
  const auto text_of = [&](const std::string& file) {
    const auto text = texts.find(file);
    return text == texts.end() ? std::string() : text->second;
  };
  return {AsWritten(text_of(tests), false, suite), AsWritten(text_of(findings), true, suite),
          false};
}

}  // namespace skua::campaign
