#include "render/body/assertion_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/function_types.h"
#include "model/named_objects.h"
#include "render/body/value_text.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::Value;
using model::ValueKind;

// Returns whether the package's attribute with the module's name may be another object: `from
// .rates import rates` in the package hides the module.
bool IsHidden(const model::Subject& subject, std::string_view name) {
  const auto has_name = [&](const auto& own) {
    return own.in_subject && own.qualified_name == name;
  };
  return std::any_of(subject.callables.begin(), subject.callables.end(), has_name) ||
         std::any_of(subject.classes.begin(), subject.classes.end(), has_name);
}

// Returns the assertion that numpy's manual advises for an array, which observers describe as
// `tolist()` (skua_runtime/frameworks/frames.py); nullopt for other values.
std::optional<std::string> ArrayText(const Expression& left, const Value& expected,
                                     Imports& imports) {
  constexpr std::string_view kElements = ".tolist()";
  if (!left.text.ends_with(kElements) || expected.kind != ValueKind::kList) return std::nullopt;
  const Approximation plainly = {[](const Value&, const std::string& literal) { return literal; },
                                 nullptr};
  const auto right = ExpectedText(expected, imports, plainly);
  if (!right) return std::nullopt;
  const std::string_view array =
      std::string_view(left.text).substr(0, left.text.size() - kElements.size());
  return fmt::format("{}.testing.{}({}, {})", imports.Module("numpy"),
                     ContainsFloat(expected) ? "assert_allclose" : "assert_array_equal", array,
                     *right);
}

// Returns the assertion of pandas for a frame or series, if observers can describe it completely by
// columns or items (skua_runtime/frameworks/frames.py); nullopt for other values.
std::optional<std::string> PandasText(const Expression& left, const Value& expected,
                                      Imports& imports) {
  struct Form {
    std::string_view field;
    ValueKind kind;
    std::string_view assertion;
    std::string_view maker;
  };
  static constexpr std::array<Form, 2> kForms = {
      {{".to_dict(\"list\")", ValueKind::kDict, "assert_frame_equal", "DataFrame"},
       {".to_list()[:]", ValueKind::kList, "assert_series_equal", "Series"}}};
  const auto form =
      std::ranges::find_if(kForms, [&](const Form& it) { return left.text.ends_with(it.field); });
  if (form == kForms.end() || expected.kind != form->kind) return std::nullopt;
  const Approximation plainly = {[](const Value&, const std::string& literal) { return literal; },
                                 nullptr};
  const auto right = ExpectedText(expected, imports, plainly);
  if (!right) return std::nullopt;
  const std::string pandas = imports.Module("pandas");
  return fmt::format("{}.testing.{}({}, {}.{}({}))", pandas, form->assertion,
                     std::string_view(left.text).substr(0, left.text.size() - form->field.size()),
                     pandas, form->maker, *right);
}

}  // namespace

std::string LevelText(int64_t level, Imports& imports) {
  static constexpr std::array<std::pair<int64_t, std::string_view>, 5> kLevels = {
      {{10, "DEBUG"}, {20, "INFO"}, {30, "WARNING"}, {40, "ERROR"}, {50, "CRITICAL"}}};
  const auto known = std::find_if(kLevels.begin(), kLevels.end(),
                                  [&](const auto& entry) { return entry.first == level; });
  return known == kLevels.end() ? IntLiteral(level)
                                : fmt::format("{}.{}", imports.Module("logging"), known->second);
}

bool IsComparedByIdentity(const Value& value) {
  return value.kind == ValueKind::kNone || value.kind == ValueKind::kBool ||
         value.kind == ValueKind::kType || !model::ModuleOfNamedObject(value).empty();
}

std::optional<std::string> ComparisonText(const Expression& left, const Value& expected,
                                          Imports& imports, const std::string& as) {
  // Omits `is True` after a comparison.
  if (as.empty() && expected.kind == ValueKind::kBool && expected.integer != 0 &&
      left.binding == Binding::kComparison) {
    return "assert " + left.text;
  }
  const auto right = as.empty() ? ExpectedText(expected, imports) : as;
  if (!right) return std::nullopt;
  return fmt::format("assert {} {} {}", Operand(left, Binding::kBitOr),
                     IsComparedByIdentity(expected) ? "is" : "==", *right);
}

std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports, const std::string& expected) {
  Expression left = value;
  if (!assertion.attribute.empty()) {
    const bool is_element = assertion.attribute.starts_with('[');
    left = {Operand(value, Binding::kPrimary) + (is_element ? "" : ".") + assertion.attribute};
  }
  if (assertion.kind == AssertionKind::kEquals && expected.empty()) {
    if (const auto text = ArrayText(left, assertion.expected, imports)) return text;
    if (const auto text = PandasText(left, assertion.expected, imports)) return text;
  }
  switch (assertion.kind) {
    case AssertionKind::kIsInstance:
      if (model::IsFunctionType(assertion.expected.type_name)) {
        return fmt::format("assert callable({})", left.text);
      }
      return fmt::format("assert isinstance({}, {})", left.text,
                         imports.Reach(assertion.expected.type_name));
    case AssertionKind::kLength:
    case AssertionKind::kItems:
    case AssertionKind::kText:
      left = {fmt::format("{}({})", model::BuiltinOf(assertion), left.text)};
      break;
    case AssertionKind::kEquals:
    case AssertionKind::kGlobal:
      break;
    case AssertionKind::kOutput:
    case AssertionKind::kErrorOutput:
    case AssertionKind::kLog:
    case AssertionKind::kFile:
      return std::nullopt;
  }
  return ComparisonText(left, assertion.expected, imports, expected);
}

Expression ModuleText(const model::Subject& subject, Imports& imports) {
  const std::string& module = subject.module.name;
  const auto dot = module.rfind('.');
  if (dot == std::string::npos) return {imports.Module(module)};
  const std::string_view name = std::string_view(module).substr(dot + 1);
  if (IsHidden(subject, name)) {
    return {fmt::format("{}.modules[{}]", imports.Module("sys"), StrLiteral(module))};
  }
  return {imports.Reach(std::string_view(module).substr(0, dot), name)};
}

std::optional<std::string> RecordsText(const Value& records, Imports& imports) {
  std::vector<std::string> texts;
  for (const Value& record : records.items) {
    if (record.items.size() != 3 || record.items[1].kind != ValueKind::kInt) {
      return ExpectedText(records, imports);
    }
    const auto logger = ExpectedText(record.items[0], imports);
    const auto message = ExpectedText(record.items[2], imports);
    if (!logger || !message) return std::nullopt;
    texts.push_back(fmt::format("({}, {}, {})", *logger,
                                LevelText(record.items[1].integer, imports), *message));
  }
  return CollectionText(Collection::kList, texts);
}

}  // namespace skua::render
