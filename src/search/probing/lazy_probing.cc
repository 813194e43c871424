#include "search/probing/lazy_probing.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "model/answering.h"
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
// The deepest lazy argument among those that make a receiver: `Orders(Stock(lazy))`.
constexpr unsigned kDeepestReceiver = 3;
constexpr std::size_t kMostLazyArguments = 3;  // of a call of a result
// More probes of a method whose receiver keeps lazy arguments: it asks more of them, and each
// answer leads elsewhere.
constexpr std::size_t kProbesOfKept = 4;

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
    return parameter.kind != ParameterKind::kVarKeyword && IsUntyped(parameter.type);
  }

  // Whether only use tells what is passed: nothing is declared, or no more than that it is called,
  // or a dict of anything.
  bool IsUntyped(model::TypeIndex index) const {
    const model::Type& type = subject_.types[index];
    switch (type.kind) {
      case TypeKind::kAny:
      case TypeKind::kCallable:
        return true;
      case TypeKind::kDict:
        return type.arguments.size() < 2 || IsUntyped(type.arguments[1]);
      case TypeKind::kUnion:
        return std::ranges::any_of(
            type.arguments, [&](model::TypeIndex alternative) { return IsUntyped(alternative); });
      default:
        return false;
    }
  }

  // Returns whether a constructor of the class takes an untyped argument, or an object made of one.
  bool KeepsUntyped(model::ClassIndex class_index, unsigned depth = 0) const {
    if (class_index == model::kNoIndex || depth == kDeepestReceiver) return false;
    const auto& constructors = subject_.classes[class_index].constructors;
    return std::ranges::any_of(constructors, [&](CallableIndex constructor) {
      return std::ranges::any_of(
          subject_.callables[constructor].parameters, [&](const model::Parameter& parameter) {
            return IsUntyped(parameter) || KeepsUntyped(ClassOf(parameter), depth + 1);
          });
    });
  }

  // The subject's own class that the parameter declares.
  model::ClassIndex ClassOf(const model::Parameter& parameter) const {
    const model::Type& type = subject_.types[parameter.type];
    const bool is_own = type.kind == TypeKind::kClass && type.class_index != model::kNoIndex &&
                        subject_.classes[type.class_index].in_subject;
    return is_own ? type.class_index : model::kNoIndex;
  }

  void MakeTests() {
    for (CallableIndex target : evaluator_.factory().callables()) {
      if (!evaluator_.factory().HasOpenGoals(target)) continue;
      const Callable& callable = subject_.callables[target];
      const bool keeps = model::HasReceiver(callable) && KeepsUntyped(callable.class_index);
      const bool is_untyped =
          keeps || (!LeavesByException(callable) &&
                    std::any_of(callable.parameters.begin(), callable.parameters.end(),
                                [&](const model::Parameter& parameter) {
                                  return IsUntyped(parameter) || KeepsUntyped(ClassOf(parameter));
                                }));
      const std::size_t probes = evaluator_.options().lazy_probes * (keeps ? kProbesOfKept : 1);
      for (std::size_t i = 0; i < probes; ++i) {
        TestCase test;
        // The first call has only the arguments that it needs, the others all that it can be given.
        const bool made = MakeCall(test, target, i > 0);
        if (!made) continue;
        // The result of a call may be called in turn: a closure has no annotations to go by.
        const bool calls_result = CallResult(test, 1 + rng_.Below(kMostLazyArguments));
        if (!is_untyped && !calls_result) continue;
        if (!calls_result && i % 2 == 1) CallAnother(test);
        evaluator_.factory().Normalise(test);
        evaluator_.factory().Prepare(test, rng_);
        tests_.push_back(std::move(test));
        targets_.push_back(target);
      }
    }
  }

  // Makes an object whose constructor gets lazy arguments, if it takes any.
  std::optional<VariableIndex> AppendInstance(TestCase& test, model::ClassIndex class_index,
                                              bool with_optional, unsigned depth) {
    if (!KeepsUntyped(class_index, depth)) {
      return evaluator_.factory().AppendInstance(test, class_index, rng_);
    }
    const CallableIndex constructor = rng_.Pick(subject_.classes[class_index].constructors);
    if (!MakeCall(test, constructor, with_optional, depth + 1)) return std::nullopt;
    return static_cast<VariableIndex>(test.size() - 1);
  }

  // Makes a call whose untyped arguments are lazy; the others are made as always.
  bool MakeCall(TestCase& test, CallableIndex target, bool with_optional, unsigned depth = 0) {
    const Callable& callable = subject_.callables[target];
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = target;
    call.type = callable.result;
    if (model::HasReceiver(callable)) {
      const auto receiver = AppendInstance(test, callable.class_index, with_optional, depth);
      if (!receiver) return false;
      call.operands.push_back(*receiver);
    }
    for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
      const model::Parameter& parameter = callable.parameters[p];
      if (IsOptional(parameter) && !(with_optional && IsUntyped(parameter))) continue;
      call.operands.push_back(AppendArgument(test, target, p, with_optional, depth));
      call.parameters.push_back(static_cast<uint16_t>(p));
    }
    DropUnpassable(call, callable);
    test.statements.push_back(std::move(call));
    return true;
  }

  VariableIndex AppendArgument(TestCase& test, CallableIndex target, std::size_t position,
                               bool with_optional, unsigned depth) {
    const model::Parameter& parameter = subject_.callables[target].parameters[position];
    const bool is_many = parameter.kind == ParameterKind::kVarPositional;
    if (IsUntyped(parameter)) return is_many ? AppendLazyList(test, 1) : AppendLazy(test);
    if (!is_many && parameter.kind != ParameterKind::kVarKeyword &&
        KeepsUntyped(ClassOf(parameter), depth)) {
      const auto made = AppendInstance(test, ClassOf(parameter), with_optional, depth);
      if (made) return *made;
    }
    return evaluator_.factory().AppendArgument(test, target, position, rng_);
  }

  // Calls another method of the last call's receiver, which may ask what that call has kept.
  void CallAnother(TestCase& test) {
    const Statement& last = test.statements.back();
    const Callable& callable = subject_.callables[last.target];
    if (!model::HasReceiver(callable) || callable.class_index == model::kNoIndex) return;
    std::vector<CallableIndex> others;
    for (CallableIndex member : subject_.classes[callable.class_index].methods) {
      const Callable& other = subject_.callables[member];
      const bool may_be_called =
          other.kind == model::CallableKind::kMethod && other.in_subject && !other.is_protected;
      if (may_be_called && member != last.target) others.push_back(member);
    }
    if (others.empty()) return;
    const VariableIndex receiver = last.operands[0];
    evaluator_.factory().values().AppendCall(test, rng_.Pick(others), receiver, rng_, 0);
  }

  // Calls the result of the last statement with `count` lazy arguments, if it can be called so.
  bool CallResult(TestCase& test, std::size_t count) {
    const model::ClassIndex is_of = evaluator_.knowledge().types().ClassOf(test.statements.back());
    if (is_of == model::kNoIndex) return false;
    std::vector<CallableIndex> calls;
    for (CallableIndex member : evaluator_.knowledge().types().MembersOf(is_of)) {
      const Callable& callable = subject_.callables[member];
      if (callable.name == "__call__" && callable.code_object == model::kNoIndex &&
          !callable.parameters.empty() &&
          callable.parameters[0].kind == ParameterKind::kVarPositional) {
        calls.push_back(member);
      }
    }
    if (calls.empty()) return false;
    Statement call;
    call.kind = StatementKind::kCall;
    call.target = rng_.Pick(calls);
    call.type = subject_.callables[call.target].result;
    const auto receiver = static_cast<VariableIndex>(test.size() - 1);
    call.operands = {receiver, AppendLazyList(test, count)};
    call.parameters = {0};
    test.statements.push_back(std::move(call));
    return true;
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
    if (auto raising = Raising(test)) Keep(*std::move(raising));
    Keep(std::move(test));
  }

  void Keep(TestCase test) {
    evaluator_.factory().Normalise(test);
    if (std::find(concrete_tests_.begin(), concrete_tests_.end(), test) == concrete_tests_.end()) {
      concrete_tests_.push_back(std::move(test));
    }
  }

  // Returns the test with one of the functions that it passes raising an exception, if it knows
  // any. Nothing leads the search there: any other exception comes as near to an `except` clause.
  std::optional<TestCase> Raising(const TestCase& test) {
    std::vector<std::size_t> functions;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const Statement& it = test.statements[i];
      if (it.kind == StatementKind::kLambda && !it.operands.empty()) functions.push_back(i);
    }
    if (functions.empty() || !has_exceptions_) return std::nullopt;
    TestCase raising = test;
    const std::size_t function = rng_.Pick(functions);
    VariableIndex exception = 0;
    {
      const Opening opening(raising, function, set_aside_);
      exception = evaluator_.factory().values().functions().AppendExceptionClass(raising, rng_);
    }
    Statement& lambda = raising.statements[function + raising.size() - test.size()];
    lambda.operands.resize(1);
    lambda.operands[0] = exception;
    lambda.integer |= model::kInTurn;
    RemoveUnused(raising);
    return raising;
  }

  Evaluator& evaluator_;
  const model::Subject& subject_;
  base::Rng& rng_;
  ConcreteArguments concrete_;
  const bool has_exceptions_ =
      std::ranges::any_of(subject_.classes, [](const model::Class& it) { return it.is_exception; });
  std::vector<Statement> set_aside_;
  std::vector<TestCase> tests_, concrete_tests_;
  std::vector<CallableIndex> targets_;  // parallel to tests_: what each probes
  std::vector<VariableIndex> variables_;
};

}  // namespace

std::vector<TestCase> ProbeLazily(Evaluator& evaluator, base::Rng& rng) {
  return LazyProbing(evaluator, rng).Run();
}

}  // namespace skua::search
