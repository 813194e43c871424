// Tells what a reader expects of a value at its place: by declared types, by what people pass for
// such a parameter (search/expected), by what the other tests of the suite pass, and by whether
// texts are natural. The one question that polishing asks about values.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/expected/expected_values.h"
#include "search/expected/natural_texts.h"
#include "search/polish/edits.h"
#include "search/polish/use_map.h"

namespace skua::search {

class Expectations {
 public:
  // From this cost on a value contradicts what is expected: no reader would pass it there.
  static constexpr uint32_t kContradicts = 1000;
  // From this cost on a value says nothing, as 0 or [] does. The bare optimum would be a test of
  // nothing, so that such values weigh more than calls.
  static constexpr uint32_t kSaysNothing = 100;
  // From this cost on a text is such as nobody would type, and may be cut to pieces.
  static constexpr uint32_t kOddText = NaturalTexts::kOdd;

  // Learns from the tests of a suite. Borrows the subject and the types, which outlive this.
  Expectations(const model::Subject& subject, const model::ParameterTypes& types,
               std::span<const model::TestCase> suite);
  Expectations(const Expectations&) = delete;
  Expectations& operator=(const Expectations&) = delete;

  // How far the value is from what is expected for that use of it, in quarters of a bit; 0 for what
  // a reader would pass. Costs compare only within one place.
  uint32_t CostOf(const model::TestCase& test, std::size_t value, const Use& use) const;

  // Appends what would be expected in the value's place, the most expected first.
  void Propose(const model::TestCase& test, std::size_t value, const Use& use,
               std::vector<Made>& proposals) const;

  // Notes how a test makes objects of literals that say something: others may make them so, too.
  void Learn(const model::TestCase& test);

 private:
  // Arguments that tests of the suite pass for undeclared parameters of one name.
  struct OfKind {
    double tests = 0;
    std::vector<Made> values = {};  // some, made of literals alone; none of primitives
  };
  struct Passed {
    double tests = 0;
    bool takes_members = false;  // of enumerations: their names say more than numbers
    std::map<model::StatementKind, OfKind> kinds = {};
  };

  void Count(const model::TestCase& test);
  // The parameter of which the worker knows what people pass for it; null where it knows nothing.
  const model::Parameter* ParameterOf(const Use& use) const;
  bool TakesMembers(std::string_view name) const;
  // How far the kind of the value is from the likeliest one, in bits.
  double BitsOfKind(const model::Statement& value, const Use& use) const;
  uint32_t CostOfKind(const model::TestCase& test, std::size_t value, const Use& use) const;
  uint32_t CostOfLiteral(const model::Statement& value, const Use& use) const;
  void ProposeTexts(const model::Statement& value, const Use& use,
                    std::vector<Made>& proposals) const;
  void ProposeOfType(model::TypeIndex type, std::vector<Made>& proposals) const;
  void ProposePassed(std::string_view name, std::vector<Made>& proposals) const;
  void ProposeObjects(const model::TestCase& test, std::size_t value, const Use& use,
                      std::vector<Made>& proposals) const;

  const model::Subject& subject_;
  const model::ParameterTypes& types_;
  const ExpectedValues expected_;
  const NaturalTexts texts_;
  std::map<std::string_view, const model::Parameter*> parameters_;  // by name
  std::map<std::string, Passed, std::less<>> passed_;               // likewise
  std::map<model::CallableIndex, std::vector<Made>> made_;
};

// Whether the value must stay as it is: a name, a value of a Literal, or a keyword.
bool IsPinned(const model::Subject& subject, const model::TestCase& test, std::size_t value,
              const Use& use);

}  // namespace skua::search
