// What tests usually pass for a parameter of which nothing is declared, or that takes several kinds
// of values: a number for `maxsize`, where most tests of a suite would do with one and fewer with a
// text, and a text for `token: str | bytes`. Code that only stores what it is given works with
// anything, and the search has no reason to prefer what was meant.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "search/shrinking/value_minimiser.h"

namespace skua::search {

class UsualKinds {
 public:
  // Learns from the tests, of which `keeps` judges versions. Values for parameters of the same name
  // and type are tried in each other's place, and the kind that serves in most places is the usual
  // one; among such kinds the one that is passed most often. There is none where several are as
  // good, or where it is None; a kind that contradicts the declared type is never usual. Members of
  // an enumeration are usual wherever one serves: its name says more than the number that does the
  // same. Tests not in `voters` are not asked, but what they pass is tried. Borrows the subject,
  // which outlives this.
  UsualKinds(const model::Subject& subject, std::span<const model::TestCase> tests,
             const std::vector<bool>& voters, const Keeps& keeps);

  // Versions of the test that pass values of the usual kind in place of others: first in all places
  // together, then, where there are several, in one after the other.
  std::vector<model::TestCase> Versions(const model::TestCase& test) const;

 private:
  using Values = std::vector<model::Statement>;  // the plainest first
  struct Role {
    std::map<model::StatementKind, Values> values;
    std::map<model::StatementKind, std::size_t> uses, serves;  // of values that may be of the type
    bool is_contradicted = false;  // some test passes a value that cannot be of the type
  };

  void Note(const model::TestCase& test);
  void Vote(std::size_t index, const model::TestCase& test, const Keeps& keeps);
  void Choose();
  void AddMembers(Values& values) const;

  const model::Subject& subject_;
  std::map<std::string, Role> roles_;    // by name and type of the parameter
  std::map<std::string, Values> usual_;  // likewise
};

}  // namespace skua::search
