#include "render/body/calls_text.h"

#include <fmt/format.h>

#include <vector>

#include "model/answering.h"
#include "render/python/literal.h"
#include "render/python/naming.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::StatementKind;
using model::Value;

// `"7", limit=3`
std::optional<std::string> ArgumentsText(const Value& call, const CallsIdiom& idiom) {
  std::vector<std::string> texts;
  for (const Value& argument : call.items[0].items) {
    auto text = idiom.value(argument);
    if (!text) return std::nullopt;
    texts.push_back(*std::move(text));
  }
  const std::vector<Value>& named = call.items[1].items;
  for (std::size_t n = 0; n + 1 < named.size(); n += 2) {
    const auto text = idiom.value(named[n + 1]);
    if (!text || !IsIdentifier(named[n].text)) return std::nullopt;
    texts.push_back(fmt::format("{}={}", named[n].text, *text));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

bool IsCall(const Value& value) { return value.items.size() == 2; }

}  // namespace

bool IsOfCalls(const GeneratedTest& test, const Assertion& assertion) {
  return (assertion.kind == AssertionKind::kEquals || assertion.kind == AssertionKind::kLength) &&
         test.test.statements[assertion.variable].kind == StatementKind::kLambda;
}

std::optional<std::string> CallsText(const GeneratedTest& test, const Assertion& assertion,
                                     const Expression& mock, Imports& imports,
                                     const CallsIdiom& idiom) {
  const model::Statement& lambda = test.test.statements[assertion.variable];
  const bool is_awaited = (lambda.integer & model::kAwaitable) != 0;
  const std::string_view done = is_awaited ? "awaited" : "called";
  const std::string_view each = is_awaited ? "await" : "call";
  if (assertion.kind == AssertionKind::kLength) {
    if (assertion.expected.integer == 1) return fmt::format("{}.assert_{}_once()", mock.text, done);
    return idiom.equal(fmt::format("{}.{}_count", mock.text, each),
                       IntLiteral(assertion.expected.integer));
  }
  const std::vector<Value>& calls = assertion.expected.items;
  if (calls.empty()) return fmt::format("{}.assert_not_{}()", mock.text, done);
  std::vector<std::string> texts;
  for (const Value& call : calls) {
    const auto arguments = IsCall(call) ? ArgumentsText(call, idiom) : std::nullopt;
    if (!arguments) return std::nullopt;
    if (calls.size() == 1) {
      return fmt::format("{}.assert_{}_once_with({})", mock.text, done, *arguments);
    }
    texts.push_back(fmt::format("{}({})", imports.Reach("unittest.mock", "call"), *arguments));
  }
  return idiom.equal(fmt::format("{}.{}_args_list", mock.text, each),
                     fmt::format("[{}]", fmt::join(texts, ", ")));
}

}  // namespace skua::render
