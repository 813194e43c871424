#include "command/project/doctor.h"

#include <algorithm>
#include <functional>
#include <sstream>

#include "support/matchers.h"

namespace skua::command {
namespace {

DoctorFacts Healthy() {
  return {.interpreter = DoctorFacts::Interpreter{".venv/bin/python", "", 3, 12, "3.12.4", "8.3.2"},
          .sandbox = {model::SandboxGrade::kStrict, {{"secrets", true, "not there", "", ""}}},
          .required = model::SandboxGrade::kStandard,
          .folders = {{"tests", "tests/generated", ""}, {"cache", "/home/ada/.cache/skua", ""}},
          .scratch = {"scratch", "/tmp", ""},
          .cores = 4,
          .memory_bytes = 8ull << 30,
          .worker_memory_bytes = 1ull << 30,
          .jobs = 4};
}

std::string Printed(const DoctorFacts& facts, bool color = false) {
  std::ostringstream out;
  PrintDiagnosis(Diagnose(facts), color, out);
  return out.str();
}

TEST(Doctor, FindsNothingWrongWithAHealthyMachine) {
  const auto lines = Diagnose(Healthy());
  for (const DoctorLine& line : lines) {
    EXPECT_EQ(line.health, Health::kOk) << line.subject << ": " << line.finding;
  }
  EXPECT_EQ(ExitCodeOf(lines), 0);
  EXPECT_EQ(Printed(Healthy()),
            " ✓ ok   interpreter      .venv/bin/python (3.12.4)\n"
            " ✓ ok   pytest           8.3.2\n"
            " ✓ ok   secrets          not there\n"
            " ✓ ok   sandbox          strict\n"
            " ✓ ok   scratch folder   /tmp\n"
            " ✓ ok   tests folder     tests/generated\n"
            " ✓ ok   cache folder     /home/ada/.cache/skua\n"
            " ✓ ok   cores            4, 4 used\n"
            " ✓ ok   memory           8.0 GiB available\n"
            "\n"
            "All is well.\n");
}

TEST(Doctor, JudgesEachTrouble) {
  const struct {
    std::function<void(DoctorFacts&)> spoil;
    Health health;
    std::string subject, finding, advice;
  } cases[] = {
      {[](DoctorFacts& f) { f.interpreter.reset(); }, Health::kError, "interpreter",
       "no Python found", "python.interpreter"},
      {[](DoctorFacts& f) {
         f.interpreter.reset();
         f.interpreter_search = ".venv, PATH";
       },
       Health::kError, "interpreter", "no Python found in .venv, PATH", "python3 -m venv"},
      {[](DoctorFacts& f) { f.interpreter->problem = "Permission denied"; }, Health::kError,
       "interpreter", ".venv/bin/python cannot be used: Permission denied", "python.interpreter"},
      {[](DoctorFacts& f) {
         f.interpreter->minor = 9;
         f.interpreter->version = "3.9.18";
       },
       Health::kError, "interpreter", "is Python 3.9.18, too old", "3.10 or later"},
      {[](DoctorFacts& f) { f.interpreter->pytest_version.reset(); }, Health::kError, "pytest",
       "not installed for .venv/bin/python", ".venv/bin/python -m pip install pytest"},
      {[](DoctorFacts& f) {
         f.sandbox.protections = {
             {"network", false, "kernel 5.4", "tests can reach the network", "newer kernel"}};
       },
       Health::kWarning, "network", "not kept back (kernel 5.4): tests can reach the network",
       "newer kernel"},
      {[](DoctorFacts& f) {
         f.sandbox.protections = {{"signals", false, "", "", ""}};
       },
       Health::kWarning, "signals", "not kept back", "in a container"},
      {[](DoctorFacts& f) {
         f.sandbox = {model::SandboxGrade::kStandard, {}};
         f.required = model::SandboxGrade::kStrict;
       },
       Health::kError, "sandbox", "of grade standard here, and sandbox.require is strict",
       "sandbox: {require: none}"},
      {[](DoctorFacts& f) { f.worker_problem = "no worker starts: Permission denied"; },
       Health::kError, "worker", "no worker starts: Permission denied",
       "the problem that the message names"},
      {[](DoctorFacts& f) { f.pytest_problem = "a test that is empty fails"; }, Health::kError,
       "pytest run", "a test that is empty fails", "the problem that the message names"},
      {[](DoctorFacts& f) {
         f.folders = {{"reports", "build/skua", "Read-only file system"}};
       },
       Health::kError, "reports folder", "build/skua cannot be written: Read-only file system",
       "output.reports"},
      {[](DoctorFacts& f) {
         f.folders = {{"cache", "/c", "Permission denied"}};
       },
       Health::kError, "cache folder", "/c cannot be written", "XDG_CACHE_HOME"},
      {[](DoctorFacts& f) {
         f.scratch = {"scratch", "/dev/shm", "code under test does not see it"};
       },
       Health::kError, "scratch folder", "/dev/shm cannot be used: code under test", "TMPDIR"},
      {[](DoctorFacts& f) { f.jobs = 5; }, Health::kWarning, "cores", "4 for 5 jobs", "4 or less"},
      {[](DoctorFacts& f) { f.memory_bytes = 1ull << 30; }, Health::kWarning, "memory",
       "1.0 GiB available; 4 workers may take 4.0 GiB", "fewer jobs"},
  };
  for (const auto& c : cases) {
    DoctorFacts facts = Healthy();
    c.spoil(facts);
    const auto lines = Diagnose(facts);
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [](const DoctorLine& l) { return l.health != Health::kOk; });
    ASSERT_NE(line, lines.end()) << c.finding;
    EXPECT_EQ(line->health, c.health) << c.finding;
    EXPECT_EQ(line->subject, c.subject);
    EXPECT_THAT(line->finding, HasSubstr(c.finding));
    EXPECT_THAT(line->advice, HasSubstr(c.advice));
    EXPECT_EQ(ExitCodeOf(lines), c.health == Health::kError ? 2 : 0) << c.finding;
    EXPECT_THAT(Printed(facts), Not(HasSubstr("All is well")));
    EXPECT_THAT(Printed(facts), HasSubstr("→ " + line->advice));
  }
}

TEST(Doctor, TakesANewerMajorVersion) {
  DoctorFacts facts = Healthy();
  facts.interpreter->major = 4;
  facts.interpreter->minor = 0;
  EXPECT_EQ(ExitCodeOf(Diagnose(facts)), 0);
}

TEST(Doctor, SaysNothingOfMemoryThatIsUnknown) {
  DoctorFacts facts = Healthy();
  facts.memory_bytes = 0;
  EXPECT_THAT(Printed(facts), Not(HasSubstr("memory")));
}

TEST(Doctor, ColoursOnlyWhenAsked) {
  EXPECT_THAT(Printed(Healthy(), true), HasSubstr("\x1b[32m✓ ok\x1b[0m"));
  EXPECT_THAT(Printed(Healthy(), false), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace skua::command
