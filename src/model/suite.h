// A finished suite: tests with their assertions and expected exceptions, before they become text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/goal.h"
#include "model/left_state.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::model {

enum class AssertionKind : uint8_t {
  kEquals,       // the value; floats in it by pytest.approx
  kIsInstance,   // expected.type_name
  kLength,       // expected.integer
  kText,         // str() of the variable: expected.text
  kGlobal,       // the subject's module-level name `attribute` equals `expected`
  kOutput,       // printed so far, and not asserted yet: expected.text (capsys.readouterr().out)
  kErrorOutput,  // the same of stderr
  kLog,          // all records so far: a list of (logger, level, message) (caplog.record_tuples)
  kFile,  // the file `attribute` below tmp_path has this content (str or bytes); None: is gone
};

struct Assertion {
  AssertionKind kind = AssertionKind::kEquals;
  uint16_t after_statement = 0;  // the statement that it follows
  VariableIndex variable = 0;    // kEquals, kIsInstance, kLength, kText
  std::string attribute;  // of the variable; empty: the variable itself; kGlobal, kFile: a name
  Value expected;
  bool operator==(const Assertion&) const = default;
};

struct GeneratedTest {
  TestCase test;  // its last statement raises when `exception` is set
  std::vector<Assertion> assertions;
  std::optional<RaisedException> exception;
  bool is_finding = false;  // the exception is neither raised on purpose nor documented
  bool is_plain = false;    // its values were made as plain as they can be
  // kCrashed or kTimedOut for a finding that ends so at its last statement and is written with a
  // mark to skip it; else kPassed or kRaised.
  Verdict verdict = Verdict::kPassed;
  std::vector<GoalIndex> goals;
  std::vector<RestoredState> restored = {};  // what it changes and puts back; ascending
  // pytest's name of a test that exists in the module's file; empty for a new test. Only the text
  // in the file is known of a test without statements.
  std::string name = {};
  // Whether the test exists with a mark that it fails until somebody decides on a behaviour change.
  // Such a test covers and kills nothing.
  bool is_open_change = false;
};

using Suite = std::vector<GeneratedTest>;

}  // namespace skua::model
