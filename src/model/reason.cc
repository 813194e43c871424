#include "model/reason.h"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace skua::model {
namespace {

// Ascending by id. `skua explain` prints the texts; titles fit a table's last column.
constexpr ReasonEntry kCatalogue[] = {
    {ReasonCode::kNoLandlock, "SKUA-C601", "files not contained",
     "The kernel offers no Landlock, so code under test, which is called with invented arguments, "
     "can write and delete whatever this user can.",
     "Run Skua on Linux 5.13 or later with Landlock enabled, or in a container whose files may be "
     "lost. `skua doctor` shows what this machine offers.",
     false},
    {ReasonCode::kNoNetworkNamespace, "SKUA-C602", "network not contained",
     "The kernel grants this user no network namespace, so code under test can reach the network. "
     "Where Landlock is of ABI 4 or later, TCP is kept from it all the same.",
     "Allow unprivileged user namespaces, or run Skua in a container without a network. "
     "`skua doctor` shows what this machine offers.",
     false},
    {ReasonCode::kSyntaxError, "SKUA-N101", "does not parse",
     "The interpreter that Skua uses cannot parse the module, so nothing in it can be called.",
     "Correct the syntax error. If the code is written for a newer Python, set python.interpreter "
     "to that one; if it is a template or no Python at all, add it to project.exclude.",
     true},
    {ReasonCode::kImportHangs, "SKUA-N102", "hangs at import",
     "Importing the module did not end in time: it loops, sleeps or waits for something that is "
     "not there inside the sandbox, such as a server or a lock.",
     "Move the work out of the module's top level, into a function or behind "
     "`if __name__ == \"__main__\":`, or add the module to project.exclude.",
     true},
    {ReasonCode::kImportExits, "SKUA-N103", "exits at import",
     "Importing the module ends the process, by sys.exit, os._exit or the like.",
     "If it is a script, put what it does behind `if __name__ == \"__main__\":`, which leaves its "
     "functions importable; otherwise add it to project.exclude.",
     true},
    {ReasonCode::kImportRaises, "SKUA-N104", "fails at import",
     "The module raises when it is imported, so nothing in it can be called.",
     "`python -c 'import MODULE'` shows the whole traceback. Install the project's dependencies "
     "into the interpreter that Skua uses (`skua doctor` says which one), set python.path if the "
     "import needs another folder, or add the module to project.exclude.",
     true},
    {ReasonCode::kNoCallables, "SKUA-N105", "nothing to call",
     "The module has no function, method or class of its own that a test could call.",
     "Nothing needs to be done. What a module only takes over from another one is tested there.",
     false},
    {ReasonCode::kImportOutOfMemory, "SKUA-N106", "out of memory at import",
     "Importing the module needs more memory than the sandbox allows.",
     "Raise sandbox.memory in skua.yml (`skua config show` prints what is in force), load large "
     "data on first use instead of at import, or add the module to project.exclude.",
     true},
    {ReasonCode::kImportCrashes, "SKUA-N107", "crashes at import",
     "A signal killed the interpreter while it imported the module: a fault in an extension "
     "module, as a rule, or a call that the sandbox does not permit.",
     "Import the module with `python -X faulthandler -c \"import …\"` to see where it dies; "
     "reinstall the extension for this interpreter, or add the module to project.exclude.",
     true},
    {ReasonCode::kUnstableNumbering, "SKUA-N108", "differs between imports",
     "The file of the module was another one when it was imported again, so that branches which "
     "one "
     "process found cannot be matched with those of another.",
     "Run again when nothing writes the file any more; look for an import, or a build, that "
     "generates it.",
     true},
    {ReasonCode::kStartsThreads, "SKUA-N109", "starts threads at import",
     "Importing the module starts threads. Tests run in forks of the process that imported it, "
     "where these threads do not exist; what waits for them runs into its time limit.",
     "Start the threads on first use instead of at import. If the tests written are fine, nothing "
     "needs to be done.",
     false},
    {ReasonCode::kPrintsMuch, "SKUA-N110", "prints much at import",
     "The module printed a great deal when it was imported; the output was discarded.",
     "Nothing needs to be done for Skua. Consider the logging module instead of print at the "
     "module's top level.",
     false},
    {ReasonCode::kReadsStdin, "SKUA-N111", "reads input at import",
     "The module reads standard input when it is imported. It is empty inside the sandbox, and "
     "the import failed.",
     "Move the reading into a function or behind `if __name__ == \"__main__\":`, or add the module "
     "to project.exclude.",
     true},
    {ReasonCode::kNothingCoupled, "SKUA-N112", "no coupled branches",
     "The caller has no call of the callee that one of its branches leads to, or none behind which "
     "the callee decides anything; so there is nothing that tests of both could combine. Calls are "
     "found by imports, annotations, assignments and the names of methods.",
     "Nothing, or annotate the parameters and attributes through which the caller knows the "
     "callee.",
     false},
    {ReasonCode::kCompiledBeside, "SKUA-N113", "hidden by compiled code",
     "A compiled module of the same name is beside the file, and Python imports that. Tests were "
     "searched for in the source and have passed with the compiled module, whose lines and "
     "branches "
     "nothing can measure.",
     "To measure the source, remove the compiled module (`*.so`, `*.pyd`) where Skua runs, or "
     "install the project without building it in place.",
     false},
    {ReasonCode::kCoupledInPart, "SKUA-N114", "coupled branches in part",
     "The pair has more coupled branches than a search has goals for. Those that it looks for are "
     "drawn evenly over the call sites; the others count as not covered.",
     "Name classes or functions of the two modules in integration.pairs, rather than the modules.",
     false},
    {ReasonCode::kUnchanged, "SKUA-N201", "unchanged",
     "Neither the module nor anything that it imports from the project has changed since its tests "
     "were generated.",
     "Nothing needs to be done. `skua plan` shows what would run and why.", false},
    {ReasonCode::kNoBudgetLeft, "SKUA-N202", "no budget left",
     "The budget was used up before this module's turn, or before its tests could be verified. "
     "Nothing that existed before was touched; the next run takes the module up again.",
     "Raise the budget; the last line of the run counts the modules that it did not reach.", false},
    {ReasonCode::kInterrupted, "SKUA-N203", "interrupted",
     "The run was interrupted before this module was done. Nothing that existed before was "
     "touched; the next run takes the module up again.",
     "Run Skua again. In CI, give the job a time limit longer than Skua's budget.", false},
    {ReasonCode::kBehaviourChanged, "SKUA-N204", "behaviour changed",
     "Earlier generated tests fail on the module as it is now, and on_behaviour_change is fail: "
     "its files were left as they were, and each run fails until somebody decides.",
     "Put the old behaviour back, or, where the change is meant, accept it: `skua accept MODULE`. "
     "Then tests are written that expect what the module does now.",
     false},
    {ReasonCode::kNothingCovered, "SKUA-N301", "no test gained anything",
     "No test reached anything in the module beyond what its import alone executes.",
     "Where the import covers everything, nothing needs to be done. Else give the module more "
     "time, or type annotations: with them the search does not have to guess what the arguments "
     "should be.",
     false},
    {ReasonCode::kNothingStable, "SKUA-N302", "only flaky tests",
     "Every test that was found behaved differently when it was run again in a fresh process, so "
     "none was written.",
     "Look for what changes from run to run: the time, random numbers, set order, files, the "
     "network. Passing it in as an argument makes the code testable.",
     false},
    {ReasonCode::kNoGain, "SKUA-N303", "no better than before",
     "The new suite covers no more than the one in place, which was kept.",
     "Nothing needs to be done. A larger budget may find more.", false},
    {ReasonCode::kEditedFileKept, "SKUA-N304", "edited file kept",
     "The generated file was edited by a person since Skua wrote it, so it was left as it is; the "
     "new tests, of what its tests do not cover, stand in a file beside it.",
     "Take over what you want from the new file and delete it, or delete the edited one to let "
     "Skua write it again.",
     false},
    {ReasonCode::kTestsDropped, "SKUA-N305", "some tests left out",
     "Some tests were not written because they behaved differently when they were run again in a "
     "fresh process, in another order, alone, or with other settings of pytest, or because they "
     "write files outside of their own folder, start processes, use the network or wait for long, "
     "and would do so in your test run. The others were written.",
     "Nothing needs to be done. To have more of them, look for what changes from run to run (the "
     "time, random numbers, set order) and for what one call leaves behind for the next (module "
     "globals, caches), and let files and commands be parameters. --debug explain names each test "
     "and why it was left out.",
     false},
    {ReasonCode::kVerifiedInPart, "SKUA-N306", "verified in part",
     "The time did not suffice to run the tests in all the processes that they should pass in. "
     "Those that passed all of them were written; what was found beside them is kept for the next "
     "run.",
     "Nothing needs to be done. A larger budget verifies them in full.", false},
    {ReasonCode::kSeedsDropped, "SKUA-N307", "earlier tests dropped",
     "Tests of an earlier run call functions that are gone, or with parameters that are gone, or "
     "expect a behaviour that was taken back since. They say nothing about the module as it is "
     "now, "
     "and were not carried over.",
     "Nothing needs to be done.", false},
    {ReasonCode::kBehaviourAccepted, "SKUA-N308", "new behaviour accepted",
     "Earlier generated tests fail on the module as it is now. on_behaviour_change is accept, so "
     "new tests expect what it does now.",
     "Nothing needs to be done. With on_behaviour_change: report each of them is told.", false},
    {ReasonCode::kNotRunInPlace, "SKUA-N309", "not run where they stand",
     "pytest ended before it ran any of the written files where they stand, with the project's own "
     "settings and conftest.py. Each passed by itself, but nobody saw them pass together, and your "
     "test run will not start either.",
     "Install what the project's tests need beside pytest, often by an extra such as "
     "`pip install -e '.[test]'`, or mend what the line names; then run again.",
     false},
    {ReasonCode::kHarmsOthers, "SKUA-N310", "disturbed other tests",
     "Beside generated tests that the line names, other tests of the project failed that pass "
     "without them, or pytest did not end. What this run had written was taken out again.",
     "Nothing needs to be done where tests were taken out. Look at what the code keeps outside of "
     "its objects: a counter, a cache, a registry that nothing puts back. Where the line names a "
     "file of an earlier run, delete that file.",
     false},
    {ReasonCode::kSuiteTooSlow, "SKUA-N311", "slow tests left out",
     "The tests of the module, or of the whole folder, take longer than budget.suite_time. Tests "
     "that cost the most time for what they alone cover and notice were left out, also those of "
     "earlier runs. Findings, tests with an open behaviour change and files that somebody edited "
     "stay.",
     "Raise budget.suite_time and run with --all to have them. To find tests that cost less, use "
     "search.prefer: fast.",
     false},
    {ReasonCode::kSecretsLeftOut, "SKUA-N312", "secrets left out",
     "Code under test came by a value that is secret: of a token or password in the environment, "
     "or "
     "of a file that it is kept from, such as .env or .netrc. Tests that hold the value are not "
     "written, and reports show *** in its place.",
     "Find out where the code has the value from: a copy of the file, or a constant in the "
     "sources. "
     "Where it is no secret, give it another name in the file, or the file a name such as "
     ".env.example.",
     false},
    {ReasonCode::kOnlyGuards, "SKUA-N313", "only guards",
     "Every test that was found is one that a maintainer would not merge: it calls what is "
     "internal, passes what nobody would, or states next to nothing. None was written; they are "
     "kept as guards, and what they notice when the module changes is told.",
     "Nothing needs to be done. With output.keep: all they are written; --debug explain names "
     "each and why it is a guard.",
     false},
    {ReasonCode::kWorkerLost, "SKUA-N401", "worker lost",
     "The process that ran this module's tests ended again and again and could not be had back. "
     "The rest of the run went on.",
     "Run again with --debug protocol to see what it was doing. If the line shows a traceback, or "
     "the machine has memory to spare and it happens again, this is a fault in Skua: please report "
     "it with that line and the smallest part of the module that shows it.",
     true},
    {ReasonCode::kOutputNotWritten, "SKUA-N402", "file not written",
     "The generated file could not be written to the tests folder.",
     "Check the folder's permissions and the space left on the disk; `skua doctor` tries both.",
     true},
    {ReasonCode::kInternalError, "SKUA-N403", "internal error",
     "Skua itself failed in the middle of this module. Nothing was written for it, the rest of the "
     "run went on, and the run ends with exit code 2.",
     "This is a fault in Skua: please report it with the line that names this code and the "
     "smallest part of the module that shows it. Until then, project.exclude leaves the module "
     "out.",
     true},
    {ReasonCode::kStateNewer, "SKUA-S501", "state of newer version",
     "The state was written by a newer version of Skua. It was set aside under another name, and "
     "every module counts as new.",
     "Use the same version everywhere that the state is shared or cached, or delete the state.",
     false},
    {ReasonCode::kStateOlder, "SKUA-S502", "state of older version",
     "The state was written by an older version of Skua whose format this one no longer reads. It "
     "was set aside under another name, and every module counts as new.",
     "Nothing needs to be done: this run wrote the state anew.", false},
    {ReasonCode::kStateCorrupt, "SKUA-S503", "state unreadable",
     "The state is damaged or is no Skua state. It was set aside under another name, and every "
     "module counts as new.",
     "Nothing needs to be done: this run wrote the state anew. If it happens again, check the disk "
     "and how the CI cache keeps the folder.",
     false},
};

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::span<const ReasonEntry> ReasonCatalogue() { return kCatalogue; }

const ReasonEntry& EntryOf(ReasonCode code) {
  const auto* entry = std::find_if(std::begin(kCatalogue), std::end(kCatalogue),
                                   [&](const ReasonEntry& e) { return e.code == code; });
  assert(entry != std::end(kCatalogue));
  return *entry;
}

const ReasonEntry* FindReason(std::string_view id) {
  constexpr std::string_view kPrefix = "SKUA-";
  if (EqualIgnoringCase(id.substr(0, kPrefix.size()), kPrefix)) id.remove_prefix(kPrefix.size());
  const auto* entry = std::find_if(
      std::begin(kCatalogue), std::end(kCatalogue),
      [&](const ReasonEntry& e) { return EqualIgnoringCase(e.id.substr(kPrefix.size()), id); });
  return entry == std::end(kCatalogue) ? nullptr : entry;
}

}  // namespace skua::model
