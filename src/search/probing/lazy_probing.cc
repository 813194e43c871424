#include "search/probing/lazy_probing.h"

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "search/making/test_edits.h"
#include "search/probing/concrete_arguments.h"

namespace skua::search {
namespace {

using model::Callable;
using model::CallableIndex;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::TypeKind;
using model::VariableIndex;
using model::Verdict;

constexpr std::size_t kProbedTogether = 64;
// A lazy argument may keep a loop going for ever. A callable whose test ran out of time is not
// probed again, and after so many such callables no other one is.
constexpr std::size_t kMostTimeouts = 8;

class LazyProbing {
 public:
  LazyProbing(Evaluator& evaluator, base::Rng& rng)
      : evaluator_(evaluator),
        subject_(evaluator.goals().subject()),
        rng_(rng),
        concrete_(subject_, evaluator.knowledge().primitives(), evaluator.knowledge().types(),
                  evaluator.factory().values()) {}

  std::vector<TestCase> Run() {
    MakeTests();
    std::set<CallableIndex> endless;
    std::vector<TestCase> batch;
    std::vector<CallableIndex> targets;
    for (std::size_t next = 0; next < tests_.size() && endless.size() < kMostTimeouts;) {
      batch.clear();
      targets.clear();
      for (; next < tests_.size() && batch.size() < kProbedTogether; ++next) {
        if (endless.contains(targets_[next])) continue;
        batch.push_back(std::move(tests_[next]));
        targets.push_back(targets_[next]);
      }
      const auto& traces = evaluator_.Probe(batch);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (traces[i].verdict == Verdict::kTimedOut) endless.insert(targets[i]);
        Learn(batch[i], traces[i]);
      }
    }
    return std::move(concrete_tests_);
  }

 private:
  bool IsUntyped(const model::Parameter& parameter) const {
    return subject_.types[parameter.type].kind == TypeKind::kAny &&
           parameter.kind != ParameterKind::kVarKeyword;
  }

  void MakeTests() {
    const std::size_t probes = evaluator_.options().lazy_probes;
    for (CallableIndex target : evaluator_.factory().callables()) {
      if (!evaluator_.factory().HasOpenGoals(target)) continue;
      const Callable& callable = subject_.callables[target];
      const bool is_untyped =
          !LeavesByException(callable) &&
          std::any_of(callable.parameters.begin(), callable.parameters.end(),
                      [&](const model::Parameter& parameter) { return IsUntyped(parameter); });
      for (std::size_t i = 0; i < probes; ++i) {
        TestCase test;
        // The first call has only the arguments that it needs, the others all that it can be given.
        const bool made = MakeCall(test, target, i > 0);
        if (!made) continue;
        // The result of a call may be called in turn: a closure has no annotations to go by.
        const bool calls_result = CallResult(test, i + 1);
        if (!is_untyped && !calls_result) continue;
        evaluator_.factory().Normalise(test);
        evaluator_.factory().Prepare(test, rng_);
        tests_.push_back(std::move(test));
        targets_.push_back(target);
      }
    }
  }

  // Makes a call whose untyped arguments are lazy; the others are made as always.
  bool MakeCall(TestCase& test, CallableIndex target, bool with_optional) {
    const Callable& callable = subject_.callables[target];
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = target;
    call.type = callable.result;
    if (model::HasReceiver(callable)) {
      const auto receiver = evaluator_.factory().AppendInstance(test, callable.class_index, rng_);
      if (!receiver) return false;
      call.operands.push_back(*receiver);
    }
    for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
      const model::Parameter& parameter = callable.parameters[p];
      if (IsOptional(parameter) && !(with_optional && IsUntyped(parameter))) continue;
      call.operands.push_back(
          !IsUntyped(parameter) ? evaluator_.factory().AppendArgument(test, target, p, rng_)
          : parameter.kind == ParameterKind::kVarPositional ? AppendLazyList(test, 1)
                                                            : AppendLazy(test));
      call.parameters.push_back(static_cast<uint16_t>(p));
    }
    DropUnpassable(call, callable);
    test.statements.push_back(std::move(call));
    return true;
  }

  // Calls the result of the last statement with `count` lazy arguments, if it can be called so.
  bool CallResult(TestCase& test, std::size_t count) {
    const model::ClassIndex is_of = evaluator_.knowledge().types().ClassOf(test.statements.back());
    if (is_of == model::kNoIndex) return false;
    for (CallableIndex member : evaluator_.knowledge().types().MembersOf(is_of)) {
      const Callable& callable = subject_.callables[member];
      if (callable.name != "__call__" || callable.in_subject || callable.parameters.empty() ||
          callable.parameters[0].kind != ParameterKind::kVarPositional) {
        continue;
      }
      Statement call;
      call.kind = StatementKind::kCall;
      call.target = member;
      call.type = callable.result;
      const auto receiver = static_cast<VariableIndex>(test.size() - 1);
      call.operands = {receiver, AppendLazyList(test, count)};
      call.parameters = {0};
      test.statements.push_back(std::move(call));
      return true;
    }
    return false;
  }

  VariableIndex AppendLazy(TestCase& test) {
    Statement lazy;
    lazy.kind = StatementKind::kLazy;
    lazy.integer = rng_.Between(0, std::numeric_limits<int32_t>::max());
    test.statements.push_back(std::move(lazy));
    return static_cast<VariableIndex>(test.size() - 1);
  }

  VariableIndex AppendLazyList(TestCase& test, std::size_t count) {
    Statement list;
    list.kind = StatementKind::kList;
    for (std::size_t i = 0; i < count; ++i) list.operands.push_back(AppendLazy(test));
    test.statements.push_back(std::move(list));
    return static_cast<VariableIndex>(test.size() - 1);
  }

  void Learn(const TestCase& lazy, const Trace& trace) {
    if (trace.lazy_uses.empty()) return;
    TestCase test = concrete_.Concretise(lazy, trace.lazy_uses, variables_, rng_);
    for (const Statement& call : lazy.statements) {
      if (call.kind != StatementKind::kCall) continue;
      const std::size_t first = call.operands.size() - call.parameters.size();
      for (std::size_t i = 0; i < call.parameters.size(); ++i) {
        const VariableIndex argument = call.operands[first + i];
        if (lazy.statements[argument].kind != StatementKind::kLazy) continue;
        evaluator_.knowledge().guesses().Suggest(test, variables_[argument], call.target,
                                                 call.parameters[i]);
      }
    }
    evaluator_.factory().Normalise(test);
    if (std::find(concrete_tests_.begin(), concrete_tests_.end(), test) == concrete_tests_.end()) {
      concrete_tests_.push_back(std::move(test));
    }
  }

  Evaluator& evaluator_;
  const model::Subject& subject_;
  base::Rng& rng_;
  ConcreteArguments concrete_;
  std::vector<TestCase> tests_, concrete_tests_;
  std::vector<CallableIndex> targets_;  // beside tests_: what each probes
  std::vector<VariableIndex> variables_;
};

}  // namespace

std::vector<TestCase> ProbeLazily(Evaluator& evaluator, base::Rng& rng) {
  return LazyProbing(evaluator, rng).Run();
}

}  // namespace skua::search
