// Judges which values an assertion can state: values with a Python literal or constructor that is
// short enough for a reader.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/subject.h"
#include "model/value.h"

namespace skua::oracle {

// Returns whether the two observing processes saw different values.
bool IsUnstable(const model::Value& value);

bool IsPublicName(std::string_view name);

// Returns the value, or a simpler value that is equal to it by `==`. An OrderedDict becomes a dict,
// a named tuple becomes a tuple, also inside other values.
model::Value Plain(const model::Value& value);

class AssertionJudge {
 public:
  // `characters` bounds the length of a value as text. Borrows the subject.
  AssertionJudge(const model::Subject& subject, std::size_t characters)
      : subject_(subject), characters_(characters) {}

  // Returns whether a test may name the class or function: a public one of the subject itself, or a
  // well-known builtin.
  bool IsNameable(std::string_view name) const;

  // Returns whether the value can be compared by `==` and is not too long. REQUIRES: the value is
  // Plain.
  bool IsSimple(const model::Value& value) const;

 private:
  bool CanBeWritten(const model::Value& value) const;
  bool AllCanBeWritten(const model::Value& value) const;

  const model::Subject& subject_;
  std::size_t characters_;
};

}  // namespace skua::oracle
