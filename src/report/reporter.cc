#include "report/reporter.h"

#include "base/error.h"
#include "base/files.h"
#include "report/generation_report.h"
#include "report/tests_report.h"

namespace skua::report {

std::vector<std::unique_ptr<Reporter>> AllReporters() {
  std::vector<std::unique_ptr<Reporter>> reporters;
  reporters.push_back(std::make_unique<GenerationReport>());
  reporters.push_back(std::make_unique<TestsReport>());
  return reporters;
}

std::vector<std::string> WriteReports(const std::vector<std::unique_ptr<Reporter>>& reporters,
                                      const model::RunOutcome& outcome,
                                      const std::filesystem::path& folder) {
  std::vector<std::string> written;
  std::string failure;
  for (const auto& reporter : reporters) {
    try {
      base::WriteFileAtomically(folder / reporter->file_name(), reporter->Render(outcome));
      written.emplace_back(reporter->file_name());
    } catch (const base::Error& error) {
      if (failure.empty()) failure = error.what();
    }
  }
  if (!failure.empty()) throw base::Error(failure);
  return written;
}

}  // namespace skua::report
