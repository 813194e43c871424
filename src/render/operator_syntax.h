// Special methods in the syntax that people call them by: `a[b]`, `a + b`, `len(a)`, `with a:`.
#pragma once

#include <string_view>
#include <vector>

#include "render/expression.h"
#include "render/imports.h"

namespace skua::render {

enum class OperatorForm : uint8_t {
  kPrefix,             // symbol receiver
  kBinary,             // receiver symbol argument
  kReflected,          // argument symbol receiver
  kFunction,           // symbol(receiver, arguments…)
  kReflectedFunction,  // symbol(argument, receiver)
  kAttribute,  // receiver.argument, an identifier in quotes; else getattr(receiver, argument)
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
  kMethod,  // none of its own: receiver.__name__(arguments…)
};

struct OperatorSyntax {
  OperatorForm form = OperatorForm::kMethod;
  std::string_view symbol;  // "+", "len", or "module:name" of a function to import
  Binding binding = Binding::kPrimary;
};

// Of "__add__" and the like, for so many arguments.
OperatorSyntax SyntaxOf(std::string_view method, std::size_t arguments);

// Whether it is written as a statement without a value.
bool IsStatement(OperatorForm form);
// Whether it takes a block: `with` and `async with`.
bool IsWith(OperatorForm form);

// REQUIRES: no `with`, and neither kCall nor kMethod, which are written as calls are. `arguments`
// are as many as SyntaxOf was asked for.
Expression OperatorText(const OperatorSyntax& syntax, const Expression& receiver,
                        const std::vector<Expression>& arguments, Imports& imports);

}  // namespace skua::render
