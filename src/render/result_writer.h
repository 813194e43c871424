// What is done at once with the results of a test's calls: awaited, iterated, compared. Writes the
// local coroutines that this needs.
#pragma once

#include <cstddef>
#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body_lines.h"
#include "render/expression_writer.h"
#include "render/imports.h"
#include "render/usage.h"
#include "render/variable_naming.h"

namespace skua::render {

class ResultWriter {
 public:
  // `act`: the statement that the test is about. All outlive it.
  ResultWriter(const model::GeneratedTest& test, std::size_t act, const Usage& usage,
               ExpressionWriter& expressions, VariableNaming& names, Imports& imports,
               BodyLines& lines);

  // The call with what is done to its result. REQUIRES: no `with`, but `async with`.
  Expression Of(std::size_t i);

 private:
  // What only an `async def` can do.
  bool NeedsCoroutine(std::size_t i) const;
  // Defines a local coroutine, and gives the call that runs it.
  Expression Coroutine(std::size_t i);
  // `a == a`: linters take this for a slip, too.
  bool IsComparedWithItself(std::size_t i) const;
  Expression ComparisonWithItself(std::size_t i);
  // What is iterated: the receiver itself, where the operator only asks for its iterator.
  std::string IteratedText(std::size_t i);
  // Whether it is known to end before the most items that a test takes.
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
