// A small subject, parcel.rates, and statements for it, for tests of what reads subjects and
// suites:
//
//   class RateTable:                        class Zone(Enum): HOME, ABROAD
//       def __init__(self, name="standard")
//       def add(self, limit: int, price: Decimal) -> None
//       def price_for(self, weight) -> Decimal
//       @classmethod def parse(cls, text: str) -> RateTable
//       class Row: def __init__(self, limit)
//   def quote(weight, country="DE", *surcharges, express=False, **options)
//   def test_rate(rate)      def set(items)      from decimal import Decimal
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "model/answering.h"
#include "model/subject.h"
#include "model/suite.h"
#include "model/test_case.h"

namespace skua::testing {

// The callables' and classes' indices in SampleSubject.
enum SampleCallable : model::CallableIndex {
  kRateTable,
  kAdd,
  kPriceFor,
  kParse,
  kRow,
  kQuote,
  kTestRate,
  kSet,
  kDecimal,
};
enum SampleClass : model::ClassIndex { kRateTableClass, kRowClass, kZoneClass, kDecimalClass };

inline model::Subject SampleSubject() {
  using model::CallableKind;
  using model::ParameterKind;
  model::Subject subject{.module = {"parcel.rates", "src/parcel/rates.py"}};
  subject.types.resize(1);
  const auto add_class = [&](std::string qualified_name, std::string module) -> model::Class& {
    subject.classes.push_back({.name = qualified_name.substr(qualified_name.rfind('.') + 1),
                               .qualified_name = std::move(qualified_name),
                               .module = module,
                               .in_subject = module == "parcel.rates"});
    return subject.classes.back();
  };
  const auto add = [&](CallableKind kind, std::string qualified_name, model::ClassIndex owner,
                       std::vector<model::Parameter> parameters) {
    subject.callables.push_back({.kind = kind,
                                 .name = qualified_name.substr(qualified_name.rfind('.') + 1),
                                 .qualified_name = std::move(qualified_name),
                                 .module = owner == kDecimalClass ? "decimal" : "parcel.rates",
                                 .class_index = owner,
                                 .parameters = std::move(parameters),
                                 .in_subject = owner != kDecimalClass});
  };
  constexpr auto kPlain = ParameterKind::kPositionalOrKeyword;
  add_class("RateTable", "parcel.rates").constructors = {kRateTable};
  add_class("RateTable.Row", "parcel.rates").constructors = {kRow};
  add_class("Zone", "parcel.rates").enum_members = {"HOME", "ABROAD"};
  add_class("Decimal", "decimal").constructors = {kDecimal};
  add(CallableKind::kConstructor, "RateTable", kRateTableClass, {{"name", kPlain, true, 0}});
  add(CallableKind::kMethod, "RateTable.add", kRateTableClass,
      {{"limit", kPlain, false, 0}, {"price", kPlain, false, 0}});
  add(CallableKind::kMethod, "RateTable.price_for", kRateTableClass,
      {{"weight", kPlain, false, 0}});
  add(CallableKind::kClassMethod, "RateTable.parse", kRateTableClass, {{"text", kPlain, false, 0}});
  add(CallableKind::kConstructor, "RateTable.Row", kRowClass, {{"limit", kPlain, false, 0}});
  add(CallableKind::kFunction, "quote", model::kNoIndex,
      {{"weight", kPlain, false, 0},
       {"country", kPlain, true, 0},
       {"surcharges", ParameterKind::kVarPositional, false, 0},
       {"express", ParameterKind::kKeywordOnly, true, 0},
       {"options", ParameterKind::kVarKeyword, false, 0}});
  add(CallableKind::kFunction, "test_rate", model::kNoIndex, {{"rate", kPlain, false, 0}});
  add(CallableKind::kFunction, "set", model::kNoIndex, {{"items", kPlain, false, 0}});
  add(CallableKind::kConstructor, "Decimal", kDecimalClass,
      {{"value", ParameterKind::kPositionalOnly, false, 0}});
  return subject;
}

// Builds a test case statement by statement; each method gives the new variable.
class TestCaseBuilder {
 public:
  using Variable = model::VariableIndex;

  Variable None() { return Push({}); }
  Variable Bool(bool value) { return Scalar(model::StatementKind::kBool, value ? 1 : 0); }
  Variable Int(int64_t value) { return Scalar(model::StatementKind::kInt, value); }
  Variable Float(double value) {
    model::Statement s{.kind = model::StatementKind::kFloat, .real = value};
    return Push(std::move(s));
  }
  Variable Text(model::StatementKind kind, std::string text) {
    model::Statement s{.kind = kind, .text = std::move(text)};
    return Push(std::move(s));
  }
  Variable Str(std::string text) { return Text(model::StatementKind::kStr, std::move(text)); }
  Variable Collection(model::StatementKind kind, const std::vector<Variable>& items) {
    model::Statement s{.kind = kind};
    s.operands.assign(items.begin(), items.end());
    return Push(std::move(s));
  }
  Variable List(const std::vector<Variable>& items) {
    return Collection(model::StatementKind::kList, items);
  }
  Variable Dict(const std::vector<Variable>& keys_and_values) {
    return Collection(model::StatementKind::kDict, keys_and_values);
  }
  Variable Member(model::ClassIndex of, int64_t index) {
    model::Statement s{.kind = model::StatementKind::kEnumMember, .target = of, .integer = index};
    return Push(std::move(s));
  }
  Variable ClassItself(model::ClassIndex which) {
    model::Statement s{.kind = model::StatementKind::kClass, .target = which};
    return Push(std::move(s));
  }
  // A callable as a value; the receiver of a bound method.
  Variable Function(model::CallableIndex callable, std::initializer_list<Variable> receiver = {}) {
    model::Statement s{.kind = model::StatementKind::kFunction, .target = callable};
    s.operands.assign(receiver.begin(), receiver.end());
    return Push(std::move(s));
  }
  // Returns the result, or without one its first argument.
  Variable Lambda(std::initializer_list<Variable> result = {}) {
    model::Statement s{.kind = model::StatementKind::kLambda};
    s.operands.assign(result.begin(), result.end());
    if (s.operands.empty()) s.integer = model::kReturnsFirst;
    return Push(std::move(s));
  }
  // Arguments: parameter's index and variable, ascending. The receiver of a method stands first.
  Variable Call(model::CallableIndex callable,
                std::initializer_list<std::pair<uint16_t, Variable>> arguments,
                std::initializer_list<Variable> receiver = {}) {
    model::Statement s{.kind = model::StatementKind::kCall, .target = callable};
    s.operands.assign(receiver.begin(), receiver.end());
    for (const auto& [parameter, variable] : arguments) {
      s.parameters.push_back(parameter);
      s.operands.push_back(variable);
    }
    return Push(std::move(s));
  }
  Variable Add(model::Statement statement) { return Push(std::move(statement)); }

  const model::TestCase& test() const { return test_; }

 private:
  Variable Scalar(model::StatementKind kind, int64_t value) {
    model::Statement s{.kind = kind, .integer = value};
    return Push(std::move(s));
  }
  Variable Push(model::Statement statement) {
    test_.statements.push_back(std::move(statement));
    return static_cast<Variable>(test_.size() - 1);
  }

  model::TestCase test_;
};

// Observed values.
inline model::Value NoneValue() { return {}; }
inline model::Value BoolValue(bool value) {
  return {.kind = model::ValueKind::kBool, .integer = value ? 1 : 0};
}
inline model::Value IntValue(int64_t value) {
  return {.kind = model::ValueKind::kInt, .integer = value};
}
inline model::Value FloatValue(double value) {
  return {.kind = model::ValueKind::kFloat, .real = value};
}
inline model::Value StrValue(std::string text) {
  return {.kind = model::ValueKind::kStr, .text = std::move(text)};
}
inline model::Value ItemsValue(model::ValueKind kind, std::vector<model::Value> items) {
  return {.kind = kind, .items = std::move(items)};
}
// length -1: it has none. `text`: its repr, where that is a constructor expression.
inline model::Value ObjectValue(std::string type_name,
                                std::vector<std::pair<std::string, model::Value>> fields = {},
                                int64_t length = -1, std::string text = "") {
  return {.kind = model::ValueKind::kObject,
          .integer = length,
          .text = std::move(text),
          .type_name = std::move(type_name),
          .fields = std::move(fields)};
}
inline model::Value NamedValue(model::ValueKind kind, std::string type_name,
                               std::string text = "") {
  return {.kind = kind, .text = std::move(text), .type_name = std::move(type_name)};
}

}  // namespace skua::testing
