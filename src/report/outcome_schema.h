// The JSON Schema of report.json, printed by `skua config schema --report`.
#pragma once

#include <string_view>

namespace skua::report {

std::string_view OutcomeSchema();

}  // namespace skua::report
