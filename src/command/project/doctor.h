// `skua doctor`: judges and prints whether this machine has everything that a run needs, with
// advice for the rest. The caller gathers the facts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "model/sandbox.h"

namespace skua::command {

struct DoctorFacts {
  struct Interpreter {
    std::string path;     // ".venv/bin/python"
    std::string problem;  // why it cannot be used; empty: it can
    int major = 0, minor = 0;
    std::string version;  // "3.12.4"
    std::optional<std::string> pytest_version;
  };
  struct Folder {
    std::string role;  // "tests", "reports", "state", "cache"
    std::string path;
    std::string problem;  // why it cannot be written or used; empty: it can
  };
  std::optional<Interpreter> interpreter;  // nullopt: none was found
  std::string interpreter_search;          // where it was searched, if none was found
  // Why a worker, or pytest, does not start; empty: it does. Nullopt without an interpreter.
  std::optional<std::string> worker_problem, pytest_problem;
  model::Sandbox sandbox;
  model::SandboxGrade required = model::SandboxGrade::kNone;  // sandbox.require
  std::vector<Folder> folders;
  Folder scratch;  // for temporary files
  unsigned cores = 1;
  uint64_t memory_bytes = 0;         // available; 0: unknown
  uint64_t worker_memory_bytes = 0;  // the sandbox's limit for one worker; 0: none
  unsigned jobs = 1;
};

enum class Health : uint8_t { kOk, kWarning, kError };

struct DoctorLine {
  Health health = Health::kOk;
  std::string subject;  // "pytest"
  std::string finding;
  std::string advice;  // empty if ok
};

// Returns at least one line; every warning and error has advice.
std::vector<DoctorLine> Diagnose(const DoctorFacts& facts);

// Returns 2 if a line is an error, with which a run would fail, else 0.
int ExitCodeOf(const std::vector<DoctorLine>& lines);

// Prints aligned lines, and a sentence with the result.
void PrintDiagnosis(const std::vector<DoctorLine>& lines, bool color, std::ostream& out);

}  // namespace skua::command
