#include "render/names/slug.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "model/words.h"
#include "render/body/value_text.h"
#include "render/python/literal.h"
#include "render/python/naming.h"

namespace skua::render {
namespace {

using model::Statement;
using model::StatementKind;
using model::Subject;
using model::Value;
using model::ValueKind;

constexpr std::size_t kLongestSlug = 24;
constexpr std::size_t kLongestNumber = 6;

std::string NumberSlug(const std::string& digits) {
  const bool negative = !digits.empty() && digits[0] == '-';
  std::string slug = digits.substr(negative ? 1 : 0);
  std::replace(slug.begin(), slug.end(), '.', '_');
  if (slug.size() > kLongestNumber || slug.find_first_not_of("0123456789_") != std::string::npos)
    return "";
  return negative ? "minus_" + slug : slug;
}

bool IsVowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

// Returns whether a part of a slug is readable: it has vowels and consonants, and no long runs of
// either.
bool IsReadable(std::string_view part) {
  static constexpr std::string_view kAcronyms =
      " html css xml sql http https csv txt pdf png jpg tmp gmt rgb hls hsv ssl tls ftp rst ";
  constexpr int kLongestRun = 3;
  std::string padded = " ";
  padded += part;
  padded += ' ';
  if (part.size() < 3 || kAcronyms.find(padded) != std::string_view::npos) return true;
  int vowels = 0, run = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    run = i > 0 && IsVowel(part[i]) == IsVowel(part[i - 1]) ? run + 1 : 1;
    if (run > kLongestRun) return false;
    vowels += IsVowel(part[i]) ? 1 : 0;
  }
  return vowels > 0;
}

// Returns whether the slug of a string means something: readable words, with fewer single letters
// than words, or short numbers.
bool SaysSomething(std::string_view slug) {
  constexpr std::size_t kMostDigits = 4;
  std::size_t words = 0, numbers = 0, letters = 0;
  while (!slug.empty()) {
    const std::string_view part = slug.substr(0, slug.find('_'));
    slug.remove_prefix(std::min(part.size() + 1, slug.size()));
    const bool is_number = part.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number ? part.size() > kMostDigits : !IsReadable(part)) return false;
    ++(is_number ? numbers : part.size() == 1 ? letters : words);
  }
  return words + numbers > 0 && (letters <= 1 || letters < words);
}

// Returns whether most letters of a string are in words, as their capitals show: not in "jISr[dG".
// A few characters may be an abbreviation.
bool IsOfWords(std::string_view text) {
  constexpr std::size_t kAbbreviation = 3;
  constexpr std::size_t kShortestWord = 3;
  if (text.size() <= kAbbreviation) return true;
  const auto letters = std::ranges::count_if(
      text, [](char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); });
  std::size_t in_words = 0;
  for (const std::string& word : model::WordsIn(text)) {
    if (word.size() >= kShortestWord) in_words += word.size();
  }
  return 3 * in_words >= 2 * static_cast<std::size_t>(letters);
}

// Returns a word for the kind of a collection; empty for other values.
std::string_view CollectionWord(ValueKind kind) {
  static constexpr std::string_view kWords[] = {"list", "tuple", "set", "frozenset", "dict"};
  const bool is_collection = ValueKind::kList <= kind && kind <= ValueKind::kDict;
  return is_collection ? kWords[static_cast<int>(kind) - static_cast<int>(ValueKind::kList)] : "";
}

std::string CollectionSlug(const Value& value) {
  const std::string_view what = CollectionWord(value.kind);
  if (value.items.empty()) return fmt::format("empty_{}", what);
  return fmt::format("{}_of_{}", what,
                     value.items.size() / (value.kind == ValueKind::kDict ? 2 : 1));
}

// Returns words of bytes that are ASCII text; empty if there are none.
std::string BytesSlug(const std::string& bytes) {
  const bool is_text = std::ranges::all_of(bytes, [](char c) { return ' ' <= c && c <= '~'; });
  return is_text && !bytes.empty() ? StrSlug(bytes) : "";
}

// Returns "time(23, 0)" for "datetime.time(23, 0)".
std::string WithoutModule(const std::string& expression) {
  const std::size_t end = std::min(expression.find('('), expression.size());
  const std::size_t dot = expression.rfind('.', end);
  return dot == std::string::npos ? expression : expression.substr(dot + 1);
}

// Returns words for a simple value; empty if there are none.
std::string SimpleSlug(const Value& value) {
  if (value.kind == ValueKind::kStr) return StrSlug(value.text);
  return value.kind <= ValueKind::kInt ? ValueSlug(value) : "";
}

// Returns words for a pair of simple values; empty if one has no words.
std::string PairSlug(const Value& pair) {
  constexpr std::size_t kLongestPair = 30;
  if (pair.items.size() != 2) return "";
  std::string slug;
  for (const Value& item : pair.items) {
    const std::string word = SimpleSlug(item);
    if (word.empty()) return "";
    slug += (slug.empty() ? "" : "_and_") + word;
  }
  return slug.size() <= kLongestPair ? slug : "";
}

}  // namespace

std::string ClassSlug(std::string_view type_name) {
  const auto last = type_name.find_last_of(":.");
  return SnakeCase(last == std::string_view::npos ? type_name : type_name.substr(last + 1));
}

std::string StrSlug(const std::string& text) {
  if (text.empty()) return "empty_string";
  const std::string slug = Slug(text, kLongestSlug);
  if (slug == "none" || slug == "true" || slug == "false") return "text_" + slug;
  const bool says =
      slug.size() >= 2 && text.size() <= 2 * kLongestSlug && SaysSomething(slug) && IsOfWords(text);
  return says ? slug : "";
}

// Returns the slug of None, a number, a str or bytes; empty if it has no words. `Literal` is a
// Value or a Statement.
template <typename Literal>
static std::string LiteralSlug(const Literal& literal) {
  switch (static_cast<ValueKind>(literal.kind)) {
    case ValueKind::kNone:
      return "none";
    case ValueKind::kBool:
      return literal.integer != 0 ? "true" : "false";
    case ValueKind::kInt:
      return NumberSlug(literal.text.empty() ? IntLiteral(literal.integer) : literal.text);
    case ValueKind::kFloat:
      return NumberSlug(FloatLiteral(literal.real));
    case ValueKind::kStr:
      return StrSlug(literal.text);
    case ValueKind::kBytes:
      return literal.text.empty() ? "empty_bytes" : BytesSlug(literal.text);
    default:
      return "";
  }
}

static std::string ObjectSlug(const Value& value) {
  if (const Value& written = AsWritten(value); &written != &value) return ValueSlug(written);
  if (const std::string text = WithoutModule(value.text);
      !text.empty() && text.size() <= kLongestSlug) {
    if (std::string slug = Slug(text, kLongestSlug); SaysSomething(slug)) return slug;
  }
  return ClassSlug(value.type_name);
}

std::string ValueSlug(const Value& value) {
  static constexpr std::array<std::string_view, 7> kWithoutWords = {
      "none", "bool", "large_int", "float", "complex", "string", "bytes"};
  if (value.kind <= ValueKind::kBytes) {
    std::string slug = LiteralSlug(value);
    return slug.empty() ? std::string(kWithoutWords[static_cast<std::size_t>(value.kind)]) : slug;
  }
  switch (value.kind) {
    case ValueKind::kList:
    case ValueKind::kTuple:
      if (std::string pair = PairSlug(value); !pair.empty()) return pair;
      return CollectionSlug(value);
    case ValueKind::kSet:
    case ValueKind::kFrozenSet:
    case ValueKind::kDict:
      return CollectionSlug(value);
    case ValueKind::kEnumMember:
      return SnakeCase(value.text);
    case ValueKind::kObject:
      return ObjectSlug(value);
    default:
      return ClassSlug(value.type_name);
  }
}

std::string UncountedSlug(const Value& value) {
  const std::string_view what = CollectionWord(value.kind);
  if (what.empty()) return ValueSlug(value);
  const bool is_sequence = value.kind == ValueKind::kList || value.kind == ValueKind::kTuple;
  if (value.items.empty() || (is_sequence && !PairSlug(value).empty())) return ValueSlug(value);
  const bool is_single = value.items.size() == (value.kind == ValueKind::kDict ? 2 : 1);
  const std::string only = is_single ? SimpleSlug(value.items[0]) : "";
  return only.empty() ? std::string(what) : fmt::format("{}_with_{}", what, only);
}

std::string StatementSlug(const Subject& subject, const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kDict:
      return statement.operands.empty()
                 ? fmt::format("empty_{}", CollectionWord(static_cast<ValueKind>(statement.kind)))
                 : "";
    case StatementKind::kEnumMember:
      return SnakeCase(subject.classes[statement.target]
                           .enum_members[static_cast<std::size_t>(statement.integer)]);
    case StatementKind::kClass:
      return SnakeCase(subject.classes[statement.target].name);
    case StatementKind::kFunction:
      return SnakeCase(subject.callables[statement.target].name);
    case StatementKind::kLambda:
      return "function";
    case StatementKind::kFrozenSet:
    case StatementKind::kCall:
    case StatementKind::kLazy:
      return "";
    default:
      return LiteralSlug(statement);
  }
}

}  // namespace skua::render
