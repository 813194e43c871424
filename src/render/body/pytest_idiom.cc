#include "render/body/pytest_idiom.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render/body/assertion_text.h"
#include "render/body/calls_text.h"
#include "render/body/environment_text.h"
#include "render/body/exception_text.h"
#include "render/body/restoring_fixtures.h"
#include "render/body/value_text.h"
#include "render/python/literal.h"

namespace skua::render {

using model::AssertionKind;
using model::ValueKind;

PytestIdiom::PytestIdiom(const model::Subject& subject, const model::GeneratedTest& test,
                         Imports& imports, Substitutes substitutes, bool puts_back)
    : subject_(subject),
      test_(test),
      imports_(imports),
      substitutes_(std::move(substitutes)),
      puts_back_(puts_back),
      streams_({{{AssertionKind::kOutput, "out", {}, {}},
                 {AssertionKind::kErrorOutput, "err", {}, {}}}}) {}

// monkeypatch restores each value after the test.
Idiom::Frame PytestIdiom::Around(VariableNaming& /*names*/) {
  Frame frame;
  if (puts_back_) frame.statements = RestoringLines(subject_, test_, imports_);
  return frame;
}

Idiom::Preparation PytestIdiom::Prepare(std::string_view callable,
                                        const std::vector<std::string>& arguments,
                                        VariableNaming& /*names*/) {
  Preparation preparation;
  preparation.path = PathText(callable, arguments.empty() ? "" : arguments[0]);
  if (!preparation.path) {
    preparation.statements.push_back(EnvironmentText(callable, arguments, imports_));
  }
  return preparation;
}

bool PytestIdiom::IsAssertedAt(std::size_t after, AssertionKind kind) const {
  return std::any_of(
      test_.assertions.begin(), test_.assertions.end(),
      [&](const model::Assertion& a) { return a.kind == kind && a.after_statement == after; });
}

bool PytestIdiom::IsAssertedAfter(std::size_t after, AssertionKind kind) const {
  return std::any_of(
      test_.assertions.begin(), test_.assertions.end(),
      [&](const model::Assertion& a) { return a.kind == kind && a.after_statement > after; });
}

std::vector<std::string> PytestIdiom::BeforeAssertions(std::size_t after, VariableNaming& names) {
  std::array<bool, 2> now{}, later{};
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    now[s] = IsAssertedAt(after, streams_[s].kind);
    later[s] = IsAssertedAfter(after, streams_[s].kind);
  }
  if (!now[0] && !now[1]) return {};
  std::vector<std::string> lines;
  std::string read = "capsys.readouterr()";
  // Reading one stream also consumes the other one.
  if ((now[0] || later[0]) && (now[1] || later[1])) {
    const std::string captured = names.Take("captured");
    lines.push_back(fmt::format("{} = {}", captured, read));
    read = captured;
  }
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    Stream& stream = streams_[s];
    if (!now[s] && !later[s]) continue;
    stream.unread.push_back(fmt::format("{}.{}", read, stream.attribute));
    if (!now[s]) continue;
    const std::vector<std::string> pieces = std::exchange(stream.unread, {});
    stream.text = {fmt::format("{}", fmt::join(pieces, " + ")),
                   pieces.size() > 1 ? Binding::kSum : Binding::kPrimary};
  }
  return lines;
}

std::optional<std::string> PytestIdiom::Assertion(const model::Assertion& assertion,
                                                  const Expression& value) {
  if (IsOfCalls(test_, assertion)) {
    return CallsText(
        test_, assertion, value, imports_,
        {[&](const model::Value& expected) { return ExpectedText(expected, imports_); },
         [](const std::string& left, const std::string& right) {
           return fmt::format("assert {} == {}", left, right);
         }});
  }
  const auto index = static_cast<std::size_t>(&assertion - test_.assertions.data());
  const auto substitute = substitutes_.assertions.find(index);
  const std::string as = substitute == substitutes_.assertions.end() ? "" : substitute->second;
  switch (assertion.kind) {
    case AssertionKind::kOutput:
      return ComparisonText(streams_[0].text, assertion.expected, imports_, as);
    case AssertionKind::kErrorOutput:
      return ComparisonText(streams_[1].text, assertion.expected, imports_, as);
    case AssertionKind::kLog: {
      const auto records = RecordsText(assertion.expected, imports_);
      if (!records) return std::nullopt;
      return fmt::format("assert caplog.record_tuples == {}", *records);
    }
    case AssertionKind::kFile:
      return FileText(assertion, value, as);
    default:
      return AssertionText(assertion, value, imports_, as);
  }
}

std::optional<std::string> PytestIdiom::FileText(const model::Assertion& assertion,
                                                 const Expression& path, const std::string& as) {
  const Expression file =
      path.text.empty() ? *PathText("write_file", StrLiteral(assertion.attribute)) : path;
  const std::string object = Operand(file, Binding::kPrimary);
  model::Value content = assertion.expected;
  if (content.kind == ValueKind::kNone) return fmt::format("assert not {}.exists()", object);
  const std::string read = ReadAction(content);
  return ComparisonText({object + read}, content, imports_, as);
}

std::string PytestIdiom::Holds(std::string_view condition) {
  return fmt::format("assert {}", condition);
}

std::string PytestIdiom::Raises(const model::RaisedException& exception, std::size_t columns) {
  return RaisesText(exception, columns, imports_, substitutes_.match);
}

std::string_view PytestIdiom::Raised() const { return "value"; }

}  // namespace skua::render
