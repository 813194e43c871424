// How outcomes are put into words, the same on the console and in files.
#pragma once

#include <string>
#include <string_view>

#include "model/outcome.h"

namespace skua::report {

// "fails at import: No module named 'reportlab'"; the title alone when there are no particulars.
// REQUIRES: not kNone
std::string Describe(const model::Reason& reason);

// "builtins:ValueError" → "ValueError", "parcel.errors:RateError" → "parcel.errors.RateError".
std::string ExceptionName(std::string_view type_name);

// "money.split(total=1, parts=0) raises ZeroDivisionError"
std::string Describe(const model::ModuleOutcome& module, const model::Finding& finding);

// "src/parcel/money.py:77", of a finding; the module's file when the place is not known.
std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding);

// Whether something about the module should worry a reader: an error, a finding, a failed test.
bool IsTroubled(const model::ModuleOutcome& module);

}  // namespace skua::report
