// The gate before a run: whether code under test is contained as sandbox.require asks for.
#pragma once

#include <string>

#include "model/sandbox.h"
#include "worker/interpreter.h"

namespace skua::command {

// What to do where it is not.
inline constexpr const char* kWaysOut =
    "run on a machine that grants more, or accept it by `sandbox: {require: none}` in skua.yml";

bool IsRefused(const model::Sandbox& sandbox, model::SandboxGrade required);

// "the sandbox is only of grade none here, and sandbox.require is standard: code under test can …"
std::string WhyRefused(const model::Sandbox& sandbox, model::SandboxGrade required);

// Throws base::Error with both where it is refused.
void RequireSandbox(const model::Sandbox& sandbox, model::SandboxGrade required);

// The same for an interpreter that lies in the project, before it runs.
worker::SandboxJudge JudgeBy(model::SandboxGrade required);

}  // namespace skua::command
