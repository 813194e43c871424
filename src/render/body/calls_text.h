// Writes an assertion on the calls of a unittest.mock.Mock or AsyncMock.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "model/suite.h"
#include "render/python/expression.h"
#include "render/python/imports.h"

namespace skua::render {

// How an idiom writes an expected value, and that two texts are equal.
struct CallsIdiom {
  std::function<std::optional<std::string>(const model::Value&)> value;
  std::function<std::string(const std::string& left, const std::string& right)> equal;
};

// Whether the assertion is on the calls of a lambda of the test.
bool IsOfCalls(const model::GeneratedTest& test, const model::Assertion& assertion);

// `mock.assert_called_once_with("7", 42)`, `assert mock.call_args_list == [call(1), call(2)]`,
// `assert mock.call_count == 3`; nothing where Python text cannot say an argument. REQUIRES:
// IsOfCalls.
std::optional<std::string> CallsText(const model::GeneratedTest& test,
                                     const model::Assertion& assertion, const Expression& mock,
                                     Imports& imports, const CallsIdiom& idiom);

}  // namespace skua::render
