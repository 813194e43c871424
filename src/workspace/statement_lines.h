// What statement_lines.py says of source files: for coverage reports that also list what was never
// executed.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/outcome.h"
#include "workspace/line_program.h"

namespace skua::workspace {

// ENSURES: the lines of each module, in order, ascending; none where the deadline came first, or
// the file does not compile. Throws base::Error when the interpreter cannot be run.
std::vector<std::vector<model::StatementLine>> ListStatements(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const model::ModuleId> modules, const base::Deadline& deadline);

}  // namespace skua::workspace
