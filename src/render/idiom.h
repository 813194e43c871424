// What test frameworks say differently: assertions, expected exceptions, what surrounds the
// subject.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/expression.h"
#include "render/imports.h"
#include "render/variable_naming.h"

namespace skua::render {

// For one test: may remember what the test has set up.
class Idiom {
 public:
  virtual ~Idiom() = default;

  // Levels by which the body of a test is indented.
  virtual int depth() const { return 1; }

  // What comes first.
  struct Frame {
    std::vector<std::string> statements;
    std::string context;  // that the rest of the test stands in, as behind `with`; empty: none
  };
  virtual Frame Around(VariableNaming& /*names*/) { return {}; }

  // What a call of the environment says (CallableKind::kEnvironment).
  struct Preparation {
    std::vector<std::string> statements;
    std::optional<Expression> path;  // what it gives, where that is a path
  };
  virtual Preparation Prepare(std::string_view callable, const std::vector<std::string>& arguments,
                              VariableNaming& names) = 0;

  // What has to stand before the assertions behind statement `after`, one logical line each.
  virtual std::vector<std::string> BeforeAssertions(std::size_t /*after*/,
                                                    VariableNaming& /*names*/) {
    return {};
  }

  // One logical line. `value`: what the assertion's variable is written as; of kGlobal the module,
  // of kFile the variable that holds its path, or nothing. Nothing where Python text cannot say it.
  virtual std::optional<std::string> Assertion(const model::Assertion& assertion,
                                               const Expression& value) = 0;
  // That `condition` holds.
  virtual std::string Holds(std::string_view condition) = 0;

  // What `with` enters around a call that raises; in `columns` if it can be.
  virtual std::string Raises(const model::RaisedException& exception, std::size_t columns) = 0;
};

}  // namespace skua::render
