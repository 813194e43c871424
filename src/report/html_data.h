// The data of index.html: a summary of the run that its script reads at once, and what there is to
// say about each module, which it reads when the module is opened.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "model/history.h"
#include "model/outcome.h"

namespace skua::report {

// Times are in seconds, shares between 0 and 1.
nlohmann::json PageSummary(const model::RunOutcome& outcome,
                           const std::vector<model::PastRun>& history);

// Of a module that this run did not measure, what an earlier one found.
// With the texts of the module and of its tests, as they stand below `root`, unless they are too
// large; null for what cannot be read.
nlohmann::json PageDetails(const model::ModuleOutcome& module, const std::filesystem::path& root,
                           bool with_texts);

// JSON as the content of a <script> element: nothing in it ends the element or starts a comment.
// Bytes that are not UTF-8 become U+FFFD.
std::string ScriptJson(const nlohmann::json& json);

}  // namespace skua::report
