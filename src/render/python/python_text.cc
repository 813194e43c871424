#include "render/python/python_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace skua::render {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\n'; }

bool Opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool Closes(char c) { return c == ')' || c == ']' || c == '}'; }

Span Trimmed(std::string_view source, Span span) {
  while (span.begin < span.end && IsSpace(source[span.begin])) ++span.begin;
  while (span.end > span.begin && IsSpace(source[span.end - 1])) --span.end;
  return span;
}

}  // namespace

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::size_t EndOfText(std::string_view source, std::size_t at) {
  if (source[at] == '#') return std::min(source.find('\n', at), source.size());
  if (source[at] != '"' && source[at] != '\'') return at;
  const std::string_view one = source.substr(at, 1);
  const std::string three(3, one[0]);
  const std::string_view quote = source.substr(at, 3) == three ? std::string_view(three) : one;
  for (std::size_t i = at + quote.size(); i < source.size(); i += source[i] == '\\' ? 2 : 1) {
    if (source.substr(i, quote.size()) == quote) return i + quote.size();
  }
  return source.size();
}

std::string Renamed(std::string_view source, const std::map<std::string, std::string>& names) {
  std::string result;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = EndOfText(source, at);
    if (end == at && IsWord(source[at])) {
      while (end < source.size() && IsWord(source[end])) ++end;
      const auto name = names.find(std::string(source.substr(at, end - at)));
      if (name != names.end() && (at == 0 || source[at - 1] != '.')) {
        result += name->second;
        at = end;
        continue;
      }
    }
    if (end == at) ++end;
    result += source.substr(at, end - at);
    at = end;
  }
  return result;
}

std::string WithSingleQuotes(std::string_view source) {
  std::string result;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = EndOfText(source, at);
    if (end == at) {
      result += source[at++];
      continue;
    }
    std::string_view text = source.substr(at, end - at);
    at = end;
    const bool is_plain = text.size() >= 2 && text.front() == '"' && !text.starts_with("\"\"\"");
    const std::string_view inner = is_plain ? text.substr(1, text.size() - 2) : text;
    if (is_plain && inner.find_first_of("'\"") == std::string_view::npos) {
      result += fmt::format("'{}'", inner);
    } else {
      result += text;
    }
  }
  return result;
}

std::set<std::string> WordsOf(std::string_view source) {
  std::set<std::string> words;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = EndOfText(source, at);
    if (end == at && IsWord(source[at])) {
      while (end < source.size() && IsWord(source[end])) ++end;
      const bool is_attribute = at > 0 && source[at - 1] == '.';
      if (!is_attribute) words.emplace(source.substr(at, end - at));
    }
    at = std::max(end, at + 1);
  }
  return words;
}

std::vector<std::size_t> TopLines(std::string_view source, std::size_t indent) {
  const std::string margin(indent, ' ');
  const auto is_past_margin = [&](std::size_t at) {
    return source.substr(at, indent) == margin && at + indent < source.size() &&
           !IsSpace(source[at + indent]);
  };
  std::vector<std::size_t> lines;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < source.size();) {
    const char c = source[at];
    const bool begins = at == 0 || source[at - 1] == '\n';
    if (begins && depth == 0 && is_past_margin(at)) lines.push_back(at);
    if (Opens(c)) ++depth;
    if (Closes(c) && depth > 0) --depth;
    at = std::max(EndOfText(source, at), at + 1);
  }
  return lines;
}

std::vector<Span> ItemsOf(std::string_view source, std::size_t open) {
  std::vector<Span> items;
  std::size_t depth = 0;
  std::size_t begin = open + 1;
  const auto add = [&](std::size_t end) {
    const Span item = Trimmed(source, {begin, end});
    if (item.begin < item.end) items.push_back(item);
    begin = end + 1;
  };
  for (std::size_t at = open; at < source.size();) {
    const char c = source[at];
    if (Opens(c)) ++depth;
    if (Closes(c) && --depth == 0) {
      add(at);
      return items;
    }
    if (c == ',' && depth == 1) add(at);
    at = std::max(EndOfText(source, at), at + 1);
  }
  return items;
}

}  // namespace skua::render
