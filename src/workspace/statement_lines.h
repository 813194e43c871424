// Lists the lines of source files with statements, as statement_lines.py finds them, for coverage
// reports that also show files that were never executed.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/coverage_exclusions.h"
#include "model/outcome.h"
#include "model/subject_loader.h"
#include "workspace/line_program.h"

namespace skua::workspace {

// ENSURES: the lines of each module, in order, ascending; nothing where the deadline came first, or
// the file does not compile. Throws base::Error when the interpreter cannot be run.
std::vector<std::optional<std::vector<model::StatementLine>>> ListStatements(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const model::ModuleId> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline);

// A module, and what ran of its file.
struct RanModule {
  model::ModuleId module;
  model::FileRun run;
};

// ENSURES: for each of them, in order, its statements with whether they ran, and its branches with
// whether they were taken; else as ListStatements.
std::vector<std::optional<model::MeasuredLines>> ListExecuted(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const RanModule> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline);

}  // namespace skua::workspace
