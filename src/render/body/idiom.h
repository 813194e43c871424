// The interface for what differs between test frameworks: assertions, expected exceptions, and
// changes of the surroundings.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/body/variable_naming.h"
#include "render/python/expression.h"
#include "render/python/imports.h"

namespace skua::render {

// Writes for one test, and may remember what that test has set up.
class Idiom {
 public:
  virtual ~Idiom() = default;

  // The level of indentation of a test's body.
  virtual int depth() const { return 1; }

  // What stands before everything else in the test.
  struct Frame {
    std::vector<std::string> statements;
    std::string context;  // the context that all else stands in, as in a `with`; empty: none
  };
  virtual Frame Around(VariableNaming& /*names*/) { return {}; }

  // What a statement of the environment is written as (CallableKind::kEnvironment).
  struct Preparation {
    std::vector<std::string> statements;
    std::optional<Expression> path;  // the path that it makes, where it makes one
  };
  virtual Preparation Prepare(std::string_view callable, const std::vector<std::string>& arguments,
                              VariableNaming& names) = 0;

  // The lines that have to stand before the assertions behind statement `after`, one logical line
  // each.
  virtual std::vector<std::string> BeforeAssertions(std::size_t /*after*/,
                                                    VariableNaming& /*names*/) {
    return {};
  }

  // An assertion as one logical line. `value` is the text of its variable; for kGlobal the module,
  // for kFile the variable that holds its path, or nothing. Nothing where Python text cannot say
  // it.
  virtual std::optional<std::string> Assertion(const model::Assertion& assertion,
                                               const Expression& value) = 0;
  // The assertion that `condition` holds.
  virtual std::string Holds(std::string_view condition) = 0;

  // The context for a call that raises, within `columns` if possible.
  virtual std::string Raises(const model::RaisedException& exception, std::size_t columns) = 0;
  // The attribute of that context's `as` name that holds the exception.
  virtual std::string_view Raised() const = 0;
};

}  // namespace skua::render
