#include "report/wording.h"

#include <fmt/format.h>

#include <algorithm>

namespace skua::report {

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
  const std::string& name = module.module.name;
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  return fmt::format("{}.{} raises {}", last, finding.call,
                     ExceptionName(finding.exception.type_name));
}

std::string PlaceOf(const model::ModuleOutcome& module, const model::Finding& finding) {
  if (finding.exception.path.empty()) return module.module.path;
  return fmt::format("{}:{}", finding.exception.path, finding.exception.line);
}

bool IsTroubled(const model::ModuleOutcome& module) {
  using Outcome = model::PytestResult::Outcome;
  const auto is_error = [](const model::Reason& reason) {
    return reason.code != model::ReasonCode::kNone && model::EntryOf(reason.code).is_error;
  };
  return is_error(module.reason) || !module.findings.empty() ||
         std::any_of(module.notes.begin(), module.notes.end(), is_error) ||
         std::any_of(module.tests.begin(), module.tests.end(), [](const auto& test) {
           return test.outcome == Outcome::kFailed || test.outcome == Outcome::kError;
         });
}

}  // namespace skua::report
