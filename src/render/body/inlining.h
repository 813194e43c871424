// Which values a test writes where they are used, and which it gives a name.
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
  // `act`: the statement that the test is about. All outlive it.
  Inlining(const model::GeneratedTest& test, const Usage& usage,
           const ExpressionWriter& expressions, std::size_t act);

  // Whether a value that is no call, and is written as `text`, can stand where it is used.
  bool OfValue(std::size_t i, const std::string& text) const;
  // Whether a call without a block or coroutine of its own can stand where it is used.
  bool OfCall(std::size_t i, const std::string& text) const;

 private:
  bool IsNeededInPlace(std::size_t i) const;
  bool IsReturnedAgain(const model::Statement& user) const;
  // `a == None`, `a != True`: linters take these for a slip.
  bool IsMadeForEach(std::size_t i) const;
  bool IsComparedWithEquals(std::size_t i) const;
  // A value made by a library out of literals, or the name of a path.
  bool IsLikeLiteral(std::size_t i, const std::string& call) const;
  // What is only made to be called or entered by the next call: `adder(1)(2)`, `with opened():`.
  bool IsChained(std::size_t i, const std::string& call) const;

  const std::vector<model::Statement>& statements_;
  const bool raises_;
  const Usage& usage_;
  const ExpressionWriter& expressions_;
  const std::size_t act_;
};

}  // namespace skua::render
