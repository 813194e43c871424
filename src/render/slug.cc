#include "render/slug.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/literal.h"
#include "render/naming.h"
#include "render/value_text.h"

namespace skua::render {
namespace {

using model::Statement;
using model::StatementKind;
using model::Subject;
using model::Value;
using model::ValueKind;

constexpr std::size_t kLongestSlug = 24;

std::string NumberSlug(const std::string& digits) {
  const bool negative = !digits.empty() && digits[0] == '-';
  std::string slug = digits.substr(negative ? 1 : 0);
  std::replace(slug.begin(), slug.end(), '.', '_');
  if (slug.size() > 12 || slug.find_first_not_of("0123456789_") != std::string::npos) return "";
  return negative ? "minus_" + slug : slug;
}

std::string CollectionSlug(std::string_view what, std::size_t size) {
  if (size == 0) return fmt::format("empty_{}", what);
  return fmt::format("{}_of_{}", what, size);
}

}  // namespace

std::string ClassSlug(std::string_view type_name) {
  const auto last = type_name.find_last_of(":.");
  return SnakeCase(last == std::string_view::npos ? type_name : type_name.substr(last + 1));
}

std::string StrSlug(const std::string& text) {
  if (text.empty()) return "empty_string";
  const std::string slug = Slug(text, kLongestSlug);
  return slug.size() >= 2 && text.size() <= 2 * kLongestSlug ? slug : "";
}

std::string ValueSlug(const Value& value) {
  switch (value.kind) {
    case ValueKind::kNone:
      return "none";
    case ValueKind::kBool:
      return value.integer != 0 ? "true" : "false";
    case ValueKind::kInt: {
      const std::string slug =
          NumberSlug(value.text.empty() ? IntLiteral(value.integer) : value.text);
      return slug.empty() ? "large_int" : slug;
    }
    case ValueKind::kFloat: {
      const std::string slug = NumberSlug(FloatLiteral(value.real));
      return slug.empty() ? "float" : slug;
    }
    case ValueKind::kComplex:
      return "complex";
    case ValueKind::kStr: {
      const std::string slug = StrSlug(value.text);
      return slug.empty() ? "string" : slug;
    }
    case ValueKind::kBytes:
      return value.text.empty() ? "empty_bytes" : "bytes";
    case ValueKind::kList:
      return CollectionSlug("list", value.items.size());
    case ValueKind::kTuple:
      return CollectionSlug("tuple", value.items.size());
    case ValueKind::kSet:
      return CollectionSlug("set", value.items.size());
    case ValueKind::kFrozenSet:
      return CollectionSlug("frozenset", value.items.size());
    case ValueKind::kDict:
      return CollectionSlug("dict", value.items.size() / 2);
    case ValueKind::kEnumMember:
      return SnakeCase(value.text);
    case ValueKind::kType:
      return ClassSlug(value.type_name);
    case ValueKind::kObject:
      if (const Value& written = AsWritten(value); &written != &value) return ValueSlug(written);
      if (!value.text.empty() && value.text.size() <= kLongestSlug) {
        return Slug(value.text, kLongestSlug);
      }
      return ClassSlug(value.type_name);
    case ValueKind::kOpaque:
      return ClassSlug(value.type_name);
  }
  return "";
}

std::string StatementSlug(const Subject& subject, const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kNone:
      return "none";
    case StatementKind::kBool:
      return statement.integer != 0 ? "true" : "false";
    case StatementKind::kInt:
      return NumberSlug(statement.text.empty() ? IntLiteral(statement.integer) : statement.text);
    case StatementKind::kFloat:
      return NumberSlug(FloatLiteral(statement.real));
    case StatementKind::kStr:
      return StrSlug(statement.text);
    case StatementKind::kBytes:
      return statement.text.empty() ? "empty_bytes" : "";
    case StatementKind::kList:
      return statement.operands.empty() ? "empty_list" : "";
    case StatementKind::kTuple:
      return statement.operands.empty() ? "empty_tuple" : "";
    case StatementKind::kSet:
      return statement.operands.empty() ? "empty_set" : "";
    case StatementKind::kDict:
      return statement.operands.empty() ? "empty_dict" : "";
    case StatementKind::kEnumMember:
      return SnakeCase(subject.classes[statement.target]
                           .enum_members[static_cast<std::size_t>(statement.integer)]);
    case StatementKind::kClass:
      return SnakeCase(subject.classes[statement.target].name);
    case StatementKind::kFunction:
      return SnakeCase(subject.callables[statement.target].name);
    case StatementKind::kLambda:
      return "function";
    default:
      return "";
  }
}

}  // namespace skua::render
