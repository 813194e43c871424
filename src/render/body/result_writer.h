// Writes how a test uses the results of its calls at once: awaits, iterates or compares them.
// Defines local coroutines for this.
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
  // `act` is the test's main statement. Borrows all arguments.
  ResultWriter(const model::GeneratedTest& test, std::size_t act, const Usage& usage,
               ExpressionWriter& expressions, VariableNaming& names, Imports& imports,
               BodyLines& lines);

  // Returns the call with the use of its result. REQUIRES: not `with`, except `async with`.
  Expression Of(std::size_t i);

 private:
  // Returns whether the statement needs an `async def`.
  bool NeedsCoroutine(std::size_t i) const;
  // Defines a local coroutine, and returns the call that runs it.
  Expression Coroutine(std::size_t i);
  // Returns whether it is `a == a`, which linters reject.
  bool IsComparedWithItself(std::size_t i) const;
  Expression ComparisonWithItself(std::size_t i);
  // Returns the text of the iterated value: the receiver, if the operator only returns its
  // iterator.
  std::string IteratedText(std::size_t i);
  // Returns whether the iteration surely ends before the limit on items.
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
