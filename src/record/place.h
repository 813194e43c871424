// A value in an untrusted JSON document, with its place in the document for error messages. Rejects
// values of another type than requested.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "record/record.h"

namespace skua::record {

// JSON whose fields keep their order, which is that of the records' declarations.
using Json = nlohmann::ordered_json;

// Returns the value for messages, without its items and cut to about eighty characters.
std::string Shown(const Json& json);

// "$.callables[3].parameters[0].kind: expected one of …, not "keyword""
struct ReadError : std::runtime_error {
  explicit ReadError(const std::string& what) : std::runtime_error(what), fault(what) {}
  ReadError(const std::string& path, std::string json_pointer, const std::string& what)
      : std::runtime_error(path + ": " + what), pointer(std::move(json_pointer)), fault(what) {}

  std::string pointer;  // JSON pointer (RFC 6901) to the value: "/callables/3/parameters/0/kind"
  std::string fault;    // "expected one of …, not "keyword""
};

// The lengths of the lists that indices point into.
class Tables {
 public:
  void Set(const Table& table, std::size_t size);
  // REQUIRES: Set was called for the table.
  std::size_t SizeOf(const Table& table) const;

 private:
  std::vector<std::pair<const Table*, std::size_t>> sizes_;
};

// Deepest nesting that is read, deeper than any record's; more could overflow the reader's stack.
inline constexpr std::size_t kDeepestPlace = 200;

// Borrows everything: a place must not outlive the place that it is a part of. All methods throw
// ReadError for values of another form.
class Place {
 public:
  Place(const Json& json, Tables& tables) : json_(json), tables_(tables) {}

  const Json& json() const { return json_; }
  Tables& tables() const { return tables_; }

  // REQUIRES for all of these: they throw if the value has another type.
  bool Has(std::string_view name) const;
  Place At(std::string_view name) const;  // throws if absent
  Place At(std::size_t index) const;
  std::size_t size() const;  // of a list
  bool Bool() const;
  const std::string& Text() const;
  std::string Hex() const;  // the bytes
  int64_t Integer() const;
  double Real(bool any_real) const;
  // Returns the index of the string among the names.
  std::size_t OneOf(NameList names) const;

  // Throws if the object has a field for which `is_known` is false.
  template <typename IsKnown>
  void CheckNames(const IsKnown& is_known) const {
    CheckIsObject();
    for (const auto& [name, value] : json_.items()) {
      if (!is_known(std::string_view(name))) FailUnknown(name);
    }
  }
  void CheckIsObject() const;

  [[noreturn]] void Fail(std::string_view expected) const;

 private:
  Place(const Json& json, const Place& parent, std::string_view name, std::size_t index);
  [[noreturn]] void FailUnknown(std::string_view name) const;
  [[noreturn]] void FailWith(const std::string& what) const;

  const Json& json_;
  Tables& tables_;
  const Place* parent_ = nullptr;
  std::string_view name_ = {};  // empty: an item with `index_`
  std::size_t index_ = 0;
  std::size_t depth_ = 0;
};

// Most fields of an object, more than any record's; names are compared one by one.
inline constexpr std::size_t kMostFields = 256;

// Throws ReadError if the text is not JSON, is nested too deeply, or has an object with more than
// kMostFields fields or a duplicate one.
Json Parse(std::string_view text);
// Parses text that Skua wrote, such as the state, and that others may have changed: any number of
// fields. Throws ReadError if the text is not JSON or is nested too deeply.
Json ParseStored(std::string_view text);

// Returns the number, or "nan", "inf" or "-inf", which JSON has no numbers for.
Json RealToJson(double real);

// Returns the bytes as lower-case hexadecimal digits.
std::string HexOf(std::string_view bytes);
// Returns whether JSON can hold the string: UTF-8, without lone surrogates.
bool IsUtf8(const std::string& text);

}  // namespace skua::record
