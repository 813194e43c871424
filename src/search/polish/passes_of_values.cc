#include <algorithm>
#include <cmath>
#include <utility>

#include "search/making/primitives.h"
#include "search/polish/edits.h"
#include "search/polish/expectations.h"
#include "search/polish/passes.h"
#include "search/polish/plain_values.h"

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::TestCase;

namespace {

constexpr std::size_t kLongText = 50;  // bytes; a longer text is worth writing only once
constexpr std::size_t kChoices = 4;    // for a character

void Add(const Look& look, std::span<const Statement> made, Proposals& proposals) {
  proposals.push_back({WithValue(look.test, look.place, made)});
}

bool MayChange(const Look& look) {
  return IsPrimitive(look.statement().kind) &&
         !IsPinned(look.subject(), look.test, look.place, look.uses.Of(look.place).front());
}

// A text at the place that a reader would not type. Others stay whole.
bool IsOddText(const Look& look) {
  return IsText(look.statement()) && MayChange(look) &&
         look.readers.expectations.CostOf(look.test, look.place, look.uses.Of(look.place)[0]) >=
             Expectations::kOddText;
}

// The test with the text wherever it has the one at the place: what is looked up is found by the
// same key. Nothing where that is one place.
void AddEverywhere(const Look& look, const Statement& text, Proposals& proposals) {
  TestCase version = look.test;
  std::size_t changed = 0;
  for (std::size_t i = look.environment.PrefixOf(look.test); i < look.test.size(); ++i) {
    const Statement& value = look.test.statements[i];
    const bool is_same = value.kind == text.kind && value.text == look.statement().text &&
                         !IsPinned(look.subject(), look.test, i, look.uses.Of(i).front());
    if (!is_same) continue;
    version.statements[i].text = text.text;
    ++changed;
  }
  if (changed > 1) proposals.push_back({std::move(version)});
}

std::vector<Made> ExpectedFor(const Look& look, std::size_t value, const Use& use) {
  std::vector<Made> expected;
  if (look.readers.expectations.CostOf(look.test, value, use) > 0) {
    look.readers.expectations.Propose(look.test, value, use, expected);
  }
  return expected;
}

}  // namespace

void PassAllExpected(const Look& look, Proposals& proposals) {
  if (!look.is_act()) return;
  std::vector<std::pair<std::size_t, Made>> choices;
  for (std::size_t i = look.environment.PrefixOf(look.test); i < look.test.size(); ++i) {
    if (!look.test.statements[i].operands.empty()) continue;  // its parts would go with it
    std::vector<Made> expected = ExpectedFor(look, i, look.uses.Of(i).front());
    if (!expected.empty()) choices.emplace_back(i, std::move(expected.front()));
  }
  if (choices.size() < 2) return;
  ForEachChunk(choices.size(), [&](std::size_t first, std::size_t last) {
    if (last - first < 2) return;
    TestCase version = look.test;
    for (std::size_t k = last; k-- > first;) {
      version = WithValue(version, choices[k].first, choices[k].second);
    }
    proposals.push_back({std::move(version)});
  });
}

void PassExpected(const Look& look, Proposals& proposals) {
  const std::vector<Use>& uses = look.uses.Of(look.place);
  const bool is_text = IsText(look.statement());
  if (look.uses.IsForOneName(look.place)) {
    for (const Made& made : ExpectedFor(look, look.place, uses.front())) {
      if (is_text && made.size() == 1 && made[0].kind == look.statement().kind) {
        AddEverywhere(look, made[0], proposals);
      }
      Add(look, made, proposals);
    }
  }
  if (uses.size() < 2) return;
  for (const Use& use : uses) {
    for (const Made& made : ExpectedFor(look, look.place, use)) {
      proposals.push_back({WithOperand(look.test, use.user, use.operand, made)});
    }
  }
}

void TellRolesApart(const Look& look, Proposals& proposals) {
  if (!MayChange(look)) return;
  const Statement& value = look.statement();
  const bool is_text = IsText(value);
  if (!is_text && value.kind != StatementKind::kInt && value.kind != StatementKind::kFloat) return;
  std::vector<Statement> others;
  if (is_text) {
    for (const char* word : {"word", "other", "name", "text"}) {
      others.push_back(value);
      others.back().text = word;
    }
  } else {
    for (const int number : {1, 2, 3, 5, 7}) {
      others.push_back(value);
      others.back().integer = value.kind == StatementKind::kInt ? number : 0;
      others.back().real = value.kind == StatementKind::kFloat ? number + 0.5 : 0;
      others.back().text.clear();
    }
  }
  for (const Statement& other : others) {
    if (look.uses.Of(look.place).size() == 1) {
      Add(look, {&other, 1}, proposals);
      continue;
    }
    for (const Use& use : look.uses.Of(look.place)) {
      proposals.push_back({WithOperand(look.test, use.user, use.operand, {&other, 1})});
    }
  }
}

void MakeNumbersRound(const Look& look, Proposals& proposals) {
  if (!MayChange(look)) return;
  std::vector<Statement> plainer;
  ListPlainerNumbers(look.statement(), plainer);
  for (const Statement& number : plainer) Add(look, {&number, 1}, proposals);
  const Statement& value = look.statement();
  constexpr double kExact = 1e15;  // from there on a float need not be the number that it shows
  const bool is_whole = value.kind == StatementKind::kFloat && std::abs(value.real) < kExact &&
                        value.real == std::trunc(value.real);
  if (!is_whole || look.uses.Of(look.place).front().type != 0) return;
  Statement whole;
  whole.kind = StatementKind::kInt;
  whole.integer = static_cast<int64_t>(value.real);
  Add(look, {&whole, 1}, proposals);
}

void MakeTextsShort(const Look& look, Proposals& proposals) {
  if (!IsOddText(look)) return;
  const std::vector<std::string> characters = CharactersOf(look.statement());
  ForEachChunk(characters.size(), [&](std::size_t first, std::size_t last) {
    std::vector<std::string> kept = characters;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(first),
               kept.begin() + static_cast<std::ptrdiff_t>(last));
    Statement text = look.statement();
    text.text = Joined(kept);
    Add(look, {&text, 1}, proposals);
  });
}

void MakeCharactersPlain(const Look& look, Proposals& proposals) {
  if (!IsOddText(look)) return;
  const std::vector<std::string> characters = CharactersOf(look.statement());
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    std::vector<std::string> choices;
    std::vector<std::pair<std::size_t, std::string>> changes;
    for (std::size_t i = 0; i < characters.size(); ++i) {
      ListPlainerCharacters(characters[i], look.statement().kind == StatementKind::kBytes, choices);
      if (choice < choices.size()) changes.emplace_back(i, choices[choice]);
    }
    ForEachChunk(changes.size(), [&](std::size_t first, std::size_t last) {
      std::vector<std::string> replaced = characters;
      for (std::size_t i = first; i < last; ++i) replaced[changes[i].first] = changes[i].second;
      Statement text = look.statement();
      text.text = Joined(replaced);
      Add(look, {&text, 1}, proposals);
    });
  }
}

void WriteLongTextsOnce(const Look& look, Proposals& proposals) {
  const Statement& text = look.statement();
  if (!IsText(text) || text.text.size() <= kLongText) return;
  for (std::size_t other = 0; other < look.place; ++other) {
    if (look.test.statements[other] != text) continue;
    TestCase version = look.test;
    for (Statement& user : version.statements) {
      std::ranges::replace(user.operands, static_cast<model::VariableIndex>(look.place),
                           static_cast<model::VariableIndex>(other));
    }
    RemoveOrphans(look.test, version, /*calls_too=*/false);
    proposals.push_back({std::move(version)});
    return;
  }
}

}  // namespace skua::search
