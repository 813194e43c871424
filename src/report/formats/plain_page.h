// The part of the page that needs no script (Jenkins' default policy forbids scripts) or is shown
// until scripts have run: the verdict, remarks, and the modules, without sources and charts.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"
#include "report/formats/source_view.h"

namespace skua::report {

// Escapes the text for HTML.
std::string HtmlText(std::string_view text);

// Returns a fragment of HTML for the body.
std::string PlainPage(const model::RunOutcome& outcome, const SourceView& sources);

}  // namespace skua::report
