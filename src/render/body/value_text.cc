#include "render/body/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/answering.h"
#include "model/named_objects.h"
#include "model/written_classes.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::Value;
using model::ValueKind;

// Returns the module from which a class whose repr is an expression is imported; empty for others.
std::string_view ModuleOf(std::string_view constructor) {
  const auto* entry =
      std::ranges::find(model::kWrittenClasses, constructor, &model::WrittenClass::name);
  return entry == std::end(model::kWrittenClasses) ? "" : entry->module;
}

// How floats are written: with pytest.approx, or plainly if they must be exact or are inside of an
// approx.
enum class Floats { kApprox, kPlain };

class ValueWriter {
 public:
  ValueWriter(Imports& imports, const Approximation& approximation)
      : imports_(imports), approximation_(approximation) {}

  std::optional<std::string> Write(const Value& value, Floats floats) {
    switch (value.kind) {
      case ValueKind::kNone:
        return "None";
      case ValueKind::kBool:
        return value.integer != 0 ? "True" : "False";
      case ValueKind::kInt:
        return value.text.empty() ? IntLiteral(value.integer) : IntLiteral(value.text);
      case ValueKind::kFloat:
      case ValueKind::kComplex:
        return Number(value, floats);
      case ValueKind::kStr:
        return StrText(value.text);
      case ValueKind::kBytes:
        return BytesText(value.text);
      case ValueKind::kList:
        return Sequence(Collection::kList, value, floats);
      case ValueKind::kTuple:
        return Sequence(Collection::kTuple, value, floats);
      case ValueKind::kSet:
        return Unordered(Collection::kSet, value);
      case ValueKind::kFrozenSet:
        return Unordered(Collection::kFrozenSet, value);
      case ValueKind::kDict:
        return Dict(value, floats);
      case ValueKind::kEnumMember:
        if (!IsIdentifier(value.text)) return std::nullopt;
        if (const auto module = model::ModuleOfNamedObject(value); !module.empty()) {
          return imports_.Reach(module, value.text);
        }
        return imports_.Reach(value.type_name) + "." + value.text;
      case ValueKind::kType:
        return imports_.Reach(value.type_name);
      case ValueKind::kObject: {
        const Value& written = AsWritten(value);
        return &written != &value ? Write(written, floats)
                                  : ConstructorText(value.type_name, value.text, imports_);
      }
      case ValueKind::kOpaque:
        if (value.type_name == model::kAnything) return imports_.Reach(value.type_name);
        break;
    }
    return std::nullopt;
  }

 private:
  std::string Number(const Value& value, Floats floats) {
    const bool is_complex = value.kind == ValueKind::kComplex;
    const std::string literal =
        is_complex ? ComplexLiteral(value.real, value.imaginary) : FloatLiteral(value.real);
    if (floats == Floats::kPlain) return literal;
    const bool nan = std::isnan(value.real) || std::isnan(value.imaginary);
    const bool infinite = std::isinf(value.real) || std::isinf(value.imaginary);
    if (infinite && !nan) return literal;
    return approximation_.number(value, literal);
  }

  // pytest.approx takes a flat sequence of numbers whole; in nested or mixed sequences each number
  // gets its own.
  static bool IsFiniteNumber(const Value& v) {
    return (v.kind == ValueKind::kFloat && std::isfinite(v.real)) ||
           (v.kind == ValueKind::kInt && v.text.empty());
  }

  std::optional<std::string> Sequence(Collection kind, const Value& value, Floats floats) {
    const bool whole = floats == Floats::kApprox && approximation_.sequence &&
                       ContainsFloat(value) &&
                       std::all_of(value.items.begin(), value.items.end(), IsFiniteNumber);
    const auto items = WriteAll(value.items, whole ? Floats::kPlain : floats);
    if (!items) return std::nullopt;
    const std::string text = CollectionText(kind, *items);
    return whole ? approximation_.sequence(text) : text;
  }

  std::optional<std::string> Unordered(Collection kind, const Value& value) {
    auto items = WriteAll(value.items, Floats::kPlain);
    if (!items) return std::nullopt;
    // Sorts by length first, so that 9 precedes 10; the order does not matter to Python.
    std::sort(items->begin(), items->end(), [](const std::string& a, const std::string& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return CollectionText(kind, *items);
  }

  std::optional<std::string> Dict(const Value& value, Floats floats) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      auto item = Write(value.items[i], i % 2 == 0 ? Floats::kPlain : floats);
      if (!item) return std::nullopt;
      items.push_back(*std::move(item));
    }
    return CollectionText(Collection::kDict, items);
  }

  std::optional<std::vector<std::string>> WriteAll(const std::vector<Value>& values,
                                                   Floats floats) {
    std::vector<std::string> items;
    for (const Value& value : values) {
      auto item = Write(value, floats);
      if (!item) return std::nullopt;
      items.push_back(*std::move(item));
    }
    return items;
  }

  Imports& imports_;
  const Approximation& approximation_;
};

std::string Braced(const std::vector<std::string>& items, std::string_view open,
                   std::string_view close) {
  return fmt::format("{}{}{}", open, fmt::join(items, ", "), close);
}

std::string DictText(const std::vector<std::string>& items) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    entries.push_back(items[i] + ": " + items[i + 1]);
  }
  return Braced(entries, "{", "}");
}

}  // namespace

std::string CollectionText(Collection kind, const std::vector<std::string>& items) {
  switch (kind) {
    case Collection::kList:
      return Braced(items, "[", "]");
    case Collection::kTuple:
      return items.size() == 1 ? fmt::format("({},)", items[0]) : Braced(items, "(", ")");
    case Collection::kSet:
      return items.empty() ? "set()" : Braced(items, "{", "}");
    case Collection::kFrozenSet:
      return items.empty() ? "frozenset()" : Braced(items, "frozenset({", "})");
    case Collection::kDict:
      return DictText(items);
  }
  return "";
}

const Value& AsWritten(const Value& value) {
  const bool as_plain =
      value.kind == ValueKind::kObject && value.text.empty() && value.items.size() == 1;
  return as_plain ? value.items[0] : value;
}

std::optional<std::string> ExpectedText(const Value& value, Imports& imports) {
  const Approximation by_pytest{[&](const Value& number, const std::string& literal) {
                                  const bool nan =
                                      std::isnan(number.real) || std::isnan(number.imaginary);
                                  return fmt::format("{}.approx({}{})", imports.Pytest(), literal,
                                                     nan ? ", nan_ok=True" : "");
                                },
                                [&](const std::string& text) {
                                  return fmt::format("{}.approx({})", imports.Pytest(), text);
                                }};
  return ExpectedText(value, imports, by_pytest);
}

std::optional<std::string> ExpectedText(const Value& value, Imports& imports,
                                        const Approximation& approximation) {
  return ValueWriter(imports, approximation).Write(value, Floats::kApprox);
}

std::optional<std::string> ConstructorText(std::string_view type_name, std::string_view text,
                                           Imports& imports) {
  const std::string_view own_name = type_name.substr(type_name.find(':') + 1);
  if (ModuleOf(own_name).empty() || text.empty()) return std::nullopt;
  std::vector<std::string> pieces;
  std::vector<std::size_t> used;  // names in the text, imported once all is parsed
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (c == '\'' || c == '"') {
      end = text.find(c, end);
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view content = text.substr(at + 1, end - at - 1);
      ++end;
      const auto is_plain = [](char x) { return x >= 0x20 && x < 0x7F && x != '"' && x != '\\'; };
      if (!std::all_of(content.begin(), content.end(), is_plain)) return std::nullopt;
      pieces.push_back(fmt::format("\"{}\"", content));
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
      const std::string_view name = text.substr(at, end - at);
      const char next = end < text.size() ? text[end] : '\0';
      const bool after_dot = !pieces.empty() && pieces.back() == ".";
      if (name == "datetime" && next == '.') {
        ++end;  // a module, whose classes are imported by name
      } else if (after_dot || next == '=' || name == "None" || name == "True" || name == "False") {
        pieces.emplace_back(name);
      } else if (name == "b" && (next == '\'' || next == '"')) {
        pieces.emplace_back(name);
      } else if (!ModuleOf(name).empty()) {
        used.push_back(pieces.size());
        pieces.emplace_back(name);
      } else {
        return std::nullopt;
      }
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("()[],=-. ").find(c) != std::string_view::npos) {
      pieces.emplace_back(1, c);
    } else {
      return std::nullopt;
    }
    at = end;
  }
  for (const std::size_t i : used) {
    const std::string_view module = ModuleOf(pieces[i]);
    pieces[i] = imports.Reach(module, pieces[i] == "PosixPath" ? "Path" : pieces[i]);
  }
  return fmt::format("{}", fmt::join(pieces, ""));
}

}  // namespace skua::render
