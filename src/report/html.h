// index.html: the run, its modules with their sources, and earlier runs, as one page that needs no
// other file. The page is html/template.html with style, script and data put in. The data are
// those of report.json, with texts of files, earlier runs and the meaning of reason codes;
// html/report.js reads them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/history.h"
#include "report/reporter.h"
#include "report/source_view.h"

namespace skua::report {

class HtmlReport final : public Reporter {
 public:
  // `root` is the project's folder, from which sources and tests are read; empty: none are read.
  HtmlReport(std::filesystem::path root, std::vector<model::PastRun> history,
             SourceView sources = {})
      : root_(std::move(root)), history_(std::move(history)), sources_(std::move(sources)) {}

  std::string_view file_name() const override { return "index.html"; }
  std::string Render(const model::RunOutcome& outcome) const override;

 private:
  std::filesystem::path root_;
  std::vector<model::PastRun> history_;  // the oldest first
  SourceView sources_;
};

}  // namespace skua::report
