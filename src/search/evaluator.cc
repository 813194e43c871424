#include "search/evaluator.h"

#include <algorithm>

namespace skua::search {

using model::GoalIndex;
using model::PredicateIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::Verdict;

namespace {

bool SpeaksOfWrongTypes(const std::string& exception) {
  return exception == "builtins:TypeError" || exception == "builtins:AttributeError";
}

// Generations after which callables are weighed anew by what they paid.
constexpr uint64_t kWeighingInterval = 20;
// How much likelier a callable is through which an open goal elsewhere was reached.
constexpr double kCallerFactor = 4;
// Of a discovery curve; beyond it, it is thinned out.
constexpr std::size_t kMostGainPoints = 128;
// Of the tests after which a search may be said to stagnate: so many are enough to turn to the
// goals that were left for later.
constexpr double kPatienceBeforeLater = 0.1;

}  // namespace

Evaluator::Evaluator(const model::Subject& subject, model::Executor& executor,
                     const SearchOptions& options, const base::Deadline& deadline, Pacer* pacer,
                     std::span<const TestCase> pool, std::span<const GoalIndex> later)
    : subject_(subject),
      executor_(executor),
      options_(options),
      deadline_(deadline),
      goals_(subject),
      archive_(goals_, executor_),
      constants_(subject, options.dynamic_constant_probability),
      primitives_(options, constants_),
      types_(subject),
      guesses_(subject, types_),
      pool_(types_, pool),
      factory_(goals_, options, primitives_, types_, guesses_),
      callables_(subject.callables.size(), options.adaptive),
      callers_(subject.code_objects.size()),
      open_goals_at_(subject.predicates.size(), 0),
      leads_somewhere_(subject.predicates.size(), false),
      entered_(subject.code_objects.size(), false),
      later_(later.begin(), later.end()),
      pacer_(pacer),
      start_(deadline.clock().Now()) {
  if (!pool.empty()) factory_.values().DrawFrom(pool_, options.pool_probability);
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (archive_.IsCovered(goal) || !goals_.IsReachable(goal)) continue;
    VisitPredicatesAt(goal, [&](PredicateIndex p) {
      ++open_goals_at_[p];
      leads_somewhere_[p] = true;
    });
  }
  for (PredicateIndex p = 0; p < leads_somewhere_.size(); ++p) {
    if (!leads_somewhere_[p]) retired_.push_back(p);
  }
  if (!retired_.empty()) executor_.Retire(retired_);
  Settle();
  if (!later_.empty()) factory_.WeighCallables(settled());
}

// The goal's predicate and those above it, whose distances tell how far it is; each once.
template <typename Visitor>
void Evaluator::VisitPredicatesAt(GoalIndex goal, Visitor visit) {
  if (goals_[goal].kind == model::GoalKind::kCodeObject) return;
  const PredicateIndex own = goals_[goal].index;
  visited_.assign(1, own);
  for (const auto& ancestor : goals_.control_dependence().AncestorsOf(own)) {
    visited_.push_back(ancestor.branch.predicate);
  }
  std::sort(visited_.begin(), visited_.end());
  visited_.erase(std::unique(visited_.begin(), visited_.end()), visited_.end());
  for (PredicateIndex p : visited_) visit(p);
}

template <typename Visitor>
void Evaluator::VisitCalls(const TestCase& test, Visitor visit) const {
  for (const Statement& statement : test.statements) {
    if (statement.kind == StatementKind::kCall) visit(statement.target);
  }
}

bool Evaluator::Finished() {
  const auto least_tests = static_cast<double>(options_.stagnation_tests);
  if (!later_.empty() && HasStagnated(kPatienceBeforeLater * least_tests)) TakeUpLater();
  if (archive_.open_goals() == 0 || deadline_.Interrupted() || HasStagnated(least_tests) ||
      (options_.max_generations > 0 && generations_ >= options_.max_generations)) {
    return true;
  }
  if (pacer_ != nullptr) {
    const base::Duration searched = Searched();
    if (searched >= pacer_->granted() && !Suspend(searched)) return true;
  }
  return deadline_.Expired();
}

base::Duration Evaluator::Searched() const { return deadline_.clock().Now() - start_ - asleep_; }

bool Evaluator::Suspend(base::Duration searched) {
  const base::TimePoint since = deadline_.clock().Now();
  executor_.Sleep();
  const bool goes_on = pacer_->Suspend({archive_.branches(), archive_.covered_branches(), searched,
                                        searched - last_gain_, discovery_});
  executor_.Wake();
  asleep_ += deadline_.clock().Now() - since;
  return goes_on;
}

// Keeps the curve short: when there are too many points, every other one of them goes.
void Evaluator::NoteGain() {
  last_gain_ = Searched();
  if (discovery_.size() >= kMostGainPoints) {
    std::size_t kept = 0;
    for (std::size_t i = 1; i < discovery_.size(); i += 2) discovery_[kept++] = discovery_[i];
    discovery_.resize(kept);
  }
  discovery_.push_back({last_gain_, archive_.covered_branches()});
}

// Counted in tests, not in time, so that it depends on the seed alone.
bool Evaluator::HasStagnated(double least_tests) const {
  if (options_.stagnation <= 0) return false;
  const auto tests = static_cast<double>(executed_tests());
  const auto in_vain = static_cast<double>(executed_tests() - tests_at_last_gain_);
  return tests >= least_tests && in_vain >= options_.stagnation * tests;
}

void Evaluator::Settle() {
  if (later_.empty()) return;
  settled_ = archive_.covered();
  for (const GoalIndex goal : later_) settled_[goal] = true;
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (!settled_[goal] && goals_.IsReachable(goal)) return;
  }
  TakeUpLater();
}

void Evaluator::TakeUpLater() {
  later_.clear();
  ++landscape_;
  tests_at_last_gain_ = executed_tests();
  WeighCallables();
}

double Evaluator::Progress() const {
  if (options_.max_generations > 0) {
    return std::min(
        1.0, static_cast<double>(generations_) / static_cast<double>(options_.max_generations));
  }
  if (pacer_ == nullptr && deadline_.unlimited()) return 0;
  const auto past = static_cast<double>(Searched().count());
  const auto whole = static_cast<double>(
      (pacer_ != nullptr ? pacer_->granted() : deadline_.end() - start_).count());
  return whole > 0 ? std::clamp(past / whole, 0.0, 1.0) : 1;
}

void Evaluator::CountGeneration() {
  callables_.Discount();
  if (++generations_ % kWeighingInterval == 0) WeighCallables();
}

bool Evaluator::Evaluate(std::span<TestCase> tests) {
  // However slow the tests, time is left to confirm what they found.
  const base::Duration left = deadline_.Remaining();
  executor_.Execute(tests, model::Isolation::kShared, deadline_.Within(left - left / 4), traces_);
  if (hints_.size() < tests.size()) hints_.resize(tests.size());
  gained_.assign(tests.size(), false);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Trace& trace = traces_[i];
    if (trace.verdict == Verdict::kNotRun) continue;
    if (trace.verdict == Verdict::kRaised && trace.executed_statements + 1u < tests[i].size()) {
      tests[i].statements.resize(trace.executed_statements + 1u);
    }
    LearnFrom(tests[i], trace, hints_[i]);
    if (IsTrouble(trace.verdict)) suspects_.Note(tests[i], trace);
  }
  if (!archive_.Update(tests, traces_, deadline_)) return false;
  Settle();
  ++landscape_;
  NoteGain();
  tests_at_last_gain_ = executed_tests();
  RewardNewCoverage(tests);
  WeighCallables();
  RetireCovered();
  return true;
}

const std::vector<Trace>& Evaluator::Probe(std::span<const TestCase> tests) {
  executor_.Execute(tests, model::Isolation::kShared, deadline_, probed_);
  return probed_;
}

void Evaluator::LearnFrom(const TestCase& test, const Trace& trace,
                          std::vector<OperandHint>& hints) {
  LearnCallers(test, trace);
  const std::size_t results = std::min(trace.result_classes.size(), test.size());
  for (std::size_t i = 0; i < results; ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall && trace.result_classes[i] != model::kNoIndex) {
      types_.LearnResult(statement.target, trace.result_classes[i]);
    }
  }
  if (trace.verdict == Verdict::kRaised && SpeaksOfWrongTypes(trace.exception) &&
      trace.executed_statements < test.size()) {
    guesses_.Lower(test, test.statements[trace.executed_statements]);
  }
  LearnFromOperands(test, trace.operands, leads_somewhere_, hints, constants_);
}

void Evaluator::LearnCallers(const TestCase& test, const Trace& trace) {
  called_.clear();
  VisitCalls(test, [&](model::CallableIndex callable) {
    callables_.Use(callable);
    if (subject_.callables[callable].in_subject) called_.push_back(callable);
  });
  for (model::CodeObjectIndex c : trace.code_objects) {
    if (!entered_[c]) {
      entered_[c] = true;
      ++landscape_;
    }
    if (!goals_.IsCallable(c) && (callers_[c].empty() || called_.size() < callers_[c].size())) {
      callers_[c] = called_;
    }
  }
}

void Evaluator::RewardNewCoverage(std::span<const TestCase> tests) {
  const auto newly = archive_.newly_covered();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    bool gained = false;
    goals_.VisitCovered(traces_[i], [&](GoalIndex goal) {
      gained = gained || std::binary_search(newly.begin(), newly.end(), goal);
    });
    if (!gained) continue;
    gained_[i] = true;
    for (const Statement& statement : tests[i].statements) guesses_.Raise(tests[i], statement);
    VisitCalls(tests[i],
               [&](model::CallableIndex callable) { callables_.Reward(callable, kCoveredReward); });
  }
}

void Evaluator::RewardNearer(const TestCase& test) {
  VisitCalls(test,
             [&](model::CallableIndex callable) { callables_.Reward(callable, kNearerReward); });
}

void Evaluator::WeighCallables() {
  callable_factors_.resize(subject_.callables.size());
  for (model::CallableIndex i = 0; i < callable_factors_.size(); ++i) {
    callable_factors_[i] = callables_.FactorOf(i);
  }
  called_.clear();
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (settled()[goal]) continue;
    const auto& callers = callers_[goals_.CodeObjectOf(goal)];
    called_.insert(called_.end(), callers.begin(), callers.end());
  }
  std::sort(called_.begin(), called_.end());
  called_.erase(std::unique(called_.begin(), called_.end()), called_.end());
  for (model::CallableIndex i : called_) callable_factors_[i] *= kCallerFactor;
  factory_.WeighCallables(settled(), callable_factors_);
}

void Evaluator::RetireCovered() {
  retired_.clear();
  for (GoalIndex goal : archive_.newly_covered()) {
    if (!goals_.IsReachable(goal)) continue;
    VisitPredicatesAt(goal, [&](PredicateIndex p) {
      if (--open_goals_at_[p] > 0) return;
      leads_somewhere_[p] = false;
      retired_.push_back(p);
    });
  }
  if (!retired_.empty()) executor_.Retire(retired_);
}

SearchResult Evaluator::Result() const {
  SearchResult result;
  result.tests = archive_.Tests();
  result.suspects = suspects_.noted();
  result.covered = archive_.covered();
  result.executed_tests = executor_.tests();
  result.generations = generations_;
  result.last_gain = last_gain_;
  result.discovery = discovery_;
  result.duration = Searched();
  result.execution_time = executor_.running();
  result.confirming_time = executor_.confirming();
  result.waiting_time = executor_.waiting();
  return result;
}

}  // namespace skua::search
