// First all values of a test at once become the plainest of their kind, then halves, quarters and
// so on of them: most values do not matter. Then each statement is treated by itself, from the end
// to the beginning, until a whole pass changes nothing: arguments and elements are left out in
// chunks of ever smaller size (the complements of ddmin), then characters; odd characters are
// replaced in the same way; numbers are tried from the plainest up; values that need not differ
// become equal. With a vocabulary, a text that is not natural is exchanged for one that is, if one
// will do, there or wherever the test has it, and natural ones are left whole; at the end single
// letters are spelled out. Other candidates that are not plainer than the test are not asked about,
// nor is any asked about twice, so the search ends.
#include "search/shrinking/value_minimiser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "search/making/environment_statements.h"
#include "search/making/primitives.h"
#include "search/shrinking/fuller_objects.h"
#include "search/shrinking/meant_values.h"
#include "search/shrinking/plainer_values.h"
#include "search/shrinking/plainness.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

constexpr std::size_t kChoices = 4;    // for a character
constexpr std::size_t kLongText = 50;  // bytes; longer texts are worth writing only once
constexpr std::size_t kSentence = 16;  // bytes; a longer text is no word
constexpr std::size_t kMostSharers = 8;

// Minimises the values of one test.
class ValueMinimisation {
 public:
  // Borrows all but the test.
  ValueMinimisation(const model::Subject& subject, const Environment& environment,
                    const FullerObjects& objects, TestCase test,
                    const ValueMinimiserOptions& options)
      : subject_(&subject),
        environment_(&environment),
        objects_(&objects),
        options_(&options),
        test_(std::move(test)) {}

  const TestCase& test() const { return test_; }
  // The tests that this one was on the way to what it is now, the first first.
  const std::vector<TestCase>& earlier() const { return earlier_; }

  // Asks which of the candidates will do: none when the time is over. Borrowed until the next pass.
  using Ask = std::function<std::vector<bool>(std::span<const TestCase>)>;

  // Makes all values plainer together. Returns whether anything became plainer.
  bool MinimiseTogether(const Ask& ask) {
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

  // Makes the values plainer one after the other. Returns whether anything became plainer.
  bool MinimiseEach(const Ask& ask) {
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
      } else if (IsCollection(kind)) {
        gained = LeaveOutElements() || gained;
        gained = NameKeys() || gained;
        gained = Fill() || gained;
      } else if (IsPrimitive(kind) && !IsPinned(*subject_, test_, index_)) {
        gained = PassItems() || gained;
        gained = MakeNatural() || gained;
        gained = MinimiseText() || gained;
        gained = MinimiseNumber() || gained;
        gained = Share() || gained;
        gained = Fill() || gained;
      }
    }
    return gained;
  }

  // Spells out texts of a single letter by what is usually passed in their place.
  void SpellOut(const Ask& ask) {
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

 private:
  const Statement& current() const { return test_.statements[index_]; }

  // Adds a candidate if it is plainer; the pass that offers it knows it by `label`.
  void Add(std::size_t label, TestCase candidate) {
    if (IsPlainer(candidate, test_)) AddUnlessRefused(label, std::move(candidate));
  }

  void AddUnlessRefused(std::size_t label, TestCase candidate, bool may_be_hollow = false) {
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

  // Adds the candidate without the statements that it does not use any more: once without unused
  // calls and values, and once without unused values alone.
  void AddTidied(std::size_t label, const TestCase& candidate) {
    for (const bool calls_too : {true, false}) {
      TestCase tidied = candidate;
      RemoveOrphans(test_, tidied, calls_too);
      Add(label, std::move(tidied));
    }
  }

  // Takes the first of the candidates that will do, and returns its label.
  std::optional<std::size_t> TakeFirst() {
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

  // Reduces `count()` units of the test, of which `without(test, first, last)` takes some away.
  // Chunks of ever smaller size are tried, from all units down to one; after a success it goes on
  // behind it.
  template <typename Count, typename Without>
  bool LeaveOut(Count count, Without without) {
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

  bool LeaveOutArguments() {
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

  bool LeaveOutElements() {
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

  // Puts something into what is empty, where what says something is to stay: a test of nothing
  // shows little.
  bool Fill() {
    if (!options_->keeps_substance) return false;
    auto filled = Filled(*subject_, test_, index_);
    if (filled) AddUnlessRefused(index_, *std::move(filled));
    return TakeFirst().has_value();
  }

  // Takes the first of the versions that will do.
  bool Take(std::vector<TestCase> versions, bool may_be_hollow = false) {
    for (TestCase& version : versions) {
      AddUnlessRefused(index_, std::move(version), may_be_hollow);
    }
    return TakeFirst().has_value();
  }

  // Passes a list of a text in the place of the text, for what is to be given items.
  bool PassItems() {
    if (options_->vocabulary == nullptr) return false;
    auto version = WithItems(*subject_, test_, index_);
    if (version) AddUnlessRefused(index_, *std::move(version));
    return TakeFirst().has_value();
  }

  // Gives a call something else than its own receiver, an operator than a function, and objects of
  // the classes and collections that it declares. A collection may be empty: what stood there said
  // less.
  bool PassWhatIsMeant() {
    if (options_->vocabulary == nullptr) return false;
    bool gained = Take(WithUsualOperands(*subject_, test_, index_));
    gained = Take(objects_->FittingVersions(test_, index_)) || gained;
    return Take(WithDeclaredCollections(*subject_, test_, index_), /*may_be_hollow=*/true) ||
           gained;
  }

  // Passes a value of another kind, where the one at hand is of a kind that is seldom meant: also 0
  // for False, which says no less.
  bool PassUsualKind() {
    if (options_->vocabulary == nullptr) return false;
    return Take(WithUsualKinds(*subject_, test_, index_), current().kind == StatementKind::kBool);
  }

  // Makes an object that is made of nothing as other tests make theirs.
  bool MakeFuller() {
    if (!options_->keeps_substance) return false;
    return Take(objects_->Versions(test_, index_));
  }

  // Writes names in the place of keys that a person would hardly write.
  bool NameKeys() {
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

  bool PassNone() {
    bool gained = false;
    for (std::size_t i = 0; i < current().operands.size(); ++i) {
      TestCase candidate = test_;
      if (!ReplaceByNone(*subject_, candidate, index_, i)) continue;
      AddTidied(i, candidate);
      gained = TakeFirst().has_value() || gained;
    }
    return gained;
  }

  bool MinimiseNumber() {
    bool gained = false;
    do {
      ListPlainerNumbers(current(), values_);
      for (const Statement& value : values_) AddValue(value);
    } while (TakeFirst() && (gained = true));
    return gained;
  }

  // Whether the value is a text that may stay as it is.
  bool IsNatural() const {
    return options_->vocabulary != nullptr && options_->vocabulary->IsNatural(current().text);
  }

  void AddText(const std::string& text) {
    TestCase candidate = test_;
    candidate.statements[index_].text = text;
    AddUnlessRefused(0, std::move(candidate));
  }

  // Adds the candidate that has another text wherever the test has this one, if that is more than
  // once: what is looked up is found by the same key.
  void AddTextEverywhere(const std::string& text) {
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

  // Exchanges a whole sentence for the word that is usual in its place, and words that were put
  // together for that or for plain English.
  bool MakeUsual(const std::string& text) {
    const bool is_patchwork = options_->vocabulary->IsPatchwork(text);
    if (text.size() <= kSentence && !is_patchwork) return false;
    const std::string usual = model::Vocabulary::UsualFor(ParameterFor(*subject_, test_, index_));
    std::vector<std::string> choices;
    if (!usual.empty() && (is_patchwork || usual.size() < text.size())) choices.push_back(usual);
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

  // Exchanges a text that is not natural for one that is.
  bool MakeNatural() {
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

  bool MinimiseText() {
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

  // Replaces odd characters by the `choice`-th of the characters that could stand for them.
  bool ReplaceCharacters(std::size_t choice) {
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

  // Makes the value the same as one that stands before it. A long text that stands there already
  // is used in its place, so that it is written only once.
  bool Share() {
    std::size_t sharers = 0;
    for (std::size_t other = index_; other-- > 0 && sharers < kMostSharers;) {
      const Statement& earlier = test_.statements[other];
      if (earlier.kind != current().kind || earlier.type != current().type) continue;
      ++sharers;
      if (earlier.text == current().text && IsText(earlier) && earlier.text.size() > kLongText) {
        TestCase candidate = test_;
        for (Statement& user : candidate.statements) {
          std::replace(user.operands.begin(), user.operands.end(),
                       static_cast<VariableIndex>(index_), static_cast<VariableIndex>(other));
        }
        AddTidied(other, candidate);
      } else {
        AddValue(earlier);
      }
    }
    return TakeFirst().has_value();
  }

  void AddValue(const Statement& value) {
    TestCase candidate = test_;
    candidate.statements[index_] = value;
    Add(0, std::move(candidate));
  }

  const model::Subject* subject_;
  const Environment* environment_;
  const FullerObjects* objects_;
  const ValueMinimiserOptions* options_;
  TestCase test_;
  const Ask* ask_ = nullptr;
  std::size_t index_ = 0;  // of the statement at hand
  std::size_t asked_ = 0;
  std::vector<TestCase> earlier_;
  std::vector<TestCase> refused_;
  std::vector<TestCase> candidates_;
  std::vector<std::size_t> labels_;  // beside candidates_
  std::vector<Statement> values_;
};

}  // namespace

std::vector<TestCase> MinimiseValues(const model::Subject& subject, std::vector<TestCase> tests,
                                     const Keeps& keeps, const Keeps& confirms,
                                     const base::Deadline& deadline,
                                     const ValueMinimiserOptions& options) {
  const Environment environment(subject);
  FullerObjects objects(subject, options.vocabulary);
  std::vector<ValueMinimisation> minimisations;
  for (const TestCase& test : tests) {
    minimisations.emplace_back(subject, environment, objects, test, options);
  }
  // All tests take part in a round before the next begins, so that a deadline is fair to them.
  std::vector<bool> active(tests.size(), true);
  const auto each = [&](auto minimise) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (!active[i]) continue;
      const ValueMinimisation::Ask ask = [&](std::span<const TestCase> candidates) {
        return deadline.Expired() ? std::vector<bool>(candidates.size(), false)
                                  : keeps(i, candidates);
      };
      active[i] = minimise(minimisations[i], ask) && !deadline.Expired();
    }
  };
  if (!options.only_texts) {
    each([](ValueMinimisation& it, const auto& ask) { return it.MinimiseTogether(ask), true; });
  }
  while (std::find(active.begin(), active.end(), true) != active.end()) {
    for (const ValueMinimisation& it : minimisations) objects.Learn(it.test());
    each([](ValueMinimisation& it, const auto& ask) { return it.MinimiseEach(ask); });
  }
  std::vector<TestCase> unspelled;
  if (options.vocabulary != nullptr && !options.only_texts) {
    for (const ValueMinimisation& it : minimisations) unspelled.push_back(it.test());
    active.assign(tests.size(), true);
    each([](ValueMinimisation& it, const auto& ask) { return it.SpellOut(ask), true; });
  }
  const auto is_settled = [&](std::size_t i, const TestCase& plain) {
    if (plain == tests[i]) return true;
    if (confirms && !confirms(i, {&plain, 1})[0]) return false;
    tests[i] = plain;
    return true;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (is_settled(i, minimisations[i].test())) continue;
    if (!unspelled.empty()) {
      if (is_settled(i, unspelled[i])) continue;
    }
    if (!unspelled.empty() && options.tries_unnatural) {
      // What is natural was refused in the end; what is only plain may do.
      ValueMinimiserOptions plain_options = options;
      plain_options.vocabulary = nullptr;
      ValueMinimisation plain(subject, environment, objects, tests[i], plain_options);
      const ValueMinimisation::Ask ask = [&](std::span<const TestCase> candidates) {
        return deadline.Expired() ? std::vector<bool>(candidates.size(), false)
                                  : keeps(i, candidates);
      };
      plain.MinimiseTogether(ask);
      while (plain.MinimiseEach(ask) && !deadline.Expired()) {
      }
      if (is_settled(i, plain.test())) continue;
    }
    // What was tried was too plain in the end; a step on the way to it may do. Each step makes that
    // less likely, so the last that will do is found by halving.
    const std::vector<TestCase>& earlier = minimisations[i].earlier();
    for (std::size_t done = 0, refused = earlier.size(); refused - done > 1;) {
      const std::size_t middle = done + (refused - done) / 2;
      (is_settled(i, earlier[middle]) ? done : refused) = middle;
    }
  }
  return tests;
}

}  // namespace skua::search
