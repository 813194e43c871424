// index.html: the run, its modules with their sources, and the runs before it, as one page that
// needs nothing else. The page is html/template.html with style, script and data put in; the data
// are JSON (html_data.h), and the script makes everything that is seen from them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/history.h"
#include "report/reporter.h"

namespace skua::report {

class HtmlReport final : public Reporter {
 public:
  // `root`: of the project, where sources and tests are read from; empty: nowhere.
  HtmlReport(std::filesystem::path root, std::vector<model::PastRun> history)
      : root_(std::move(root)), history_(std::move(history)) {}

  std::string_view file_name() const override { return "index.html"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::filesystem::path root_;
  std::vector<model::PastRun> history_;  // the oldest first
};

}  // namespace skua::report
