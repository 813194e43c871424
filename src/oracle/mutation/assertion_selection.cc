// Minimum set cover is NP-hard; the greedy choice is within ln n of the optimum (Chvátal, 1979).
// Each mutant is assigned to the first test that kills it, so each test is a small cover problem of
// its own.

#include "oracle/mutation/assertion_selection.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/assertions/test_roles.h"
#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Value;
using model::ValueKind;

bool IsScalar(const Value& value) {
  return value.kind <= ValueKind::kBytes || value.kind == ValueKind::kEnumMember;
}

// Returns whether faulty calls often give this value, too: None, zero, empty.
bool IsVacuous(const Value& value) {
  switch (value.kind) {
    case ValueKind::kNone:
      return true;
    case ValueKind::kBool:
      return value.integer == 0;
    case ValueKind::kInt:
      return value.integer == 0 && value.text.empty();
    case ValueKind::kStr:
    case ValueKind::kBytes:
      return value.text.empty();
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
    case ValueKind::kDict:
      return value.items.empty();
    default:
      return false;
  }
}

class TestSelection {
 public:
  TestSelection(const model::GeneratedTest& test, const model::Subject& subject,
                const MutationAnalysis& analysis, std::size_t index,
                const SelectionOptions& options)
      : test_(test),
        assertions_(test.assertions),
        subject_(subject),
        analysis_(analysis),
        options_(options),
        usable_(assertions_.size(), true),
        kept_(assertions_.size(), false) {
    for (const uint32_t unstable : analysis.tests[index].unstable) usable_[unstable] = false;
    for (const auto& kill : analysis.kills) {
      if (kill && kill->test == index && !kill->ends_otherwise) noticed_.push_back(&*kill);
    }
    FindAct();
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      if (usable_[i]) preferred_.push_back(i);
    }
    std::ranges::sort(preferred_, {}, [&](std::size_t i) { return Preference(i); });
  }

  // Returns, for each assertion, whether it is kept.
  std::vector<bool> Select(bool all_judged) && {
    for (const std::size_t i : preferred_) {
      if (StatesResult(i)) Keep(i);
    }
    Cover(/*by_text=*/false);
    Cover(/*by_text=*/true);
    DropResultsBeyond(options_.per_test);
    DropRedundant();
    StateTheAct();
    const bool may_be_empty = test_.exception.has_value();
    const std::size_t least = all_judged ? (may_be_empty ? 0 : 1)
                                         : std::min(options_.per_unjudged_test, options_.per_test);
    FillUpTo(least);
    CountItems();
    return std::move(kept_);
  }

 private:
  // Finds the test's act: its last call of the subject, or the call that raises.
  void FindAct() {
    for (std::size_t i = test_.test.size(); i-- > 0 && !act_;) {
      if (RunsSubject(test_.test, subject_, i)) act_ = i;
    }
    if (!act_) return;
    const model::Statement& call = test_.test.statements[*act_];
    if (HasReceiver(subject_.callables[call.target])) receiver_ = call.operands[0];
  }

  // Orders assertions by what a reader expects first; the smallest tuple is first.
  std::tuple<int, bool, bool, std::size_t, std::size_t> Preference(std::size_t i) const {
    const Assertion& a = assertions_[i];
    const bool of_variable = a.kind <= AssertionKind::kText;
    int about = IsSilence(i) ? 5 : 3;
    if (of_variable && RepeatsAnother(a)) {
      about = 4;
    } else if (a.kind == AssertionKind::kText) {
      about = 3;  // it asserts all attributes, and few readers know which of them the act affects
    } else if (of_variable && act_ && a.variable == *act_) {
      const bool is_matter_of_course =
          a.expected.kind == ValueKind::kNone && AlwaysGivesNone(a.variable);
      about = is_matter_of_course ? 3 : a.attribute.empty() ? 0 : 1;
    } else if (of_variable && receiver_ && a.variable == *receiver_) {
      about = 2;
    }
    return {about, IsVacuous(a.expected), !IsScalar(a.expected),
            TextLength(a.expected) + a.attribute.size(), i};
  }

  // Returns whether the assertion states the simple result of the act, what a procedure made of its
  // receiver, or the exit code with which the act ends the program. Results of earlier calls do not
  // count.
  bool StatesResult(std::size_t i) const {
    const Assertion& a = assertions_[i];
    if (a.variable == receiver_ && a.after_statement == act_ && a.attribute.empty() &&
        (a.kind == AssertionKind::kEquals || a.kind == AssertionKind::kItems) &&
        AlwaysGivesNone(*act_)) {
      return TextLength(a.expected) <= options_.simple_characters;
    }
    const std::string_view stated = test_.exception ? "code" : "";
    if (a.kind != AssertionKind::kEquals || a.attribute != stated ||
        a.variable != a.after_statement || a.variable != act_) {
      return false;
    }
    // The message of SystemExit("no data") is its exit code, and is matched already.
    const bool is_said =
        test_.exception ? a.expected.kind == ValueKind::kStr && !test_.exception->message.empty()
                        : a.expected.kind == ValueKind::kNone && AlwaysGivesNone(a.variable);
    return !is_said && TextLength(a.expected) <= options_.simple_characters;
  }

  bool AlwaysGivesNone(std::size_t call) const {
    const model::CallableIndex callable = test_.test.statements[call].target;
    const model::TypeKind type = subject_.types[subject_.callables[callable].result].kind;
    if (type == model::TypeKind::kNone) return true;
    return type == model::TypeKind::kAny && !analysis_.gives_values[callable];
  }

  // Returns whether assertion `i` needs assertion `before`: one on output takes the text since the
  // last such assertion.
  bool Needs(std::size_t i, std::size_t before) const {
    return before < i && TakesOutput(assertions_[i]) &&
           assertions_[before].kind == assertions_[i].kind;
  }

  void Keep(std::size_t i) {
    kept_[i] = true;
    for (std::size_t before = 0; before < i; ++before) {
      if (Needs(i, before)) kept_[before] = true;
    }
  }

  bool NeedsAnother(std::size_t i) const {
    for (std::size_t before = 0; before < i; ++before) {
      if (!kept_[before] && Needs(i, before)) return true;
    }
    return false;
  }

  bool IsNeeded(std::size_t i) const {
    for (std::size_t later = i + 1; later < assertions_.size(); ++later) {
      if (kept_[later] && Needs(later, i)) return true;
    }
    return false;
  }

  bool IsNoticed(const Kill& kill) const {
    return std::ranges::any_of(kill.assertions, [&](uint32_t i) { return kept_[i]; });
  }

  static bool Notices(std::size_t i, const Kill& kill) {
    return std::ranges::binary_search(kill.assertions, static_cast<uint32_t>(i));
  }

  // Repeatedly takes the assertion that notices the most unnoticed mutants, until it notices none.
  // Takes assertions on the text of an object only with `by_text`.
  void Cover(bool by_text) {
    std::vector<const Kill*> left = noticed_;
    while (true) {
      std::erase_if(left, [&](const Kill* kill) { return IsNoticed(*kill); });
      std::size_t best = 0, most = 0;
      for (const std::size_t i : preferred_) {
        if (!by_text && assertions_[i].kind == AssertionKind::kText) continue;
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(left, [&](const Kill* kill) { return Notices(i, *kill); }));
        if (count > most) {
          best = i;
          most = count;
        }
      }
      if (most == 0) return;
      Keep(best);
    }
  }

  // Returns whether the others notice all mutants without the assertion, and no other assertion
  // needs it.
  bool IsDispensable(std::size_t i) {
    if (!kept_[i] || IsNeeded(i)) return false;
    kept_[i] = false;
    const bool dispensable =
        std::ranges::all_of(noticed_, [&](const Kill* kill) { return IsNoticed(*kill); });
    kept_[i] = true;
    return dispensable;
  }

  void DropResultsBeyond(std::size_t most) {
    for (auto i = preferred_.rbegin(); i != preferred_.rend() && CountKept() > most; ++i) {
      if (StatesResult(*i) && IsDispensable(*i)) kept_[*i] = false;
    }
  }

  void DropRedundant() {
    for (bool dropped = true; dropped;) {
      dropped = false;
      for (auto i = preferred_.rbegin(); i != preferred_.rend(); ++i) {
        if (StatesResult(*i) || !IsDispensable(*i)) continue;
        kept_[*i] = false;
        dropped = true;
      }
    }
  }

  // Asserts the act's result, or its receiver's state, if simple: a test whose assertions all
  // concern earlier calls reads as if something were missing.
  void StateTheAct() {
    if (!act_ || test_.exception) return;
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      if (kept_[i] && assertions_[i].after_statement >= *act_) return;
    }
    const auto best = std::ranges::find_if(preferred_, [&](std::size_t i) {
      const Assertion& a = assertions_[i];
      return a.after_statement >= *act_ && a.kind <= AssertionKind::kText &&
             (a.variable == *act_ || a.variable == receiver_ || IsOfDouble(a)) &&
             TextLength(a.expected) <= options_.simple_characters;
    });
    if (best != preferred_.end()) Keep(*best);
  }

  bool IsOfDouble(const Assertion& a) const {
    return test_.test.statements[a.variable].kind == model::StatementKind::kLambda;
  }

  void FillUpTo(std::size_t least) {
    for (bool added = true; added;) {
      added = false;
      for (const std::size_t i : preferred_) {
        if (CountKept() >= least) return;
        const bool has_any = CountKept() > 0 || test_.exception;
        if (kept_[i] || NeedsAnother(i) || (has_any && CanBeOmitted(i))) continue;
        kept_[i] = added = true;
      }
    }
  }

  // Keeps the length of an iterated result along with assertions on its items, which do not say
  // that there were no more.
  void CountItems() {
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      const Assertion& length = assertions_[i];
      const bool is_of_result = usable_[i] && length.kind == AssertionKind::kLength &&
                                length.attribute.empty() &&
                                length.variable == length.after_statement;
      if (!is_of_result || !IsIterated(length.variable)) continue;
      for (std::size_t other = 0; other < assertions_.size() && !kept_[i]; ++other) {
        const Assertion& a = assertions_[other];
        kept_[i] = kept_[other] && a.kind <= AssertionKind::kText && a.variable == length.variable;
      }
    }
  }

  bool IsIterated(model::VariableIndex variable) const {
    const model::Statement& call = test_.test.statements[variable];
    return call.kind == model::StatementKind::kCall &&
           subject_.callables[call.target].use == model::ResultUse::kIterate;
  }

  // Returns whether it asserts that nothing was printed or logged.
  bool IsSilence(std::size_t i) const {
    const Assertion& a = assertions_[i];
    return a.kind >= AssertionKind::kOutput && a.kind <= AssertionKind::kLog &&
           a.expected.text.empty() && a.expected.items.empty();
  }

  // Returns whether the assertion can be omitted if there is another one: it asserts no output, a
  // value before the act, the text of an object, an empty part of a result, or an unchanged value.
  bool CanBeOmitted(std::size_t i) const {
    const Assertion& a = assertions_[i];
    if (IsSilence(i) || (act_ && a.after_statement < *act_)) return true;
    if (a.kind == AssertionKind::kText || RepeatsAnother(a)) return true;
    const bool is_of_result =
        a.kind < AssertionKind::kText && a.variable == act_ && !a.attribute.empty();
    return is_of_result && IsVacuous(a.expected);
  }

  // Returns whether the assertion repeats another one: it asserts a result that is the receiver
  // itself, or a change that the result already shows.
  bool RepeatsAnother(const Assertion& a) const {
    if (!receiver_ || a.kind > AssertionKind::kText || a.after_statement != *act_) return false;
    if (a.attribute.empty() && a.kind != AssertionKind::kText) return false;
    const bool is_of_receiver = a.variable == *receiver_;
    const auto of = static_cast<model::VariableIndex>(is_of_receiver ? *act_ : *receiver_);
    const Assertion* other = nullptr;  // the last such assertion
    for (const Assertion& b : assertions_) {
      const bool is_in_time = is_of_receiver == (b.after_statement == *act_);
      const bool is_of_place = b.variable == of && b.kind == a.kind && b.attribute == a.attribute;
      if (is_in_time && is_of_place) other = &b;
    }
    return other != nullptr && other->expected == a.expected;
  }

  std::size_t CountKept() const {
    return static_cast<std::size_t>(std::ranges::count(kept_, true));
  }

  const model::GeneratedTest& test_;
  const std::vector<Assertion>& assertions_;
  const model::Subject& subject_;
  const MutationAnalysis& analysis_;
  const SelectionOptions& options_;
  std::vector<bool> usable_;
  std::vector<bool> kept_;
  std::vector<const Kill*> noticed_;    // kills that only an assertion of this test can notice
  std::vector<std::size_t> preferred_;  // indices of usable assertions, the best first
  std::optional<std::size_t> act_;
  std::optional<model::VariableIndex> receiver_;
};

// Returns whether all mutants that the test reaches were tried.
bool IsJudged(const AnalysedTest& test, const MutationAnalysis& analysis) {
  return test.ends_as_expected && std::ranges::none_of(test.reached, [&](model::MutantIndex i) {
           return analysis.fates[i] == model::MutantFate::kNotRun;
         });
}

// Removes the assertions that are not kept; `renumbered` gets the new index of each kept one.
void RemoveOthers(const std::vector<bool>& kept, std::vector<Assertion>& assertions,
                  std::vector<uint32_t>& renumbered) {
  std::vector<Assertion> left;
  renumbered.assign(kept.size(), 0);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    renumbered[i] = static_cast<uint32_t>(left.size());
    left.push_back(std::move(assertions[i]));
  }
  assertions = std::move(left);
}

}  // namespace

void SelectAssertions(model::Suite& suite, const model::Subject& subject,
                      MutationAnalysis& analysis, const SelectionOptions& options) {
  for (std::size_t i = 0; i < suite.size(); ++i) {
    AnalysedTest& test = analysis.tests[i];
    if (!suite[i].name.empty()) continue;
    const std::vector<bool> kept =
        TestSelection(suite[i], subject, analysis, i, options).Select(IsJudged(test, analysis));
    std::vector<uint32_t> renumbered;
    RemoveOthers(kept, suite[i].assertions, renumbered);
    test.unstable.clear();
    for (auto& kill : analysis.kills) {
      if (!kill || kill->test != i) continue;
      std::erase_if(kill->assertions, [&](uint32_t a) { return !kept[a]; });
      for (uint32_t& a : kill->assertions) a = renumbered[a];
    }
  }
}

}  // namespace skua::oracle
