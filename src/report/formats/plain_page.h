// What the page shows where scripts do not run, as under Jenkins' default policy, or a policy of
// the server that forbids inline scripts, and until they have run: the verdict, what to look at,
// and the modules, without sources and charts.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"
#include "report/formats/source_view.h"

namespace skua::report {

// The text with no character that HTML would take for markup.
std::string HtmlText(std::string_view text);

// A fragment of HTML, for a body.
std::string PlainPage(const model::RunOutcome& outcome, const SourceView& sources);

}  // namespace skua::report
