#include "config/schema.h"

#include "base/json.h"
#include "config/option.h"
#include "config/option_value.h"

namespace skua::config {
namespace {

using Json = nlohmann::ordered_json;

// Writes a whole number without a fraction: 100, not 100.0.
Json Number(double value) {
  const auto whole = static_cast<int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json TypeSchema(const Option& option) {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  switch (option.type) {
    case OptionType::kBoolean:
      return {{"type", "boolean"}};
    case OptionType::kInteger:
    case OptionType::kNumber:
      return {{"type", option.type == OptionType::kInteger ? "integer" : "number"},
              {"minimum", Number(option.limits.lowest)},
              {"maximum", Number(option.limits.highest)}};
    case OptionType::kChoice:
      return {{"enum", option.choices}};
    case OptionType::kDuration:
    case OptionType::kSize:
      return {{"type", "string"}, {"pattern", PatternOf(option.type)}};
    case OptionType::kList:
      return {{"anyOf", {text, {{"type", "array"}, {"items", text}}}}};
    case OptionType::kPairList: {
      const Json two = {{"type", "array"}, {"items", text}, {"minItems", 2}, {"maxItems", 2}};
      return {{"anyOf", {text, {{"type", "array"}, {"items", {{"anyOf", {text, two}}}}}}}};
    }
    case OptionType::kChoiceList: {
      const Json item = {{"enum", option.choices}};
      return {{"anyOf", {item, {{"type", "array"}, {"items", item}}}}};
    }
    default:
      return text;
  }
}

Json DefaultOf(const Option& option) {
  const OptionValue value = option.get(Config{});
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* number = std::get_if<double>(&value)) return Number(*number);
  if (const auto* items = std::get_if<std::vector<std::string>>(&value)) return *items;
  if (option.type == OptionType::kInteger && std::holds_alternative<uint64_t>(value)) {
    return std::get<uint64_t>(value);
  }
  const auto* plain = std::get_if<std::string>(&value);
  const std::string text = plain != nullptr ? *plain : FormatValue(option, value);
  return text.empty() ? Json() : Json(text);
}

Json OptionSchema(const Option& option) {
  Json schema = {{"description", option.doc}};
  schema.update(TypeSchema(option));
  if (Json value = DefaultOf(option); !value.is_null()) schema["default"] = std::move(value);
  return schema;
}

Json SectionSchema(const Section& section) {
  Json properties = Json::object();
  for (const Option& option : Options()) {
    if (option.section() == section.name) properties[option.key()] = OptionSchema(option);
    const Section* below = FindSection(option.section());
    if (below == nullptr || below->parent() != section.name) continue;
    if (!properties.contains(below->key())) properties[below->key()] = SectionSchema(*below);
  }
  Json mapping = {{"description", section.doc},
                  {"type", {"object", "null"}},
                  {"properties", std::move(properties)},
                  {"additionalProperties", false}};
  if (section.shorthand.empty()) return mapping;
  mapping.erase("description");
  return {{"description", section.doc},
          {"anyOf", {OptionSchema(*FindOption(section.shorthand)), std::move(mapping)}}};
}

}  // namespace

std::string JsonSchema() {
  Json properties = Json::object();
  for (const Option& option : Options()) {
    if (!option.in_file()) continue;
    if (const Section* section = FindSection(option.section())) {
      if (!section->parent().empty()) continue;  // inside another mapping
      if (!properties.contains(section->name)) properties[section->name] = SectionSchema(*section);
    } else {
      properties[option.key()] = OptionSchema(option);
    }
  }
  const Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "skua.yml"},
                       {"description", "Configuration of Skua, test generation for Python"},
                       {"type", {"object", "null"}},
                       {"properties", std::move(properties)},
                       {"additionalProperties", false}};
  return schema.dump(2) + '\n';
}

}  // namespace skua::config
