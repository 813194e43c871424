// Python types made from records' declarations (record.h): a TypedDict for each record and a
// Literal for each enumeration with names, as the body of a Python module.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "record/record.h"

namespace skua::record {

// Returns the name of an enumeration without its namespace: "When".
template <typename Kind>
constexpr std::string_view TypeNameOf() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("Kind = ") + 7);
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

class PythonWriter {
 public:
  // Adds a record, after the records and enumerations that it contains.
  template <IsRecord T>
  void Add() {
    const std::string name = ClassName(Record<T>::kName);
    if (IsKnown(name)) return;
    known_.push_back(name);
    std::vector<Item> fields;
    std::apply([&](const auto&... field) { (AddField(field, fields), ...); }, Record<T>::kFields);
    if constexpr (IsListRecord<T>) {
      Define<T>(name, ListText(fields));
    } else {
      Define<T>(name, DictText(name, fields));
    }
  }
  const std::string& text() const { return text_; }

 private:
  struct Item {
    std::string name;
    std::vector<std::string> types;  // several if the type depends on the kind
    std::string_view doc;
  };

  template <typename T>
  void Define(const std::string& name, const std::string& definition) {
    text_ +=
        fmt::format("\n# {}: {}\n{} = {}\n", Record<T>::kName, Record<T>::kDoc, name, definition);
  }
  static std::string ListText(const std::vector<Item>& fields);
  static std::string DictText(const std::string& name, const std::vector<Item>& fields);
  static std::string ClassName(std::string_view name);
  static std::string LiteralText(NameList names);
  static std::string Wrapped(std::string_view literal);  // on several lines
  static void AddItem(std::string name, std::string type, std::string_view doc,
                      std::vector<Item>& fields);
  bool IsKnown(std::string_view name) const { return std::ranges::count(known_, name) > 0; }

  template <typename F>
  void AddField(const F& field, std::vector<Item>& fields) {
    AddItem(std::string(field.name), TypeOf<typename F::Type>(field.rule), field.doc, fields);
    if (field.rule.text == TextForm::kOrHex) AddItem(HexNameOf(field), "str", {}, fields);
  }
  template <typename T>
  void AddField(const WholeNumber<T>& field, std::vector<Item>& fields) {
    AddItem(std::string(field.name), "int", {}, fields);
    AddItem(std::string(field.digits_name), "str", {}, fields);
  }
  template <typename T, typename Member, typename... Fields>
  void AddField(const Spliced<T, Member, Fields...>& spliced, std::vector<Item>& fields) {
    std::apply([&](const auto&... field) { (AddField(field, fields), ...); },
               FieldsOf<void>(spliced));
  }

  template <typename T>
  std::string TypeOf(const Rule& rule) {
    if constexpr (IsRecord<T>) {
      Add<T>();
      return ClassName(Record<T>::kName);
    } else if constexpr (IsWorded<T>) {
      return "str";
    } else if constexpr (kIsOptional<T>) {
      return TypeOf<typename T::value_type>(rule);
    } else if constexpr (std::is_same_v<T, bool>) {
      return "bool";
    } else if constexpr (std::is_enum_v<T>) {
      return TypeOfEnumeration<T>(rule);
    } else if constexpr (std::is_same_v<T, base::Duration>) {
      return "float";
    } else if constexpr (std::is_floating_point_v<T>) {
      return rule.any_real ? "Union[float, str]" : "float";
    } else if constexpr (std::is_integral_v<T>) {
      if (rule.truth) return "bool";
      return rule.flags.empty() ? "int" : fmt::format("list[{}]", LiteralText(rule.flags));
    } else if constexpr (std::is_same_v<T, std::string>) {
      return "str";
    } else {
      return TypeOfList<T>(rule);
    }
  }

  template <typename T>
  std::string TypeOfEnumeration(const Rule& rule) {
    if constexpr (HasNames<T>) {
      if (rule.words.empty()) {
        const std::string name(TypeNameOf<T>());
        if (!IsKnown(name)) {
          known_.push_back(name);
          text_ += fmt::format("\n{} = {}\n", name, Wrapped(LiteralText(kNames<T>)));
        }
        return name;
      }
    }
    return LiteralText(rule.words);
  }

  template <typename T>
  std::string TypeOfList(const Rule& rule) {
    using Value = typename T::value_type;
    if constexpr (kIsNamedPair<Value>) {
      const std::string type = TypeOf<typename Value::second_type>(rule);
      return rule.in_pairs ? "list[tuple[str, " + type + "]]" : "dict[str, " + type + "]";
    } else {
      const std::string type = TypeOf<Value>(rule);
      if (rule.single) return type;
      return rule.in_pairs ? "list[tuple[" + type + ", " + type + "]]" : "list[" + type + "]";
    }
  }

  std::string text_;
  std::vector<std::string> known_;
};

}  // namespace skua::record
