// A finished suite: tests with their assertions and expected exceptions, before they become text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/goal.h"
#include "model/left_state.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

enum class AssertionKind : uint8_t {
  kEquals,       // equal to expected; floats by pytest.approx
  kIsInstance,   // instance of expected.type_name
  kLength,       // len() is expected.integer
  kItems,        // list(), dict() or set() of a collection of a class of its own equals expected
  kText,         // str() is expected.text
  kGlobal,       // the subject's module-level name `attribute` equals `expected`
  kOutput,       // stdout since the last such assertion is expected.text (capsys.readouterr().out)
  kErrorOutput,  // stderr since the last such assertion
  kLog,  // all log records so far: a list of (logger, level, message) (caplog.record_tuples)
  // The file `attribute` below tmp_path has this content (str or bytes); None: does not exist.
  kFile,
};

struct Assertion {
  AssertionKind kind = AssertionKind::kEquals;
  uint16_t after_statement = 0;  // the statement before it
  VariableIndex variable = 0;    // kEquals to kText
  // Attribute of the variable, empty: the variable itself; for kGlobal and kFile a name.
  std::string attribute;
  Value expected;
  bool operator==(const Assertion&) const = default;
};

struct GeneratedTest {
  TestCase test;  // its last statement raises if `exception` is set
  std::vector<Assertion> assertions;
  std::optional<RaisedException> exception;
  bool is_finding = false;  // the code neither raises the exception on purpose nor documents it
  bool is_plain = false;    // its values were simplified as far as possible
  // kCrashed or kTimedOut for a finding whose last statement crashes or hangs, written with a mark
  // to skip it; else kPassed or kRaised.
  Verdict verdict = Verdict::kPassed;
  std::vector<GoalIndex> goals;
  std::vector<RestoredState> restored = {};  // state that it changes and restores; ascending
  // pytest's name of a test that exists in the module's file; empty for a new test. A test without
  // statements is only known by its text in the file.
  std::string name = {};
  // Whether the test exists in the file with a mark that it fails until a behaviour change is
  // decided. Such a test covers and kills nothing.
  bool is_open_change = false;
};

// Returns the builtin that the assertion applies to its value, such as "len"; empty if none.
constexpr std::string_view BuiltinOf(const Assertion& assertion) {
  switch (assertion.kind) {
    case AssertionKind::kLength:
      return "len";
    case AssertionKind::kText:
      return "str";
    case AssertionKind::kItems:
      return assertion.expected.kind == ValueKind::kDict  ? "dict"
             : assertion.expected.kind == ValueKind::kSet ? "set"
                                                          : "list";
    default:
      return "";
  }
}

using Suite = std::vector<GeneratedTest>;

}  // namespace skua::model
