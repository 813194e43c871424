// Checks before a run that code under test is contained as sandbox.require demands.
#pragma once

#include <string>

#include "model/sandbox.h"
#include "worker/interpreter.h"

namespace skua::command {

// Advice for a refused run.
inline constexpr const char* kWaysOut =
    "run on a machine that grants more, or accept it by `sandbox: {require: none}` in skua.yml";

bool IsRefused(const model::Sandbox& sandbox, model::SandboxGrade required);

// Returns "the sandbox is of grade none here, and sandbox.require is standard: code under test
// can …"; empty if it suffices.
std::string WhyRefused(const model::Sandbox& sandbox, model::SandboxGrade required);

// Throws base::Error, with reason and advice, if the sandbox does not suffice.
void RequireSandbox(const model::Sandbox& sandbox, model::SandboxGrade required);

// Returns a judge that does the same for an interpreter in the project, before it runs.
worker::SandboxJudge JudgeBy(model::SandboxGrade required);

}  // namespace skua::command
