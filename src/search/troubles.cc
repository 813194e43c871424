#include "search/troubles.h"

#include <algorithm>
#include <utility>

#include "search/slice.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::Verdict;

namespace {

constexpr unsigned kMostCrashes = 24;  // a crash costs a fork or two
constexpr unsigned kMostOthers = 4;    // each costs its limit on time several times

bool IsCall(const Statement& statement) { return statement.kind == StatementKind::kCall; }

bool IsLazy(const Statement& statement) { return statement.kind == StatementKind::kLazy; }

}  // namespace

void Troubles::Note(const TestCase& test, const Trace& trace, const base::Deadline& deadline) {
  const Verdict verdict = trace.verdict;
  unsigned& attempts = verdict == Verdict::kCrashed ? crashes_ : others_;
  const unsigned most = verdict == Verdict::kCrashed ? kMostCrashes : kMostOthers;
  if (trace.reached_out || attempts == most || deadline.Expired() ||
      std::any_of(test.statements.begin(), test.statements.end(), IsLazy)) {
    return;
  }
  // A process that is gone does not tell how far it came.
  const bool is_known = trace.executed_statements > 0;
  TestCase cut = test;
  if (is_known) {
    cut.statements.resize(std::min<std::size_t>(cut.size(), trace.executed_statements + 1u));
  }
  if (SaysNothingNew(cut, verdict)) return;
  ++attempts;
  if (!is_known) {
    cut = FindBeginning(test, verdict, deadline);
    if (cut.size() == 0) return;
  }
  if (!IsCall(cut.statements.back())) return;
  TestCase slice = SliceAtEnd(cut);
  const bool is_smaller = slice.size() < cut.size();
  if (is_smaller && Happens(slice, verdict, deadline)) {
    Keep(std::move(slice), verdict);
  } else if (!is_known || Happens(cut, verdict, deadline)) {
    Keep(std::move(cut), verdict);
  }
}

bool Troubles::SaysNothingNew(const TestCase& test, Verdict verdict) const {
  return std::any_of(found_.begin(), found_.end(), [&](const Trouble& known) {
    return known.verdict == verdict && known.test.size() <= test.size() &&
           std::any_of(test.statements.begin(), test.statements.end(), [&](const Statement& it) {
             return IsCall(it) && it.target == known.test.statements.back().target;
           });
  });
}

bool Troubles::Happens(const TestCase& test, Verdict verdict, const base::Deadline& deadline) {
  executor_.Execute({&test, 1}, model::Isolation::kPatient, deadline, traces_);
  const Trace& trace = traces_.front();
  return trace.verdict == verdict && !trace.reached_out &&
         (trace.executed_statements == 0 || trace.executed_statements + 1u == test.size());
}

// From the shortest, since those that end well end soon.
TestCase Troubles::FindBeginning(const TestCase& test, Verdict verdict,
                                 const base::Deadline& deadline) {
  TestCase beginning;
  for (const Statement& statement : test.statements) {
    beginning.statements.push_back(statement);
    if (!IsCall(statement)) continue;
    if (Happens(beginning, verdict, deadline)) return beginning;
    if (deadline.Expired()) break;
  }
  return {};
}

TestCase Troubles::SliceAtEnd(const TestCase& test) const {
  TestCase slice = test;
  model::KeepStatements(slice, SliceOf(subject_, test, test.size() - 1));
  return slice;
}

void Troubles::Keep(TestCase test, Verdict verdict) {
  const auto same = std::find_if(found_.begin(), found_.end(), [&](const Trouble& known) {
    return known.verdict == verdict &&
           known.test.statements.back().target == test.statements.back().target;
  });
  if (same == found_.end()) {
    found_.push_back({std::move(test), verdict});
  } else if (test.size() < same->test.size()) {
    same->test = std::move(test);
  }
}

}  // namespace skua::search
