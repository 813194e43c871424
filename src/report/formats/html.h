// index.html: the run, its modules with their sources, and earlier runs, as one page that needs no
// other file. The page is html/template.html with style, script and data put in. The data are
// those of report.json, with texts of files, earlier runs and the meaning of reason codes;
// html/report.js reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/history.h"
#include "model/outcome.h"
#include "report/formats/source_view.h"

namespace skua::report {

// `root` is the project's folder, from which sources and tests are read; empty: none are read.
// `history`: the oldest run first.
std::string RenderHtml(const model::RunOutcome& outcome, const std::filesystem::path& root,
                       const std::vector<model::PastRun>& history, const SourceView& sources = {});

}  // namespace skua::report
