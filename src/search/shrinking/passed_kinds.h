// Which kinds of values tests pass for parameters of which nothing is declared, by name: where most
// pass a number for `quota`, one that passes "quota" or True is odd, and so is a text where most
// pass a datetime. Some names, such as `minute`, tell that themselves. It executes nothing, other
// than UsualKinds, and so knows less.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

class PassedKinds {
 public:
  // Borrows the subject, which outlives this.
  PassedKinds(const model::Subject& subject, std::span<const model::TestCase> tests);

  // kInt where the name tells that it takes a number, or most tests pass one for parameters of that
  // name, kStr where most pass a text; kNone where few pass anything, or others.
  model::StatementKind UsualFor(std::string_view name) const;

  // What makes the objects that are passed for parameters of that name, the most frequent first,
  // where twice as many tests pass an object as a number, or as a text; else nothing.
  std::vector<model::CallableIndex> UsualMakersFor(std::string_view name) const;

 private:
  struct Counts {
    std::size_t numbers = 0, texts = 0, others = 0;
    std::map<model::CallableIndex, std::size_t> makers;  // of some of the others

    std::size_t All() const { return numbers + texts + others; }
  };

  std::map<std::string_view, Counts> counts_;
};

}  // namespace skua::search
