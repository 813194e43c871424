// What a campaign runs with, without a process and without a clock that goes by itself: a loader,
// executors and a pytest, each of which takes the time that it is said to take. A test is asked as
// each of their steps begins: it may let time pass, or throw as a worker does that is lost. Steps
// come from any thread, one at a time.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/executor.h"
#include "model/subject_loader.h"
#include "support/fake_clock.h"
#include "support/fake_program.h"
#include "support/fake_pytest_runner.h"

namespace skua::test {

// A module with four goals beside its import and three mutants:
//
//   def price(weight: int):        # mutants: the result for 4711, that for all others
//       if 0 < weight:
//           if weight == 4711: return 1
//           return 2 * weight
//       raise ValueError
//   def greet(name: str):          # mutant: the result
//       return "hello"
class FakeModule {
 public:
  FakeModule() {
    program.subject.module = {"fake", "fake.py"};
    const auto price = program.CodeObject("price");
    const auto p = program.Nested(price, 2);
    program.Callable(model::CallableKind::kFunction, "price", price,
                     {FakeProgram::Parameter("weight", program.Type(model::TypeKind::kInt))},
                     [this, p](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
                       const int64_t weight = IntOf(arguments[0]);
                       if (!run.Less(p[0], 0, weight)) throw FakeException{"builtins:ValueError"};
                       if (run.Equal(p[1], weight, 4711)) return Plain(IntValue(Active(0) ? 2 : 1));
                       return Plain(IntValue(weight * (Active(1) ? 3 : 2)));
                     });
    const auto greet = program.CodeObject("greet");
    program.Nested(greet, 0);
    program.Callable(model::CallableKind::kFunction, "greet", greet,
                     {FakeProgram::Parameter("name", program.Type(model::TypeKind::kStr))},
                     [this](FakeRun&, FakeObject*, const FakeProgram::Arguments& arguments) {
                       StrOf(arguments[0]);
                       return Plain(StrValue(Active(2) ? "" : "hello"));
                     });
    for (uint32_t i = 0; i < 3; ++i) {
      model::Mutant& mutant = mutants.emplace_back();
      mutant.operator_name = "constant";
      mutant.line = i + 1;
      mutant.code_object = i < 2 ? price : greet;
    }
  }
  FakeModule(const FakeModule&) = delete;
  FakeModule& operator=(const FakeModule&) = delete;

  model::Observation ObserveUnder(const model::TestCase& test, model::MutantIndex mutant) {
    active_ = mutant;
    model::Observation seen = program.Observe(test);
    active_ = model::kNoIndex;
    if (mutant == model::kNoIndex) {
      const std::vector<model::CodeObjectIndex> entered = program.Interpret(test).code_objects;
      for (model::MutantIndex i = 0; i < mutants.size(); ++i) {
        if (std::ranges::find(entered, mutants[i].code_object) != entered.end()) {
          seen.reached_mutants.push_back(i);
        }
      }
    }
    return seen;
  }

  // Whether a test is being observed under this mutant.
  bool Active(model::MutantIndex mutant) const { return active_ == mutant; }

  FakeProgram program;
  std::vector<model::Mutant> mutants;

 private:
  static FakeValue Plain(model::Value value) { return {std::move(value), nullptr}; }

  model::MutantIndex active_ = model::kNoIndex;
};

// What the tools of a campaign are asked to do, in the order in which a campaign comes to it.
enum class CampaignStep : uint8_t {
  kLoad,          // the module, instrumented
  kSearch,        // a test
  kMinimise,      // a test, behind the search
  kLoadMutants,   // the module with its mutants, to observe
  kLoadObserver,  // the module as it is, to observe
  kObserve,       // a test
  kJudge,         // a test, under a mutant or none
  kVerify,        // a run of pytest
  kRunInPlace,    // a run of pytest on files of the project
};
inline constexpr std::array<std::string_view, 9> kCampaignStepNames = {
    "Load",    "Search", "Minimise", "LoadMutants", "LoadObserver",
    "Observe", "Judge",  "Verify",   "RunInPlace"};

class FakeCampaignTools final : public model::SubjectLoader, public model::PytestRunner {
 public:
  // Time that each step takes.
  std::map<CampaignStep, base::Duration> costs = {
      {CampaignStep::kLoad, std::chrono::milliseconds(100)},
      {CampaignStep::kSearch, std::chrono::microseconds(100)},
      {CampaignStep::kMinimise, std::chrono::microseconds(100)},
      {CampaignStep::kLoadMutants, std::chrono::milliseconds(100)},
      {CampaignStep::kLoadObserver, std::chrono::milliseconds(100)},
      {CampaignStep::kObserve, std::chrono::milliseconds(1)},
      {CampaignStep::kJudge, std::chrono::milliseconds(1)},
      {CampaignStep::kVerify, std::chrono::milliseconds(300)},
      {CampaignStep::kRunInPlace, std::chrono::milliseconds(300)}};
  // Called as each step begins.
  std::function<void(CampaignStep)> at = [](CampaignStep) {};
  // What is seen of files that are watched while pytest runs.
  std::function<model::PytestResult(const model::WatchedFiles&)> watched =
      [](const model::WatchedFiles&) { return model::PytestResult{}; };
  // Loads that fail, and why.
  std::map<CampaignStep, model::Reason> failures;

  model::LoadedSubject Load(const model::ModuleId& id, const model::LoadOptions& options,
                            const base::Deadline& deadline) override {
    const CampaignStep step = options.instrument    ? CampaignStep::kLoad
                              : options.mutants > 0 ? CampaignStep::kLoadMutants
                                                    : CampaignStep::kLoadObserver;
    Take(step);
    model::LoadedSubject loaded;
    if (const auto failure = failures.find(step); failure != failures.end()) {
      loaded.failure = failure->second;
    } else if (deadline.Expired()) {
      loaded.failure = {model::ReasonCode::kNoBudgetLeft, "no time was left to import it"};
    } else {
      loaded.subject = module.program.subject;
      loaded.subject.module = id;
      if (options.mutants > 0) loaded.mutants = module.mutants;
      loaded.executor = std::make_unique<Worker>(*this, options);
    }
    return loaded;
  }

  void StartAhead(std::span<const uint32_t> hash_seeds) override { pytest.StartAhead(hash_seeds); }
  model::PytestResult Run(const model::PytestRequest& request,
                          const base::Deadline& deadline) override {
    const std::lock_guard lock(mutex_);
    Take(CampaignStep::kVerify);
    return Cut(pytest.Run(request, deadline), deadline);
  }
  model::PytestResult RunInPlace(const std::vector<std::filesystem::path>& files,
                                 const base::Deadline& deadline) override {
    const std::lock_guard lock(mutex_);
    Take(CampaignStep::kRunInPlace);
    return Cut(pytest.RunInPlace(files, deadline), deadline);
  }
  model::PytestResult RunInPlaceAfter(const std::vector<std::filesystem::path>& first,
                                      const std::vector<std::filesystem::path>& last,
                                      base::Duration for_first,
                                      const base::Deadline& deadline) override {
    const std::lock_guard lock(mutex_);
    Take(CampaignStep::kRunInPlace);
    return Cut(pytest.RunInPlaceAfter(first, last, for_first, deadline), deadline);
  }
  model::PytestResult WatchInPlace(const std::vector<std::filesystem::path>&,
                                   const model::WatchedFiles& files,
                                   const base::Deadline&) override {
    return watched(files);
  }
  model::PytestResult WeighInPlace(const std::vector<std::filesystem::path>& files,
                                   const base::Deadline& deadline) override {
    return RunInPlace(files, deadline);
  }

  FakeClock clock;
  FakeModule module;
  testing::FakePytestRunner pytest;  // says what tests do
  std::map<CampaignStep, int> taken;

 private:
  class Worker final : public model::Executor {
   public:
    Worker(FakeCampaignTools& tools, const model::LoadOptions& options)
        : tools_(tools), options_(options) {}

    void Execute(std::span<const model::TestCase> tests, model::Isolation,
                 const base::Deadline& deadline, std::vector<model::Trace>& traces) override {
      traces.assign(tests.size(), {});
      for (std::size_t i = 0; i < tests.size() && !deadline.Expired(); ++i) {
        tools_.Take(is_searching_ ? CampaignStep::kSearch : CampaignStep::kMinimise);
        traces[i] = tools_.module.program.Interpret(tests[i]);
      }
      if (options_.executed_tests != nullptr) *options_.executed_tests += tests.size();
    }
    std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                            const base::Deadline& deadline) override {
      std::vector<model::Observation> seen(tests.size());
      for (std::size_t i = 0; i < tests.size() && !deadline.Expired(); ++i) {
        const std::lock_guard lock(tools_.mutex_);
        tools_.Take(CampaignStep::kObserve);
        seen[i] = tools_.module.program.Observe(tests[i]);
      }
      return seen;
    }
    void ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                      std::span<const uint32_t>, const base::Deadline& deadline,
                      const TakeObservation& take) override {
      if (options_.mutants == 0) throw std::logic_error("the subject was loaded without mutants");
      for (std::size_t i = 0; i < tests.size() && !deadline.Expired(); ++i) {
        if (!take(i, tools_.Judge(tests[i], mutant))) return;
      }
    }
    // A campaign brings all predicates back when its search is over.
    void Retire(std::span<const model::PredicateIndex> predicates) override {
      if (predicates.empty()) is_searching_ = false;
    }

   private:
    FakeCampaignTools& tools_;
    const model::LoadOptions options_;
    bool is_searching_ = true;
  };

  void Take(CampaignStep step) {
    const std::lock_guard lock(mutex_);
    ++taken[step];
    at(step);
    clock.Advance(costs[step]);
  }
  model::Observation Judge(const model::TestCase& test, model::MutantIndex mutant) {
    const std::lock_guard lock(mutex_);
    Take(CampaignStep::kJudge);
    return module.ObserveUnder(test, mutant);
  }
  // What a runner tells that was killed at its deadline.
  // A result that says itself how far pytest came stays as it is.
  static model::PytestResult Cut(model::PytestResult result, const base::Deadline& deadline) {
    const bool is_cut = deadline.Expired() && (result.completed || !result.reported);
    return is_cut ? model::PytestResult{} : std::move(result);
  }

  std::recursive_mutex mutex_;
};

}  // namespace skua::test
