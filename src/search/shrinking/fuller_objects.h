// Objects made as other tests of the suite make theirs: `Table({"key": 1})` in the place of
// `Table()`, which is made of nothing, and in the place of a number where a table is declared. A
// test of an empty object shows little, and what serves one test of a class often serves the next.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/vocabulary.h"
#include "search/shrinking/passed_kinds.h"

namespace skua::search {

class FullerObjects {
 public:
  // Borrows both, which outlive this. Where there is no vocabulary, all texts are natural.
  FullerObjects(const model::Subject& subject, const model::Vocabulary* vocabulary)
      : subject_(&subject), vocabulary_(vocabulary) {}

  // Notes the objects of the test that are made of literals which say something and are natural.
  void Learn(const model::TestCase& test);

  // Versions of the test in which the object that statement `call` makes of nothing is made as
  // others of its class were made: by the same callable, the plainest first, then, where the test
  // uses the object, by others, such as a class method. None where it is made of something.
  std::vector<model::TestCase> Versions(const model::TestCase& test, std::size_t call) const;
  // Versions of the test in which objects that fit take the place of arguments of statement `call`
  // that contradict what is declared or, where nothing is, what most tests pass.
  std::vector<model::TestCase> FittingVersions(const PassedKinds& passed,
                                               const model::TestCase& test, std::size_t call) const;

 private:
  bool IsNatural(const model::TestCase& made) const;
  // The plainest object of each of these makers that has made any, as a test that makes it alone.
  std::vector<const model::TestCase*> PlainestOf(
      const std::vector<model::CallableIndex>& makers) const;
  std::vector<const model::TestCase*> PartsFor(const model::TestCase& test, std::size_t call) const;

  const model::Subject* subject_;
  const model::Vocabulary* vocabulary_;
  std::set<model::CallableIndex> makers_;
  // By what makes them: tests of which the last statement calls it and all others are its
  // arguments.
  std::map<model::CallableIndex, std::vector<model::TestCase>> made_;
};

}  // namespace skua::search
