#include "search/evaluation/learning.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace skua::search {

using model::CallableIndex;
using model::GoalIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::Verdict;

namespace {

// The factor by which a callable is likelier through which an open goal elsewhere was reached.
constexpr double kCallerFactor = 4;
// The factor by which each call that did not end makes the callable less likely, down to the floor:
// its tests take as long as thousands of others.
constexpr double kEndlessFactor = 0.5;
constexpr double kEndlessFloor = 0.02;

bool SpeaksOfWrongTypes(const std::string& exception) {
  return exception == "builtins:TypeError" || exception == "builtins:AttributeError";
}

}  // namespace

Learning::Learning(const GoalSet& goals, const SearchOptions& options,
                   std::span<const TestCase> makers)
    : goals_(goals),
      subject_(goals.subject()),
      knowledge_(goals, options, makers),
      callables_(subject_.callables.size(), options.adaptive),
      endless_(subject_.callables.size(), 0),
      callers_(subject_.code_objects.size()),
      entered_(subject_.code_objects.size(), false),
      taken_(subject_.callee ? 2 * subject_.predicates.size() : 0, false) {}

template <typename Visitor>
void Learning::VisitCalls(const TestCase& test, Visitor visit) const {
  for (const Statement& statement : test.statements) {
    if (statement.kind == StatementKind::kCall) visit(statement.target);
  }
}

bool Learning::LearnFrom(std::span<const TestCase> tests, std::span<const Trace> traces,
                         const std::vector<bool>& open_predicates) {
  if (hints_.size() < tests.size()) hints_.resize(tests.size());
  bool is_new = false;
  met_endless_ = false;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (traces[i].verdict == Verdict::kNotRun) continue;
    is_new = LearnCallers(tests[i], traces[i]) || is_new;
    if (!taken_.empty()) is_new = LearnTaken(traces[i]) || is_new;
    LearnTypes(tests[i], traces[i]);
    LearnFromOperands(tests[i], traces[i].operands, open_predicates, hints_[i],
                      knowledge_.constants());
  }
  return is_new;
}

bool Learning::LearnTaken(const Trace& trace) {
  bool is_new = false;
  for (const model::PredicateDistance& p : trace.predicates) {
    for (const bool outcome : {true, false}) {
      const std::size_t branch = 2 * p.predicate + (outcome ? 1 : 0);
      if ((outcome ? p.to_true : p.to_false) != 0 || taken_[branch]) continue;
      taken_[branch] = is_new = true;
    }
  }
  return is_new;
}

void Learning::LearnTypes(const TestCase& test, const Trace& trace) {
  const std::size_t results = std::min(trace.result_classes.size(), test.size());
  for (std::size_t i = 0; i < results; ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall && trace.result_classes[i] != model::kNoIndex) {
      knowledge_.types().LearnResult(statement.target, trace.result_classes[i]);
    }
  }
  if (trace.verdict == Verdict::kTimedOut && trace.executed_statements < test.size()) {
    const Statement& last = test.statements[trace.executed_statements];
    if (last.kind == StatementKind::kCall) {
      ++endless_[last.target];
      met_endless_ = true;
    }
  }
  if (trace.verdict == Verdict::kRaised && SpeaksOfWrongTypes(trace.exception) &&
      trace.executed_statements < test.size()) {
    knowledge_.guesses().Lower(test, test.statements[trace.executed_statements]);
  }
}

bool Learning::LearnCallers(const TestCase& test, const Trace& trace) {
  called_.clear();
  VisitCalls(test, [&](CallableIndex callable) {
    callables_.Use(callable);
    if (subject_.callables[callable].in_subject) called_.push_back(callable);
  });
  bool entered = false;
  for (model::CodeObjectIndex c : trace.code_objects) {
    entered = entered || !entered_[c];
    entered_[c] = true;
    if (!goals_.IsCallable(c) && (callers_[c].empty() || called_.size() < callers_[c].size())) {
      callers_[c] = called_;
    }
  }
  return entered;
}

void Learning::RewardGains(std::span<const TestCase> tests, const std::vector<bool>& gained) {
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!gained[i]) continue;
    for (const Statement& statement : tests[i].statements) {
      knowledge_.guesses().Raise(tests[i], statement);
    }
    VisitCalls(tests[i],
               [&](CallableIndex callable) { callables_.Reward(callable, kCoveredReward); });
  }
}

void Learning::RewardNearer(const TestCase& test) {
  VisitCalls(test, [&](CallableIndex callable) { callables_.Reward(callable, kNearerReward); });
}

void Learning::WeighCallables(const std::vector<bool>& settled) {
  callable_factors_.resize(subject_.callables.size());
  for (CallableIndex i = 0; i < callable_factors_.size(); ++i) {
    callable_factors_[i] =
        callables_.FactorOf(i) * std::max(kEndlessFloor, std::pow(kEndlessFactor, endless_[i]));
  }
  called_.clear();
  for (GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (settled[goal] || !goals_.KeepsSearching(goal)) continue;
    const auto& callers = callers_[goals_.CodeObjectOf(goal)];
    called_.insert(called_.end(), callers.begin(), callers.end());
  }
  std::sort(called_.begin(), called_.end());
  called_.erase(std::unique(called_.begin(), called_.end()), called_.end());
  for (CallableIndex i : called_) callable_factors_[i] *= kCallerFactor;
  knowledge_.factory().WeighCallables(settled, callable_factors_);
}

}  // namespace skua::search
