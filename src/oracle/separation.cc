#include "oracle/separation.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/function_types.h"
#include "oracle/assertions/test_roles.h"
#include "oracle/compaction.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::GeneratedTest;
using model::StatementKind;

bool IsOfValue(const Assertion& assertion) { return assertion.kind <= model::AssertionKind::kText; }

// Returns whether no call can change the value.
bool IsConstant(const model::Statement& statement) {
  return statement.kind <= StatementKind::kBytes || statement.kind == StatementKind::kEnumMember ||
         statement.kind == StatementKind::kClass;
}

// Returns the statements on which the assertion may depend: its variable and its call, the
// statements that make their operands, calls that may have changed one of these, and preparations.
std::vector<bool> DependenciesOf(const GeneratedTest& test, const model::Subject& subject,
                                 const Assertion& assertion) {
  const std::size_t last = assertion.after_statement;
  const auto& statements = test.test.statements;
  std::vector<bool> kept(statements.size());
  for (std::size_t i = 0; i < last; ++i) {
    kept[i] = IsCall(test.test, i) && IsPreparation(test.test, subject, i);
  }
  kept[last] = kept[assertion.variable] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = last + 1; i-- > 0;) {
      const auto& operands = statements[i].operands;
      const bool may_change =
          IsCall(test.test, i) && std::ranges::any_of(operands, [&](model::VariableIndex operand) {
            return kept[operand] && !IsConstant(statements[operand]);
          });
      if (may_change && !kept[i]) kept[i] = grew = true;
      if (!kept[i]) continue;
      for (const model::VariableIndex operand : operands) {
        if (!kept[operand]) kept[operand] = grew = true;
      }
    }
  }
  return kept;
}

// Returns whether the assertion says that a value is a function, and the test calls the value
// later, which then shows it.
bool IsShownByACall(const GeneratedTest& test, const model::Subject& subject,
                    const Assertion& assertion) {
  if (test.exception || assertion.kind != model::AssertionKind::kIsInstance ||
      !assertion.attribute.empty() || !model::IsFunctionType(assertion.expected.type_name)) {
    return false;
  }
  const auto& statements = test.test.statements;
  for (std::size_t i = assertion.after_statement + 1u; i < statements.size(); ++i) {
    if (statements[i].kind != StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[statements[i].target];
    const bool calls = callable.kind == model::CallableKind::kOperator &&
                       callable.name == "__call__" &&
                       statements[i].operands[0] == assertion.variable;
    if (calls) return true;
  }
  return false;
}

class Separation {
 public:
  Separation(model::Suite& suite, const model::Subject& subject, MutationAnalysis& analysis)
      : suite_(suite), subject_(subject), analysis_(analysis) {}

  void Separate(std::size_t index) {
    const std::optional<std::size_t> act = ActOf(suite_[index]);
    if (!act) return;
    const std::vector<Assertion> all = suite_[index].assertions;
    const auto is_early = [&](const Assertion& a) {
      return IsOfValue(a) && a.after_statement < *act;
    };
    const bool says_more = suite_[index].exception || std::ranges::any_of(all, [&](const auto& a) {
                             return a.after_statement >= *act;
                           });
    if (!says_more || std::ranges::none_of(all, is_early)) return;
    std::vector<Assertion> left;
    std::vector<Place> places;
    for (const Assertion& assertion : all) {
      if (is_early(assertion) && IsShownByACall(suite_[index], subject_, assertion)) {
        places.push_back({index, model::kNoIndex});
      } else if (is_early(assertion)) {
        places.push_back(Move(index, assertion));
      } else {
        places.push_back({index, static_cast<uint32_t>(left.size())});
        left.push_back(assertion);
      }
    }
    suite_[index].assertions = std::move(left);
    Compact(suite_[index], subject_);
    Reassign(index, places);
  }

 private:
  // The test and index of a moved assertion; kNoIndex if it was dropped.
  struct Place {
    std::size_t test = 0;
    uint32_t assertion = 0;
  };

  std::optional<std::size_t> ActOf(const GeneratedTest& test) const {
    const bool is_fixed = !test.name.empty() || test.is_finding || test.assertions.empty() ||
                          test.verdict != model::Verdict::kPassed;
    if (is_fixed) return std::nullopt;
    if (test.exception) return test.test.size() - 1;
    for (std::size_t i = test.test.size(); i-- > 0;) {
      if (RunsSubject(test.test, subject_, i)) return i;
    }
    return std::nullopt;
  }

  // Adds the assertion to the test that ends with the call before it.
  Place Move(std::size_t from, Assertion assertion) {
    GeneratedTest ending;
    ending.test = suite_[from].test;
    ending.restored = suite_[from].restored;
    const std::vector<model::VariableIndex> renumbered =
        model::KeepStatements(ending.test, DependenciesOf(suite_[from], subject_, assertion));
    assertion.variable = renumbered[assertion.variable];
    assertion.after_statement = renumbered[assertion.after_statement];
    const std::size_t test = FindOrAdd(std::move(ending), from);
    std::vector<Assertion>& assertions = suite_[test].assertions;
    auto place = std::ranges::find(assertions, assertion);
    if (place == assertions.end()) place = assertions.insert(place, std::move(assertion));
    return {test, static_cast<uint32_t>(place - assertions.begin())};
  }

  std::size_t FindOrAdd(GeneratedTest test, std::size_t from) {
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      const GeneratedTest& other = suite_[i];
      const bool may_grow = i != from && other.name.empty() && !other.exception &&
                            !other.is_finding && other.verdict == model::Verdict::kPassed;
      const bool in_order = other.assertions.empty() ||
                            other.assertions.back().after_statement + 1u == other.test.size();
      if (may_grow && in_order && other.test == test.test) return i;
    }
    suite_.push_back(std::move(test));
    AnalysedTest analysed = analysis_.tests[from];
    analysed.unstable.clear();
    analysis_.tests.push_back(std::move(analysed));
    return suite_.size() - 1;
  }

  // Moves the kills of a test to the tests that have its assertions now; `places` is by assertion.
  void Reassign(std::size_t index, const std::vector<Place>& places) {
    for (auto& kill : analysis_.kills) {
      if (!kill || kill->test != index || kill->assertions.empty()) continue;
      std::map<std::size_t, std::vector<uint32_t>> by_test;
      for (const uint32_t assertion : kill->assertions) {
        const auto& [test, place] = places[assertion];
        if (place == model::kNoIndex) {
          kill->ends_otherwise = true;
        } else {
          by_test[test].push_back(place);
        }
      }
      if (by_test.empty()) {
        kill->assertions.clear();
        continue;
      }
      const auto stays = by_test.find(index);
      const auto& [test, assertions] = stays != by_test.end() ? *stays : *by_test.begin();
      if (!kill->ends_otherwise) kill->test = test;
      kill->assertions = kill->test == test ? assertions : std::vector<uint32_t>{};
      std::ranges::sort(kill->assertions);
    }
  }

  model::Suite& suite_;
  const model::Subject& subject_;
  MutationAnalysis& analysis_;
};

}  // namespace

void SeparateEarlierActs(model::Suite& suite, const model::Subject& subject,
                         MutationAnalysis& analysis) {
  Separation separation(suite, subject, analysis);
  const std::size_t count = suite.size();
  for (std::size_t i = 0; i < count; ++i) separation.Separate(i);
}

}  // namespace skua::oracle
