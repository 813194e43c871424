// What a reader expects of a value at its place: the one question that polishing asks about values.
// Whatever knows more about what people pass answers it by this interface, and nothing else
// changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/test_case.h"
#include "search/polish/edits.h"
#include "search/polish/use_map.h"

namespace skua::search {

class Expectations {
 public:
  Expectations() = default;
  Expectations(const Expectations&) = delete;
  Expectations& operator=(const Expectations&) = delete;
  virtual ~Expectations() = default;

  // From this cost on a value contradicts what is expected: no reader would pass it there.
  static constexpr uint32_t kContradicts = 1000;

  // From this cost on a value says nothing, as 0 or [] does. The bare optimum would be a test of
  // nothing, so that such values weigh more than calls.
  static constexpr uint32_t kSaysNothing = 100;
  // From this cost on a text is such as nobody would type, and may be cut to pieces.
  static constexpr uint32_t kOddText = 24;

  // How far the value is from what is expected for that use of it, in quarters of a bit; 0 for what
  // a reader would pass. Costs compare only within one place.
  virtual uint32_t CostOf(const model::TestCase& test, std::size_t value, const Use& use) const = 0;

  // Appends what would be expected in the value's place, the most expected first.
  virtual void Propose(const model::TestCase& test, std::size_t value, const Use& use,
                       std::vector<Made>& proposals) const = 0;

  // Notes a test of the suite: what others pass at such places is expected, too.
  virtual void Learn(const model::TestCase& test) = 0;
};

}  // namespace skua::search
