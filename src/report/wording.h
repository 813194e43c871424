// How outcomes are put into words, the same on the console and in files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

// "fails at import: No module named 'reportlab'"; the title alone when there are no particulars.
// REQUIRES: not kNone
std::string Describe(const model::Reason& reason);

// "builtins:ValueError" → "ValueError", "parcel.errors:RateError" → "parcel.errors.RateError".
std::string ExceptionName(std::string_view type_name);

// "money.split(total=1, parts=0) raises ZeroDivisionError"; "… ends the interpreter"
std::string Describe(const model::ModuleOutcome& module, const model::Finding& finding);

// "src/parcel/money.py:77", of a finding; the module's file when the place is not known.
std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding);

// "rates.quote(0) raised ValueError, now returns Decimal('0')"; "rates.quote(7) gave 3, now 4"
std::string Describe(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// "src/parcel/rates.py:48", of the function that changed; the module's file when it is not known.
std::string PlaceOf(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// The file of the project that one of the module's tests stands in, wherever it was verified.
std::string FileOf(const model::ModuleOutcome& module, const model::PytestResult::Test& test);

// The finding that the test shows; null when it shows none.
const model::Finding* FindingOf(const model::ModuleOutcome& module,
                                const model::PytestResult::Test& test);

// "41/46 killed", of the mutants that time sufficed for; "–" when there are none.
std::string MutationScore(const model::ModuleOutcome& module);

// Mutants that tests reach and do not notice, a line each: "src/parcel/money.py:77 comparison:
// parts < 1 became parts <= 1". At most `most`, and a line on the rest.
std::vector<std::string> Survivors(const model::ModuleOutcome& module, std::size_t most);

// Whether something about the module should worry a reader: an error, a finding, a failed test.
bool IsTroubled(const model::ModuleOutcome& module);

}  // namespace skua::report
