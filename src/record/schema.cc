#include "record/schema.h"

namespace skua::record {

void SchemaWriter::AddAlternatives(const std::string& one, const std::string& other,
                                   Object& object) {
  const auto needs = [](const std::string& name) {
    return Json{{"required", Json::array({name})}};
  };
  object.alternatives.push_back(Json::array({needs(one), needs(other)}));
}

Json SchemaWriter::NamesSchema(NameList names) {
  Json known = Json::array();
  for (const std::string_view name : names) {
    if (!name.empty()) known.push_back(name);
  }
  return {{"enum", std::move(known)}};
}

Json SchemaWriter::IntegerSchema(const Rule& rule, bool is_unsigned) {
  Json schema = {{"type", "integer"}};
  const bool is_natural = is_unsigned || rule.in != nullptr;
  if (rule.or_none) {
    schema["minimum"] = -1;
  } else if (rule.lowest != Rule{}.lowest) {
    schema["minimum"] = rule.lowest;
  } else if (is_natural) {
    schema["minimum"] = 0;
  }
  if (rule.highest != Rule{}.highest) schema["maximum"] = rule.highest;
  return schema;
}

Json SchemaWriter::RealSchema(const Rule& rule) {
  Json schema = {{"type", "number"}};
  if (rule.lowest != Rule{}.lowest) schema["minimum"] = rule.lowest;
  if (rule.highest != Rule{}.highest) schema["maximum"] = rule.highest;
  if (!rule.any_real) return schema;
  return {{"anyOf", {std::move(schema), {{"enum", {"nan", "inf", "-inf"}}}}}};
}

Json SchemaWriter::TextSchema(const Rule& rule) {
  if (rule.text == TextForm::kHex) return HexSchema();
  if (!rule.words.empty()) return NamesSchema(rule.words);
  Json schema = {{"type", "string"}};
  if (rule.shape != nullptr) schema["pattern"] = rule.shape->pattern;
  return schema;
}

Json SchemaWriter::HexSchema() { return {{"type", "string"}, {"pattern", "^([0-9a-f]{2})*$"}}; }

}  // namespace skua::record
