#include "render/body/exception_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/python/layout.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

constexpr std::size_t kShortestPiece = 8;  // shortest part of a message that is matched

bool IsLetter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }

// Returns whether the message is only a number, which longer numbers contain: "10" matches "101".
bool IsNumber(std::string_view message) {
  return message.find_first_not_of("+-.0123456789") == std::string_view::npos;
}

// Returns whether a quote is within a word: "can't".
bool IsApostrophe(std::string_view text, std::size_t at) {
  return text[at] == '\'' && at > 0 && at + 1 < text.size() && IsLetter(text[at - 1]) &&
         IsLetter(text[at + 1]);
}

// Returns the text without spaces and signs at its ends.
std::string_view WithoutEdges(std::string_view text) {
  constexpr std::string_view kEdge = " ,;:=-";
  const auto first = text.find_first_not_of(kEdge);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kEdge) - first + 1);
}

// Returns the message of an exception group without its count, "two faults (2 sub-exceptions)":
// some versions of pytest match the text with it and some without.
std::string_view WithoutCount(std::string_view message) {
  for (const std::string_view end : {" sub-exceptions)", " sub-exception)"}) {
    if (!message.ends_with(end)) continue;
    const std::size_t open = message.rfind(" (", message.size() - end.size());
    const std::string_view count = message.substr(open + 2, message.size() - end.size() - open - 2);
    const bool counts = open != message.npos && !count.empty() &&
                        std::ranges::all_of(count, [](char c) { return '0' <= c && c <= '9'; });
    if (counts) return message.substr(0, open);
  }
  return message;
}

// Returns the number of letters in words that consist of letters: eight for "st_mode=104, is no
// path".
std::size_t LettersInWords(std::string_view text) {
  std::size_t letters = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    while (!word.empty() && (word.back() == ',' || word.back() == ':' || word.back() == ';')) {
      word.remove_suffix(1);
    }
    const bool is_word =
        std::ranges::all_of(word, [](char c) { return IsLetter(c) || c == '\'' || c == '-'; });
    if (is_word) letters += word.size();
    begin = end + 1;
  }
  return letters;
}

// Returns the words of the text within `limit` characters; empty if they are too few.
std::string_view CutAtWord(std::string_view text, std::size_t limit) {
  const std::size_t end = text.rfind(' ', limit);
  return end == std::string_view::npos || end < kShortestPiece ? "" : text.substr(0, end);
}

}  // namespace

const std::string& ReachableTypeName(const model::RaisedException& exception) {
  return exception.importable_type_name.empty() ? exception.type_name
                                                : exception.importable_type_name;
}

std::string MatchableText(const model::RaisedException& exception) {
  constexpr std::size_t kShortest = 2, kLongest = 50;
  // Messages of Python differ between versions; those of the project do not.
  if (!exception.is_explicit || exception.is_foreign_message ||
      exception.message.find("0x") != std::string::npos) {
    return "";
  }
  std::string_view message = exception.message;
  if (message.size() >= 2 && message.front() == '\'' && message.back() == '\'') {
    message = message.substr(1, message.size() - 2);  // a KeyError shows its key's repr
  }
  message = WithoutCount(message);
  const auto is_plain = [](char c) {
    constexpr std::string_view kSpecial = "\\.^$*+?{}[]|()";
    return c >= 0x20 && c < 0x7F && kSpecial.find(c) == std::string_view::npos;
  };
  if (message.size() <= kLongest && std::all_of(message.begin(), message.end(), is_plain)) {
    // If a value of the test is empty, only the space beside it is left.
    while (message.ends_with(' ')) message.remove_suffix(1);
    while (message.starts_with(' ')) message.remove_prefix(1);
    return message.size() < kShortest || IsNumber(exception.message) ? "" : std::string(message);
  }
  // The best part has no quotes, no special characters of regular expressions, and the most letters
  // in words: values of the test often follow such a character, or are numbers and names.
  std::string_view best;
  for (std::size_t begin = 0, end = 0; end <= message.size(); ++end) {
    const bool goes_on = end < message.size() && is_plain(message[end]) && message[end] != '"' &&
                         (message[end] != '\'' || IsApostrophe(message, end));
    if (goes_on) continue;
    const std::string_view run = WithoutEdges(message.substr(begin, end - begin));
    const bool has_words = run.find(' ') != std::string_view::npos;
    if (has_words && LettersInWords(run) > LettersInWords(best)) best = run;
    begin = end + 1;
  }
  if (best.size() > kLongest) best = WithoutEdges(CutAtWord(best, kLongest));
  const bool has_words = best.find(' ') != std::string_view::npos;
  return has_words && best.size() >= kShortestPiece ? std::string(best) : "";
}

std::string RaisesText(const model::RaisedException& exception, std::size_t columns,
                       Imports& imports, const std::string& name) {
  const std::string raises = imports.Pytest() + ".raises";
  const std::string type = imports.Reach(ReachableTypeName(exception));
  if (!name.empty()) return fmt::format("{}({}, match={})", raises, type, name);
  const std::string text = MatchableText(exception);
  for (std::string_view match = text; !match.empty(); match = CutAtWord(match, match.size() - 1)) {
    std::string matching =
        fmt::format("{}({}, match={})", raises, type, StrLiteral(std::string(match)));
    if (static_cast<std::size_t>(DisplayWidth(matching)) <= columns) return matching;
  }
  return fmt::format("{}({})", raises, type);
}

std::string ReasonToSkip(const model::GeneratedTest& test) {
  switch (test.verdict) {
    case model::Verdict::kCrashed:
      return "ends the interpreter";
    case model::Verdict::kTimedOut:
      return "does not end";
    case model::Verdict::kOutOfMemory:
      return "takes all memory";
    default:
      return "";
  }
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
