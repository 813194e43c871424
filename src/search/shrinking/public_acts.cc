#include "search/shrinking/public_acts.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "model/internal_callable.h"
#include "search/making/test_edits.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;

constexpr std::size_t kMostActs = 24;  // public callables that are tried for one internal one
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

bool ActsInternally(const model::Subject& subject, const TestCase& test) {
  if (test.statements.empty()) return false;
  const Statement& act = test.statements.back();
  return act.kind == StatementKind::kCall && model::IsInternal(subject.callables[act.target]);
}

}  // namespace

std::vector<TestCase> WithPublicActs(const model::Subject& subject, const TestCase& test) {
  std::vector<TestCase> versions;
  if (!ActsInternally(subject, test)) return versions;
  std::vector<PublicAct> acts;
  for (const CallableIndex target : PublicCallables(subject, test)) {
    if (auto act = ActBy(subject, test.statements.back(), target)) acts.push_back(*std::move(act));
  }
  std::ranges::stable_sort(acts, std::greater(), &PublicAct::names_in_common);
  if (acts.size() > kMostActs) acts.resize(kMostActs);
  const auto add = [&](const Statement& call, std::optional<std::size_t> on) {
    TestCase version = test;
    version.statements.back() = call;
    RemoveOrphans(test, version, /*calls_too=*/true);
    if (on) {
      Statement act = std::move(version.statements.back());
      Statement& yes = version.statements.back() = Statement{};
      yes.kind = StatementKind::kBool;
      yes.integer = 1;
      const auto before = std::ranges::lower_bound(act.parameters, *on);
      const auto argument = before - act.parameters.begin();
      act.parameters.insert(before, static_cast<uint16_t>(*on));
      act.operands.insert(
          act.operands.begin() +
              static_cast<std::ptrdiff_t>(FirstArgument(subject.callables[act.target])) + argument,
          static_cast<model::VariableIndex>(version.size() - 1));
      version.statements.push_back(std::move(act));
    }
    versions.push_back(std::move(version));
  };
  for (const PublicAct& act : acts) {
    add(act.call, std::nullopt);
    for (const std::size_t on : SwitchesOf(subject, act.call)) add(act.call, on);
  }
  return versions;
}

}  // namespace skua::search
