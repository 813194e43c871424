#include "report/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "report/coverage_report.h"
#include "report/findings_report.h"
#include "report/generation_report.h"
#include "report/html.h"
#include "report/markdown_report.h"
#include "report/outcome_json.h"
#include "report/tests_report.h"

namespace skua::report {
namespace {

namespace fs = std::filesystem;
using Reporters = std::vector<std::unique_ptr<Reporter>>;

struct Format {
  std::string_view name;
  // `page` is the path of the HTML report; empty: none is written.
  void (*add)(const ReportContext& context, const std::string& page, Reporters& reporters);
};

constexpr Format kFormats[] = {
    {"junit",
     [](const ReportContext& context, const std::string& page, Reporters& reporters) {
       const JunitOptions options{.family = context.junit_family};
       reporters.push_back(std::make_unique<GenerationReport>(options, page));
       reporters.push_back(std::make_unique<TestsReport>(options));
     }},
    {"json",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<JsonReport>(context.folder));
     }},
    {"cobertura",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<CoberturaReport>(context.prefix));
     }},
    {"lcov",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<LcovReport>(context.prefix));
     }},
    {"sarif",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<SarifReport>(context.prefix));
     }},
    {"code-quality",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<CodeQualityReport>(context.prefix));
     }},
    {"html",
     [](const ReportContext& context, const std::string&, Reporters& reporters) {
       reporters.push_back(
           std::make_unique<HtmlReport>(context.root, context.history, context.sources));
     }},
    {"markdown",
     [](const ReportContext&, const std::string&, Reporters& reporters) {
       reporters.push_back(std::make_unique<MarkdownReport>());
     }},
};

// The file name of a part: "tests.xml", "tests-2.xml", …
std::string NameOfPart(std::string_view file_name, std::size_t number) {
  if (number == 1) return std::string(file_name);
  const std::size_t dot = file_name.rfind('.');
  return fmt::format("{}-{}{}", file_name.substr(0, dot), number, file_name.substr(dot));
}

}  // namespace

std::vector<std::string_view> ReportFormats() {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

Reporters MakeReporters(std::span<const std::string> formats, const ReportContext& context) {
  const bool has_page = std::ranges::count(formats, "html") > 0;
  const std::string page =
      has_page ? (fs::path(context.folder) / HtmlReport({}, {}).file_name()).string() : "";
  Reporters reporters;
  for (const Format& format : kFormats) {
    if (std::ranges::count(formats, format.name) > 0) format.add(context, page, reporters);
  }
  return reporters;
}

std::vector<std::string> WriteParts(const std::vector<std::string>& parts,
                                    std::string_view file_name, const fs::path& folder,
                                    const base::Secrets& secrets) {
  std::vector<std::string> written;
  std::size_t number = 0;
  for (const std::string& part : parts) {
    std::string name = NameOfPart(file_name, ++number);
    base::WriteFileAtomically(folder / name, secrets.Masked(part));
    written.push_back(std::move(name));
  }
  std::error_code ignored;
  while (fs::remove(folder / NameOfPart(file_name, ++number), ignored)) {
  }
  return written;
}

std::vector<std::string> WriteReports(const Reporters& reporters, const model::RunOutcome& outcome,
                                      const fs::path& folder, const base::Secrets& secrets) {
  std::vector<std::string> written;
  std::string failure;
  for (const auto& reporter : reporters) {
    try {
      std::ranges::move(
          WriteParts(reporter->RenderParts(outcome), reporter->file_name(), folder, secrets),
          std::back_inserter(written));
    } catch (const base::Error& error) {
      if (failure.empty()) failure = error.what();
    }
  }
  if (!failure.empty()) throw base::Error(failure);
  return written;
}

}  // namespace skua::report
