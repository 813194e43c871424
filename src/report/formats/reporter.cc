#include "report/formats/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "report/formats/coverage_report.h"
#include "report/formats/findings_report.h"
#include "report/formats/generation_report.h"
#include "report/formats/html.h"
#include "report/formats/markdown_report.h"
#include "report/formats/tests_report.h"
#include "report/outcome/outcome_json.h"

namespace skua::report {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

struct Format {
  std::string_view name, file_name;
  Texts (*render)(const model::RunOutcome& outcome, const ReportContext& context);
};

constexpr std::string_view kHtmlPage = "index.html";
constexpr Format kFormats[] = {
    {"junit", "generation.xml",
     [](const auto& outcome, const auto& context) {
       return RenderGeneration(outcome, {.family = context.junit_family}, context.page);
     }},
    {"junit", "tests.xml",
     [](const auto& outcome, const auto& context) {
       return RenderTests(outcome, {.family = context.junit_family});
     }},
    {"json", "report.json",
     [](const auto& outcome, const auto& context) {
       return Texts{RenderJson(outcome, context.folder)};
     }},
    {"cobertura", "coverage.xml",
     [](const auto& outcome, const auto& context) {
       return Texts{RenderCobertura(outcome, context.prefix)};
     }},
    {"lcov", "coverage.lcov",
     [](const auto& outcome, const auto& context) {
       return Texts{RenderLcov(outcome, context.prefix)};
     }},
    {"sarif", "findings.sarif",
     [](const auto& outcome, const auto& context) {
       return Texts{RenderSarif(outcome, context.prefix)};
     }},
    {"code-quality", "code-quality.json",
     [](const auto& outcome, const auto& context) {
       return Texts{RenderCodeQuality(outcome, context.prefix)};
     }},
    {"html", kHtmlPage,
     [](const auto& outcome, const auto& context) {
       return Texts{RenderHtml(outcome, context.root, context.history, context.sources)};
     }},
    {"markdown", "summary.md",
     [](const auto& outcome, const auto&) { return Texts{MarkdownSummary(outcome)}; }},
};

// Returns the file name of a part: "tests.xml", "tests-2.xml", …
std::string NameOfPart(std::string_view file_name, std::size_t number) {
  if (number == 1) return std::string(file_name);
  const std::size_t dot = file_name.rfind('.');
  return fmt::format("{}-{}{}", file_name.substr(0, dot), number, file_name.substr(dot));
}

}  // namespace

std::vector<std::string_view> ReportFormats() {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    if (names.empty() || names.back() != format.name) names.push_back(format.name);
  }
  return names;
}

std::vector<Reporter> MakeReporters(std::span<const std::string> formats, ReportContext context) {
  const auto is_wanted = [&](const std::string_view name) {
    return std::ranges::count(formats, name) > 0;
  };
  context.page = is_wanted("html") ? (fs::path(context.folder) / kHtmlPage).string() : "";
  std::vector<Reporter> reporters;
  for (const Format& format : kFormats) {
    if (!is_wanted(format.name)) continue;
    reporters.push_back({format.file_name, [=](const model::RunOutcome& outcome) {
                           return format.render(outcome, context);
                         }});
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

std::vector<std::string> WriteReports(const std::vector<Reporter>& reporters,
                                      const model::RunOutcome& outcome, const fs::path& folder,
                                      const base::Secrets& secrets) {
  std::vector<std::string> written;
  std::string failure;
  for (const Reporter& reporter : reporters) {
    try {
      std::ranges::move(WriteParts(reporter.render(outcome), reporter.file_name, folder, secrets),
                        std::back_inserter(written));
    } catch (const base::Error& error) {
      if (failure.empty()) failure = error.what();
    }
  }
  if (!failure.empty()) throw base::Error(failure);
  return written;
}

}  // namespace skua::report
