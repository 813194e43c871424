#include "search/making/environment_statements.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "search/making/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::kNoIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;

namespace {

bool TellsTime(const Callable& callable) {
  return callable.name.starts_with("clock:") || callable.name.starts_with("calendar:") ||
         callable.name.starts_with("tick:");
}

bool IsPrepared(const Callable& callable) {
  return Environment::Answers(callable) || TellsTime(callable) || callable.name == "argv" ||
         callable.name == "chdir";
}

// Returns whether a test may call it only once.
bool IsSingle(const Callable& callable) {
  constexpr std::array<std::string_view, 6> kSingle = {"seed",  "argv",      "stdin",
                                                       "chdir", "processes", "system"};
  return TellsTime(callable) || Environment::Gives(callable) ||
         callable.name.ends_with("_answers") ||
         std::ranges::find(kSingle, callable.name) != kSingle.end();
}

}  // namespace

Environment::Environment(const model::Subject& subject) : subject_(&subject) {
  for (CallableIndex i = 0; i < subject.callables.size(); ++i) {
    const Callable& callable = subject.callables[i];
    if (callable.kind == CallableKind::kOperator && callable.name == "__str__" &&
        subject.types[callable.result].kind == TypeKind::kPathText) {
      path_text_ = i;
    }
    if (callable.kind != CallableKind::kEnvironment) continue;
    if (IsPrepared(callable)) prepared_.push_back(i);
    if (callable.name == "seed") {
      seed_ = i;
    } else if (callable.name != "skip_sleep") {  // nobody waits while searching
      (MakesPath(callable) ? path_makers_ : actions_).push_back(i);
    }
    if (IsSingle(callable)) once_.push_back(i);
  }
  const auto is = [&](std::string_view name) {
    return [&, name](CallableIndex i) { return subject.callables[i].name == name; };
  };
  // Files that the subject knows by their names alone.
  const auto file = std::ranges::find_if(path_makers_, is("write_file"));
  if (file != path_makers_.end() && std::ranges::any_of(prepared_, is("chdir"))) {
    actions_.push_back(*file);
  }
}

std::size_t Environment::PrefixOf(const TestCase& test) const {
  const bool is_seeded = seed_ != kNoIndex && test.size() >= 2 && IsSeed(test.statements[1]) &&
                         test.statements[0].kind == StatementKind::kInt;
  return is_seeded ? 2 : 0;
}

int Environment::OnceSlotOf(const Statement& statement) const {
  if (statement.kind != StatementKind::kCall) return -1;
  const auto place = std::find(once_.begin(), once_.end(), statement.target);
  return place == once_.end() ? -1 : static_cast<int>(place - once_.begin());
}

void Environment::Normalise(TestCase& test) const {
  if (once_.empty()) return;
  unsigned seen = 0;  // bits by slot
  for (std::size_t i = 0; i < test.size();) {
    const int slot = OnceSlotOf(test.statements[i]);
    if (slot >= 0 && (seen >> slot & 1) != 0) {
      RemoveWithDependents(test, i);
      continue;
    }
    if (slot >= 0) seen |= 1u << slot;
    ++i;
  }
  if (seed_ == kNoIndex || test.size() == 0) return;
  if (PrefixOf(test) == 0) {
    Statement number, seed;
    number.kind = StatementKind::kInt;
    const auto misplaced = std::find_if(test.statements.begin(), test.statements.end(),
                                        [&](const Statement& it) { return IsSeed(it); });
    if (misplaced != test.statements.end()) {
      const Statement& given = test.statements[misplaced->operands.at(0)];
      if (given.kind == StatementKind::kInt) number = given;
      RemoveWithDependents(test, static_cast<std::size_t>(misplaced - test.statements.begin()));
    }
    seed.kind = StatementKind::kCall;
    seed.target = seed_;
    seed.type = subject_->callables[seed_].result;
    seed.operands = {0};
    seed.parameters = {0};
    std::vector<Statement> scratch;
    const Opening opening(test, 0, scratch);
    test.statements.push_back(std::move(number));
    test.statements.push_back(std::move(seed));
  }
  if (test.size() == PrefixOf(test)) test.statements.clear();
}

}  // namespace skua::search
