#include "search/shrinking/fuller_objects.h"

#include <algorithm>

#include "model/type_fit.h"
#include "search/making/slice.h"
#include "search/making/test_edits.h"
#include "search/shrinking/plainer_values.h"
#include "search/shrinking/plainness.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

constexpr std::size_t kMostKept = 3;  // of one constructor

// Statement `call` and the arguments of it alone.
TestCase PartOf(const model::Subject& subject, const TestCase& test, std::size_t call) {
  TestCase part = test;
  part.statements.resize(call + 1);
  std::vector<bool> kept = OperandSliceOf(subject, part, call);
  kept[call] = true;
  model::KeepStatements(part, kept);
  return part;
}

// The statement with operands that stand so many places further behind.
Statement Moved(Statement statement, std::size_t places) {
  for (model::VariableIndex& operand : statement.operands) {
    operand = static_cast<model::VariableIndex>(operand + places);
  }
  return statement;
}

}  // namespace

bool FullerObjects::IsNatural(const TestCase& made) const {
  return std::all_of(made.statements.begin(), made.statements.end() - 1, [&](const Statement& it) {
    if (IsText(it)) {
      return !it.text.empty() && (vocabulary_ == nullptr || vocabulary_->IsNatural(it.text));
    }
    return it.kind != StatementKind::kNone && it.kind <= StatementKind::kEnumMember;
  });
}

void FullerObjects::Learn(const TestCase& test) {
  for (std::size_t call = 0; call < test.size(); ++call) {
    const Statement& statement = test.statements[call];
    if (MakesObject(*subject_, test, call)) makers_.insert(statement.target);
    // What a function gives is known for an object where some test calls its methods.
    const bool makes_one =
        statement.kind == StatementKind::kCall && makers_.contains(statement.target);
    if (!makes_one || IsGivenNothing(test, call)) continue;
    TestCase part = PartOf(*subject_, test, call);
    if (!IsNatural(part)) continue;
    std::vector<TestCase>& known = made_[statement.target];
    if (std::ranges::find(known, part) != known.end()) continue;
    const auto place =
        std::ranges::find_if(known, [&](const TestCase& other) { return IsPlainer(part, other); });
    known.insert(place, std::move(part));
    if (known.size() > kMostKept) known.pop_back();
  }
}

std::vector<TestCase> FullerObjects::Versions(const TestCase& test, std::size_t call) const {
  std::vector<TestCase> versions;
  if (!IsMadeOfNothing(*subject_, test, call)) return versions;
  const std::vector<const TestCase*> parts = PartsFor(test, call);
  TestCase without = test;
  without.statements[call].operands.clear();
  without.statements[call].parameters.clear();
  RemoveOrphans(test, without, /*calls_too=*/false);
  const std::size_t first = call - (test.size() - without.size());
  std::vector<Statement> scratch;
  for (const TestCase* part : parts) {
    TestCase& version = versions.emplace_back(without);
    {
      const Opening opening(version, first, scratch);
      for (std::size_t i = 0; i + 1 < part->size(); ++i) {
        AppendStatement(version, Moved(part->statements[i], first));
      }
    }
    version.statements[first + part->size() - 1] = Moved(part->statements.back(), first);
  }
  return versions;
}

// What others are made of by the same call; and by other calls that make an object of its class,
// where the test uses the object: what makes it is not what the test is about.
std::vector<const TestCase*> FullerObjects::PartsFor(const TestCase& test, std::size_t call) const {
  std::vector<const TestCase*> parts;
  const model::CallableIndex target = test.statements[call].target;
  const auto add = [&](const std::vector<TestCase>& some) {
    for (const TestCase& part : some) parts.push_back(&part);
  };
  if (const auto known = made_.find(target); known != made_.end()) add(known->second);
  const bool is_used = std::ranges::any_of(test.statements, [&](const Statement& user) {
    return std::ranges::find(user.operands, static_cast<model::VariableIndex>(call)) !=
           user.operands.end();
  });
  const model::ClassIndex its = subject_->callables[target].class_index;
  for (const auto& [maker, some] : made_) {
    const bool is_other = maker != target && subject_->callables[maker].class_index == its;
    if (is_used && its != model::kNoIndex && is_other) add(some);
  }
  return parts;
}

std::vector<const TestCase*> FullerObjects::PlainestOf(
    const std::vector<model::CallableIndex>& makers) const {
  std::vector<const TestCase*> plainest;
  for (const model::CallableIndex maker : makers) {
    const auto known = made_.find(maker);
    if (known != made_.end()) plainest.push_back(&known->second.front());
  }
  return plainest;
}

std::vector<TestCase> FullerObjects::FittingVersions(const PassedKinds& passed,
                                                     const TestCase& test, std::size_t call) const {
  std::vector<TestCase> versions;
  const Statement& statement = test.statements[call];
  if (statement.kind != StatementKind::kCall) return versions;
  const model::Callable& callable = subject_->callables[statement.target];
  const std::size_t first = statement.operands.size() - statement.parameters.size();
  for (std::size_t a = 0; a < statement.parameters.size(); ++a) {
    const model::Parameter& parameter = callable.parameters[statement.parameters[a]];
    const bool is_unpacked = parameter.kind == model::ParameterKind::kVarPositional ||
                             parameter.kind == model::ParameterKind::kVarKeyword;
    if (is_unpacked) continue;
    const model::TypeIndex type = parameter.type;
    if (subject_->types[type].kind == model::TypeKind::kAny) {
      const auto makers = passed.UsualMakersFor(parameter.name);
      const Statement& value = test.statements[statement.operands[first + a]];
      const bool is_usual = value.kind == StatementKind::kNone ||
                            (value.kind == StatementKind::kCall &&
                             std::ranges::find(makers, value.target) != makers.end());
      if (is_usual) continue;
      for (const TestCase* part : PlainestOf(makers)) {
        versions.push_back(WithOperand(test, call, first + a, part->statements));
      }
      continue;
    }
    const auto contradicts = [&](const TestCase& version, model::VariableIndex value) {
      return model::FitOf(version, *subject_, value, type) == model::Fit::kContradicts;
    };
    if (!contradicts(test, statement.operands[first + a])) continue;
    for (const auto& [maker, parts] : made_) {
      TestCase version = WithOperand(test, call, first + a, parts.front().statements);
      const std::size_t now = call + version.size() - test.size();
      if (contradicts(version, version.statements[now].operands[first + a])) continue;
      versions.push_back(std::move(version));
    }
  }
  return versions;
}

}  // namespace skua::search
