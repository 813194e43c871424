// Lists the lines of source files with statements, found by statement_lines.py, for coverage
// reports that include files which were never executed.
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

// ENSURES: the lines of each module, in order, ascending; nullopt after the deadline, or if the
// file does not compile. Throws base::Error if the interpreter cannot be run.
std::vector<std::optional<std::vector<model::StatementLine>>> ListStatements(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const model::ModuleId> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline);

// A module, and the executed lines of its file.
struct RanModule {
  model::ModuleId module;
  model::FileRun run;
};

// ENSURES: for each module, in order, its statements and whether they were executed, and its
// branches and whether they were taken; else like ListStatements.
std::vector<std::optional<model::MeasuredLines>> ListExecuted(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const RanModule> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline);

}  // namespace skua::workspace
