// The moves of local search from one statement: other values, a little or a good deal away. The
// alternating variable method (Korel 1990; Harman and McMinn 2010) explores by the smallest step
// and then doubles it while that helps. Here the whole series of steps is listed at once, since
// tests are executed in batches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

class Neighbourhood {
 public:
  // Borrows the subject. `characters` are tried in texts, the best first.
  Neighbourhood(const model::Subject& subject, std::string_view characters)
      : subject_(subject), characters_(characters) {}

  // Overwrites `moves`, and leaves it empty for statements that hold no data or whose type leaves
  // no choice. `distance` is how far the goal is; where values and distances have the same unit, it
  // is the length of the one step that is needed. `place` is where in a text to begin.
  void List(const model::Statement& statement, double distance, std::size_t place,
            std::vector<model::Statement>& moves) const;

 private:
  void ListIntegers(const model::Statement& statement, double distance,
                    std::vector<model::Statement>& moves) const;
  void ListReals(const model::Statement& statement, double distance,
                 std::vector<model::Statement>& moves) const;
  void ListTexts(const model::Statement& statement, std::size_t place,
                 std::vector<model::Statement>& moves) const;
  void ListSizes(const model::Statement& statement, double distance,
                 std::vector<model::Statement>& moves) const;

  const model::Subject& subject_;
  std::string characters_;
};

}  // namespace skua::search
