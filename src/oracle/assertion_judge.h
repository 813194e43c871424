// Judges which values an assertion can state: those that a test can write and that a person would
// read.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/subject.h"
#include "model/value.h"

namespace skua::oracle {

// Whether the two observing processes saw different values.
bool IsUnstable(const model::Value& value);

bool IsPublicName(std::string_view name);

// The value as it can be written: the value itself, or one that `==` takes for the same. An
// OrderedDict becomes a dict, a named tuple a tuple, also inside other values.
model::Value Plain(const model::Value& value);

class AssertionJudge {
 public:
  // `characters` bounds the length of a value as text. Borrows the subject.
  AssertionJudge(const model::Subject& subject, std::size_t characters)
      : subject_(subject), characters_(characters) {}

  // Whether a test may import and name the class or function: a public one of the subject itself,
  // or a plain builtin.
  bool IsNameable(std::string_view name) const;

  // Whether the value can be compared by `==` and is not too long. REQUIRES: the value is Plain.
  bool IsSimple(const model::Value& value) const;

 private:
  bool CanBeWritten(const model::Value& value) const;
  bool AllCanBeWritten(const model::Value& value) const;

  const model::Subject& subject_;
  std::size_t characters_;
};

}  // namespace skua::oracle
