// Words for outcomes, the same on the console and in files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

// Returns "fails at import: No module named 'reportlab'"; only the title without details. REQUIRES:
// not kNone.
std::string Describe(const model::Reason& reason);

// Returns "ValueError" for "builtins:ValueError", "parcel.errors.RateError" for
// "parcel.errors:RateError".
std::string ExceptionName(std::string_view type_name);

// "money: split(total=1, parts=0) raises ZeroDivisionError"; "… ends the interpreter"
std::string Describe(const model::ModuleOutcome& module, const model::Finding& finding);

// Returns the place of a finding, "src/parcel/money.py:77"; only the module's file if unknown.
std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding);

// "rates: quote(0) raised ValueError, now returns Decimal('0')"; "rates: quote(7) gave 3, now 4";
// "rates: after Table.add(2), table.limit was 9, now 7"
std::string Describe(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// "rates: quote(7) gave 3, now 4: the earlier behaviour is back"
std::string Describe(const model::ModuleOutcome& module, const model::EndedChange& ended);

// Returns "since run 12, commit abc1234, 3 runs ago"; empty if unknown.
std::string AgeOf(const model::BehaviourChange& change);

// Returns the place of the function that changed, "src/parcel/rates.py:48"; only the module's file
// if unknown.
std::string PlaceOf(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// Returns the project file of one of the module's tests, wherever the test was verified.
std::string FileOf(const model::ModuleOutcome& module, const model::PytestResult::Test& test);

// Returns the finding that the test shows; null if there is none.
const model::Finding* FindingOf(const model::ModuleOutcome& module,
                                const model::PytestResult::Test& test);

// Returns "a, b, c and 4 more".
std::string FewOf(const std::vector<std::string>& names);

// Returns killed and tried mutants, "41/46 killed"; "–" without mutants.
std::string MutationScore(const model::ModuleOutcome& module);

// Returns a line for each mutant that tests reach but do not notice: "src/parcel/money.py:77
// comparison: parts < 1 became parts <= 1". At most `most` lines, and one that counts the rest.
std::vector<std::string> Survivors(const model::ModuleOutcome& module, std::size_t most);

// Returns the outcome with the module's present suite: that of an earlier run if this one wrote
// none.
const model::ModuleOutcome& StandingOf(const model::ModuleOutcome& module);

// Returns whether the module has an error, a finding or a failed test.
bool IsTroubled(const model::ModuleOutcome& module);
// Returns whether the table has a row for the module: something was done, or there is a remark.
bool IsTold(const model::ModuleOutcome& module);

}  // namespace skua::report
