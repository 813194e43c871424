// Writes the statements of one test as Python expressions: literals, calls, operators. The caller
// sets the text of each variable: its name, or an expression to inline.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/body/operator_syntax.h"
#include "render/body/usage.h"
#include "render/python/expression.h"
#include "render/python/imports.h"
#include "render/python/naming.h"

namespace skua::render {

class ExpressionWriter {
 public:
  // Borrows all arguments.
  ExpressionWriter(const model::Subject& subject, const model::GeneratedTest& test,
                   const Usage& usage, Imports& imports, Definitions& definitions);

  // Sets the text of a variable for following expressions.
  void Inline(std::size_t variable, Expression expression);
  void Name(std::size_t variable, std::string name);
  const Expression& Of(std::size_t variable) const { return texts_[variable]; }
  bool IsNamed(std::size_t variable) const { return named_[variable]; }

  // Returns the value of a statement that is not a call.
  Expression ValueText(std::size_t i);

  // Returns the call on one line, without the use of its result. REQUIRES: not a `with`, and not a
  // statement of the environment.
  Expression CallText(std::size_t i);
  // Returns the call for messages, with the receiver named by its class, or by the call that made
  // it if clearer: "RateTable.add(5)", "with Pool", "decorate(...)(5)".
  std::string CallByClass(std::size_t i);
  // Returns `x not in a` for a call that CallText writes as `x in a`.
  std::string NotInText(std::size_t i) const;
  // Returns `a != b` for a call `a == b` that is false; nullopt for other calls, or if the class
  // may define the two operators differently.
  std::optional<std::string> NotEqualText(std::size_t i);

  // Makes the call unpack this mapping instead of passing its arguments.
  void PassMapping(std::size_t i, std::string mapping) { unpacked_[i] = std::move(mapping); }

  // Returns the parameters of a lambda, and the expression of its result.
  std::pair<std::string, std::string> LambdaParts(const model::Statement& lambda) const;

  // Returns the arguments between the call's parentheses.
  std::vector<std::string> ArgumentTexts(std::size_t i);

  // Returns the syntax of a call; kMethod if it is not an operator.
  OperatorSyntax SyntaxOf(std::size_t i) const;
  const model::Callable& CalleeOf(std::size_t i) const {
    return subject_.callables[statements_[i].target];
  }

 private:
  std::string ReceiverName(std::size_t i);
  Expression CallOn(std::size_t i, const Expression& receiver);
  std::string FunctionText(const model::Callable& callable);
  std::string LambdaText(const model::Statement& statement) const;
  bool IsException(const model::Statement& statement) const;
  std::string MockText(const model::Statement& lambda);
  bool IsRowOfArray(std::size_t i) const;
  std::vector<std::string> OperandTexts(const model::Statement& statement) const;
  void UnpackSequence(model::VariableIndex operand, std::vector<std::string>& positions);
  void UnpackMapping(const model::Callable& callee, model::VariableIndex operand,
                     std::vector<std::string>& keywords);

  const model::Subject& subject_;
  const std::vector<model::Statement>& statements_;
  const Usage& usage_;
  Imports& imports_;
  Definitions& definitions_;
  std::vector<Expression> texts_;
  std::vector<bool> named_;
  std::map<std::size_t, std::string> unpacked_;  // by call: the mapping that replaces all arguments
};

// Returns `name` as an attribute: outside of its class, `__name` is `_Class__name`.
std::string AttributeName(const model::Subject& subject, const model::Callable& callee);

}  // namespace skua::render
