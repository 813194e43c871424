#include "search/expected/shape_of.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace skua::search {

using model::Shape;
using model::Statement;
using model::StatementKind;
using model::Value;
using model::ValueKind;

namespace {

bool IsSmall(char c) { return 'a' <= c && c <= 'z'; }
bool IsCapital(char c) { return 'A' <= c && c <= 'Z'; }
bool IsDigit(char c) { return '0' <= c && c <= '9'; }
bool IsLetter(char c) { return IsSmall(c) || IsCapital(c); }
bool IsAlphanumeric(char c) { return IsLetter(c) || IsDigit(c); }
bool IsOfName(char c) { return IsAlphanumeric(c) || c == '_'; }
bool IsWhite(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool IsUnprintable(char c) { return (c < ' ' || c > '~') && !IsWhite(c); }

template <typename Is>
bool AreAll(std::string_view text, Is is) {
  return std::ranges::all_of(text, is);
}

bool Has(std::string_view text, char c) { return text.find(c) != text.npos; }

// Whether runs of characters of a kind stand between single joints: "1.5", "a.b-c". `longest` is
// that of a run.
template <typename Is>
bool AreJoined(std::string_view text, Is is, std::string_view joints, std::size_t longest) {
  std::size_t run = 0;
  for (const char c : text) {
    if (is(c)) {
      if (++run > longest) return false;
    } else if (run == 0 || !Has(joints, c)) {
      return false;
    } else {
      run = 0;
    }
  }
  return run > 0;
}

// Digits, with points or commas between them.
bool IsNumber(std::string_view text) {
  if (text[0] == '+' || text[0] == '-') text.remove_prefix(1);
  return !text.empty() && AreJoined(text, IsDigit, ".,", text.size());
}

bool IsDate(std::string_view text) {
  if (text.back() == 'Z') text.remove_suffix(1);
  return !AreAll(text, IsDigit) && AreJoined(text, IsDigit, "-:/.T ", 4);
}

bool IsUrl(std::string_view text) {
  const std::size_t end = text.find("://");
  return end != text.npos && end > 0 && AreAll(text.substr(0, end), IsSmall);
}

bool IsMail(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == text.npos || at == 0 || at + 1 == text.size()) return false;
  const auto is_of_host = [](char c) { return IsOfName(c) || c == '.' || c == '-'; };
  return AreAll(text.substr(0, at), [&](char c) { return is_of_host(c) || c == '+'; }) &&
         AreAll(text.substr(at + 1), is_of_host);
}

// Whether a place to fill in is in it: "{}", "{name}", "%s", "%(name)s".
bool IsTemplate(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '%' && (IsLetter(text[i + 1]) || text[i + 1] == '(')) return true;
    if (text[i] != '{') continue;
    std::size_t end = i + 1;
    while (end < text.size() && IsOfName(text[end])) ++end;
    if (end < text.size() && text[end] == '}') return true;
  }
  return false;
}

bool IsDotted(std::string_view text) {
  return !IsDigit(text[0]) && AreJoined(text, IsOfName, ".-", text.size());
}

bool AreWords(std::string_view text) {
  return IsLetter(text[0]) && AreAll(text, [](char c) { return IsLetter(c) || Has("' ,.!?-", c); });
}

Shape OfInteger(const std::string& digits, int64_t value) {
  if (!digits.empty()) return digits[0] == '-' ? Shape::kIntNegative : Shape::kIntMore;
  if (value < 0) return value == -1 ? Shape::kIntMinusOne : Shape::kIntNegative;
  if (value < 3) {
    return value == 0 ? Shape::kIntZero : value == 1 ? Shape::kIntOne : Shape::kIntTwo;
  }
  if (value < 10) return Shape::kIntDigit;
  if (1900 <= value && value <= 2100) return Shape::kIntYear;
  return value < 100 ? Shape::kIntTens : value < 1000 ? Shape::kIntHundreds : Shape::kIntMore;
}

Shape OfReal(double value) {
  constexpr double kMillion = 1e6;
  if (!std::isfinite(value)) return Shape::kFloatSpecial;
  if (value < 0) return Shape::kFloatNegative;
  if (0 < value && value < 1) return Shape::kFloatFraction;
  return value == std::trunc(value) && value < kMillion ? Shape::kFloatWhole : Shape::kFloatMore;
}

Shape OfBytes(std::string_view bytes) {
  if (bytes.empty()) return Shape::kBytesEmpty;
  return AreAll(bytes, IsSmall) ? Shape::kBytesWord : Shape::kBytesMore;
}

}  // namespace

Shape ShapeOfText(std::string_view text) {
  if (text.empty()) return Shape::kStrEmpty;
  if (AreAll(text, IsWhite)) return Shape::kStrBlank;
  if (std::ranges::any_of(text, IsUnprintable)) return Shape::kStrForeign;
  if (Has(text, '\n')) return Shape::kStrLines;
  if (std::ranges::none_of(text, IsAlphanumeric)) return Shape::kStrSigns;
  if (text.size() == 1) return Shape::kStrCharacter;
  if (AreAll(text, IsSmall)) return Shape::kStrWord;
  if (AreAll(text, IsCapital)) return Shape::kStrUpper;
  if (IsCapital(text[0]) && AreAll(text.substr(1), IsSmall)) return Shape::kStrCapitalised;
  if (IsNumber(text)) return Shape::kStrNumber;
  if (IsDate(text)) return Shape::kStrDate;
  if (IsUrl(text)) return Shape::kStrUrl;
  if (IsMail(text)) return Shape::kStrMail;
  if (IsTemplate(text)) return Shape::kStrTemplate;
  if (Has(text, '<') || Has(text, '>')) return Shape::kStrMarkup;
  if (!IsDigit(text[0]) && AreAll(text, IsOfName)) return Shape::kStrIdentifier;
  if (IsDotted(text)) return Shape::kStrDotted;
  if (Has(text, '/') && !Has(text, ' ')) return Shape::kStrPath;
  if (AreWords(text)) return Shape::kStrWords;
  return Has(text, ' ') ? Shape::kStrText : Shape::kStrCode;
}

Shape ShapeOf(const Value& value) {
  switch (value.kind) {
    case ValueKind::kNone:
      return Shape::kNone;
    case ValueKind::kBool:
      return value.integer == 0 ? Shape::kFalse : Shape::kTrue;
    case ValueKind::kInt:
      return OfInteger(value.text, value.integer);
    case ValueKind::kFloat:
      return OfReal(value.real);
    case ValueKind::kStr:
      return ShapeOfText(value.text);
    case ValueKind::kBytes:
      return OfBytes(value.text);
    default:
      return Shape::kObject;
  }
}

Shape ShapeOf(const Statement& statement) {
  const bool is_empty = statement.operands.empty();
  switch (statement.kind) {
    case StatementKind::kNone:
      return Shape::kNone;
    case StatementKind::kBool:
      return statement.integer == 0 ? Shape::kFalse : Shape::kTrue;
    case StatementKind::kInt:
      return OfInteger(statement.text, statement.integer);
    case StatementKind::kFloat:
      return OfReal(statement.real);
    case StatementKind::kStr:
      return ShapeOfText(statement.text);
    case StatementKind::kBytes:
      return OfBytes(statement.text);
    case StatementKind::kList:
      return is_empty ? Shape::kListEmpty : Shape::kList;
    case StatementKind::kTuple:
      return is_empty ? Shape::kTupleEmpty : Shape::kTuple;
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
      return is_empty ? Shape::kSetEmpty : Shape::kSet;
    case StatementKind::kDict:
      return is_empty ? Shape::kDictEmpty : Shape::kDict;
    case StatementKind::kLambda:
    case StatementKind::kFunction:
      return Shape::kCallable;
    case StatementKind::kClass:
      return Shape::kClass;
    default:
      return Shape::kObject;
  }
}

bool IsHollow(Shape shape) {
  switch (shape) {
    case Shape::kNone:
    case Shape::kFalse:
    case Shape::kIntZero:
    case Shape::kStrEmpty:
    case Shape::kStrBlank:
    case Shape::kBytesEmpty:
    case Shape::kListEmpty:
    case Shape::kTupleEmpty:
    case Shape::kDictEmpty:
    case Shape::kSetEmpty:
      return true;
    default:
      return false;
  }
}

StatementKind KindOf(Shape shape) {
  if (shape == Shape::kNone) return StatementKind::kNone;
  if (shape <= Shape::kTrue) return StatementKind::kBool;
  if (shape <= Shape::kIntNegative) return StatementKind::kInt;
  if (shape <= Shape::kFloatSpecial) return StatementKind::kFloat;
  if (shape <= Shape::kStrCode) return StatementKind::kStr;
  if (shape <= Shape::kBytesMore) return StatementKind::kBytes;
  if (shape <= Shape::kList) return StatementKind::kList;
  if (shape <= Shape::kTuple) return StatementKind::kTuple;
  if (shape <= Shape::kDict) return StatementKind::kDict;
  if (shape <= Shape::kSet) return StatementKind::kSet;
  if (shape == Shape::kCallable) return StatementKind::kLambda;
  return shape == Shape::kClass ? StatementKind::kClass : StatementKind::kCall;
}

}  // namespace skua::search
