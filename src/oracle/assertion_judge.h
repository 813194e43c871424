// Which values an assertion can state: those that a test can write, and that a person would read.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/subject.h"
#include "model/value.h"

namespace skua::oracle {

// What two processes saw differently.
bool IsUnstable(const model::Value& value);

bool IsPublicName(std::string_view name);

// The value itself, or what `==` takes for the same and can be written: of an OrderedDict the dict,
// of a named tuple the tuple, also of those inside.
model::Value Plain(const model::Value& value);

class AssertionJudge {
 public:
  // `characters`: of the longest value, as text. Borrows the subject.
  AssertionJudge(const model::Subject& subject, std::size_t characters)
      : subject_(subject), characters_(characters) {}

  // A class or function that a test may import and name: the subject's own and public, or a plain
  // builtin.
  bool IsNameable(std::string_view name) const;

  // A value that `==` can be asked of, and that is not too long. REQUIRES: it is Plain.
  bool IsSimple(const model::Value& value) const;

 private:
  bool CanBeWritten(const model::Value& value) const;
  bool AllCanBeWritten(const model::Value& value) const;

  const model::Subject& subject_;
  std::size_t characters_;
};

}  // namespace skua::oracle
