// A finished suite: tests with their oracle, before they are written as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/goal.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

enum class AssertionKind : uint8_t {
  kEquals,      // the value; floats in it by pytest.approx
  kIsInstance,  // expected.type_name
  kLength,      // expected.integer
};

struct Assertion {
  AssertionKind kind = AssertionKind::kEquals;
  uint16_t after_statement = 0;  // where it stands: behind this statement
  VariableIndex variable = 0;
  std::string attribute;         // of the variable; empty: the variable itself
  Value expected;
  bool operator==(const Assertion&) const = default;
};

struct GeneratedTest {
  TestCase test;  // its last statement raises when `exception` is set
  std::vector<Assertion> assertions;
  std::optional<RaisedException> exception;
  bool is_finding = false;  // the exception is neither raised on purpose nor documented
  std::vector<GoalIndex> goals;
};

using Suite = std::vector<GeneratedTest>;

}  // namespace skua::model
