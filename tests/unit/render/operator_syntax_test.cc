#include "render/body/operator_syntax.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace skua::render {
namespace {

const Expression kA{"a"}, kB{"b"}, kMinusTwo{"-2", Binding::kSign}, kSum{"a + b", Binding::kSum},
    kProduct{"a * b", Binding::kProduct}, kLess{"a < b", Binding::kComparison},
    kLambda{"lambda: 1", Binding::kLambda}, kCall{"f()"};

struct OperatorCase {
  std::string method;
  Expression receiver;
  std::vector<Expression> arguments;
  std::string expected;
};

TEST(OperatorText, PutsParenthesesWherePrecedenceNeedsThem) {
  const OperatorCase cases[] = {
      {"__add__", kA, {kB}, "a + b"},
      {"__add__", kSum, {kSum}, "a + b + (a + b)"},
      {"__radd__", kA, {kMinusTwo}, "-2 + a"},
      {"__sub__", kA, {kMinusTwo}, "a - -2"},
      {"__mul__", kSum, {kProduct}, "(a + b) * (a * b)"},
      {"__neg__", kProduct, {}, "-(a * b)"},
      {"__invert__", kMinusTwo, {}, "~-2"},
      {"__pow__", kA, {kMinusTwo}, "a**-2"},
      {"__rpow__", kA, {kMinusTwo}, "(-2) ** a"},
      {"__pow__", kA, {kSum}, "a ** (a + b)"},
      {"__pow__", kA, {kCall}, "a ** f()"},
      {"__pow__", kA, {kB, {"3"}}, "pow(a, b, 3)"},
      {"__divmod__", kSum, {kB}, "divmod(a + b, b)"},
      {"__rdivmod__", kA, {kB}, "divmod(b, a)"},
      {"__eq__", kLess, {kLess}, "(a < b) == (a < b)"},
      {"__contains__", kA, {kLambda}, "(lambda: 1) in a"},
      {"__getitem__", kSum, {kSum}, "(a + b)[a + b]"},
      {"__getitem__", kA, {{"slice(1, -8)"}}, "a[1:-8]"},
      {"__getitem__", kA, {{"slice(None, None, -1)"}}, "a[::-1]"},
      {"__getitem__", kA, {{"slice(1, b, None)"}}, "a[1:b]"},
      {"__getitem__", kA, {{"slice(3)"}}, "a[:3]"},
      {"__getitem__", kA, {{"slice(f(1), 2)"}}, "a[slice(f(1), 2)]"},
      {"__getitem__", kA, {{"slice(1, 2) == slice(1, 3)"}}, "a[slice(1, 2) == slice(1, 3)]"},
      {"__delitem__", kA, {{"slice(0, 2)"}}, "del a[0:2]"},
      {"__setitem__", kA, {{"slice(0, 2)"}, kB}, "a[0:2] = b"},
      {"__setitem__", kA, {kB, kLambda}, "a[b] = lambda: 1"},
      {"__missing__", kA, {kB}, "a[b]"},
      {"__delitem__", kA, {kB}, "del a[b]"},
      {"__format__", kA, {{"\"x\""}}, "format(a, \"x\")"},
      {"__round__", kSum, {}, "round(a + b)"},
      {"__round__", kA, {kB}, "round(a, b)"},
      {"__await__", kCall, {}, "await f()"},
      {"__getattr__", kA, {{"\"name\""}}, "a.name"},
      {"__getattr__", kA, {{"\"class\""}}, "getattr(a, \"class\")"},
      {"__getattr__", kA, {{"\"a b\""}}, "getattr(a, \"a b\")"},
      {"__getattr__", kA, {kB}, "getattr(a, b)"},
      {"__index__", kA, {}, "index(a)"},
      {"__iadd__", kSum, {kB}, "iadd(a + b, b)"},
      {"__ior__", kA, {kB}, "ior(a, b)"},
  };
  for (const OperatorCase& c : cases) {
    Imports imports({});
    const OperatorSyntax syntax = SyntaxOf(c.method, c.arguments.size());
    EXPECT_EQ(OperatorText(syntax, c.receiver, c.arguments, imports).text, c.expected) << c.method;
  }
}

TEST(SyntaxOf, KnowsNoSyntaxForOtherNamesAndNumbersOfArguments) {
  for (const auto& [method, arguments] :
       {std::pair("__add__", 2), std::pair("__reduce__", 1), std::pair("__exit__", 3),
        std::pair("add", 1), std::pair("____", 0), std::pair("__getitem__", 0)}) {
    EXPECT_EQ(SyntaxOf(method, static_cast<std::size_t>(arguments)).form, OperatorForm::kMethod)
        << method;
  }
}

}  // namespace
}  // namespace skua::render
