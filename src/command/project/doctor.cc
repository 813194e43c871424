#include "command/project/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "command/survey/sandbox_gate.h"
#include "report/console/console_table.h"
#include "report/outcome/text.h"

namespace skua::command {
namespace {

constexpr std::pair kOldestPython{3, 10};

using Lines = std::vector<DoctorLine>;

void DiagnoseInterpreter(const DoctorFacts& facts, Lines& lines) {
  const char* const kAdvice =
      "make a virtual environment (python3 -m venv .venv), or set python.interpreter in skua.yml";
  if (!facts.interpreter) {
    lines.push_back({Health::kError, "interpreter",
                     facts.interpreter_search.empty()
                         ? "no Python found"
                         : fmt::format("no Python found in {}", facts.interpreter_search),
                     kAdvice});
    return;
  }
  const DoctorFacts::Interpreter& python = *facts.interpreter;
  if (!python.problem.empty()) {
    lines.push_back({Health::kError, "interpreter",
                     fmt::format("{} cannot be used: {}", python.path, python.problem), kAdvice});
    return;
  }
  if (std::pair(python.major, python.minor) < kOldestPython) {
    lines.push_back({Health::kError, "interpreter",
                     fmt::format("{} is Python {}, too old", python.path, python.version),
                     "set python.interpreter in skua.yml to CPython 3.10 or later"});
    return;
  }
  lines.push_back(
      {Health::kOk, "interpreter", fmt::format("{} ({})", python.path, python.version), ""});
  if (python.pytest_version) {
    lines.push_back({Health::kOk, "pytest", *python.pytest_version, ""});
  } else {
    lines.push_back({Health::kError, "pytest", fmt::format("not installed for {}", python.path),
                     fmt::format("{} -m pip install pytest", python.path)});
  }
}

void DiagnoseSandbox(const DoctorFacts& facts, Lines& lines) {
  for (const model::Protection& protection : facts.sandbox.protections) {
    if (protection.holds) {
      lines.push_back({Health::kOk, protection.name,
                       protection.detail.empty() ? "kept back" : protection.detail, ""});
      continue;
    }
    std::string finding = "not kept back";
    if (!protection.detail.empty()) finding += fmt::format(" ({})", protection.detail);
    if (!protection.consequence.empty()) finding += ": " + protection.consequence;
    lines.push_back({Health::kWarning, protection.name, finding,
                     protection.advice.empty() ? "run Skua in a container" : protection.advice});
  }
  if (IsRefused(facts.sandbox, facts.required)) {
    lines.push_back(
        {Health::kError, "sandbox", WhyRefused(facts.sandbox, facts.required), kWaysOut});
  } else {
    lines.push_back({Health::kOk, "sandbox", std::string(NameOf(facts.sandbox.grade)), ""});
  }
}

// Diagnoses by starting processes.
void DiagnoseProcesses(const DoctorFacts& facts, Lines& lines) {
  const auto add = [&](const char* subject, const std::optional<std::string>& problem,
                       const char* finding) {
    if (!problem) return;
    if (problem->empty()) {
      lines.push_back({Health::kOk, subject, finding, ""});
    } else {
      lines.push_back({Health::kError, subject, *problem,
                       "fix the problem that the message names, or run Skua in another container"});
    }
  };
  add("worker", facts.worker_problem, "starts in the sandbox");
  add("pytest run", facts.pytest_problem, "passes a test in the sandbox");
}

void DiagnoseScratch(const DoctorFacts::Folder& scratch, Lines& lines) {
  if (scratch.problem.empty()) {
    lines.push_back({Health::kOk, "scratch folder", scratch.path, ""});
  } else {
    lines.push_back({Health::kError, "scratch folder",
                     fmt::format("{} cannot be used: {}", scratch.path, scratch.problem),
                     "set TMPDIR to another folder"});
  }
}

void DiagnoseFolders(const DoctorFacts& facts, Lines& lines) {
  DiagnoseScratch(facts.scratch, lines);
  for (const DoctorFacts::Folder& folder : facts.folders) {
    const std::string subject = folder.role + " folder";
    if (folder.problem.empty()) {
      lines.push_back({Health::kOk, subject, folder.path, ""});
    } else {
      const std::string advice =
          folder.role == "cache"
              ? "make it writable, or set XDG_CACHE_HOME to a folder that is"
              : fmt::format("make it writable, or set output.{} in skua.yml", folder.role);
      lines.push_back({Health::kError, subject,
                       fmt::format("{} cannot be written: {}", folder.path, folder.problem),
                       advice});
    }
  }
}

double Gibibytes(uint64_t bytes) { return static_cast<double>(bytes) / (1u << 30); }

void DiagnoseMachine(const DoctorFacts& facts, Lines& lines) {
  if (facts.jobs > facts.cores) {
    lines.push_back(
        {Health::kWarning, "cores",
         fmt::format("{} for {} jobs: they slow each other down", facts.cores, facts.jobs),
         fmt::format("set budget.jobs to {} or less", facts.cores)});
  } else {
    lines.push_back(
        {Health::kOk, "cores", fmt::format("{}, {} used", facts.cores, facts.jobs), ""});
  }
  if (facts.memory_bytes == 0) return;
  // Only a warning, since workers rarely use all memory up to their limit.
  const uint64_t wanted = facts.worker_memory_bytes * facts.jobs;
  const std::string available = fmt::format("{:.1f} GiB available", Gibibytes(facts.memory_bytes));
  if (facts.memory_bytes < wanted) {
    lines.push_back({Health::kWarning, "memory",
                     fmt::format("{}; {} workers may take {:.1f} GiB", available, facts.jobs,
                                 Gibibytes(wanted)),
                     "use fewer jobs, or lower sandbox.memory in skua.yml"});
  } else {
    lines.push_back({Health::kOk, "memory", available, ""});
  }
}

struct Look {
  const char* symbol;
  const char* word;
  report::Style style;
};

Look LookOf(Health health) {
  switch (health) {
    case Health::kOk:
      return {"✓", "ok", report::Style::kGreen};
    case Health::kWarning:
      return {"!", "warning", report::Style::kYellow};
    case Health::kError:
      return {"✗", "error", report::Style::kRed};
  }
  return {"", "", report::Style::kPlain};
}

}  // namespace

Lines Diagnose(const DoctorFacts& facts) {
  Lines lines;
  DiagnoseInterpreter(facts, lines);
  DiagnoseSandbox(facts, lines);
  DiagnoseProcesses(facts, lines);
  DiagnoseFolders(facts, lines);
  DiagnoseMachine(facts, lines);
  return lines;
}

int ExitCodeOf(const Lines& lines) {
  const bool has_error = std::any_of(lines.begin(), lines.end(), [](const DoctorLine& line) {
    return line.health == Health::kError;
  });
  return has_error ? 2 : 0;
}

void PrintDiagnosis(const Lines& lines, bool color, std::ostream& out) {
  report::Table table({{""}, {""}, {""}});
  for (const DoctorLine& line : lines) {
    const Look look = LookOf(line.health);
    table.Add({{fmt::format("{} {}", look.symbol, look.word), look.style},
               {line.subject},
               {report::OneLine(line.finding)}});
    if (!line.advice.empty()) {
      table.Add({{""}, {""}, {"→ " + report::OneLine(line.advice), report::Style::kBold}});
    }
  }
  const auto count = [&](Health health) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const DoctorLine& line) { return line.health == health; });
  };
  out << table.Render(0, color) << '\n';
  if (count(Health::kError) > 0) {
    out << "A run would fail here: see the lines marked error.\n";
  } else if (count(Health::kWarning) > 0) {
    out << "A run works here, with the restrictions above.\n";
  } else {
    out << "All is well.\n";
  }
}

}  // namespace skua::command
