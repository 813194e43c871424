#include "render/exception_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/findings_module.h"
#include "render/layout.h"
#include "render/literal.h"

namespace skua::render {

const std::string& ReachableTypeName(const model::RaisedException& exception) {
  return exception.importable_type_name.empty() ? exception.type_name
                                                : exception.importable_type_name;
}

std::string MatchableText(const model::RaisedException& exception) {
  constexpr std::size_t kShortest = 2, kShortestPiece = 8, kLongest = 50;
  // Python's own messages differ between versions; those of the project do not.
  if (!exception.is_explicit || exception.is_foreign_message ||
      exception.message.find("0x") != std::string::npos) {
    return "";
  }
  std::string_view message = exception.message;
  if (message.size() >= 2 && message.front() == '\'' && message.back() == '\'') {
    message = message.substr(1, message.size() - 2);  // a KeyError shows its key's repr
  }
  const auto is_plain = [](char c) {
    constexpr std::string_view kSpecial = "\\.^$*+?{}[]|()";
    return c >= 0x20 && c < 0x7F && kSpecial.find(c) == std::string_view::npos;
  };
  if (message.size() <= kLongest && std::all_of(message.begin(), message.end(), is_plain)) {
    // Where a value that the test passed is empty, only the space beside it is left.
    while (message.ends_with(' ')) message.remove_suffix(1);
    while (message.starts_with(' ')) message.remove_prefix(1);
    return message.size() < kShortest ? "" : std::string(message);
  }
  // The longest run of words without quotes and without characters that are special in regular
  // expressions; values that the test passed often stand behind such a character.
  std::string_view best;
  while (!message.empty()) {
    const auto end = std::find_if_not(message.begin(), message.end(),
                                      [&](char c) { return is_plain(c) && c != '\'' && c != '"'; });
    const auto length = static_cast<std::size_t>(end - message.begin());
    if (length > best.size()) best = message.substr(0, length);
    message.remove_prefix(std::min(length + 1, message.size()));
  }
  if (best.size() > kLongest) best = best.substr(0, best.rfind(' ', kLongest));
  constexpr std::string_view kEdge = " ,;:=-";
  const auto first = best.find_first_not_of(kEdge);
  if (first == std::string_view::npos) return "";
  best = best.substr(first, best.find_last_not_of(kEdge) - first + 1);
  const bool words = best.find(' ') != std::string_view::npos;
  const bool good = words && best.size() >= kShortestPiece && best.size() <= kLongest;
  return good ? std::string(best) : "";
}

std::string RaisesText(const model::RaisedException& exception, std::size_t columns,
                       Imports& imports, const std::string& name) {
  const std::string raises = imports.Pytest() + ".raises";
  const std::string type = imports.Reach(ReachableTypeName(exception));
  if (!name.empty()) return fmt::format("{}({}, match={})", raises, type, name);
  if (const std::string match = MatchableText(exception); !match.empty()) {
    std::string matching = fmt::format("{}({}, match={})", raises, type, StrLiteral(match));
    if (static_cast<std::size_t>(DisplayWidth(matching)) <= columns) return matching;
  }
  return fmt::format("{}({})", raises, type);
}

std::string RenderDecorator(const model::GeneratedTest& test, Imports& imports) {
  if (!test.is_finding) return "";
  if (const std::string skipped = ReasonToSkip(test); !skipped.empty()) {
    return fmt::format("@{}.mark.skip(reason=\"{}\")", imports.Pytest(), skipped);
  }
  if (!test.exception) return "";
  const model::RaisedException& exception = *test.exception;
  std::string reason = exception.message.substr(0, exception.message.find('\n'));
  if (reason.size() > 80) reason = reason.substr(0, 77) + "...";
  if (!exception.path.empty()) {
    reason += fmt::format("{}{}:{}", reason.empty() ? "" : " at ", exception.path, exception.line);
  }
  return fmt::format("@{}.mark.xfail(strict=True, raises={}, reason={})", imports.Pytest(),
                     imports.Reach(ReachableTypeName(exception)), StrLiteral(reason));
}

}  // namespace skua::render
