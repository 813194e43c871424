// Writes what a test does at once with the results of its calls: awaits, iterates or compares them.
// Defines the local coroutines that this needs.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/body_lines.h"
#include "render/body/expression_writer.h"
#include "render/body/usage.h"
#include "render/body/variable_naming.h"
#include "render/python/imports.h"

namespace skua::render {

class ResultWriter {
 public:
  // `act` is the statement that the test is about. All arguments outlive it.
  ResultWriter(const model::GeneratedTest& test, std::size_t act, const Usage& usage,
               ExpressionWriter& expressions, VariableNaming& names, Imports& imports,
               BodyLines& lines);

  // The call together with what is done to its result. REQUIRES: no `with`, except `async with`.
  Expression Of(std::size_t i);

 private:
  // Whether only an `async def` can do it.
  bool NeedsCoroutine(std::size_t i) const;
  // Defines a local coroutine, and returns the call that runs it.
  Expression Coroutine(std::size_t i);
  // Whether it is `a == a`, which linters, too, take for a slip.
  bool IsComparedWithItself(std::size_t i) const;
  Expression ComparisonWithItself(std::size_t i);
  // The text of what is iterated: the receiver itself, where the operator only asks for its
  // iterator.
  std::string IteratedText(std::size_t i);
  // Whether the iteration is known to end before the limit on items that a test takes.
  bool IsBounded(std::size_t i) const;
  bool Raises(std::size_t i) const { return i == act_ && test_.exception; }

  const model::GeneratedTest& test_;
  const std::vector<model::Statement>& statements_;
  const std::size_t act_;
  const Usage& usage_;
  ExpressionWriter& expressions_;
  VariableNaming& names_;
  Imports& imports_;
  BodyLines& lines_;
};

}  // namespace skua::render
