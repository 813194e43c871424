// How numpy's arrays stand in tests: as its manual writes them.

#include <string>
#include <utility>
#include <vector>

#include "render/body/assertion_text.h"
#include "render/module/test_module.h"
#include "support/matchers.h"

namespace skua::render {
namespace {

using model::CallableKind;
using model::Statement;
using model::StatementKind;
using model::Value;
using model::ValueKind;

Value Elements(std::vector<Value> items) {
  return {.kind = ValueKind::kList, .items = std::move(items)};
}

Value Number(double real) { return {.kind = ValueKind::kFloat, .real = real}; }

Value Whole(int64_t integer) { return {.kind = ValueKind::kInt, .integer = integer}; }

std::string Asserted(Value expected, Imports& imports, const std::string& field = "tolist()") {
  const model::Assertion assertion{model::AssertionKind::kEquals, 0, 0, field, std::move(expected)};
  return AssertionText(assertion, {"result"}, imports, "").value_or("nothing");
}

TEST(Arrays, AreComparedByNumpysOwnFunctions) {
  Imports imports({});
  EXPECT_EQ(Asserted(Elements({Elements({Number(0.5)}), Elements({Number(1)})}), imports),
            "np.testing.assert_allclose(result, [[0.5], [1.0]])");
  EXPECT_EQ(Asserted(Elements({Whole(3)}), imports), "np.testing.assert_array_equal(result, [3])");
  EXPECT_EQ(imports.Text(), "import numpy as np\n");
}

TEST(Frames, AreComparedByPandasOwnFunctions) {
  Imports imports({});
  Value name{.kind = ValueKind::kStr, .text = "a"};
  Value columns = Elements({name, Elements({Number(0.5)})});
  columns.kind = ValueKind::kDict;
  EXPECT_EQ(Asserted(columns, imports, "to_dict(\"list\")"),
            "pd.testing.assert_frame_equal(result, pd.DataFrame({\"a\": [0.5]}))");
  EXPECT_EQ(Asserted(Elements({Whole(3)}), imports, "to_list()[:]"),
            "pd.testing.assert_series_equal(result, pd.Series([3]))");
  EXPECT_EQ(imports.Text(), "import pandas as pd\n");
  columns.items[1] = Elements({Whole(3)});
  EXPECT_EQ(Asserted(columns, imports, "to_dict()"), "assert result.to_dict() == {\"a\": [3]}");
}

TEST(Arrays, AreReachedUnderTheirCustomaryNames) {
  Imports imports({});
  EXPECT_EQ(imports.Reach("pandas", "DataFrame"), "pd.DataFrame");
  EXPECT_EQ(imports.Reach("numpy.linalg", "norm"), "norm");
  EXPECT_EQ(imports.Text(), "import pandas as pd\nfrom numpy.linalg import norm\n");
}

TEST(Arrays, HaveListsForRows) {
  model::Subject subject{.module = {"table", "table.py"}};
  subject.types.resize(1);
  model::Callable array{.name = "array",
                        .qualified_name = "array",
                        .module = "numpy",
                        .parameters = {{"object", model::ParameterKind::kPositionalOnly, false, 0}},
                        .in_subject = false};
  model::Callable total = array;
  total.name = total.qualified_name = "total";
  total.module = "table";
  total.in_subject = true;
  subject.callables = {array, total};
  model::GeneratedTest test;
  auto& statements = test.test.statements;
  const auto add = [&](StatementKind kind, uint32_t target, auto... operands) {
    Statement statement{.kind = kind, .target = target};
    (statement.operands.push_back(static_cast<model::VariableIndex>(operands)), ...);
    if (kind == StatementKind::kCall) statement.parameters.push_back(0);
    statements.push_back(std::move(statement));
    return statements.size() - 1;
  };
  const auto one = add(StatementKind::kInt, 0);
  const auto row = add(StatementKind::kTuple, 0, one, one);
  const auto rows = add(StatementKind::kList, 0, row);
  add(StatementKind::kCall, 1, add(StatementKind::kCall, 0, rows));
  EXPECT_THAT(RenderPytest(subject, {test}, {"0.1.0", "7c1d03ab5e66f0aa", {}}).text,
              HasSubstr("np.array([[0, 0]])"));
}

}  // namespace
}  // namespace skua::render
