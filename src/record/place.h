// A value in a JSON document that knows where it stands, so that an error can say so, and that
// refuses what it is not asked to be. Nothing here trusts the document.
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

// In the order in which fields are declared, and are read.
using Json = nlohmann::ordered_json;

// Returns the value as messages show it, without its items and cut at some eighty characters.
std::string Shown(const Json& json);

// "$.callables[3].parameters[0].kind: expected one of …, not "keyword""
struct ReadError : std::runtime_error {
  explicit ReadError(const std::string& what) : std::runtime_error(what), fault(what) {}
  ReadError(const std::string& path, std::string json_pointer, const std::string& what)
      : std::runtime_error(path + ": " + what), pointer(std::move(json_pointer)), fault(what) {}

  std::string pointer;  // RFC 6901, to the value: "/callables/3/parameters/0/kind"
  std::string fault;    // "expected one of …, not "keyword""
};

// How long the lists are that indices point into.
class Tables {
 public:
  void Set(const Table& table, std::size_t size);
  // REQUIRES: it was set.
  std::size_t SizeOf(const Table& table) const;

 private:
  std::vector<std::pair<const Table*, std::size_t>> sizes_;
};

// No record of ours nests more deeply; what does would overflow the stack of its reader.
inline constexpr std::size_t kDeepestPlace = 200;

// Borrows everything; a place lives shorter than that which it is part of. Whatever is not as asked
// for throws ReadError.
class Place {
 public:
  Place(const Json& json, Tables& tables) : json_(json), tables_(tables) {}

  const Json& json() const { return json_; }
  Tables& tables() const { return tables_; }

  // REQUIRES of all of these: they fail where the value is of another type.
  bool Has(std::string_view name) const;
  Place At(std::string_view name) const;  // fails when it is absent
  Place At(std::size_t index) const;
  std::size_t size() const;  // of a list
  bool Bool() const;
  const std::string& Text() const;
  std::string Hex() const;  // the bytes
  int64_t Integer() const;
  double Real(bool any_real) const;
  // Which of the names it is.
  std::size_t OneOf(NameList names) const;

  // An object only has fields for which `is_known` holds.
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
  std::string_view name_ = {};  // empty: `index_` counts
  std::size_t index_ = 0;
  std::size_t depth_ = 0;
};

// No object of ours has more fields; their names are compared one by one.
inline constexpr std::size_t kMostFields = 256;

// Throws ReadError when the text is no JSON, nests deeper than a place may, or has an object with
// more fields than kMostFields or with one of them twice.
Json Parse(std::string_view text);
// For what Skua wrote for itself, into its state say, and somebody else may have changed since: any
// number of fields, but throws ReadError when the text is no JSON or nests deeper than a place may.
Json ParseStored(std::string_view text);

// What JSON says for a number that it does not have: "nan", "inf", "-inf".
Json RealToJson(double real);

// The bytes as lower-case hexadecimal digits.
std::string HexOf(std::string_view bytes);
// Whether JSON can hold it as it is: UTF-8, without lone surrogates.
bool IsUtf8(const std::string& text);

}  // namespace skua::record
