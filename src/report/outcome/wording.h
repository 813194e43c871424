// Puts outcomes into words that are the same on the console and in files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/outcome.h"

namespace skua::report {

// "fails at import: No module named 'reportlab'"; only the title when there are no particulars.
// REQUIRES: not kNone.
std::string Describe(const model::Reason& reason);

// "builtins:ValueError" → "ValueError", "parcel.errors:RateError" → "parcel.errors.RateError".
std::string ExceptionName(std::string_view type_name);

// "money: split(total=1, parts=0) raises ZeroDivisionError"; "… ends the interpreter"
std::string Describe(const model::ModuleOutcome& module, const model::Finding& finding);

// "src/parcel/money.py:77", the place of a finding; only the module's file when it is not known.
std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding);

// "rates: quote(0) raised ValueError, now returns Decimal('0')"; "rates: quote(7) gave 3, now 4";
// "rates: after Table.add(2), table.limit was 9, now 7"
std::string Describe(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// "rates: quote(7) gave 3, now 4: the earlier behaviour is back"
std::string Describe(const model::ModuleOutcome& module, const model::EndedChange& ended);

// "since run 12, commit abc1234, 3 runs ago"; empty when nothing is known of it.
std::string AgeOf(const model::BehaviourChange& change);

// "src/parcel/rates.py:48", the place of the function that changed; only the module's file when it
// is not known.
std::string PlaceOf(const model::ModuleOutcome& module, const model::BehaviourChange& change);

// The file of the project to which one of the module's tests belongs, wherever the test was
// verified.
std::string FileOf(const model::ModuleOutcome& module, const model::PytestResult::Test& test);

// The finding that the test shows; null when there is none.
const model::Finding* FindingOf(const model::ModuleOutcome& module,
                                const model::PytestResult::Test& test);

// "a, b, c and 4 more"
std::string FewOf(const std::vector<std::string>& names);

// "41/46 killed": mutants killed and mutants tried; "–" when there are none.
std::string MutationScore(const model::ModuleOutcome& module);

// Mutants that tests reach but do not notice, one on each line: "src/parcel/money.py:77 comparison:
// parts < 1 became parts <= 1". At most `most` lines, and one that counts the rest.
std::vector<std::string> Survivors(const model::ModuleOutcome& module, std::size_t most);

// The outcome whose suite stands now: that of an earlier run where this one left it in place.
const model::ModuleOutcome& StandingOf(const model::ModuleOutcome& module);

// Whether something about the module should worry a reader: an error, a finding, a failed test.
bool IsTroubled(const model::ModuleOutcome& module);
// Whether the table of modules has a row for it: something was done, or is to be said.
bool IsTold(const model::ModuleOutcome& module);

}  // namespace skua::report
