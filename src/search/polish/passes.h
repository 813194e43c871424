// The passes of polishing, in the order in which they are tried. A pass proposes versions of a test
// at one place; which of them is better, the measure says, and which will do, the loop asks
// (polish.h). No pass knows another, or why a version is wanted.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/test_case.h"
#include "model/trace.h"
#include "search/making/environment_statements.h"
#include "search/polish/measure.h"
#include "search/polish/use_map.h"

namespace skua::search {

// Observes tests; null where a caller has nothing that observes.
using Observe =
    std::function<std::vector<model::Observation>(std::span<const model::TestCase> tests)>;

// The view of a test that a pass has. Borrows all.
struct Look {
  const Readers& readers;
  const Environment& environment;
  const model::TestCase& test;
  const UseMap& uses;
  const Outcome& outcome;
  const Observe& observe;
  std::size_t place = 0;  // the statement at hand

  const model::Subject& subject() const { return readers.subject; }
  const model::Statement& statement() const { return test.statements[place]; }
  bool is_act() const { return place + 1 == test.size(); }
};

struct Proposal {
  model::TestCase test;
  std::optional<Outcome> outcome = std::nullopt;  // where it was observed
};
using Proposals = std::vector<Proposal>;

struct Pass {
  std::string_view name;
  // Appends versions of the test, what would bring most first.
  void (*propose)(const Look& look, Proposals& proposals);
  bool observes = false;
};

// All passes; those that leave out what is not needed come first.
std::span<const Pass> AllPasses();
// The passes that leave out statements; the passes that leave out arguments and elements, too.
std::span<const Pass> StatementPasses();
std::span<const Pass> PartPasses();
// The passes that change no call but by leaving it out; the passes that change calls.
std::span<const Pass> ValuePasses();
std::span<const Pass> CallPasses();

// Calls `use(first, last)` for the chunks of `count` units: all, then halves, and so on down to
// single ones (the complements of delta debugging; Zeller and Hildebrandt 2002).
template <typename Use>
void ForEachChunk(std::size_t count, Use use) {
  for (std::size_t chunk = count; chunk > 0; chunk /= 2) {
    for (std::size_t first = 0; first < count; first += chunk) {
      use(first, std::min(first + chunk, count));
    }
  }
}

// passes_leaving_out.cc
void LeaveOutStatements(const Look& look, Proposals& proposals);
void LeaveOutParts(const Look& look, Proposals& proposals);
// passes_of_calls.cc
void ActInPublic(const Look& look, Proposals& proposals);
void SkipDetours(const Look& look, Proposals& proposals);
void PassLiterals(const Look& look, Proposals& proposals);
void PassNothing(const Look& look, Proposals& proposals);
void CompareWithTheLike(const Look& look, Proposals& proposals);
void CallWhatIsReturned(const Look& look, Proposals& proposals);
void NameOwnFiles(const Look& look, Proposals& proposals);
void UseTheBase(const Look& look, Proposals& proposals);
// passes_of_values.cc
void PassAllExpected(const Look& look, Proposals& proposals);
void PassExpected(const Look& look, Proposals& proposals);
void TellRolesApart(const Look& look, Proposals& proposals);
void MakeNumbersRound(const Look& look, Proposals& proposals);
void MakeTextsShort(const Look& look, Proposals& proposals);
void MakeCharactersPlain(const Look& look, Proposals& proposals);
void WriteLongTextsOnce(const Look& look, Proposals& proposals);

}  // namespace skua::search
