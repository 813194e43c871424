#include "report/outcome/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/pair.h"

namespace skua::report {
namespace {

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Returns the module's name without its packages; for a pair the caller's, which may be a class.
std::string_view NameOfCalled(const model::ModuleOutcome& module) {
  const std::string_view name = module.module.name;
  if (!model::IsPair(name)) return name.substr(name.rfind('.') + 1);
  std::string_view path = module.module.path;
  for (const std::string_view end : {".py", "/__init__"}) {
    if (path.ends_with(end)) path.remove_suffix(end.size());
  }
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string Describe(const model::Reason& reason) {
  const std::string title(model::EntryOf(reason.code).title);
  return reason.detail.empty() ? title : title + ": " + reason.detail;
}

std::string ExceptionName(std::string_view type_name) {
  const std::size_t colon = type_name.find(':');
  if (colon == std::string_view::npos) return std::string(type_name);
  const std::string_view name = type_name.substr(colon + 1);
  if (type_name.substr(0, colon) == "builtins") return std::string(name);
  return fmt::format("{}.{}", type_name.substr(0, colon), name);
}

std::string Describe(const model::ModuleOutcome& module, const model::Finding& finding) {
  const auto what = [&]() -> std::string {
    if (finding.verdict == model::Verdict::kCrashed) return "ends the interpreter";
    if (finding.verdict == model::Verdict::kTimedOut) return "does not end";
    return "raises " + ExceptionName(finding.exception.type_name);
  };
  return fmt::format("{}: {} {}", NameOfCalled(module), finding.call, what());
}

std::string Describe(const model::ModuleOutcome& module, const model::BehaviourChange& change) {
  return fmt::format("{}: {}{}", NameOfCalled(module), DescribeChange(change),
                     model::IsSeenByGuard(change) ? " (seen by a guard)" : "");
}

std::string Describe(const model::ModuleOutcome& module, const model::EndedChange& ended) {
  const auto why = [&]() -> std::string_view {
    switch (ended.end) {
      case model::ChangeEnd::kBack:
        return "the earlier behaviour is back";
      case model::ChangeEnd::kAccepted:
        return "accepted";
      case model::ChangeEnd::kEdited:
        return "its test was edited or removed";
    }
    return "";
  };
  return fmt::format("{}: {}", Describe(module, ended.change), why());
}

std::string AgeOf(const model::BehaviourChange& change) {
  std::vector<std::string> parts;
  if (change.run > 0) parts.push_back(fmt::format("run {}", change.run));
  if (!change.commit.empty()) parts.push_back("commit " + change.commit);
  if (parts.empty() && !change.day.empty()) parts.push_back(change.day);
  if (change.runs_ago > 0) {
    parts.push_back(fmt::format("{} run{} ago", change.runs_ago, change.runs_ago == 1 ? "" : "s"));
  }
  if (parts.empty()) return "";
  return fmt::format("since {}", fmt::join(parts, ", "));
}

std::string PlaceOf(const model::ModuleOutcome& module, const model::BehaviourChange& change) {
  if (change.path.empty()) return module.module.path;
  return fmt::format("{}:{}", change.path, change.path_line);
}

std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding) {
  if (finding.exception.path.empty()) return module.module.path;
  return fmt::format("{}:{}", finding.exception.path, finding.exception.line);
}

std::string FileOf(const model::ModuleOutcome& module, const model::PytestResult::Test& test) {
  const std::string name = BaseName(test.file);
  for (const std::string& file : {module.written.findings_file, module.written.file}) {
    if (!file.empty() && BaseName(file) == name) return file;
  }
  return module.written.file.empty() ? test.file : module.written.file;
}

const model::Finding* FindingOf(const model::ModuleOutcome& module,
                                const model::PytestResult::Test& test) {
  if (test.outcome == model::PytestResult::Outcome::kPassed) return nullptr;
  if (!module.written.findings_file.empty() && FileOf(module, test) != module.written.findings_file)
    return nullptr;
  // Finds the case of a parametrised test, or else the whole function.
  for (const std::string& name : {test.name, test.name.substr(0, test.name.find('['))}) {
    const auto finding = std::ranges::find(module.findings, name, &model::Finding::test);
    if (finding != module.findings.end()) return &*finding;
  }
  return nullptr;
}

std::string FewOf(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kNamed) text += fmt::format(" and {} more", names.size() - kNamed);
  return text;
}

const model::ModuleOutcome& StandingOf(const model::ModuleOutcome& module) {
  return module.written.suite.empty() && module.earlier ? *module.earlier : module;
}

std::string MutationScore(const model::ModuleOutcome& module) {
  using enum model::MutantFate;
  const std::size_t judged = module.mutants.size() - CountFate(module.mutants, kNotRun);
  if (judged == 0) return "–";
  return fmt::format("{}/{} killed", CountFate(module.mutants, kKilled), judged);
}

std::vector<std::string> Survivors(const model::ModuleOutcome& module, std::size_t most) {
  std::vector<const model::Mutant*> survivors;
  for (const model::JudgedMutant& judged : module.mutants) {
    if (judged.fate == model::MutantFate::kSurvived) survivors.push_back(&judged.mutant);
  }
  std::ranges::stable_sort(survivors, {}, [](const model::Mutant* mutant) {
    return std::pair(mutant->line, mutant->column);
  });
  std::vector<std::string> lines;
  for (const model::Mutant* mutant : survivors) {
    if (lines.size() == most) {
      lines.push_back(fmt::format("and {} more", survivors.size() - most));
      break;
    }
    std::string name = mutant->operator_name;
    std::ranges::replace(name, '_', ' ');
    lines.push_back(fmt::format(
        "{}:{} {}: {}", module.module.path, mutant->line, name,
        mutant->mutated.empty() ? fmt::format("without {}", mutant->original)
                                : fmt::format("{} became {}", mutant->original, mutant->mutated)));
  }
  return lines;
}

bool IsTroubled(const model::ModuleOutcome& module) {
  using Outcome = model::PytestResult::Outcome;
  const auto is_error = [](const model::Reason& reason) {
    return reason.code != model::ReasonCode::kNone && model::EntryOf(reason.code).is_error;
  };
  return is_error(module.reason) || !module.findings.empty() || !module.behaviour_changes.empty() ||
         std::any_of(module.notes.begin(), module.notes.end(), is_error) ||
         std::any_of(
             module.written.tests.begin(), module.written.tests.end(), [](const auto& test) {
               return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError ||
                      test.outcome == Outcome::kCrashed || test.outcome == Outcome::kTimedOut;
             });
}

bool IsTold(const model::ModuleOutcome& module) {
  if (IsTroubled(module) || !module.notes.empty()) return true;
  return module.change != model::Change::kDeleted &&
         module.reason.code != model::ReasonCode::kUnchanged;
}

}  // namespace skua::report
