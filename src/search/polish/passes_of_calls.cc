// Versions of a test with other calls: public ones for private ones, none where a value or the
// receiver will do, and such as show what the act hides.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "model/answering.h"
#include "model/function_types.h"
#include "model/internal_callable.h"
#include "search/making/primitives.h"
#include "search/making/slice.h"
#include "search/making/test_edits.h"
#include "search/polish/edits.h"
#include "search/polish/passes.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::ValueKind;
using model::VariableIndex;
using Change = model::StatementObservation::Change;

namespace {

constexpr std::size_t kLongestText = 60;  // bytes; a longer text is better made than written
constexpr std::size_t kMostActs = 24;     // public callables that are tried for one internal one
constexpr std::size_t kMostSwitches = 3;

bool IsUnpacked(const model::Parameter& parameter) {
  return parameter.kind == ParameterKind::kVarPositional ||
         parameter.kind == ParameterKind::kVarKeyword;
}

// The class of what the act is called of, as far as the test tells: of the object that it makes, or
// else that which has the act.
model::ClassIndex ClassOfReceiver(const model::Subject& subject, const TestCase& test) {
  const Statement& act = test.statements.back();
  const Statement& receiver = test.statements[act.operands[0]];
  const bool is_made = receiver.kind == StatementKind::kCall &&
                       subject.callables[receiver.target].kind == CallableKind::kConstructor;
  return subject.callables[is_made ? receiver.target : act.target].class_index;
}

// The public callables that could stand in the place of the act, in the subject's order.
std::vector<CallableIndex> PublicCallables(const model::Subject& subject, const TestCase& test) {
  const Callable& act = subject.callables[test.statements.back().target];
  std::vector<CallableIndex> all;
  if (model::HasReceiver(act)) {
    const model::ClassIndex its = ClassOfReceiver(subject, test);
    if (its != model::kNoIndex) all = subject.classes[its].methods;
  } else {
    for (CallableIndex i = 0; i < subject.callables.size(); ++i) all.push_back(i);
  }
  std::erase_if(all, [&](CallableIndex index) {
    const Callable& callable = subject.callables[index];
    const bool leaves_or_enters =
        callable.kind == CallableKind::kOperator &&
        (LeavesByException(callable) || callable.name.ends_with("enter__"));
    return !callable.in_subject || callable.code_object == model::kNoIndex ||
           model::IsInternal(callable) || leaves_or_enters ||
           model::HasReceiver(callable) != model::HasReceiver(act);
  });
  return all;
}

struct PublicAct {
  Statement call;
  std::size_t names_in_common = 0;
};

// The act as a call of another callable; nothing where that needs more arguments.
std::optional<PublicAct> ActBy(const model::Subject& subject, const Statement& act,
                               CallableIndex target) {
  const Callable& internal = subject.callables[act.target];
  const Callable& callable = subject.callables[target];
  const std::size_t first = FirstArgument(internal);
  const std::size_t count = act.parameters.size();
  const auto parameter_of = [&](std::size_t argument) -> const model::Parameter& {
    return internal.parameters[act.parameters[argument]];
  };
  const auto named_like = [&](const model::Parameter& parameter) {
    std::size_t argument = 0;
    while (argument < count && !(parameter_of(argument).name == parameter.name &&
                                 IsUnpacked(parameter_of(argument)) == IsUnpacked(parameter))) {
      ++argument;
    }
    return argument;
  };
  std::vector<bool> is_free(count, true);
  for (const model::Parameter& parameter : callable.parameters) {
    if (const std::size_t named = named_like(parameter); named < count) is_free[named] = false;
  }
  PublicAct made;
  made.call.kind = StatementKind::kCall;
  made.call.target = target;
  if (first > 0) made.call.operands.push_back(act.operands[0]);
  for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
    const model::Parameter& parameter = callable.parameters[p];
    std::size_t argument = named_like(parameter);
    if (argument < count) {
      ++made.names_in_common;
    } else {
      if (IsOptional(parameter)) continue;
      argument = 0;
      while (argument < count && !(is_free[argument] && !IsUnpacked(parameter_of(argument)))) {
        ++argument;
      }
      if (argument == count) return std::nullopt;
      is_free[argument] = false;
    }
    made.call.parameters.push_back(static_cast<uint16_t>(p));
    made.call.operands.push_back(act.operands[first + argument]);
  }
  DropUnpassable(made.call, callable);
  return made;
}

// The parameters that a call leaves out and that are declared to be True or False.
std::vector<std::size_t> SwitchesOf(const model::Subject& subject, const Statement& call) {
  const Callable& callable = subject.callables[call.target];
  std::vector<std::size_t> switches;
  for (std::size_t p = 0; p < callable.parameters.size(); ++p) {
    const model::Parameter& parameter = callable.parameters[p];
    const bool is_switch = !IsUnpacked(parameter) &&
                           parameter.kind != ParameterKind::kPositionalOnly &&
                           subject.types[parameter.type].kind == model::TypeKind::kBool;
    if (is_switch && std::ranges::count(call.parameters, p) == 0) switches.push_back(p);
    if (switches.size() == kMostSwitches) break;
  }
  return switches;
}

bool IsCall(const Statement& statement) { return statement.kind == StatementKind::kCall; }
bool IsOperator(const Callable& callable, std::string_view name) {
  return callable.kind == CallableKind::kOperator && callable.name == name;
}
Statement Of(StatementKind kind) {
  Statement statement;
  statement.kind = kind;
  return statement;
}
Statement CallOf(CallableIndex target, std::initializer_list<VariableIndex> operands) {
  Statement call = Of(StatementKind::kCall);
  call.target = target;
  call.operands.assign(operands.begin(), operands.end());
  return call;
}
VariableIndex Append(TestCase& test, Statement statement) {
  return AppendStatement(test, std::move(statement));
}

// Appends the marked statements of a test. Returns the numbers that they have now.
std::vector<VariableIndex> AppendPart(const TestCase& from, const std::vector<bool>& marked,
                                      TestCase& to) {
  std::vector<VariableIndex> numbers(from.size(), 0);
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (!marked[k]) continue;
    Statement statement = from.statements[k];
    for (VariableIndex& operand : statement.operands) operand = numbers[operand];
    numbers[k] = Append(to, std::move(statement));
  }
  return numbers;
}

// Returns the makers of the first operand of statement `user`; nullopt where the object was changed
// before, or its surroundings were.
std::optional<std::vector<bool>> MakersOfFirst(const Look& look, std::size_t user) {
  std::vector<bool> made =
      OperandSliceOf(look.subject(), look.test, look.test.statements[user].operands[0]);
  std::vector<bool> before = SliceOf(look.subject(), look.test, user);
  before[user] = false;
  if (made != before) return std::nullopt;
  return made;
}

// The value as a literal; nothing where it is not plain.
std::optional<Statement> LiteralOf(const model::Value& value) {
  const bool is_plain = value.kind <= ValueKind::kStr && value.kind != ValueKind::kComplex &&
                        value.text.size() <= kLongestText && std::isfinite(value.real);
  if (!is_plain) return std::nullopt;
  return StatementOf(value);
}

// Whether the acts of two tests were seen to do the same.
bool EndAlike(const model::Observation& a, const model::Observation& b) {
  const auto does_the_same = [](const auto& one, const auto& other) {
    return one.result == other.result && one.printed == other.printed &&
           one.printed_errors == other.printed_errors && one.logged == other.logged &&
           one.globals == other.globals && one.files == other.files &&
           std::ranges::equal(one.changes, other.changes, {}, &Change::value, &Change::value);
  };
  return a.verdict == b.verdict && a.verdict != model::Verdict::kNotRun &&
         a.exception.type_name == b.exception.type_name &&
         a.exception.message == b.exception.message && does_the_same(a.raising, b.raising) &&
         (a.verdict == model::Verdict::kRaised ||
          does_the_same(a.statements.back(), b.statements.back()));
}

// Whether a test says what a function does by this result: None it often returns to those it was
// not made for.
bool SaysSomething(const model::Value& result) {
  return ValueKind::kNone < result.kind && result.kind <= ValueKind::kDict;
}

// How objects of a function's type are called. Nothing where the cluster does not have it.
std::optional<CallableIndex> CallOfFunctions(const model::Subject& subject,
                                             std::string_view type_name) {
  const std::string_view name = type_name == "builtins:function" ? "FunctionType"
                                : type_name == "builtins:method"
                                    ? "MethodType"
                                    : type_name.substr(type_name.find(':') + 1);
  for (CallableIndex i = 0; i < subject.callables.size(); ++i) {
    const Callable& callable = subject.callables[i];
    if (IsOperator(callable, "__call__") && !callable.parameters.empty() &&
        callable.class_index != model::kNoIndex &&
        callable.parameters.front().kind == ParameterKind::kVarPositional &&
        subject.classes[callable.class_index].qualified_name == name) {
      return i;
    }
  }
  return std::nullopt;
}

// A constructor of a base that takes the same arguments; kNoIndex where there is none, or where the
// call makes no object of a class that the test defines.
CallableIndex ConstructorOfBase(const model::Subject& subject, const Statement& call) {
  const Callable& constructor = subject.callables[call.target];
  if (constructor.kind != CallableKind::kConstructor ||
      constructor.class_index == model::kNoIndex ||
      subject.classes[constructor.class_index].definition.empty()) {
    return model::kNoIndex;
  }
  for (const model::ClassIndex base : subject.classes[constructor.class_index].bases) {
    for (const CallableIndex other : subject.classes[base].constructors) {
      if (std::ranges::equal(constructor.parameters, subject.callables[other].parameters, {},
                             &model::Parameter::name, &model::Parameter::name)) {
        return other;
      }
    }
  }
  return model::kNoIndex;
}

// The callable that makes a path of a missing file in the folder for a test's files; kNoIndex where
// there is none.
CallableIndex MissingFile(const Look& look) {
  const auto& makers = look.environment.path_makers();
  const auto missing = std::ranges::find_if(makers, [&](CallableIndex index) {
    return look.subject().callables[index].name == "missing_file";
  });
  return missing == makers.end() ? model::kNoIndex : *missing;
}

}  // namespace

// A method or operator of the same receiver; or, where there is no receiver, a function, a class
// method or a constructor of the subject. It is given the arguments of parameters with the same
// name, and for others that it cannot do without, the rest in order; then once more with each of
// its switches on. Those with the most names in common come first.
void ActInPublic(const Look& look, Proposals& proposals) {
  const Statement& act = look.statement();
  const bool is_internal =
      look.is_act() && IsCall(act) && model::IsInternal(look.subject().callables[act.target]);
  if (!is_internal) return;
  std::vector<PublicAct> acts;
  for (const CallableIndex target : PublicCallables(look.subject(), look.test)) {
    if (auto made = ActBy(look.subject(), act, target)) acts.push_back(*std::move(made));
  }
  std::ranges::stable_sort(acts, std::greater(), &PublicAct::names_in_common);
  if (acts.size() > kMostActs) acts.resize(kMostActs);
  const auto with = [&](const Statement& call) {
    TestCase version = look.test;
    version.statements.back() = call;
    RemoveOrphans(look.test, version, /*calls_too=*/true);
    return version;
  };
  for (const PublicAct& made : acts) {
    proposals.push_back({with(made.call)});
    for (const std::size_t on : SwitchesOf(look.subject(), made.call)) {
      TestCase version = with(made.call);
      Statement call = std::move(version.statements.back());
      version.statements.pop_back();
      const VariableIndex yes = Append(version, Of(StatementKind::kBool));
      version.statements.back().integer = 1;
      const auto before = std::ranges::lower_bound(call.parameters, on);
      const auto argument = before - call.parameters.begin();
      call.parameters.insert(before, static_cast<uint16_t>(on));
      call.operands.insert(call.operands.end() - (std::ssize(call.parameters) - 1 - argument), yes);
      Append(version, std::move(call));
      proposals.push_back({std::move(version)});
    }
  }
}

// The receiver in the place of what its method returned, and an argument in that of what a function
// made of it: `table.price_for(1)` for `copied = table.copy()` and `copied.price_for(1)`. A hash
// stands for itself.
void SkipDetours(const Look& look, Proposals& proposals) {
  const Statement& call = look.statement();
  if (!IsCall(call) || look.is_act() || call.operands.empty()) return;
  const Callable& callable = look.subject().callables[call.target];
  const bool gives_the_like =
      model::HasReceiver(callable) ||
      (callable.kind == CallableKind::kFunction && callable.parameters.size() == 1);
  if (!gives_the_like || IsOperator(callable, "__hash__")) return;
  TestCase version = look.test;
  for (std::size_t user = look.place + 1; user < version.size(); ++user) {
    std::ranges::replace(version.statements[user].operands, static_cast<VariableIndex>(look.place),
                         call.operands[0]);
  }
  RemoveOrphans(look.test, version, /*calls_too=*/true);
  proposals.push_back({std::move(version)});
}

// Passes the observed result of a call as a literal: `sign(3)` for `count = size()` and
// `sign(count)`.
void PassLiterals(const Look& look, Proposals& proposals) {
  if (!look.is_act() || !look.observe) return;
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < look.place; ++i) {
    if (!IsCall(look.test.statements[i]) ||
        IsEnvironment(look.subject(), look.test.statements[i])) {
      continue;
    }
    const std::vector<Use>& uses = look.uses.Of(i);
    const bool is_passed = std::ranges::none_of(uses, [](const Use& use) {
      return use.role == Use::Role::kReceiver || use.role == Use::Role::kNone;
    });
    const bool is_hash =
        IsOperator(look.subject().callables[look.test.statements[i].target], "__hash__");
    if (is_passed && !is_hash) calls.push_back(i);
  }
  if (calls.empty()) return;
  const model::Observation seen = std::move(look.observe({&look.test, 1})[0]);
  TestCase all = look.test;
  std::vector<TestCase> each;
  for (const std::size_t call : calls) {
    if (call >= seen.statements.size()) break;
    const auto literal = LiteralOf(seen.statements[call].result);
    if (!literal) continue;
    all.statements[call] = *literal;
    each.push_back(WithValue(look.test, call, {&*literal, 1}));
  }
  RemoveOrphans(look.test, all, /*calls_too=*/true);
  proposals.push_back({std::move(all)});
  for (TestCase& one : each) proposals.push_back({std::move(one)});
}

// Passes None where nothing looks at the value of a required argument of the act, so that another
// would mislead.
void PassNothing(const Look& look, Proposals& proposals) {
  const Statement& call = look.statement();
  if (!look.is_act() || !IsCall(call) || !look.observe) return;
  Statement none = Of(StatementKind::kNone);
  none.integer = 1;
  std::vector<TestCase> versions = {look.test};
  for (std::size_t k = FirstArgument(look.subject().callables[call.target]);
       k < call.operands.size(); ++k) {
    const std::size_t value = call.operands[k];
    const auto use = std::ranges::find_if(look.uses.Of(value), [&](const Use& it) {
      return it.user == look.place && it.operand == k;
    });
    const bool is_meant = look.test.statements[value] != none && use != look.uses.Of(value).end() &&
                          use->role == Use::Role::kArgument && !use->may_be_left_out &&
                          use->parameter != nullptr &&
                          look.subject().types[use->parameter->type].kind == model::TypeKind::kAny;
    if (is_meant) versions.push_back(WithOperand(look.test, look.place, k, {&none, 1}));
  }
  if (versions.size() < 2) return;
  const std::vector<model::Observation> seen = look.observe(versions);
  for (std::size_t k = 1; k < versions.size(); ++k) {
    if (EndAlike(seen[0], seen[k])) proposals.push_back({std::move(versions[k])});
  }
}

// An object that is compared with another which is made alike, in the place of itself:
// `Money(1) == Money(1)`; and its hash with that of another, in the place of the mere hash.
void CompareWithTheLike(const Look& look, Proposals& proposals) {
  const Statement& call = look.statement();
  if (!IsCall(call) || call.operands.empty()) return;
  const Callable& callable = look.subject().callables[call.target];
  const bool hashes = look.is_act() && IsOperator(callable, "__hash__");
  const bool compares = callable.kind == CallableKind::kOperator && call.operands.size() == 2 &&
                        call.operands[0] == call.operands[1];
  if (!hashes && !compares) return;
  const auto made = MakersOfFirst(look, look.place);
  if (!made) return;
  const std::size_t object = call.operands[0];
  TestCase version;
  if (compares) {
    std::vector<bool> before(look.test.size(), true);
    std::fill(before.begin() + static_cast<std::ptrdiff_t>(look.place), before.end(), false);
    std::vector<VariableIndex> now = AppendPart(look.test, before, version);
    const VariableIndex copy = AppendPart(look.test, *made, version)[object];
    for (std::size_t k = look.place; k < look.test.size(); ++k) {
      Statement statement = look.test.statements[k];
      for (VariableIndex& operand : statement.operands) operand = now[operand];
      if (k == look.place) statement.operands[1] = copy;
      now[k] = Append(version, std::move(statement));
    }
    proposals.push_back({std::move(version)});
    return;
  }
  if (callable.class_index == model::kNoIndex) return;
  const Statement& maker = look.test.statements[object];
  const bool is_made =
      IsCall(maker) && look.subject().callables[maker.target].kind == CallableKind::kConstructor;
  const model::ClassIndex its =
      look.subject().callables[is_made ? maker.target : call.target].class_index;
  const auto& methods = look.subject().classes[its].methods;
  const auto equality = std::ranges::find_if(methods, [&](CallableIndex index) {
    return IsOperator(look.subject().callables[index], "__eq__");
  });
  if (equality == methods.end()) return;
  std::array<VariableIndex, 2> hashed{};
  for (VariableIndex& one : hashed) one = AppendPart(look.test, *made, version)[object];
  for (VariableIndex& one : hashed) {
    Statement hash = call;
    hash.operands = {one};
    one = Append(version, std::move(hash));
  }
  Statement compared = CallOf(*equality, {hashed[0], hashed[1]});
  compared.parameters = {0};
  Append(version, std::move(compared));
  if (look.observe) {
    const model::Observation seen = std::move(look.observe({&version, 1})[0]);
    const bool are_equal =
        seen.verdict == model::Verdict::kPassed && seen.statements.back().result.integer == 1;
    if (are_equal) proposals.push_back({std::move(version), Outcome{}});
  }
}

// Calls the function that the act returns, and the one that this returns, and so on:
// `default_factory(1)() == 1` for `callable(default_factory(1))`.
void CallWhatIsReturned(const Look& look, Proposals& proposals) {
  constexpr int kMostCalls = 3;
  if (!look.is_act() || !look.outcome.is_function || !look.observe) return;
  Statement number = Of(StatementKind::kInt), text = Of(StatementKind::kStr);
  Statement identity = Of(StatementKind::kLambda);
  number.integer = 1;
  text.text = "a";
  identity.integer = model::kReturnsFirst;
  const std::vector<std::vector<Statement>> choices = {
      {}, {number}, {text}, {text, text}, {identity}};
  TestCase test = look.test;
  model::Observation seen = std::move(look.observe({&test, 1})[0]);
  for (int round = 0; round < kMostCalls && OutcomeOf(test, seen).is_function; ++round) {
    const auto target =
        CallOfFunctions(look.subject(), model::FunctionTypeOf(seen.statements.back().result));
    if (!target) return;
    std::vector<TestCase> versions;
    for (const std::vector<Statement>& arguments : choices) {
      TestCase& version = versions.emplace_back(test);
      Statement called = CallOf(*target, {static_cast<VariableIndex>(test.size() - 1)});
      if (!arguments.empty()) {
        Statement list = Of(StatementKind::kList);
        for (const Statement& argument : arguments)
          list.operands.push_back(Append(version, argument));
        called.operands.push_back(Append(version, std::move(list)));
        called.parameters = {0};
      }
      Append(version, std::move(called));
    }
    std::vector<model::Observation> all = look.observe(versions);
    std::optional<std::size_t> function, none;
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (all[i].verdict != model::Verdict::kPassed) continue;
      if (SaysSomething(all[i].statements.back().result)) {
        proposals.push_back({std::move(versions[i]), Outcome{}});
        return;
      }
      std::optional<std::size_t>& kind =
          OutcomeOf(versions[i], all[i]).is_function ? function : none;
      if (!kind) kind = i;
    }
    if (!function && none) proposals.push_back({std::move(versions[*none]), Outcome{}});
    if (!function) return;
    test = std::move(versions[*function]);
    seen = std::move(all[*function]);
  }
}

// A file that is missing in the folder for a test's files, as a Path or its name, in the place of a
// text that names none: what lies in the folder where the tests run is not for the test to say.
void NameOwnFiles(const Look& look, Proposals& proposals) {
  const CallableIndex missing = MissingFile(look);
  if (!look.is_act() || !look.outcome.misses_file || missing == model::kNoIndex) return;
  Statement name = Of(StatementKind::kStr), path = CallOf(missing, {0});
  name.text = "data.txt";
  path.parameters = {0};
  for (std::size_t k = FirstArgument(look.subject().callables[look.statement().target]);
       k < look.statement().operands.size(); ++k) {
    if (look.test.statements[look.statement().operands[k]].kind != StatementKind::kStr) continue;
    Made made = {name, path};
    proposals.push_back({WithOperand(look.test, look.place, k, made)});
    if (look.environment.path_text() == model::kNoIndex) continue;
    made.push_back(CallOf(look.environment.path_text(), {1}));
    proposals.push_back({WithOperand(look.test, look.place, k, made)});
  }
}

// An object of the base in the place of one of a class that the test defines.
void UseTheBase(const Look& look, Proposals& proposals) {
  if (!IsCall(look.statement())) return;
  const CallableIndex base = ConstructorOfBase(look.subject(), look.statement());
  if (base == model::kNoIndex) return;
  TestCase version = look.test;
  version.statements[look.place].target = base;
  proposals.push_back({std::move(version)});
}

}  // namespace skua::search
