#include "render/body/inlining.h"

#include <algorithm>

#include "render/body/operator_syntax.h"
#include "render/python/layout.h"

namespace skua::render {
namespace {

using model::Callable;
using model::CallableKind;
using model::ResultUse;
using model::Statement;
using model::StatementKind;

constexpr int kLongestInline = 50;   // columns of a literal that is inlined
constexpr int kLongestChained = 30;  // columns of a call that is inlined

}  // namespace

Inlining::Inlining(const model::GeneratedTest& test, const Usage& usage,
                   const ExpressionWriter& expressions, std::size_t act)
    : statements_(test.test.statements),
      raises_(test.exception.has_value()),
      usage_(usage),
      expressions_(expressions),
      act_(act) {}

bool Inlining::OfCall(std::size_t i, const std::string& text) const {
  return i != act_ && (IsLikeLiteral(i, text) || IsChained(i, text));
}

bool Inlining::OfValue(std::size_t i, const std::string& text) const {
  const StatementKind kind = statements_[i].kind;
  if (kind == StatementKind::kEnumMember || kind == StatementKind::kClass ||
      kind == StatementKind::kFunction) {
    return DisplayWidth(text) <= kLongestInline || IsNeededInPlace(i);
  }
  if (usage_.asserted(i) > 0 || usage_.IsReceiver(i) || IsComparedWithEquals(i)) return false;
  const Statement* user = usage_.OnlyUser(i);
  if (kind == StatementKind::kLambda) return user != nullptr || IsMadeForEach(i);
  if (IsCollection(kind)) {
    return user != nullptr && !IsReturnedAgain(*user) &&
           (usage_.IsUnpacked(i) || DisplayWidth(text) <= kLongestInline);
  }
  return DisplayWidth(text) <= kLongestInline;
}

bool Inlining::IsNeededInPlace(std::size_t i) const {
  return usage_.asserted(i) > 0 || usage_.IsReceiver(i);
}

// Returns whether `user` is a lambda, which would make a new object at each call of an inlined
// expression.
bool Inlining::IsReturnedAgain(const Statement& user) const {
  return user.kind == StatementKind::kLambda &&
         !usage_.IsMock(static_cast<std::size_t>(&user - statements_.data()));
}

// Each of several plain objects may have a mock of its own where the answers are literals.
bool Inlining::IsMadeForEach(std::size_t i) const {
  return usage_.IsMock(i) && usage_.IsOnlyHeld(i) &&
         std::ranges::all_of(statements_[i].operands, [&](model::VariableIndex answer) {
           return statements_[answer].kind < StatementKind::kList ||
                  statements_[answer].kind == StatementKind::kClass;
         });
}

bool Inlining::IsComparedWithEquals(std::size_t i) const {
  const StatementKind kind = statements_[i].kind;
  if (kind != StatementKind::kNone && kind != StatementKind::kBool) return false;
  return std::any_of(statements_.begin(), statements_.end(), [&](const Statement& s) {
    if (s.kind != StatementKind::kCall || s.operands.size() != 2 || s.operands[1] != i) {
      return false;
    }
    const Callable& callee = usage_.CalleeOf(s);
    return callee.kind == CallableKind::kOperator &&
           (callee.name == "__eq__" || callee.name == "__ne__");
  });
}

bool Inlining::IsLikeLiteral(std::size_t i, const std::string& call) const {
  const Callable& callee = expressions_.CalleeOf(i);
  const auto& operands = statements_[i].operands;
  const Statement* user = usage_.OnlyUser(i);
  if (callee.in_subject || user == nullptr || IsReturnedAgain(*user) || usage_.IsReceiver(i) ||
      DisplayWidth(call) > kLongestInline) {
    return false;
  }
  if (callee.kind == CallableKind::kOperator && callee.name == "__str__") return true;
  return callee.kind == CallableKind::kConstructor &&
         std::all_of(operands.begin(), operands.end(), [&](model::VariableIndex operand) {
           return statements_[operand].kind < StatementKind::kList;
         });
}

bool Inlining::IsChained(std::size_t i, const std::string& call) const {
  const Statement* user = usage_.OnlyUser(i);
  if (user == nullptr || user->kind != StatementKind::kCall ||
      !HasReceiver(usage_.CalleeOf(*user)) || user->operands[0] != i ||
      expressions_.CalleeOf(i).use != ResultUse::kValue || DisplayWidth(call) > kLongestChained) {
    return false;
  }
  const auto next = static_cast<std::size_t>(user - statements_.data());
  const OperatorForm form = expressions_.SyntaxOf(next).form;
  const bool raises = next == act_ && raises_;
  const bool is_made = expressions_.CalleeOf(i).kind == CallableKind::kConstructor;
  return (IsWith(form) || (form == OperatorForm::kCall && !raises && !is_made)) &&
         std::none_of(&statements_[i] + 1, user,
                      [](const Statement& s) { return s.kind == StatementKind::kCall; });
}

}  // namespace skua::render
