#include "search/shrinking/value_minimisation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "search/making/primitives.h"
#include "search/shrinking/meant_values.h"
#include "search/shrinking/plainer_values.h"
#include "search/shrinking/plainness.h"
#include "search/shrinking/telling_numbers.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

constexpr std::size_t kChoices = 4;    // for a character
constexpr std::size_t kLongText = 50;  // bytes; longer texts are worth writing only once
constexpr std::size_t kSentence = 16;  // bytes; a longer text is no word
constexpr std::size_t kMostSharers = 8;

}  // namespace

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

bool ValueMinimisation::MinimiseTogether(const Ask& ask) {
  ask_ = &ask;
  std::vector<ValuePlace> places;
  return LeaveOut(
      [&] {
        places = ListValuePlaces(*subject_, test_, environment_->PrefixOf(test_));
        return places.size();
      },
      [&](TestCase& test, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) MakePlainest(*subject_, places[i], test);
      });
}

bool ValueMinimisation::MinimiseEach(const Ask& ask) {
  ask_ = &ask;
  bool gained = false;
  for (index_ = test_.size(); index_ > environment_->PrefixOf(test_);) {
    --index_;
    const StatementKind kind = test_.statements[index_].kind;
    if (options_->only_texts) {
      const bool may_change = IsText(current()) && !IsPinned(*subject_, test_, index_);
      gained = (may_change && MakeNatural()) || gained;
    } else if (PassUsualKind()) {
      gained = true;
    } else if (kind == StatementKind::kCall) {
      gained = LeaveOutArguments() || gained;
      gained = PassNone() || gained;
      gained = PassWhatIsMeant() || gained;
      gained = MakeFuller() || gained;
      gained = PassYears() || gained;
    } else if (IsCollection(kind)) {
      gained = LeaveOutElements() || gained;
      gained = NameKeys() || gained;
      gained = PassOwnValues() || gained;
      gained = Fill() || gained;
    } else if (IsPrimitive(kind) && !IsPinned(*subject_, test_, index_)) {
      gained = PassItems() || gained;
      gained = MakeNatural() || gained;
      gained = MinimiseText() || gained;
      gained = PassFactor() || gained;
      gained = MinimiseNumber() || gained;
      gained = Share() || gained;
      gained = Fill() || gained;
    }
  }
  return gained;
}

void ValueMinimisation::SpellOut(const Ask& ask) {
  ask_ = &ask;
  for (index_ = test_.size(); index_ > environment_->PrefixOf(test_);) {
    --index_;
    const Statement& value = current();
    const bool is_letter = value.kind == StatementKind::kStr && value.text.size() == 1 &&
                           ClassOf(value.text, false) == CharacterClass::kLower;
    if (!is_letter || IsPinned(*subject_, test_, index_)) continue;
    const std::string usual = model::Vocabulary::UsualFor(ParameterFor(*subject_, test_, index_));
    if (!usual.empty()) AddText(usual);
    TakeFirst();
  }
}

void ValueMinimisation::Add(std::size_t label, TestCase candidate) {
  if (IsPlainer(candidate, test_)) AddUnlessRefused(label, std::move(candidate));
}

void ValueMinimisation::AddUnlessRefused(std::size_t label, TestCase candidate,
                                         bool may_be_hollow) {
  // A test that repeats keys already may do so on the way to one that does not.
  const bool repeats_keys = RepeatsKeys(candidate) && !RepeatsKeys(test_);
  const bool is_hollow = options_->keeps_substance && !may_be_hollow &&
                         CountHollow(*subject_, candidate) > CountHollow(*subject_, test_);
  if (asked_ + candidates_.size() >= options_->max_candidates || repeats_keys || is_hollow ||
      std::find(refused_.begin(), refused_.end(), candidate) != refused_.end()) {
    return;
  }
  candidates_.push_back(std::move(candidate));
  labels_.push_back(label);
}

void ValueMinimisation::AddTidied(std::size_t label, const TestCase& candidate) {
  for (const bool calls_too : {true, false}) {
    TestCase tidied = candidate;
    RemoveOrphans(test_, tidied, calls_too);
    Add(label, std::move(tidied));
  }
}

std::optional<std::size_t> ValueMinimisation::TakeFirst() {
  std::optional<std::size_t> taken;
  for (std::size_t first = 0; first < candidates_.size() && !taken; first += options_->batch) {
    const std::size_t count = std::min(options_->batch, candidates_.size() - first);
    const std::vector<bool> keeps = (*ask_)({candidates_.data() + first, count});
    asked_ += count;
    for (std::size_t i = 0; i < count && !taken; ++i) {
      TestCase& candidate = candidates_[first + i];
      if (!keeps[i]) {
        refused_.push_back(std::move(candidate));
        continue;
      }
      // Statements that went with the accepted change stood before the one that is looked at.
      index_ -= std::min(index_, test_.size() - std::min(test_.size(), candidate.size()));
      earlier_.push_back(std::exchange(test_, std::move(candidate)));
      taken = labels_[first + i];
    }
  }
  candidates_.clear();
  labels_.clear();
  return taken;
}

template <typename Count, typename Without>
bool ValueMinimisation::LeaveOut(Count count, Without without) {
  bool gained = false;
  std::size_t from = 0;
  for (std::size_t chunk = count(); chunk > 0;) {
    const std::size_t units = count();
    chunk = std::min(chunk, units);
    for (std::size_t first = from; first < units && chunk > 0; first += chunk) {
      TestCase candidate = test_;
      without(candidate, first, std::min(first + chunk, units));
      AddTidied(first, candidate);
    }
    if (const auto taken = TakeFirst()) {
      gained = true;
      from = *taken;
    } else {
      from = 0;
      chunk /= 2;
    }
  }
  return gained;
}

bool ValueMinimisation::LeaveOutArguments() {
  std::vector<std::size_t> parameters;
  return LeaveOut(
      [&] {
        parameters = OptionalArguments(*subject_, current());
        return parameters.size();
      },
      [&](TestCase& test, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
          MakePlainest(*subject_, {index_, parameters[i]}, test);
        }
      });
}

bool ValueMinimisation::LeaveOutElements() {
  std::vector<std::size_t> places;
  return LeaveOut(
      [&] {
        places = FreeElements(*subject_, test_, index_);
        return places.size();
      },
      [&](TestCase& test, std::size_t first, std::size_t last) {
        EraseElements(test.statements[index_], {places.data() + first, last - first});
      });
}

bool ValueMinimisation::Fill() {
  if (!options_->keeps_substance) return false;
  auto filled = Filled(*subject_, test_, index_);
  if (filled) AddUnlessRefused(index_, *std::move(filled));
  return TakeFirst().has_value();
}

bool ValueMinimisation::Take(std::vector<TestCase> versions, bool may_be_hollow) {
  for (TestCase& version : versions) {
    AddUnlessRefused(index_, std::move(version), may_be_hollow);
  }
  return TakeFirst().has_value();
}

bool ValueMinimisation::PassItems() {
  if (options_->vocabulary == nullptr) return false;
  return Take(WithItems(*subject_, test_, index_));
}

bool ValueMinimisation::PassWhatIsMeant() {
  if (options_->vocabulary == nullptr) return false;
  bool gained = Take(WithUsualOperands(*subject_, test_, index_));
  gained = Take(objects_->FittingVersions(*passed_, test_, index_)) || gained;
  gained = Take(WithUsualArguments(*subject_, *passed_, test_, index_)) || gained;
  return Take(WithDeclaredCollections(*subject_, test_, index_), /*may_be_hollow=*/true) || gained;
}

bool ValueMinimisation::PassUsualKind() {
  if (options_->vocabulary == nullptr) return false;
  return Take(WithUsualKinds(*subject_, *types_, *passed_, test_, index_), /*may_be_hollow=*/true);
}

bool ValueMinimisation::PassFactor() {
  if (options_->vocabulary == nullptr || !IsIdleFactor(current()) ||
      !IsFactor(*subject_, test_, index_)) {
    return false;
  }
  TestCase version = test_;
  Statement& factor = version.statements[index_];
  if (factor.kind != StatementKind::kFloat) factor.kind = StatementKind::kInt;
  factor.integer = factor.kind == StatementKind::kInt ? 2 : 0;
  factor.real = factor.kind == StatementKind::kFloat ? 2 : 0;
  return Take({std::move(version)});
}

bool ValueMinimisation::PassYears() {
  if (options_->vocabulary == nullptr) return false;
  return Take(WithUsualYears(*subject_, test_, index_));
}

bool ValueMinimisation::MakeFuller() {
  if (!options_->keeps_substance) return false;
  return Take(objects_->Versions(test_, index_));
}

bool ValueMinimisation::NameKeys() {
  static constexpr std::array<std::string_view, 4> kNames = {"key", "name", "title", "value"};
  if (options_->vocabulary == nullptr) return false;
  bool gained = false;
  for (const std::size_t key : OddKeys(*subject_, test_, index_)) {
    for (const std::string_view name : kNames) {
      TestCase candidate = test_;
      candidate.statements[key] = Statement{};
      candidate.statements[key].kind = StatementKind::kStr;
      candidate.statements[key].text = name;
      AddUnlessRefused(key, std::move(candidate));
    }
    gained = TakeFirst().has_value() || gained;
  }
  return gained;
}

bool ValueMinimisation::PassOwnValues() {
  if (options_->vocabulary == nullptr) return false;
  return Take(WithOwnValues(*subject_, *types_, test_, index_), /*may_be_hollow=*/true);
}

bool ValueMinimisation::PassNone() {
  bool gained = false;
  for (std::size_t i = 0; i < current().operands.size(); ++i) {
    TestCase candidate = test_;
    if (!ReplaceByNone(*subject_, candidate, index_, i)) continue;
    AddTidied(i, candidate);
    gained = TakeFirst().has_value() || gained;
  }
  return gained;
}

bool ValueMinimisation::MinimiseNumber() {
  bool gained = false;
  do {
    ListPlainerNumbers(current(), values_);
    for (const Statement& value : values_) AddValue(value);
  } while (TakeFirst() && (gained = true));
  return gained;
}

bool ValueMinimisation::IsNatural() const {
  return options_->vocabulary != nullptr && options_->vocabulary->IsNatural(current().text);
}

void ValueMinimisation::AddText(const std::string& text) {
  TestCase candidate = test_;
  candidate.statements[index_].text = text;
  AddUnlessRefused(0, std::move(candidate));
}

void ValueMinimisation::AddTextEverywhere(const std::string& text) {
  TestCase candidate = test_;
  std::size_t changed = 0;
  for (std::size_t i = environment_->PrefixOf(test_); i < test_.size(); ++i) {
    const Statement& value = test_.statements[i];
    if (value.kind != current().kind || value.text != current().text ||
        IsPinned(*subject_, test_, i)) {
      continue;
    }
    candidate.statements[i].text = text;
    ++changed;
  }
  if (changed > 1) AddUnlessRefused(0, std::move(candidate));
}

bool ValueMinimisation::MakeUsual(const std::string& text) {
  const std::string_view parameter = ParameterFor(*subject_, test_, index_);
  const bool is_patchwork = options_->vocabulary->IsPatchwork(text);
  const bool is_misplaced = model::Vocabulary::IsUnlikeUsual(text, parameter);
  const bool is_odd_key = model::Vocabulary::IsOfSigns(text) && IsKey(*subject_, test_, index_);
  if (text.size() <= kSentence && !is_patchwork && !is_misplaced && !is_odd_key) return false;
  const std::string usual = model::Vocabulary::UsualFor(parameter);
  std::vector<std::string> choices;
  const bool may_be_usual = is_patchwork || is_misplaced || usual.size() < text.size();
  if (!usual.empty() && may_be_usual) choices.push_back(usual);
  if (is_odd_key) choices = {"key"};
  if (is_patchwork) {
    for (const std::size_t size : {std::size_t{1}, text.size()}) {
      choices.push_back(model::Vocabulary::Prose(size));
    }
  }
  for (const std::string& choice : choices) {
    AddTextEverywhere(choice);
    AddText(choice);
  }
  return TakeFirst().has_value();
}

bool ValueMinimisation::MakeNatural() {
  if (options_->vocabulary == nullptr || !IsText(current())) return false;
  const std::string text = current().text;
  if (IsNatural()) return MakeUsual(text);
  for (const std::string& choice :
       options_->vocabulary->ChoicesFor(text, ParameterFor(*subject_, test_, index_))) {
    AddTextEverywhere(choice);
    AddText(choice);
  }
  return TakeFirst().has_value();
}

bool ValueMinimisation::MinimiseText() {
  if (!IsText(current()) || IsNatural()) return false;
  std::vector<std::string> characters;
  const auto read = [&] { return (characters = CharactersOf(current())).size(); };
  bool gained = LeaveOut(read, [&](TestCase& test, std::size_t first, std::size_t last) {
    auto kept = characters;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(first),
               kept.begin() + static_cast<std::ptrdiff_t>(last));
    test.statements[index_].text = Joined(kept);
  });
  for (std::size_t choice = 0; choice < kChoices; ++choice) {
    gained = ReplaceCharacters(choice) || gained;
  }
  return gained;
}

bool ValueMinimisation::ReplaceCharacters(std::size_t choice) {
  std::vector<std::string> characters, choices;
  std::vector<std::pair<std::size_t, std::string>> changes;
  const auto list = [&] {
    characters = CharactersOf(current());
    changes.clear();
    for (std::size_t i = 0; i < characters.size(); ++i) {
      ListPlainerCharacters(characters[i], current().kind == StatementKind::kBytes, choices);
      if (choice < choices.size()) changes.emplace_back(i, choices[choice]);
    }
    return changes.size();
  };
  return LeaveOut(list, [&](TestCase& test, std::size_t first, std::size_t last) {
    auto replaced = characters;
    for (std::size_t i = first; i < last; ++i) replaced[changes[i].first] = changes[i].second;
    test.statements[index_].text = Joined(replaced);
  });
}

bool ValueMinimisation::Share() {
  std::size_t sharers = 0;
  for (std::size_t other = index_; other-- > 0 && sharers < kMostSharers;) {
    const Statement& earlier = test_.statements[other];
    if (earlier.kind != current().kind || earlier.type != current().type) continue;
    const bool is_other_text = IsText(earlier) && earlier.text != current().text;
    if (is_other_text && ArePassedTogether(other, index_)) continue;
    ++sharers;
    if (earlier.text == current().text && IsText(earlier) && earlier.text.size() > kLongText) {
      TestCase candidate = test_;
      for (Statement& user : candidate.statements) {
        std::replace(user.operands.begin(), user.operands.end(), static_cast<VariableIndex>(index_),
                     static_cast<VariableIndex>(other));
      }
      AddTidied(other, candidate);
    } else {
      AddValue(earlier);
    }
  }
  return TakeFirst().has_value();
}

bool ValueMinimisation::ArePassedTogether(std::size_t one, std::size_t other) const {
  return std::ranges::any_of(test_.statements, [&](const Statement& call) {
    const auto takes = [&](std::size_t value) {
      return std::ranges::find(call.operands, static_cast<VariableIndex>(value)) !=
             call.operands.end();
    };
    return call.kind == StatementKind::kCall && takes(one) && takes(other);
  });
}

void ValueMinimisation::AddValue(const Statement& value) {
  const bool shows_less = options_->vocabulary != nullptr && IsIdleFactor(value) &&
                          !IsIdleFactor(current()) && IsFactor(*subject_, test_, index_);
  const bool is_dated = options_->vocabulary != nullptr && IsOfCentury(current()) &&
                        ParameterFor(*subject_, test_, index_) == "year";
  if (shows_less || is_dated) return;
  TestCase candidate = test_;
  candidate.statements[index_] = value;
  Add(0, std::move(candidate));
}

}  // namespace skua::search
