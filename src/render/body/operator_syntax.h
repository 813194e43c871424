// Special methods in operator syntax: `a[b]`, `a + b`, `len(a)`, `with a:`.
#pragma once

#include <string_view>
#include <vector>

#include "render/python/expression.h"
#include "render/python/imports.h"

namespace skua::render {

enum class OperatorForm : uint8_t {
  kPrefix,             // symbol receiver
  kBinary,             // receiver symbol argument
  kReflected,          // argument symbol receiver
  kFunction,           // symbol(receiver, arguments…)
  kReflectedFunction,  // symbol(argument, receiver)
  kAttribute,  // receiver.argument for an identifier in quotes; else getattr(receiver, argument)
  kContains,
  kGetItem,
  kSetItem,
  kDeleteItem,
  kCall,
  kEnter,  // `with`, left normally
  kExit,   // `with`, left by an exception
  kAsyncEnter,
  kAsyncExit,
  kAwait,
  kMethod,  // no syntax of its own: receiver.__name__(arguments…)
};

struct OperatorSyntax {
  OperatorForm form = OperatorForm::kMethod;
  std::string_view symbol;  // "+", "len", or "module:name" of a function to import
  Binding binding = Binding::kPrimary;
};

// Returns the syntax of a special method such as "__add__", called with this many arguments.
OperatorSyntax SyntaxOf(std::string_view method, std::size_t arguments);

// Returns whether the form is a statement without a value.
bool IsStatement(OperatorForm form);
// Returns whether the form has a block: `with` and `async with`.
bool IsWith(OperatorForm form);

// Writes an operator. REQUIRES: not `with`, kCall or kMethod; as many `arguments` as passed to
// SyntaxOf.
Expression OperatorText(const OperatorSyntax& syntax, const Expression& receiver,
                        const std::vector<Expression>& arguments, Imports& imports);

}  // namespace skua::render
