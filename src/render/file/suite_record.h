// Records of a suite in JSON (suite_json.h), from which writer, reader and schema are made
// (record/record.h). Structs here have names in place of the model's indices into the subject.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "model/names.h"
#include "model/suite.h"
#include "record/reader.h"

namespace skua::render {

inline constexpr std::string_view kSuiteFormat = "skua-suite";
inline constexpr int kSuiteVersion = 2;

struct Suites;  // the format's tag

// A callable of the subject. Callables with the same name may differ in other fields.
struct SuiteCallable {
  std::string name = {};        // "module:Qualified.name"
  std::string class_name = {};  // of a method; an inherited one is listed once for each class
  model::CallableKind way = model::CallableKind::kFunction;  // kFunction: a function or method
  model::ResultUse use = model::ResultUse::kValue;
  auto operator<=>(const SuiteCallable&) const = default;
};

struct SuiteStatement {
  model::StatementKind kind = model::StatementKind::kNone;
  model::Statement made = {};  // a scalar's value, a collection's operands
  SuiteCallable callable = {};
  std::string class_name = {};  // "module:Qualified.Name"
  std::string member = {};      // of an Enum
  std::optional<model::VariableIndex> receiver = {};
  // By the parameter's name.
  std::vector<std::pair<std::string, model::VariableIndex>> arguments = {};
  std::optional<model::VariableIndex> returns = {};
  std::vector<model::VariableIndex> answers = {};  // returned in turn
  bool is_awaitable = false;
  bool calls_first = false, calls_last = false, returns_none = false;
};

struct SuiteBranch {
  std::string code_object = {};
  uint32_t line = 0;
  bool outcome = true;
};

struct SuiteGoal {
  model::GoalIndex index = 0;
  std::optional<std::string> code_object = {};
  std::optional<uint32_t> line = {};
  std::optional<bool> branch = {};
  std::optional<SuiteBranch> callee = {};
  bool is_block = false;
};

struct Expected {
  std::size_t statements = 0;
  std::vector<model::Assertion> assertions = {};
  std::optional<model::RaisedException> exception = {};
};

struct OpenChange {
  std::string reason = {};
  std::optional<Expected> now = {};
};

struct SuiteTest {
  model::GeneratedTest test = {};  // without statements and goals
  std::vector<SuiteStatement> statements = {};
  std::vector<SuiteGoal> goals = {};
  std::optional<OpenChange> open_change = {};
};

struct SuiteDocument {
  std::optional<std::string> generator = {};
  std::string module = {};
  std::optional<std::string> fingerprint = {};
  std::vector<SuiteTest> tests = {};
  std::string checksum = {};
};

inline bool IsQualified(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != text.npos && colon + 1 < text.size();
}

// Returns the names of an enumeration in suites, `others` in place of the usual ones; an empty name
// is never written.
template <typename Kind, std::size_t count>
consteval auto NamesBut(const record::Named<Kind> (&others)[count]) {
  auto names = record::kNames<Kind>;
  for (const auto& [kind, name] : others) names[static_cast<std::size_t>(kind)] = name;
  return names;
}
inline constexpr auto kStatementNames = NamesBut<model::StatementKind>(
    {{model::StatementKind::kEnumMember, "enum"}, {model::StatementKind::kLazy, ""}});
inline constexpr auto kValueNames = NamesBut<model::ValueKind>(
    {{model::ValueKind::kEnumMember, "enum"}, {model::ValueKind::kType, "class"}});
inline constexpr auto kVerdictNames =
    NamesBut<model::Verdict>({{model::Verdict::kPassed, ""}, {model::Verdict::kNotRun, ""}});
inline constexpr auto kUses = NamesBut<model::ResultUse>({{model::ResultUse::kValue, ""}});
inline constexpr auto kWays = record::SomeNamed<10, model::CallableKind>({
    {model::CallableKind::kGetter, "get"},
    {model::CallableKind::kSetter, "set"},
    {model::CallableKind::kDeleter, "delete"},
    {model::CallableKind::kOperator, "operator"},
    {model::CallableKind::kEnvironment, "environment"},
});

}  // namespace skua::render

namespace skua::record {

template <>
inline constexpr auto kNames<model::AssertionKind> = AllNamed<model::AssertionKind>({
    {model::AssertionKind::kEquals, "equals"},
    {model::AssertionKind::kIsInstance, "isinstance"},
    {model::AssertionKind::kLength, "length"},
    {model::AssertionKind::kItems, "items"},
    {model::AssertionKind::kText, "text"},
    {model::AssertionKind::kGlobal, "global"},
    {model::AssertionKind::kOutput, "output"},
    {model::AssertionKind::kErrorOutput, "error_output"},
    {model::AssertionKind::kLog, "log"},
    {model::AssertionKind::kFile, "file"},
});

inline constexpr TextShape kQualified = {"a name like module:Qualified.name", "^[^:]*:.+$",
                                         render::IsQualified};
inline constexpr std::string_view kVariable = "the index of the statement that assigns it";

// The value of a scalar, the same in statements and values.
template <typename T, typename Kind>
inline constexpr auto kScalarFields = std::tuple(
    Always("value", &T::integer, "", {.of = KindsOf(Kind::kBool), .truth = true}),
    WholeNumber("value", &T::integer, &T::text, {.of = KindsOf(Kind::kInt)}),
    Always("value", &T::real, "", {.of = KindsOf(Kind::kFloat), .any_real = true}),
    Always("real", &T::real, "", {.of = KindsOf(Kind::kComplex), .any_real = true}),
    Always("imaginary", &T::imaginary, "", {.of = KindsOf(Kind::kComplex), .any_real = true}),
    Always("text", &T::text, "", {.of = KindsOf(Kind::kStr), .text = TextForm::kOrHex}),
    Always("hex", &T::text, "", {.of = KindsOf(Kind::kBytes), .text = TextForm::kHex}));

template <>
struct Record<model::Value, render::Suites> {
  using Value = model::Value;
  using Kind = model::ValueKind;
  static constexpr std::string_view kName = "value";
  static constexpr auto kKind = &Value::kind;
  static constexpr uint64_t kOfClass =
      KindsOf(Kind::kEnumMember, Kind::kObject, Kind::kType, Kind::kOpaque);
  static constexpr uint64_t kObject = KindsOf(Kind::kObject);
  static constexpr auto kFields = std::tuple_cat(
      std::tuple(Always("kind", &Value::kind, "", {.words = render::kValueNames})),
      kScalarFields<Value, Kind>,
      std::tuple(Always("class", &Value::type_name, "", {.of = kOfClass, .shape = &kQualified}),
                 Field("class", &Value::type_name, "", {.of = ~kOfClass, .shape = &kQualified}),
                 Always("items", &Value::items, "",
                        {.of = KindsOf(Kind::kList, Kind::kTuple, Kind::kSet, Kind::kFrozenSet)}),
                 Always("items", &Value::items, "", {.of = KindsOf(Kind::kDict), .in_pairs = true}),
                 Always("member", &Value::text, "",
                        {.of = KindsOf(Kind::kEnumMember), .text = TextForm::kOrHex}),
                 Field("expression", &Value::text, "", {.of = kObject, .text = TextForm::kOrHex}),
                 Field("length", &Value::integer, "", {.of = kObject, .lowest = 0, .absent = -1}),
                 Field("equals", &Value::items, "a plain value that it equals",
                       {.of = kObject, .single = true}),
                 Field("fields", &Value::fields, "", {.of = kObject})));
};

template <>
struct Record<render::SuiteStatement, render::Suites> {
  using S = render::SuiteStatement;
  using Callable = render::SuiteCallable;
  using Kind = model::StatementKind;
  static constexpr std::string_view kName = "statement";
  static constexpr auto kKind = &S::kind;
  static constexpr uint64_t kCallables = KindsOf(Kind::kCall, Kind::kFunction);
  static constexpr auto kFields = std::tuple(
      Always("kind", &S::kind, "", {.words = render::kStatementNames}),
      std::apply([](auto... scalar) { return Spliced(&S::made, scalar...); },
                 kScalarFields<model::Statement, Kind>),
      Spliced(&S::callable,
              Always("callable", &Callable::name, "", {.of = kCallables, .shape = &kQualified}),
              Field("class", &Callable::class_name, "of a method",
                    {.of = kCallables, .shape = &kQualified}),
              Field("way", &Callable::way, "how it is called, if not as a function or method",
                    {.of = kCallables, .words = render::kWays}),
              Field("use", &Callable::use, "what is done at once with the result",
                    {.of = kCallables, .words = render::kUses})),
      Always("class", &S::class_name, "",
             {.of = KindsOf(Kind::kEnumMember, Kind::kClass), .shape = &kQualified}),
      Always("member", &S::member, "", {.of = KindsOf(Kind::kEnumMember)}),
      Field("receiver", &S::receiver, kVariable, {.of = kCallables}),
      Always("arguments", &S::arguments, "variables by the parameter's name",
             {.of = KindsOf(Kind::kCall)}),
      Field("returns", &S::returns, "a variable; absent: its first argument",
            {.of = KindsOf(Kind::kLambda)}),
      Field("answers", &S::answers,
            "variables: one for each call, a single one again and again; exceptions and classes of "
            "them are raised",
            {.of = KindsOf(Kind::kLambda)}),
      Field("awaitable", &S::is_awaitable, "what it gives is awaited",
            {.of = KindsOf(Kind::kLambda)}),
      Field("returns_none", &S::returns_none, "it returns None", {.of = KindsOf(Kind::kLambda)}),
      Field("calls_first", &S::calls_first, "it calls its first argument with the others",
            {.of = KindsOf(Kind::kLambda)}),
      Field("calls_last", &S::calls_last,
            "it calls its last argument with the answers, else with the arguments before it",
            {.of = KindsOf(Kind::kLambda)}),
      Spliced(&S::made,
              Always("items", &model::Statement::operands, "variables",
                     {.of = KindsOf(Kind::kList, Kind::kTuple, Kind::kSet, Kind::kFrozenSet)}),
              Always("items", &model::Statement::operands, "variables",
                     {.of = KindsOf(Kind::kDict), .in_pairs = true})));
};

template <>
struct Record<model::Assertion, render::Suites> {
  using Assertion = model::Assertion;
  using Kind = model::AssertionKind;
  static constexpr std::string_view kName = "assertion";
  static constexpr auto kKind = &Assertion::kind;
  static constexpr uint64_t kOfVariable =
      KindsOf(Kind::kEquals, Kind::kIsInstance, Kind::kLength, Kind::kItems, Kind::kText);
  static constexpr auto kFields =
      std::tuple(Always("kind", &Assertion::kind),
                 Always("after", &Assertion::after_statement, "the statement after which it holds"),
                 Always("variable", &Assertion::variable, kVariable, {.of = kOfVariable}),
                 Field("attribute", &Assertion::attribute, "of the variable", {.of = kOfVariable}),
                 Always("name", &Assertion::attribute, "", {.of = KindsOf(Kind::kGlobal)}),
                 Always("path", &Assertion::attribute, "", {.of = KindsOf(Kind::kFile)}),
                 Always("expected", &Assertion::expected));
};

template <>
struct Record<model::RaisedException::Frame, render::Suites> {
  using Frame = model::RaisedException::Frame;
  static constexpr std::string_view kName = "frame";
  static constexpr auto kFields =
      std::tuple(Always("path", &Frame::path), Always("line", &Frame::line),
                 Always("function", &Frame::function),
                 Always("text", &Frame::text, "", {.text = TextForm::kOrHex}));
};

template <>
struct Record<model::RaisedException, render::Suites> {
  using Exception = model::RaisedException;
  static constexpr std::string_view kName = "exception";
  static constexpr auto kFields = std::tuple(
      Always("type", &Exception::type_name, "", {.shape = &kQualified}),
      Field("importable", &Exception::importable_type_name, "the nearest type that can be imported",
            {.shape = &kQualified}),
      Always("message", &Exception::message, "", {.text = TextForm::kOrHex}),
      Field("foreign_message", &Exception::is_foreign_message, "worded by Python or a library"),
      Field("path", &Exception::path), Field("line", &Exception::line),
      Field("explicit", &Exception::is_explicit, "by a raise or assert of the project"),
      Field("documented", &Exception::is_documented, "in the docstring of what was called"),
      Field("at_boundary", &Exception::at_boundary, "before any line of what was called ran"),
      Field("frames", &Exception::frames, "of the traceback, innermost last"));
};

template <>
struct Record<render::SuiteBranch, render::Suites> {
  using Branch = render::SuiteBranch;
  static constexpr std::string_view kName = "branch";
  static constexpr auto kFields =
      std::tuple(Always("code_object", &Branch::code_object), Always("line", &Branch::line),
                 Always("branch", &Branch::outcome));
};

template <>
struct Record<render::SuiteGoal, render::Suites> {
  using Goal = render::SuiteGoal;
  static constexpr std::string_view kName = "goal";
  // The index comes first, or after the caller's branch for a coupled branch.
  static std::optional<model::GoalIndex> FirstIndex(const Goal& goal) {
    return goal.callee ? std::nullopt : std::optional(goal.index);
  }
  static constexpr auto kFields = std::tuple(
      Derived("index", FirstIndex), Field("code_object", &Goal::code_object),
      Field("line", &Goal::line),
      Field("branch", &Goal::branch, "the outcome of the condition there"),
      Always("index", &Goal::index),
      Field("callee", &Goal::callee, "of coupled branches the callee's; else the caller's"),
      Field("block", &Goal::is_block, "the statements from there on were completed"));
};

template <>
struct Record<model::RestoredState, render::Suites> {
  using State = model::RestoredState;
  static constexpr std::string_view kName = "restored_state";
  static constexpr auto kFields = std::tuple(
      Always("by", &State::by, "to what the name is set before the test"),
      Always("module", &State::module), Always("path", &State::path, "of the name in the module"));
};

template <>
struct Record<render::Expected, render::Suites> {
  using Expected = render::Expected;
  static constexpr std::string_view kName = "expected";
  static constexpr auto kFields =
      std::tuple(Always("statements", &Expected::statements, "how many of the test's there are"),
                 Always("assertions", &Expected::assertions),
                 Field("raises", &Expected::exception, "by the last of them"));
};

template <>
struct Record<render::OpenChange, render::Suites> {
  using Change = render::OpenChange;
  static constexpr std::string_view kName = "open_change";
  static constexpr auto kFields =
      std::tuple(Always("reason", &Change::reason, "since when the test fails, and what changed"),
                 Field("now", &Change::now, "what the test is to expect once this is accepted"));
};

template <>
struct Record<render::SuiteTest, render::Suites> {
  using S = render::SuiteTest;
  using Test = model::GeneratedTest;
  static constexpr std::string_view kName = "test";
  static constexpr auto kFields = std::tuple(
      Spliced(&S::test, Field("name", &Test::name, "pytest's name for it in its file")),
      Always("statements", &S::statements, "each assigns the variable of its own index"),
      Spliced(&S::test, Always("assertions", &Test::assertions),
              Field("verdict", &Test::verdict, "how it ends; absent: it passes",
                    {.words = render::kVerdictNames}),
              Field("raises", &Test::exception, "by its last statement"),
              Field("finding", &Test::is_finding,
                    "the exception is neither raised on purpose nor documented"),
              Field("plain", &Test::is_plain, "its values were made as plain as they can be"),
              Field("restores", &Test::restored, "state that it changes and restores")),
      Always("goals", &S::goals),
      Field("open_change", &S::open_change, "the test fails until this is accepted, or undone"));

  // Checks that a variable is used only after the statement that assigns it.
  static void Check(const S& test, const Place& place);
};

template <>
struct Record<render::SuiteDocument, render::Suites> {
  using S = render::SuiteDocument;
  static constexpr std::string_view kName = "suite";
  static constexpr auto kFields = std::tuple(
      Constant("format", render::kSuiteFormat), Constant("version", render::kSuiteVersion),
      Field("generator", &S::generator),
      Always("module", &S::module, "the dotted name of the module under test"),
      Field("fingerprint", &S::fingerprint, "of the module's version that goals refer to"),
      Always("tests", &S::tests),
      Field("checksum", &S::checksum, "of the rest; differs when it was edited"));
};

}  // namespace skua::record

namespace skua::render {

using Json = record::Json;

SuiteCallable NamedCallable(const model::Subject& subject, const model::Callable& callable);
SuiteDocument NamedSuite(const model::Subject& subject, const model::Suite& suite);

// Returns the name of the suite's test at this index; its number if it has no name.
std::string NameOfTest(const Json& test, std::size_t place);

// Returns the JSON as text, even if it has strings that are not UTF-8.
std::string DumpJson(const Json& json);

template <typename Part>
std::string QualifiedName(const Part& part) {
  return part.module + ":" + part.qualified_name;
}

}  // namespace skua::render
