#include "command/survey/sandbox_gate.h"

#include <fmt/format.h>

#include "base/error.h"

namespace skua::command {

bool IsRefused(const model::Sandbox& sandbox, model::SandboxGrade required) {
  return sandbox.grade < required;
}

std::string WhyRefused(const model::Sandbox& sandbox, model::SandboxGrade required) {
  return fmt::format("the sandbox is of grade {} here, and sandbox.require is {}: {}",
                     NameOf(sandbox.grade), NameOf(required), ConsequencesOf(sandbox));
}

void RequireSandbox(const model::Sandbox& sandbox, model::SandboxGrade required) {
  if (!IsRefused(sandbox, required)) return;
  throw base::Error(fmt::format("{}; {} (`skua doctor` shows each part)",
                                WhyRefused(sandbox, required), kWaysOut));
}

worker::SandboxJudge JudgeBy(model::SandboxGrade required) {
  return [required](const model::Sandbox& sandbox) { RequireSandbox(sandbox, required); };
}

}  // namespace skua::command
