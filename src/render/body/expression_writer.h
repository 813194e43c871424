// Writes what the statements of one test compute as Python: literals, calls, operators. It is told
// the text of each variable, which is its name or the expression written in its place.
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
  // All arguments outlive it.
  ExpressionWriter(const model::Subject& subject, const model::GeneratedTest& test,
                   const Usage& usage, Imports& imports, Definitions& definitions);

  // Sets the text that stands for a variable from now on.
  void Inline(std::size_t variable, Expression expression);
  void Name(std::size_t variable, std::string name);
  const Expression& Of(std::size_t variable) const { return texts_[variable]; }
  bool IsNamed(std::size_t variable) const { return named_[variable]; }

  // The value of a statement that is no call.
  Expression ValueText(std::size_t i);

  // The call on one line, without what is done with its result. REQUIRES: no `with`, and no
  // statement of the environment.
  Expression CallText(std::size_t i);
  // The call for people to read, where the receiver is named by its class, or by the call that made
  // it if that says more: "RateTable.add(5)", "with Pool", "decorate(...)(5)".
  std::string CallByClass(std::size_t i);
  // `x not in a` for a call that CallText writes as `x in a`.
  std::string NotInText(std::size_t i) const;
  // The comparison `a != b` that is true where the call `a == b` of the statement is false; nothing
  // where the statement is another call, or where the class might answer the two otherwise.
  std::optional<std::string> NotEqualText(std::size_t i);

  // From now on the call unpacks the mapping of that name in place of its arguments.
  void PassMapping(std::size_t i, std::string mapping) { unpacked_[i] = std::move(mapping); }

  // The arguments that stand between the call's parentheses.
  std::vector<std::string> ArgumentTexts(std::size_t i);

  // The syntax of a call; kMethod where it is no operator.
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
  std::map<std::size_t, std::string> unpacked_;  // by call: the mapping that is all its arguments
};

// `name` as an attribute: outside of its class, `__name` is `_Class__name`.
std::string AttributeName(const model::Subject& subject, const model::Callable& callee);

}  // namespace skua::render
