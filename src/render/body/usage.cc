#include "render/body/usage.h"

#include <algorithm>
#include <optional>

#include "model/answering.h"

namespace skua::render {
namespace {

using model::Statement;
using model::StatementKind;
using model::VariableIndex;

// Returns whether two literals are equal as members of a set, such as True, 1 and 1.0.
bool SameKey(const Statement& a, const Statement& b) {
  const auto number = [](const Statement& s) -> std::optional<double> {
    if (s.kind == StatementKind::kFloat) return s.real;
    const bool small = s.kind == StatementKind::kInt && s.text.empty();
    if (s.kind == StatementKind::kBool || small) return static_cast<double>(s.integer);
    return std::nullopt;
  };
  if (number(a) && number(b)) return *number(a) == *number(b);
  return (a.kind < StatementKind::kList || a.kind == StatementKind::kEnumMember ||
          a.kind == StatementKind::kClass) &&
         a == b;
}

}  // namespace

bool IsOfVariable(const model::Assertion& assertion) {
  return assertion.kind <= model::AssertionKind::kText;
}

Usage::Usage(const model::Subject& subject, const model::GeneratedTest& test)
    : subject_(subject),
      statements_(test.test.statements),
      uses_(statements_.size(), 0),
      asserted_(statements_.size(), 0),
      asked_(statements_.size(), false) {
  for (const model::Assertion& assertion : test.assertions) {
    if (!IsOfVariable(assertion)) continue;
    if (statements_[assertion.variable].kind == StatementKind::kLambda) {
      asked_[assertion.variable] = true;
    } else {
      ++asserted_[assertion.variable];
    }
  }
  for (std::size_t i = statements_.size(); i-- > 0;) {
    if (!IsLive(i)) continue;
    for (const VariableIndex operand : OperandsOf(statements_[i])) ++uses_[operand];
  }
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    if (asked_[i] && !HolderOf(i)) ++asserted_[i];
  }
}

bool Usage::IsLive(std::size_t i) const {
  if (uses_[i] > 0 || asserted_[i] > 0) return true;
  if (statements_[i].kind != StatementKind::kCall) return false;
  const model::Callable& callee = CalleeOf(statements_[i]);
  const bool only_makes = callee.kind == model::CallableKind::kConstructor && !callee.in_subject;
  return !only_makes || i + 1 == statements_.size();
}

std::vector<VariableIndex> Usage::OperandsOf(const Statement& s) const {
  const std::size_t step = s.kind == StatementKind::kDict ? 2 : 1;
  std::vector<VariableIndex> operands(s.operands.begin(), s.operands.end());
  if (step == 1 && s.kind != StatementKind::kSet && s.kind != StatementKind::kFrozenSet) {
    return operands;
  }
  std::vector<VariableIndex> kept;
  for (std::size_t i = 0; i + step <= operands.size(); i += step) {
    std::size_t k = 0;
    while (k < kept.size() && !SameKey(statements_[kept[k]], statements_[operands[i]])) k += step;
    if (k == kept.size()) kept.push_back(operands[i]);
    if (step == 1) continue;
    kept.resize(std::max(kept.size(), k + 2));
    kept[k + 1] = operands[i + 1];
  }
  return kept;
}

bool Usage::IsReceiver(std::size_t i) const {
  return std::any_of(statements_.begin(), statements_.end(), [&](const Statement& s) {
    const bool has_receiver = (s.kind == StatementKind::kCall && HasReceiver(CalleeOf(s))) ||
                              (s.kind == StatementKind::kFunction && !s.operands.empty());
    return has_receiver && s.operands[0] == i;
  });
}

std::pair<const Statement*, std::size_t> Usage::FirstArgument(std::size_t i) const {
  for (const Statement& s : statements_) {
    if (s.kind != StatementKind::kCall) continue;
    const std::size_t receiver = HasReceiver(CalleeOf(s)) ? 1 : 0;
    for (std::size_t o = receiver; o < s.operands.size(); ++o) {
      if (s.operands[o] == i) return {&s, o - receiver};
    }
  }
  return {nullptr, 0};
}

const Statement* Usage::OnlyUser(std::size_t i) const {
  if (uses_[i] != 1 || asserted_[i] > 0) return nullptr;
  for (std::size_t s = i + 1; s < statements_.size(); ++s) {
    const auto operands = OperandsOf(statements_[s]);
    if (IsLive(s) && std::find(operands.begin(), operands.end(), i) != operands.end()) {
      return &statements_[s];
    }
  }
  return nullptr;
}

bool Usage::IsMock(std::size_t i) const {
  const model::Statement& lambda = statements_[i];
  if (lambda.kind != model::StatementKind::kLambda) return false;
  if ((lambda.integer & ~model::kByArguments) != model::kReturned || asked_[i]) return true;
  return lambda.integer == model::kReturned && IsOnlyHeld(i);
}

bool Usage::IsOnlyHeld(std::size_t i) const {
  bool is_held = false;
  for (std::size_t s = i + 1; s < statements_.size(); ++s) {
    const auto operands = OperandsOf(statements_[s]);
    if (!IsLive(s) || std::ranges::find(operands, i) == operands.end()) continue;
    if (!IsPlainObject(statements_[s])) return false;
    is_held = true;
  }
  return is_held;
}

std::optional<std::pair<std::size_t, std::string>> Usage::HolderOf(std::size_t lambda) const {
  const Statement* user = OnlyUser(lambda);
  const auto [first, argument] = FirstArgument(lambda);
  if (user == nullptr || user != first || !IsPlainObject(*user)) return std::nullopt;
  return std::pair(static_cast<std::size_t>(user - statements_.data()),
                   CalleeOf(*user).parameters[user->parameters[argument]].name);
}

bool Usage::IsPlainObject(const model::Statement& call) const {
  if (call.kind != model::StatementKind::kCall) return false;
  const model::Callable& callee = CalleeOf(call);
  return model::MakesMock(callee) ||
         (callee.module == "types" && callee.qualified_name == "SimpleNamespace");
}

bool Usage::IsUnpacked(std::size_t i) const {
  const auto [call, argument] = FirstArgument(i);
  if (call == nullptr) return false;
  const model::Passing passing = PassingOf(CalleeOf(*call), *call, argument);
  return passing == model::Passing::kUnpackSequence || passing == model::Passing::kUnpackMapping;
}

}  // namespace skua::render
