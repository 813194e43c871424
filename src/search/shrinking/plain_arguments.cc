#include "search/shrinking/plain_arguments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "model/type_fit.h"
#include "search/making/environment_statements.h"
#include "search/making/slice.h"
#include "search/making/test_edits.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;

constexpr std::size_t kLongestText = 60;  // bytes; a longer text is better made than written

bool IsOperator(const model::Callable& callable, std::string_view name) {
  return callable.kind == model::CallableKind::kOperator && callable.name == name;
}

// Calls of which the result is passed on and is no receiver, ascending. A hash is not written down.
std::vector<std::size_t> CallsPassedOn(const model::Subject& subject, const TestCase& test) {
  std::vector<bool> passed(test.size(), false), needed(test.size(), false);
  for (const Statement& user : test.statements) {
    const bool has_receiver =
        user.kind == StatementKind::kFunction ||
        (user.kind == StatementKind::kCall && HasReceiver(subject.callables[user.target]));
    for (std::size_t k = 0; k < user.operands.size(); ++k) {
      (has_receiver && k == 0 ? needed : passed)[user.operands[k]] = true;
    }
  }
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind != StatementKind::kCall || !passed[i] || needed[i]) continue;
    const model::Callable& callable = subject.callables[statement.target];
    if (callable.kind != model::CallableKind::kEnvironment && !IsOperator(callable, "__hash__")) {
      calls.push_back(i);
    }
  }
  return calls;
}

// The value as a literal; nothing where it is not plain.
std::optional<Statement> LiteralOf(const Value& value) {
  Statement literal;
  switch (value.kind) {
    case ValueKind::kNone:
      break;
    case ValueKind::kBool:
    case ValueKind::kInt:
      literal.kind = value.kind == ValueKind::kInt ? StatementKind::kInt : StatementKind::kBool;
      literal.integer = value.integer;
      literal.text = value.text;
      break;
    case ValueKind::kFloat:
      if (!std::isfinite(value.real)) return std::nullopt;
      literal.kind = StatementKind::kFloat;
      literal.real = value.real;
      break;
    case ValueKind::kStr:
      if (value.text.size() > kLongestText) return std::nullopt;
      literal.kind = StatementKind::kStr;
      literal.text = value.text;
      break;
    default:
      return std::nullopt;
  }
  return literal;
}

bool HasReceiver(const model::Subject& subject, const Statement& user) {
  return (user.kind == StatementKind::kCall &&
          model::HasReceiver(subject.callables[user.target])) ||
         (user.kind == StatementKind::kFunction && !user.operands.empty());
}

// Whether the call takes one object and is declared to give one of the same class, as copies do.
bool GivesTheLike(const model::Subject& subject, const Statement& call) {
  if (call.kind != StatementKind::kCall || call.operands.size() != 1) return false;
  const model::Callable& callable = subject.callables[call.target];
  return callable.kind == model::CallableKind::kFunction && callable.parameters.size() == 1 &&
         callable.parameters[0].type == callable.result &&
         subject.types[callable.result].kind == model::TypeKind::kClass;
}

// What is known of the class of the call's first operand: that of which the method is, or one
// derived from it.
model::ClassIndex ClassOfFirst(const model::Subject& subject, const TestCase& test,
                               const Statement& call) {
  const Statement& first = test.statements[call.operands[0]];
  const bool is_made = first.kind == StatementKind::kCall &&
                       subject.callables[first.target].kind == model::CallableKind::kConstructor;
  const model::Callable& callable = subject.callables[is_made ? first.target : call.target];
  const bool is_method = is_made || HasReceiver(subject, call);
  return is_method ? callable.class_index : subject.types[callable.result].class_index;
}

// Calls of which the result is used, and whose receiver, or the one object that they take, has what
// is called of that. A hash stands for itself.
std::vector<std::size_t> Detours(const model::Subject& subject, const TestCase& test) {
  std::vector<std::size_t> detours;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& call = test.statements[i];
    if (call.kind != StatementKind::kCall) continue;
    if (!HasReceiver(subject, call) && !GivesTheLike(subject, call)) continue;
    if (IsOperator(subject.callables[call.target], "__hash__")) continue;
    const model::ClassIndex its = ClassOfFirst(subject, test, call);
    bool is_used = false, has_all = true;
    for (std::size_t user = i + 1; user < test.size(); ++user) {
      const Statement& later = test.statements[user];
      if (std::ranges::count(later.operands, static_cast<model::VariableIndex>(i)) == 0) continue;
      is_used = true;
      const bool is_called = HasReceiver(subject, later) && later.operands[0] == i;
      has_all = has_all &&
                (!is_called ||
                 model::IsDerivedFrom(subject, its, subject.callables[later.target].class_index));
    }
    if (is_used && has_all) detours.push_back(i);
  }
  return detours;
}

// A constructor of a base that takes the same arguments; kNoIndex where there is none, or where the
// call makes no object of a class that the test defines.
model::CallableIndex ConstructorOfBase(const model::Subject& subject, const Statement& call) {
  if (call.kind != StatementKind::kCall) return model::kNoIndex;
  const model::Callable& constructor = subject.callables[call.target];
  if (constructor.kind != model::CallableKind::kConstructor ||
      constructor.class_index == model::kNoIndex ||
      subject.classes[constructor.class_index].definition.empty()) {
    return model::kNoIndex;
  }
  for (const model::ClassIndex base : subject.classes[constructor.class_index].bases) {
    for (const model::CallableIndex other : subject.classes[base].constructors) {
      if (std::ranges::equal(constructor.parameters, subject.callables[other].parameters, {},
                             &model::Parameter::name, &model::Parameter::name)) {
        return other;
      }
    }
  }
  return model::kNoIndex;
}

// Objects of classes that the test defines and of which it calls nothing that a base lacks.
std::vector<std::size_t> ObjectsOfDerivedClasses(const model::Subject& subject,
                                                 const TestCase& test) {
  std::vector<std::size_t> objects;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& made = test.statements[i];
    if (ConstructorOfBase(subject, made) == model::kNoIndex) continue;
    const model::ClassIndex its = subject.callables[made.target].class_index;
    const bool needs_it = std::ranges::any_of(test.statements, [&](const Statement& later) {
      return HasReceiver(subject, later) && later.operands[0] == i &&
             subject.callables[later.target].class_index == its;
    });
    if (!needs_it) objects.push_back(i);
  }
  return objects;
}

// Calls before the last one of which nothing uses the result, ascending, without those that change
// the surroundings of the subject.
std::vector<std::size_t> IdleCalls(const model::Subject& subject, const TestCase& test) {
  const std::vector<unsigned> uses = UsesIn(test);
  std::vector<std::size_t> idle;
  for (std::size_t i = 0; i + 1 < test.size(); ++i) {
    const Statement& call = test.statements[i];
    if (call.kind != StatementKind::kCall || uses[i] > 0) continue;
    const bool only_arranges =
        IsEnvironment(subject, call) && !Environment::MakesPath(subject.callables[call.target]);
    if (!only_arranges) idle.push_back(i);
  }
  return idle;
}

}  // namespace

bool PassesResults(const model::Subject& subject, const TestCase& test) {
  return !CallsPassedOn(subject, test).empty();
}

std::vector<TestCase> WithPlainArguments(const model::Subject& subject, const TestCase& test,
                                         const model::Observation& seen) {
  std::vector<std::size_t> calls;
  std::vector<Statement> literals;
  for (const std::size_t call : CallsPassedOn(subject, test)) {
    if (call >= seen.statements.size()) break;
    auto literal = LiteralOf(seen.statements[call].result);
    if (!literal) continue;
    calls.push_back(call);
    literals.push_back(*std::move(literal));
  }
  std::vector<TestCase> versions;
  const auto add = [&](std::size_t first, std::size_t last) {
    TestCase version = test;
    for (std::size_t k = first; k < last; ++k) version.statements[calls[k]] = literals[k];
    RemoveOrphans(test, version, /*calls_too=*/true);
    if (!RepeatsKeys(version)) versions.push_back(std::move(version));
  };
  if (!calls.empty()) add(0, calls.size());
  for (std::size_t k = 0; k < calls.size() && calls.size() > 1; ++k) add(k, k + 1);
  return versions;
}

bool TakesDetours(const model::Subject& subject, const TestCase& test) {
  return !Detours(subject, test).empty();
}

std::vector<TestCase> WithoutDetours(const model::Subject& subject, const TestCase& test) {
  const std::vector<std::size_t> detours = Detours(subject, test);
  std::vector<TestCase> versions;
  const auto add = [&](std::size_t first, std::size_t last) {
    TestCase version = test;
    for (std::size_t k = first; k < last; ++k) {
      const auto result = static_cast<model::VariableIndex>(detours[k]);
      const model::VariableIndex receiver = version.statements[result].operands[0];
      for (std::size_t user = result + 1u; user < version.size(); ++user) {
        std::ranges::replace(version.statements[user].operands, result, receiver);
      }
    }
    RemoveOrphans(test, version, /*calls_too=*/true);
    if (!RepeatsKeys(version)) versions.push_back(std::move(version));
  };
  if (!detours.empty()) add(0, detours.size());
  for (std::size_t k = 0; k < detours.size() && detours.size() > 1; ++k) add(k, k + 1);
  return versions;
}

bool MakesIdleCalls(const model::Subject& subject, const TestCase& test) {
  return !IdleCalls(subject, test).empty();
}

std::vector<TestCase> WithoutIdleCalls(const model::Subject& subject, const TestCase& test) {
  const std::vector<unsigned> uses = UsesIn(test);
  const std::vector<std::size_t> idle = IdleCalls(subject, test);
  std::vector<TestCase> versions;
  const auto leave_out = [&](std::span<const std::size_t> calls) {
    std::vector<bool> kept(test.size(), true);
    std::vector<unsigned> left = uses;
    for (const std::size_t call : calls) kept[call] = false;
    // What only these calls needed goes with them, unless it was unused itself.
    for (std::size_t i = test.size(); i-- > 0;) {
      kept[i] = kept[i] && (uses[i] == 0 || left[i] > 0);
      if (kept[i]) continue;
      for (const model::VariableIndex operand : test.statements[i].operands) --left[operand];
    }
    TestCase version = test;
    model::KeepStatements(version, kept);
    versions.push_back(std::move(version));
  };
  if (!idle.empty()) leave_out(idle);
  for (std::size_t k = 0; k < idle.size() && idle.size() > 1; ++k) leave_out({&idle[k], 1});
  return versions;
}

std::vector<TestCase> WithMissingFiles(const model::Subject& subject, const TestCase& test) {
  std::vector<TestCase> versions;
  const Environment environment(subject);
  const auto missing = std::ranges::find_if(
      environment.path_makers(),
      [&](model::CallableIndex index) { return subject.callables[index].name == "missing_file"; });
  const Statement& call = test.statements.back();
  if (missing == environment.path_makers().end() || call.kind != StatementKind::kCall) {
    return versions;
  }
  const auto call_of = [](model::CallableIndex target, model::VariableIndex operand) {
    Statement made;
    made.kind = StatementKind::kCall;
    made.target = target;
    made.operands = {operand};
    return made;
  };
  for (std::size_t k = FirstArgument(subject.callables[call.target]); k < call.operands.size();
       ++k) {
    if (test.statements[call.operands[k]].kind != StatementKind::kStr) continue;
    Statement name;
    name.kind = StatementKind::kStr;
    name.text = "data.txt";
    std::vector<Statement> made = {name, call_of(*missing, 0)};
    made[1].parameters = {0};
    versions.push_back(WithOperand(test, test.size() - 1, k, made));
    if (environment.path_text() == model::kNoIndex) continue;
    made.push_back(call_of(environment.path_text(), 1));
    versions.push_back(WithOperand(test, test.size() - 1, k, made));
  }
  return versions;
}

bool DerivesClasses(const model::Subject& subject, const TestCase& test) {
  return !ObjectsOfDerivedClasses(subject, test).empty();
}

std::vector<TestCase> WithoutDerivedClasses(const model::Subject& subject, const TestCase& test) {
  const std::vector<std::size_t> objects = ObjectsOfDerivedClasses(subject, test);
  std::vector<TestCase> versions;
  const auto add = [&](std::size_t first, std::size_t last) {
    TestCase& version = versions.emplace_back(test);
    for (std::size_t k = first; k < last; ++k) {
      Statement& call = version.statements[objects[k]];
      call.target = ConstructorOfBase(subject, call);
    }
  };
  if (!objects.empty()) add(0, objects.size());
  for (std::size_t k = 0; k < objects.size() && objects.size() > 1; ++k) add(k, k + 1);
  return versions;
}

std::optional<TestCase> WithEqualHash(const model::Subject& subject, const TestCase& test) {
  const Statement& hash = test.statements.back();
  if (hash.kind != StatementKind::kCall ||
      !IsOperator(subject.callables[hash.target], "__hash__")) {
    return std::nullopt;
  }
  const model::ClassIndex its = ClassOfFirst(subject, test, hash);
  if (its == model::kNoIndex) return std::nullopt;
  const std::vector<model::CallableIndex>& methods = subject.classes[its].methods;
  const auto equality = std::ranges::find_if(methods, [&](model::CallableIndex index) {
    return IsOperator(subject.callables[index], "__eq__");
  });
  if (equality == methods.end()) return std::nullopt;
  const std::size_t object = hash.operands[0];
  const std::vector<bool> made = OperandSliceOf(subject, test, object);
  std::vector<bool> behind = SliceOf(subject, test, test.size() - 1);
  behind.back() = false;
  if (made != behind) return std::nullopt;  // the object was changed, or surroundings were
  TestCase version;
  const auto add = [&](Statement statement) {
    version.statements.push_back(std::move(statement));
    return static_cast<model::VariableIndex>(version.size() - 1);
  };
  std::vector<model::VariableIndex> objects;
  for (int copy = 0; copy < 2; ++copy) {
    std::vector<model::VariableIndex> numbers(test.size(), 0);
    for (std::size_t k = 0; k <= object; ++k) {
      if (!made[k]) continue;
      Statement part = test.statements[k];
      for (model::VariableIndex& operand : part.operands) operand = numbers[operand];
      numbers[k] = add(std::move(part));
    }
    objects.push_back(numbers[object]);
  }
  Statement compared;
  compared.kind = StatementKind::kCall;
  compared.target = *equality;
  compared.parameters = {0};
  for (const model::VariableIndex one : objects) {
    Statement hashed = hash;
    hashed.operands = {one};
    compared.operands.push_back(add(std::move(hashed)));
  }
  add(std::move(compared));
  return version;
}

std::vector<TestCase> WithEqualObjects(const model::Subject& subject, const TestCase& test) {
  std::vector<TestCase> versions;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& call = test.statements[i];
    const bool compares = call.kind == StatementKind::kCall && call.operands.size() == 2 &&
                          call.operands[0] == call.operands[1] &&
                          subject.callables[call.target].kind == model::CallableKind::kOperator;
    if (!compares) continue;
    const std::size_t object = call.operands[0];
    const std::vector<bool> made = OperandSliceOf(subject, test, object);
    std::vector<bool> behind = SliceOf(subject, test, i);
    behind[i] = false;
    if (made != behind) continue;  // the object was changed, or surroundings were
    TestCase version;
    std::vector<model::VariableIndex> now(test.size(), 0), copies(test.size(), 0);
    const auto add = [&](std::size_t k, const std::vector<model::VariableIndex>& numbers) {
      Statement statement = test.statements[k];
      for (model::VariableIndex& operand : statement.operands) operand = numbers[operand];
      version.statements.push_back(std::move(statement));
      return static_cast<model::VariableIndex>(version.size() - 1);
    };
    for (std::size_t k = 0; k < test.size(); ++k) {
      for (std::size_t part = 0; k == i && part <= object; ++part) {
        if (made[part]) copies[part] = add(part, copies);
      }
      now[k] = add(k, now);
      if (k == i) version.statements.back().operands[1] = copies[object];
    }
    versions.push_back(std::move(version));
  }
  return versions;
}

}  // namespace skua::search
