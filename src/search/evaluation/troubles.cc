#include "search/evaluation/troubles.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "search/making/slice.h"

namespace skua::search {

using model::CallableIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::Verdict;

namespace {

constexpr std::size_t kMostCrashes = 12;       // a crash costs a few forks
constexpr std::size_t kMostOtherTroubles = 4;  // each costs its limit on time several times

bool IsCall(const Statement& statement) { return statement.kind == StatementKind::kCall; }

bool Calls(const TestCase& test, CallableIndex target) {
  return std::any_of(test.statements.begin(), test.statements.end(),
                     [&](const Statement& it) { return IsCall(it) && it.target == target; });
}

bool HaveSameCalls(const TestCase& a, const TestCase& b) {
  const auto within = [](const TestCase& test, const TestCase& other) {
    return std::all_of(test.statements.begin(), test.statements.end(),
                       [&](const Statement& it) { return !IsCall(it) || Calls(other, it.target); });
  };
  return within(a, b) && within(b, a);
}

bool AreAlike(const Suspect& a, const Suspect& b) {
  if (a.verdict != b.verdict || a.is_cut != b.is_cut) return false;
  return a.is_cut ? a.test.statements.back().target == b.test.statements.back().target
                  : HaveSameCalls(a.test, b.test);
}

class Confirmation {
 public:
  Confirmation(const model::Subject& subject, model::Executor& executor,
               const base::Deadline& deadline)
      : subject_(subject), executor_(executor), deadline_(deadline) {}

  void Confirm(const Suspect& suspect) {
    if (SaysNothingNew(suspect)) return;
    TestCase cut = suspect.is_cut ? suspect.test : FindBeginning(suspect);
    if (cut.size() == 0) return;
    TestCase slice = cut;
    model::KeepStatements(slice, SliceOf(subject_, cut, cut.size() - 1));
    if (slice.size() < cut.size() && Happens(slice, suspect.verdict)) {
      Keep(std::move(slice), suspect.verdict);
    } else if (!suspect.is_cut || Happens(cut, suspect.verdict)) {
      Keep(std::move(cut), suspect.verdict);
    }
  }

  std::vector<Trouble> Take() { return std::move(found_); }

 private:
  bool SaysNothingNew(const Suspect& suspect) const {
    return std::any_of(found_.begin(), found_.end(), [&](const Trouble& known) {
      return known.verdict == suspect.verdict && known.test.size() <= suspect.test.size() &&
             Calls(suspect.test, known.test.statements.back().target);
    });
  }

  bool Happens(const TestCase& test, Verdict verdict) {
    executor_.Execute({&test, 1}, model::Isolation::kPatient, deadline_, traces_);
    const Trace& trace = traces_.front();
    return trace.verdict == verdict && !trace.reached_out &&
           (trace.executed_statements == 0 || trace.executed_statements + 1u == test.size());
  }

  // The shortest beginning of the test with which it ends badly again; empty when there is none.
  // Short beginnings are tried first, since those that end well end soon.
  TestCase FindBeginning(const Suspect& suspect) {
    TestCase beginning;
    for (const Statement& statement : suspect.test.statements) {
      beginning.statements.push_back(statement);
      if (!IsCall(statement)) continue;
      if (Happens(beginning, suspect.verdict)) return beginning;
      if (deadline_.Expired()) break;
    }
    return {};
  }

  void Keep(TestCase test, Verdict verdict) {
    const CallableIndex target = test.statements.back().target;
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const Trouble& known) {
      return known.verdict == verdict && known.test.statements.back().target == target;
    });
    if (same == found_.end()) {
      found_.push_back({std::move(test), verdict});
    } else if (test.size() < same->test.size()) {
      same->test = std::move(test);
    }
  }

  const model::Subject& subject_;
  model::Executor& executor_;
  const base::Deadline& deadline_;
  std::vector<Trouble> found_;
  std::vector<Trace> traces_;
};

}  // namespace

void Suspects::Note(const TestCase& test, const Trace& trace) {
  if (trace.reached_out ||
      std::any_of(test.statements.begin(), test.statements.end(),
                  [](const Statement& it) { return it.kind == StatementKind::kLazy; })) {
    return;
  }
  Suspect suspect{test, trace.verdict, trace.executed_statements > 0};
  if (suspect.is_cut) {
    TestCase& cut = suspect.test;
    cut.statements.resize(std::min<std::size_t>(cut.size(), trace.executed_statements + 1u));
    if (!IsCall(cut.statements.back())) return;
  }
  const auto alike = std::find_if(noted_.begin(), noted_.end(),
                                  [&](const Suspect& it) { return AreAlike(it, suspect); });
  if (alike != noted_.end()) {
    if (suspect.test.size() < alike->test.size()) *alike = std::move(suspect);
    return;
  }
  const std::size_t most = trace.verdict == Verdict::kCrashed ? kMostCrashes : kMostOtherTroubles;
  if (counts_[trace.verdict] == most) return;
  ++counts_[trace.verdict];
  noted_.push_back(std::move(suspect));
}

std::vector<Trouble> ConfirmTroubles(const model::Subject& subject, model::Executor& executor,
                                     std::span<const Suspect> suspects,
                                     const base::Deadline& deadline) {
  Confirmation confirmation(subject, executor, deadline);
  for (const Suspect& suspect : suspects) {
    if (deadline.Expired()) break;
    confirmation.Confirm(suspect);
  }
  return confirmation.Take();
}

}  // namespace skua::search
