#include "render/python/layout.h"

#include <gtest/gtest.h>

#include <string>

namespace skua::render {
namespace {

struct LayoutCase {
  const char* behaviour;
  int indent;
  std::string flat;
  std::string expected;
};

const std::string kX30(30, 'x'), kY40(40, 'y'), kS70 = "\"" + std::string(70, 's') + "\"";

TEST(LayOut, BreaksLinesAsBlackDoes) {
  const LayoutCase cases[] = {
      {"a short line stays", 1, "assert f(1) == 2", "    assert f(1) == 2\n"},
      {"the arguments go to a line of their own", 0, kX30 + "(" + kY40 + ", " + kX30 + ")",
       kX30 + "(\n    " + kY40 + ", " + kX30 + "\n)\n"},
      {"then to one each", 0, kX30 + "(" + kY40 + ", " + kY40 + ", " + kX30 + ")",
       kX30 + "(\n    " + kY40 + ",\n    " + kY40 + ",\n    " + kX30 + ",\n)\n"},
      {"a collection is exploded at once", 0, "names = [" + kY40 + ", " + kY40 + "]",
       "names = [\n    " + kY40 + ",\n    " + kY40 + ",\n]\n"},
      {"a comparison with a collection keeps its head", 0,
       "assert result == [" + kY40 + ", " + kX30 + "]",
       "assert result == [\n    " + kY40 + ",\n    " + kX30 + ",\n]\n"},
      {"a comparison with a name gets parentheses", 0, "assert " + kY40 + " == " + kY40,
       "assert (\n    " + kY40 + " == " + kY40 + "\n)\n"},
      {"a long string gets parentheses where they help", 0, "some_variable_name = " + kS70,
       "some_variable_name = (\n    " + kS70 + "\n)\n"},
      {"and none where they do not", 1, "x = \"" + std::string(90, 's') + "\"",
       "    x = \"" + std::string(90, 's') + "\"\n"},
      {"empty brackets are passed over", 0, kX30 + "(" + kY40 + ", 1234567890)." + "next_one()",
       kX30 + "(\n    " + kY40 + ", 1234567890\n).next_one()\n"},
      {"what is set into a subscript is exploded before the subscript", 1,
       "a_stack[" + kX30 + "] = [" + kY40 + ", " + kX30 + "]",
       "    a_stack[" + kX30 + "] = [\n        " + kY40 + ",\n        " + kX30 + ",\n    ]\n"},
      {"or gets parentheses", 0, "a_stack[" + kX30 + "] = " + kY40 + kY40,
       "a_stack[" + kX30 + "] = (\n    " + kY40 + kY40 + "\n)\n"},
      {"pieces of a string stand below each other", 1, "assert f() == (" + kS70 + " " + kS70 + ")",
       "    assert f() == (\n        " + kS70 + "\n        " + kS70 + "\n    )\n"},
      {"a row of a table that is too long gets a line a cell", 0,
       "@mark(\"a\", [(" + kY40 + ", " + kY40 + ")])",
       "@mark(\n    \"a\",\n    [\n        (\n            " + kY40 + ",\n            " + kY40 +
           ",\n        )\n    ],\n)\n"},
      {"operators begin lines", 0, "result = " + kX30 + " * " + kS70,
       "result = (\n    " + kX30 + "\n    * " + kS70 + "\n)\n"},
      {"the loosest ones first", 1, "assert " + kX30 + " + [" + kY40 + "] == 345678",
       "    assert (\n        " + kX30 + " + [" + kY40 + "]\n        == 345678\n    )\n"},
      {"comprehensions break before `async for`", 2,
       "return [item async for item in " + kY40 + "(12345678901234)]",
       "        return [\n            item\n            async for item in " + kY40 +
           "(12345678901234)\n        ]\n"},
      {"loops break in what they go through", 0, "async for item in " + kX30 + "(" + kY40 + ", 1):",
       "async for item in " + kX30 + "(\n    " + kY40 + ", 1\n):\n"},
      {"the parameters of a lambda stay together", 0,
       kX30 + "(lambda *args, **kwargs: " + kY40 + ", " + kX30 + ")",
       kX30 + "(\n    lambda *args, **kwargs: " + kY40 + ",\n    " + kX30 + ",\n)\n"},
      {"no comma follows what is unpacked", 0, kX30 + "(" + kY40 + ", " + kY40 + ", *" + kX30 + ")",
       kX30 + "(\n    " + kY40 + ",\n    " + kY40 + ",\n    *" + kX30 + "\n)\n"},
  };
  for (const LayoutCase& c : cases) EXPECT_EQ(LayOut(c.flat, c.indent), c.expected) << c.behaviour;
}

TEST(DisplayWidth, CountsWideCharactersTwice) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("é"), 1);
  EXPECT_EQ(DisplayWidth("日本"), 4);
}

}  // namespace
}  // namespace skua::render
