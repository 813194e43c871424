// index.html: the run, its modules with their sources, and earlier runs, as one self-contained
// page: html/template.html with style, script and data put in. The data, which html/report.js
// reads, are report.json, sources, earlier runs and the meanings of reason codes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/history.h"
#include "model/outcome.h"
#include "report/formats/source_view.h"

namespace skua::report {

// `root` is the project's folder, from which sources are read; empty: none are read. `history`: the
// oldest run first.
std::string RenderHtml(const model::RunOutcome& outcome, const std::filesystem::path& root,
                       const std::vector<model::PastRun>& history, const SourceView& sources = {});

}  // namespace skua::report
