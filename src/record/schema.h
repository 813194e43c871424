// The JSON Schema (draft 7) made from a record's declaration (record.h): a definition for each
// record that it contains, with descriptions of the fields.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::record {

class SchemaWriter {
 public:
  // Returns the record's own schema, and adds those of records in it to definitions().
  template <typename T, typename Format = void>
  Json Of() {
    if constexpr (IsListRecord<T, Format>) {
      Json items = Json::array();
      std::apply([&](const auto&... field) { (items.push_back(OfField<Format>(field)), ...); },
                 Record<T, Format>::kFields);
      return {{"type", "array"},
              {"items", items},
              {"minItems", items.size()},
              {"maxItems", items.size()}};
    } else if constexpr (HasKind<T, Format>) {
      return OfKinds<T, Format>();
    } else {
      return OfObject<T, Format>(~uint64_t{0}, {});
    }
  }
  // Returns a reference to the record's schema, which it adds to the definitions.
  template <typename T, typename Format = void>
  Json Reference() {
    const std::string name(Record<T, Format>::kName);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // set first, as the record may contain its own type
      Json schema = {};
      if (constexpr auto kDoc = DocOf<T, Format>(); !kDoc.empty()) schema["description"] = kDoc;
      schema.update(Of<T, Format>());
      definitions_[name] = std::move(schema);
    }
    return {{"$ref", "#/definitions/" + name}};
  }
  const Json& definitions() const { return definitions_; }

 private:
  struct Object {
    Json properties = Json::object();
    Json required = Json::array();
    Json alternatives = Json::array();  // for each two of which an object has exactly one
  };

  // Returns the schema of an object with the fields of `kind`; `names` are the kinds that share it.
  template <typename T, typename Format>
  Json OfObject(uint64_t kind, const std::vector<std::string_view>& names) {
    Object object;
    AddFields<Format>(Record<T, Format>::kFields, kind, object);
    if (!names.empty()) {
      object.properties.front() =
          names.size() == 1 ? Json{{"const", names[0]}} : Json{{"enum", names}};
    }
    Json schema = {{"type", "object"}, {"properties", object.properties}};
    if (!object.required.empty()) schema["required"] = object.required;
    if (object.alternatives.size() == 1) schema["oneOf"] = object.alternatives[0];
    if (object.alternatives.size() > 1) {
      for (const Json& two : object.alternatives) schema["allOf"].push_back({{"oneOf", two}});
    }
    schema["additionalProperties"] = false;
    return schema;
  }

  // Makes one alternative for all kinds with the same fields.
  template <typename T, typename Format>
  Json OfKinds() {
    const auto& tag = std::get<0>(Record<T, Format>::kFields);
    using Kind = typename std::decay_t<decltype(tag)>::Type;
    const NameList names = WordsOf<Kind>(tag.rule);
    struct Group {
      Json fields;
      uint64_t kind;
      std::vector<std::string_view> names;
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) continue;
      Json fields = OfObject<T, Format>(uint64_t{1} << i, {});
      auto group = std::ranges::find(groups, fields, &Group::fields);
      if (group == groups.end()) {
        groups.push_back(Group{std::move(fields), uint64_t{1} << i, {}});
        group = groups.end() - 1;
      }
      group->names.push_back(names[i]);
    }
    Json any = Json::array();
    for (const Group& group : groups) any.push_back(OfObject<T, Format>(group.kind, group.names));
    return {{"oneOf", any}};
  }

  template <typename Format, typename Fields>
  void AddFields(const Fields& fields, uint64_t kind, Object& object) {
    std::apply([&](const auto&... field) { (Add<Format>(field, kind, object), ...); }, fields);
  }
  template <typename Format, typename T, typename Member, typename... Fields>
  void Add(const Spliced<T, Member, Fields...>& field, uint64_t kind, Object& object) {
    AddFields<Format>(FieldsOf<Format>(field), kind, object);
  }
  template <typename Format, typename Value>
  void Add(const Constant<Value>& field, uint64_t, Object& object) {
    const std::string name(field.name);
    object.properties[name] = {{"const", field.value}};
    object.required.push_back(name);
  }
  template <typename Format, typename T>
  void Add(const WholeNumber<T>& field, uint64_t kind, Object& object) {
    if (!IsOf(field.rule, kind)) return;
    object.properties[std::string(field.name)] = {{"type", "integer"}};
    object.properties[std::string(field.digits_name)] = {{"type", "string"},
                                                         {"pattern", "^-?[0-9]+$"}};
    AddAlternatives(std::string(field.name), std::string(field.digits_name), object);
  }
  template <typename Format, typename F>
  void Add(const F& field, uint64_t kind, Object& object) {
    if (!IsOf(field.rule, kind)) return;
    const std::string name(field.name);
    object.properties[name] = OfField<Format>(field);
    if (field.rule.text == TextForm::kOrHex) {
      object.properties[HexNameOf(field)] = HexSchema();
      if (field.rule.always) AddAlternatives(name, HexNameOf(field), object);
    } else if (field.rule.always) {
      object.required.push_back(name);
    }
  }
  static void AddAlternatives(const std::string& one, const std::string& other, Object& object);

  template <typename Format, typename F>
  Json OfField(const F& field) {
    Json schema = OfValue<typename F::Type, Format>(field.rule);
    if (field.rule.or_null) schema["type"] = {schema["type"], "null"};
    if (!field.doc.empty()) schema["description"] = field.doc;
    return schema;
  }

  template <typename T, typename Format>
  Json OfValue(const Rule& rule) {
    if constexpr (IsRecord<T, Format>) {
      return Reference<T, Format>();
    } else if constexpr (IsWorded<T>) {
      return {{"type", "string"}, {"pattern", Worded<T>::kPattern}};
    } else if constexpr (kIsOptional<T>) {
      return OfValue<typename T::value_type, Format>(rule);
    } else if constexpr (kIsShared<T>) {
      return OfValue<std::remove_const_t<typename T::element_type>, Format>(rule);
    } else if constexpr (std::is_same_v<T, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::is_enum_v<T>) {
      return NamesSchema(WordsOf<T>(rule));
    } else if constexpr (std::is_integral_v<T>) {
      if (rule.truth) return {{"type", "boolean"}};
      if (!rule.flags.empty()) return {{"type", "array"}, {"items", NamesSchema(rule.flags)}};
      return IntegerSchema(rule, std::is_unsigned_v<T>);
    } else if constexpr (std::is_same_v<T, base::Duration>) {
      return {{"type", "number"}, {"minimum", 0}};
    } else if constexpr (std::is_floating_point_v<T>) {
      return RealSchema(rule);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return TextSchema(rule);
    } else {
      return OfList<T, Format>(rule);
    }
  }

  template <IsList T, typename Format>
  Json OfList(const Rule& rule) {
    using Item = typename T::value_type;
    if constexpr (kIsNamedPair<Item>) {
      if (rule.in_pairs) {
        Json pair = {
            {"type", "array"},
            {"items", {{{"type", "string"}}, OfValue<typename Item::second_type, Format>(rule)}},
            {"minItems", 2},
            {"maxItems", 2}};
        return {{"type", "array"}, {"items", std::move(pair)}};
      }
      return {{"type", "object"},
              {"additionalProperties", OfValue<typename Item::second_type, Format>(rule)}};
    } else {
      Json item = OfValue<Item, Format>(rule);
      if (rule.single) return item;
      if (rule.in_pairs) {
        item = {{"type", "array"}, {"items", std::move(item)}, {"minItems", 2}, {"maxItems", 2}};
      }
      Json list = {{"type", "array"}, {"items", std::move(item)}};
      if (rule.most != Rule{}.most) list["maxItems"] = rule.most;
      return list;
    }
  }

  static Json NamesSchema(NameList names);
  static Json IntegerSchema(const Rule& rule, bool is_unsigned);
  static Json RealSchema(const Rule& rule);
  static Json TextSchema(const Rule& rule);
  static Json HexSchema();

  Json definitions_ = Json::object();
};

// Returns the schema of a whole document that is such a record.
template <typename T, typename Format = void>
Json SchemaOf(std::string_view title) {
  SchemaWriter writer;
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  if (constexpr auto kDoc = DocOf<T, Format>(); !kDoc.empty()) schema["description"] = kDoc;
  schema.update(writer.Of<T, Format>());
  schema["definitions"] = writer.definitions();
  return schema;
}

}  // namespace skua::record
