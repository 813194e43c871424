// Decides which values a test writes where they are used, and which get a name.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/suite.h"
#include "render/body/expression_writer.h"
#include "render/body/usage.h"

namespace skua::render {

class Inlining {
 public:
  // `act`: the test's main statement. Borrows all arguments.
  Inlining(const model::GeneratedTest& test, const Usage& usage,
           const ExpressionWriter& expressions, std::size_t act);

  // Returns whether a value that is not a call, written as `text`, can be inlined.
  bool OfValue(std::size_t i, const std::string& text) const;
  // Returns whether a call without a block or coroutine of its own can be inlined.
  bool OfCall(std::size_t i, const std::string& text) const;

 private:
  bool IsNeededInPlace(std::size_t i) const;
  bool IsReturnedAgain(const model::Statement& user) const;
  bool IsMadeForEach(std::size_t i) const;
  // Returns whether it is used in `a == None` or `a != True`, which linters reject.
  bool IsComparedWithEquals(std::size_t i) const;
  // Returns whether the value is made by a library from literals, or is the name of a path.
  bool IsLikeLiteral(std::size_t i, const std::string& call) const;
  // Returns whether the value is only called or entered by the next call: `adder(1)(2)`, `with
  // opened():`.
  bool IsChained(std::size_t i, const std::string& call) const;

  const std::vector<model::Statement>& statements_;
  const bool raises_;
  const Usage& usage_;
  const ExpressionWriter& expressions_;
  const std::size_t act_;
};

}  // namespace skua::render
