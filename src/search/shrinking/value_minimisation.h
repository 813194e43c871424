// The minimisation of the values of one test, pass by pass, as value_minimiser.h tells.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/making/environment_statements.h"
#include "search/shrinking/fuller_objects.h"
#include "search/shrinking/passed_kinds.h"
#include "search/shrinking/value_minimiser.h"

namespace skua::search {

class ValueMinimisation {
 public:
  // Borrows all but the test.
  ValueMinimisation(const model::Subject& subject, const Environment& environment,
                    const FullerObjects& objects, const model::ParameterTypes& types,
                    const PassedKinds& passed, model::TestCase test,
                    const ValueMinimiserOptions& options)
      : subject_(&subject),
        environment_(&environment),
        objects_(&objects),
        types_(&types),
        passed_(&passed),
        options_(&options),
        test_(std::move(test)) {}

  const model::TestCase& test() const { return test_; }
  // The tests that this one was on the way to what it is now, the first first.
  const std::vector<model::TestCase>& earlier() const { return earlier_; }

  // Asks which of the candidates will do: none when the time is over. Borrowed until the next pass.
  using Ask = std::function<std::vector<bool>(std::span<const model::TestCase>)>;

  // Makes all values plainer together. Returns whether anything became plainer.
  bool MinimiseTogether(const Ask& ask);

  // Makes the values plainer one after the other. Returns whether anything became plainer.
  bool MinimiseEach(const Ask& ask);

  // Spells out texts of a single letter by what is usually passed in their place.
  void SpellOut(const Ask& ask);

 private:
  const model::Statement& current() const { return test_.statements[index_]; }

  // Adds a candidate if it is plainer; the pass that offers it knows it by `label`.
  void Add(std::size_t label, model::TestCase candidate);

  void AddUnlessRefused(std::size_t label, model::TestCase candidate, bool may_be_hollow = false);

  // Adds the candidate without the statements that it does not use any more: once without unused
  // calls and values, and once without unused values alone.
  void AddTidied(std::size_t label, const model::TestCase& candidate);

  // Takes the first of the candidates that will do, and returns its label.
  std::optional<std::size_t> TakeFirst();

  // Reduces `count()` units of the test, of which `without(test, first, last)` takes some away.
  // Chunks of ever smaller size are tried, from all units down to one; after a success it goes on
  // behind it.
  template <typename Count, typename Without>
  bool LeaveOut(Count count, Without without);

  bool LeaveOutArguments();

  bool LeaveOutElements();

  // Puts something into what is empty, where what says something is to stay: a test of nothing
  // shows little.
  bool Fill();

  // Takes the first of the versions that will do.
  bool Take(std::vector<model::TestCase> versions, bool may_be_hollow = false);

  // Passes a list of a text in the place of the text, for what is to be given items.
  bool PassItems();

  // Gives a call something else than its own receiver, an operator than a function, and objects of
  // the classes and collections that it declares. A collection may be empty: what stood there said
  // less.
  bool PassWhatIsMeant();

  // Passes a value of another kind, where the one at hand is of a kind that is seldom meant. An
  // option is switched on or off, and 0 stands for False: neither says less than what stood there.
  bool PassUsualKind();

  // Multiplies and divides by 2 rather than by 1, which shows nothing.
  bool PassFactor();

  // Passes years of this century in the place of the first of the calendar.
  bool PassYears();

  // Makes an object that is made of nothing as other tests make theirs.
  bool MakeFuller();

  // Writes names in the place of keys that a person would hardly write.
  bool NameKeys();

  // Passes an option's own value where it is given its name for one.
  bool PassOwnValues();

  bool PassNone();

  bool MinimiseNumber();

  // Whether the value is a text that may stay as it is.
  bool IsNatural() const;

  void AddText(const std::string& text);

  // Adds the candidate that has another text wherever the test has this one, if that is more than
  // once: what is looked up is found by the same key.
  void AddTextEverywhere(const std::string& text);

  // Exchanges a whole sentence, and what is no such thing as the parameter's name says, for the
  // word that is usual in its place, and words that were put together for that or for plain
  // English; and signs that are a key for a word.
  bool MakeUsual(const std::string& text);

  // Exchanges a text that is not natural for one that is.
  bool MakeNatural();

  bool MinimiseText();

  // Replaces odd characters by the `choice`-th of the characters that could stand for them.
  bool ReplaceCharacters(std::size_t choice);

  // Makes the value the same as one that stands before it. A long text that stands there already
  // is used in its place, so that it is written only once.
  bool Share();

  // Whether both are arguments of one call: with one text for two parameters, a test does not show
  // which is which.
  bool ArePassedTogether(std::size_t one, std::size_t other) const;

  void AddValue(const model::Statement& value);

  const model::Subject* subject_;
  const Environment* environment_;
  const FullerObjects* objects_;
  const model::ParameterTypes* types_;
  const PassedKinds* passed_;
  const ValueMinimiserOptions* options_;
  model::TestCase test_;
  const Ask* ask_ = nullptr;
  std::size_t index_ = 0;  // of the statement at hand
  std::size_t asked_ = 0;
  std::vector<model::TestCase> earlier_;
  std::vector<model::TestCase> refused_;
  std::vector<model::TestCase> candidates_;
  std::vector<std::size_t> labels_;  // beside candidates_
  std::vector<model::Statement> values_;
};

}  // namespace skua::search
