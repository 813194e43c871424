#include "record/schema_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pattern.h"

namespace skua::record {
namespace {

constexpr std::size_t kLongestMatched = 1000;  // bytes

bool IsOfType(const Json& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  return value.is_number();
}

std::string_view NameOfType(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"object", "an object"},      {"array", "a list"},       {"string", "a string"},
      {"boolean", "true or false"}, {"integer", "an integer"}, {"number", "a number"}};
  const auto name = std::ranges::find(kNames, type, [](const auto& known) { return known.first; });
  return name == std::end(kNames) ? type : name->second;
}

// What a value of the schema is, for a message.
std::string Described(const Json& schema) {
  if (schema.contains("const")) return Shown(schema.at("const"));
  if (schema.contains("enum")) {
    std::vector<std::string> words;
    for (const Json& word : schema.at("enum")) words.push_back(Shown(word));
    return fmt::format("{}", fmt::join(words, " or "));
  }
  if (schema.contains("type")) return std::string(NameOfType(schema.at("type").get<std::string>()));
  return fmt::format("a field {}", Shown(schema.at("required").front()));
}

std::string PointerPart(std::string_view name) {
  std::string part = "/";
  for (const char c : name) {
    if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += c;
    }
  }
  return part;
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  std::optional<SchemaFault> Check(const Json& value, const Json& schema, const std::string& at) {
    if (schema.contains("$ref")) return Check(value, Referred(schema.at("$ref")), at);
    if (schema.contains("type") && !IsOfType(value, schema.at("type").get_ref<const Text&>())) {
      return Unexpected(value, schema, at);
    }
    if (schema.contains("const") && value != schema.at("const")) {
      return Unexpected(value, schema, at);
    }
    if (schema.contains("enum") &&
        std::ranges::find(schema.at("enum"), value) == schema.at("enum").end()) {
      return Unexpected(value, schema, at);
    }
    if (schema.contains("minimum") && value < schema.at("minimum")) {
      return SchemaFault{at, fmt::format("expected {} or more, not {}", Shown(schema.at("minimum")),
                                         Shown(value))};
    }
    if (value.is_string() && schema.contains("pattern") &&
        !Matches(value.get_ref<const Text&>(), schema.at("pattern"))) {
      return SchemaFault{at, fmt::format("expected a string like {}, not {}",
                                         Shown(schema.at("pattern")), Shown(value))};
    }
    auto fault = value.is_object()  ? CheckFields(value, schema, at)
                 : value.is_array() ? CheckItems(value, schema, at)
                                    : std::nullopt;
    for (const char* alternatives : {"oneOf", "anyOf"}) {
      if (!fault && schema.contains(alternatives)) {
        fault = CheckAny(value, schema.at(alternatives), at);
      }
    }
    return fault;
  }

 private:
  using Text = std::string;

  const Json& Referred(const Json& reference) const {
    return root_.at(Json::json_pointer(reference.get_ref<const Text&>().substr(1)));
  }

  static SchemaFault Unexpected(const Json& value, const Json& schema, const std::string& at) {
    return {at, fmt::format("expected {}, not {}", Described(schema), Shown(value))};
  }

  bool Matches(const Text& text, const Json& pattern) {
    if (text.size() > kLongestMatched) return true;
    const Text& expression = pattern.get_ref<const Text&>();
    return patterns_.try_emplace(expression, expression).first->second.Search(text).has_value();
  }

  std::optional<SchemaFault> CheckFields(const Json& value, const Json& schema,
                                         const std::string& at) {
    for (const Json& name : schema.value("required", Json::array())) {
      if (!value.contains(name.get_ref<const Text&>())) {
        return SchemaFault{at, fmt::format("a field {} is missing", Shown(name))};
      }
    }
    const auto properties = schema.find("properties");
    const auto others = schema.find("additionalProperties");
    for (const auto& [name, field] : value.items()) {
      const std::string below = at + PointerPart(name);
      std::optional<SchemaFault> fault;
      if (properties != schema.end() && properties->contains(name)) {
        fault = Check(field, properties->at(name), below);
      } else if (others != schema.end() && *others == false) {
        return SchemaFault{below, "there is no such field here"};
      } else if (others != schema.end()) {
        fault = Check(field, *others, below);
      }
      if (fault) return fault;
    }
    return std::nullopt;
  }

  std::optional<SchemaFault> CheckItems(const Json& value, const Json& schema,
                                        const std::string& at) {
    const std::size_t least = schema.value("minItems", std::size_t{0});
    const std::size_t most = schema.value("maxItems", value.size());
    if (value.size() < least || value.size() > most) {
      return SchemaFault{at, fmt::format("expected {} items, not {}",
                                         value.size() < least ? least : most, value.size())};
    }
    const auto items = schema.find("items");
    for (std::size_t i = 0; items != schema.end() && i < value.size(); ++i) {
      if (auto fault = Check(value[i], *items, fmt::format("{}/{}", at, i))) return fault;
    }
    return std::nullopt;
  }

  // One of them has to fit: where they are of different kinds, that of the value's kind.
  std::optional<SchemaFault> CheckAny(const Json& value, const Json& alternatives,
                                      const std::string& at) {
    std::vector<std::string> known;
    for (const Json& alternative : alternatives) {
      const Json* kind = KindOf(alternative);
      if (kind == nullptr && !Check(value, alternative, at)) return std::nullopt;
      known.push_back(kind == nullptr ? Described(alternative) : Shown(*kind));
      const bool is_it = kind != nullptr && value.is_object() && value.contains("kind") &&
                         value.at("kind") == *kind;
      if (is_it) return Check(value, alternative, at);
    }
    const bool has_kind =
        KindOf(alternatives.front()) != nullptr && value.is_object() && value.contains("kind");
    return SchemaFault{has_kind ? at + "/kind" : at,
                       fmt::format("expected {}, not {}", fmt::join(known, " or "),
                                   Shown(has_kind ? value.at("kind") : value))};
  }

  static const Json* KindOf(const Json& schema) {
    const Json::json_pointer kKind("/properties/kind/const");
    return schema.contains(kKind) ? &schema.at(kKind) : nullptr;
  }

  const Json& root_;
  std::map<Text, base::Pattern> patterns_;
};

}  // namespace

std::optional<SchemaFault> FaultIn(const Json& document, const Json& schema) {
  return Checker(schema).Check(document, schema, "");
}

}  // namespace skua::record
