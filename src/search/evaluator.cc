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

}  // namespace

Evaluator::Evaluator(const model::Subject& subject, model::Executor& executor,
                     const SearchOptions& options, const base::Deadline& deadline)
    : subject_(subject),
      executor_(executor),
      options_(options),
      deadline_(deadline),
      goals_(subject),
      archive_(goals_, executor),
      constants_(subject, options.dynamic_constant_probability),
      primitives_(options, constants_),
      types_(subject),
      guesses_(subject, types_),
      factory_(goals_, options, primitives_, types_, guesses_),
      open_goals_at_(subject.predicates.size(), 0),
      leads_somewhere_(subject.predicates.size(), false),
      start_(deadline.clock().Now()) {
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

bool Evaluator::Finished() const {
  return archive_.open_goals() == 0 || deadline_.Expired() ||
         (options_.max_generations > 0 && generations_ >= options_.max_generations);
}

bool Evaluator::Evaluate(std::vector<TestCase>& tests) {
  executor_.Execute(tests, model::Isolation::kShared, deadline_, traces_);
  if (hints_.size() < tests.size()) hints_.resize(tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Trace& trace = traces_[i];
    if (trace.verdict == Verdict::kNotRun) continue;
    ++executed_tests_;
    nanoseconds_ += trace.nanoseconds;
    if (trace.verdict == Verdict::kRaised && trace.executed_statements + 1u < tests[i].size()) {
      tests[i].statements.resize(trace.executed_statements + 1u);
    }
    LearnFrom(tests[i], trace, hints_[i]);
  }
  if (!archive_.Update(tests, traces_, deadline_)) return false;
  last_gain_ = deadline_.clock().Now() - start_;
  RewardNewCoverage(tests);
  factory_.WeighCallables(archive_.covered());
  RetireCovered();
  return true;
}

void Evaluator::LearnFrom(const TestCase& test, const Trace& trace,
                          std::vector<OperandHint>& hints) {
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

void Evaluator::RewardNewCoverage(std::span<const TestCase> tests) {
  const auto newly = archive_.newly_covered();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    bool gained = false;
    goals_.VisitCovered(traces_[i], [&](GoalIndex goal) {
      gained = gained || std::binary_search(newly.begin(), newly.end(), goal);
    });
    if (!gained) continue;
    for (const Statement& statement : tests[i].statements) guesses_.Raise(tests[i], statement);
  }
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
  result.covered = archive_.covered();
  result.executed_tests = executed_tests_ + archive_.confirmations();
  result.generations = generations_;
  result.last_gain = last_gain_;
  result.execution_time = base::Duration(nanoseconds_ + archive_.nanoseconds());
  return result;
}

}  // namespace skua::search
