// The interface for the differences between test frameworks: assertions, expected exceptions, and
// changes of the environment.
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

// Writes lines for one test, and may remember what the test has set up.
class Idiom {
 public:
  virtual ~Idiom() = default;

  // Returns the level of indentation of a test's body.
  virtual int depth() const { return 1; }

  // The beginning of a test.
  struct Frame {
    std::vector<std::string> statements;
    std::string context;  // context manager around the rest of the test; empty: none
  };
  virtual Frame Around(VariableNaming& /*names*/) { return {}; }

  // The text of a statement of the environment (CallableKind::kEnvironment).
  struct Preparation {
    std::vector<std::string> statements;
    std::optional<Expression> path;  // the path that it makes, if any
  };
  virtual Preparation Prepare(std::string_view callable, const std::vector<std::string>& arguments,
                              VariableNaming& names) = 0;

  // Returns lines that must precede the assertions after statement `after`, one logical line each.
  virtual std::vector<std::string> BeforeAssertions(std::size_t /*after*/,
                                                    VariableNaming& /*names*/) {
    return {};
  }

  // Returns an assertion as one logical line; nullopt if Python text cannot express it. `value` is
  // the text of its variable; for kGlobal the module, for kFile the variable with its path, or
  // empty.
  virtual std::optional<std::string> Assertion(const model::Assertion& assertion,
                                               const Expression& value) = 0;
  // Returns the assertion that `condition` holds.
  virtual std::string Holds(std::string_view condition) = 0;

  // Returns the context manager for a call that raises, within `columns` if possible.
  virtual std::string Raises(const model::RaisedException& exception, std::size_t columns) = 0;
  // Returns the attribute of the `as` name of Raises() that holds the exception.
  virtual std::string_view Raised() const = 0;
};

}  // namespace skua::render
