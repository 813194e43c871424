// What tests with real processes share: the interpreter, the unpacked runtime, and a project made
// of the files in subjects/, in a scratch folder beside a canary that nothing may harm.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/files.h"
#include "support/source.h"
#include "worker/interpreter.h"
#include "worker/runtime_bundle.h"
#include "worker/worker_loader.h"

namespace skua::worker {

class WorkerFixture : public ::testing::Test {
 protected:
  struct Shared {
    base::SteadyClock clock;
    base::ScratchFolder cache;
    InterpreterFacts interpreter = FindInterpreter(
        "/", NamedByEnvironment(), base::Deadline(clock).Within(std::chrono::minutes(1)),
        [](const model::Sandbox&) {});
    RuntimeBundle bundle{interpreter, cache.path()};
    ContainmentFeatures features = ProbeContainment();
  };
  static const Shared& shared() {
    static const Shared shared;
    return shared;
  }
  static std::optional<std::string> NamedByEnvironment() {
    const char* name = std::getenv("SKUA_PYTHON");
    return name == nullptr ? "python3" : name;
  }

  WorkerFixture() {
    std::filesystem::copy(test::Source("tests/unit/worker/subjects"), project_);
    base::WriteFileAtomically(canary_, "alive");
    options_.interpreter = shared().interpreter.path;
    options_.project_root = project_;
    options_.source_path = {project_};
    options_.runtime_folder = shared().bundle.path();
    options_.features = shared().features;
    options_.limits.memory_bytes = uint64_t{1} << 30;
    options_.limits.file_bytes = uint64_t{8} << 20;
  }
  void TearDown() override { EXPECT_EQ(base::ReadFile(canary_), "alive"); }

  model::ModuleId Module(const std::string& name) const { return {name, name + ".py"}; }
  base::Deadline Generous() const {
    return base::Deadline(shared().clock).Within(std::chrono::minutes(1));
  }

  const base::Log log_;
  const base::ScratchFolder scratch_;
  const std::filesystem::path project_ = scratch_.path() / "project";
  const std::filesystem::path canary_ = scratch_.path() / "canary";
  WorkerOptions options_;
};

// A loaded subject with what makes tests for it.
class HostileSubject {
 public:
  using Argument = std::variant<int64_t, bool, std::string>;

  explicit HostileSubject(model::LoadedSubject loaded) : loaded_(std::move(loaded)) {}

  model::LoadedSubject& loaded() { return loaded_; }
  model::Executor& executor() { return *loaded_.executor; }

  // A test that makes the arguments and calls a function with them.
  model::TestCase Call(const std::string& function,
                       const std::vector<Argument>& arguments = {}) const {
    model::TestCase test;
    model::Statement call{.kind = model::StatementKind::kCall, .target = Find(function)};
    for (const Argument& argument : arguments) {
      call.operands.push_back(static_cast<model::VariableIndex>(test.size()));
      call.parameters.push_back(static_cast<uint16_t>(test.size()));
      model::Statement& statement = test.statements.emplace_back();
      if (const auto* text = std::get_if<std::string>(&argument)) {
        statement.kind = model::StatementKind::kStr;
        statement.text = *text;
      } else if (const auto* truth = std::get_if<bool>(&argument)) {
        statement.kind = model::StatementKind::kBool;
        statement.integer = *truth;
      } else {
        statement.kind = model::StatementKind::kInt;
        statement.integer = std::get<int64_t>(argument);
      }
    }
    test.statements.push_back(call);
    return test;
  }

  std::vector<model::Trace> Run(const std::vector<model::TestCase>& tests,
                                const base::Deadline& deadline,
                                model::Isolation isolation = model::Isolation::kShared) {
    std::vector<model::Trace> traces;
    executor().Execute(tests, isolation, deadline, traces);
    return traces;
  }

 private:
  uint32_t Find(const std::string& function) const {
    const auto& callables = loaded_.subject.callables;
    for (uint32_t i = 0; i < callables.size(); ++i) {
      if (callables[i].qualified_name == function && callables[i].in_subject) return i;
    }
    throw std::logic_error("no function " + function);
  }

  model::LoadedSubject loaded_;
};

inline std::vector<model::Verdict> VerdictsOf(const std::vector<model::Trace>& traces) {
  std::vector<model::Verdict> verdicts;
  for (const model::Trace& trace : traces) verdicts.push_back(trace.verdict);
  return verdicts;
}

}  // namespace skua::worker
