#include "report/outcome/remark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;

// Quotes a word for a shell's command line.
std::string ShellWord(const std::string& word) {
  const auto is_plain = [](const char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

Remark::Kind KindOf(const model::Finding& finding) {
  if (finding.verdict == model::Verdict::kCrashed) return Remark::Kind::kCrash;
  if (finding.verdict == model::Verdict::kTimedOut) return Remark::Kind::kHang;
  return Remark::Kind::kException;
}

// Sets the place of the test that shows a finding. The module's other file may have a test of the
// same name.
void SetTest(const ModuleOutcome& module, const std::string& name, Remark& remark) {
  remark.test = name;
  remark.test_file =
      module.written.findings_file.empty() ? module.written.file : module.written.findings_file;
  const auto test = std::ranges::find_if(module.written.tests, [&](const auto& written) {
    return written.name == name && FileOf(module, written) == remark.test_file;
  });
  if (test != module.written.tests.end()) remark.test_line = test->line;
}

Remark RemarkOn(const ModuleOutcome& module, const model::Finding& finding) {
  Remark remark;
  remark.kind = KindOf(finding);
  remark.module = module.module.name;
  const bool is_placed = !finding.exception.path.empty();
  remark.path = is_placed ? finding.exception.path : module.module.path;
  remark.line = is_placed ? finding.exception.line : 0;
  remark.text = Describe(module, finding);
  remark.details = finding.exception.message;
  SetTest(module, finding.test, remark);
  if (remark.kind == Remark::Kind::kException) remark.exception = &finding.exception;
  return remark;
}

Remark RemarkOn(const ModuleOutcome& module, const model::BehaviourChange& change) {
  Remark remark;
  remark.kind = Remark::Kind::kBehaviourChange;
  remark.module = module.module.name;
  remark.path = change.path.empty() ? module.module.path : change.path;
  remark.line = change.path.empty() ? 0 : change.path_line;
  remark.text = Describe(module, change);
  remark.details = change.message;
  remark.age = AgeOf(change);
  if (!change.expectation.empty()) {  // the test is in the tree
    remark.test = change.test;
    remark.test_file = change.file;
    remark.test_line = change.line;
  }
  return remark;
}

// Lists the first item of each module, then the second of each, and so on.
template <typename ItemsOf>
void AddByRank(const std::vector<const ModuleOutcome*>& modules, ItemsOf items_of,
               std::vector<Remark>& remarks) {
  bool any = true;
  for (std::size_t rank = 0; any; ++rank) {
    any = false;
    for (const ModuleOutcome* module : modules) {
      const auto& items = items_of(*module);
      if (rank >= items.size()) continue;
      remarks.push_back(RemarkOn(*module, items[rank]));
      any = true;
    }
  }
}

std::vector<Remark> Remarks(const model::RunOutcome& outcome, bool of_project) {
  std::vector<const ModuleOutcome*> modules;
  std::vector<const ModuleOutcome*> latest;
  for (const ModuleOutcome& module : outcome.modules) {
    if (module.change == model::Change::kDeleted) continue;
    modules.push_back(&module);
    latest.push_back(of_project ? &Latest(module) : &module);
  }
  for (const ModuleOutcome& pair : outcome.pairs) {
    modules.push_back(&pair);
    latest.push_back(of_project ? &Latest(pair) : &pair);
  }
  std::vector<Remark> remarks;
  AddByRank(
      modules, [](const auto& module) -> auto& { return module.behaviour_changes; }, remarks);
  AddByRank(
      latest, [](const auto& module) -> auto& { return module.findings; }, remarks);
  return remarks;
}

}  // namespace

std::string Remark::Identity() const {
  return fmt::format("{}\n{}\n{}\n{}", IdOf(kind), module, text,
                     exception == nullptr ? "" : exception->type_name);
}

std::string CommandOf(const Remark& remark) { return CommandOf(remark.test_file, remark.test); }

std::string CommandOf(const std::string& test_file, const std::string& test) {
  if (test.empty() || test_file.empty()) return "";
  if (test_file.ends_with(".json")) return "skua check " + ShellWord(test_file);
  return "python -m pytest " + ShellWord(fmt::format("{}::{}", test_file, test));
}

std::string_view IdOf(Remark::Kind kind) {
  static constexpr std::string_view kIds[] = {"behaviour-change", "unexpected-exception", "crash",
                                              "hang"};
  return kIds[static_cast<std::size_t>(kind)];
}

std::string_view TitleOf(Remark::Kind kind) {
  static constexpr std::string_view kTitles[] = {"Behaviour change", "Unexpected exception",
                                                 "Ends the interpreter", "Does not end"};
  return kTitles[static_cast<std::size_t>(kind)];
}

std::vector<Remark> RemarksOfRun(const model::RunOutcome& outcome) {
  return Remarks(outcome, false);
}
std::vector<Remark> RemarksOfProject(const model::RunOutcome& outcome) {
  return Remarks(outcome, true);
}

}  // namespace skua::report
