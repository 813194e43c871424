// A field of a JSON message that knows where it stands, so that an error can say so.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "protocol/wire.h"

namespace skua::protocol {

// Borrows everything; a field lives shorter than its parent. All that is not as expected throws
// WireError.
class Field {
 public:
  explicit Field(const nlohmann::json& json) : json_(json) {}

  bool Has(const char* name) const {
    if (!json_.is_object()) Fail("an object");
    return json_.contains(name);
  }
  Field operator[](const char* name) const {
    if (!Has(name)) Fail(fmt::format("a field \"{}\"", name));
    return Field(json_[name], *this, name, 0);
  }
  Field At(std::size_t index) const {
    if (!json_.is_array()) Fail("a list");
    if (index >= json_.size()) Fail(fmt::format("{} elements", index + 1));
    return Field(json_[index], *this, nullptr, index);
  }
  std::size_t size() const {
    if (!json_.is_array()) Fail("a list");
    return json_.size();
  }

  bool Bool() const {
    if (!json_.is_boolean()) Fail("true or false");
    return json_.get<bool>();
  }
  const std::string& Text() const {
    if (!json_.is_string()) Fail("a text");
    return json_.get_ref<const std::string&>();
  }
  int64_t Integer() const {
    const bool too_large = json_.is_number_unsigned() &&
                           json_.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()};
    if (!json_.is_number_integer() || too_large) Fail("an integer of 64 bits");
    return json_.get<int64_t>();
  }
  uint32_t Unsigned() const {
    const int64_t value = Integer();
    if (value < 0 || value >= model::kNoIndex) Fail("an integer from 0 to 4294967294");
    return static_cast<uint32_t>(value);
  }
  // An index, or -1 for none.
  uint32_t Index() const { return Integer() == -1 ? model::kNoIndex : Unsigned(); }
  double Real() const {
    if (json_.is_number()) return json_.get<double>();
    if (json_.is_string()) {
      if (json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
      if (json_ == "inf") return std::numeric_limits<double>::infinity();
      if (json_ == "-inf") return -std::numeric_limits<double>::infinity();
    }
    Fail(R"(a number, "nan", "inf" or "-inf")");
  }
  std::string Hex() const {
    const std::string& digits = Text();
    const auto digit = [&](char c) {
      if (c >= '0' && c <= '9') return c - '0';
      if (c >= 'a' && c <= 'f') return c - 'a' + 10;
      Fail("hexadecimal digits");
    };
    if (digits.size() % 2 != 0) Fail("an even number of hexadecimal digits");
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      bytes.push_back(static_cast<char>(digit(digits[i]) * 16 + digit(digits[i + 1])));
    }
    return bytes;
  }
  // One of the names, by its place in the list.
  template <typename Kind, std::size_t count>
  Kind OneOf(const std::string_view (&names)[count]) const {
    const std::string& text = Text();
    for (std::size_t i = 0; i < count; ++i) {
      if (text == names[i]) return static_cast<Kind>(i);
    }
    Fail(fmt::format("one of {}", fmt::join(names, ", ")));
  }

  // What each element of the list `name` reads as; empty when the field is absent.
  template <typename Read>
  auto List(const char* name, Read read) const {
    if (!Has(name)) return std::vector<decltype(read(*this))>();
    return (*this)[name].Items(read);
  }
  // The same for the list that this field is.
  template <typename Read>
  auto Items(Read read) const {
    std::vector<decltype(read(*this))> items;
    items.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) items.push_back(read(At(i)));
    return items;
  }
  std::vector<uint32_t> Indices(const char* name) const {
    return List(name, [](const Field& field) { return field.Unsigned(); });
  }
  // Optional fields keep the default that stands in the struct.
  void Read(const char* name, std::string& text) const {
    if (Has(name)) text = (*this)[name].Text();
  }
  void Read(const char* name, bool& value) const {
    if (Has(name)) value = (*this)[name].Bool();
  }
  void Read(const char* name, uint32_t& index) const {
    if (Has(name)) index = (*this)[name].Index();
  }

  [[noreturn]] void Fail(std::string_view expected) const {
    const std::string shown = json_.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    throw WireError(fmt::format("{}: expected {}, not {}", Path(), expected, shown.substr(0, 80)));
  }

 private:
  Field(const nlohmann::json& json, const Field& parent, const char* name, std::size_t index)
      : json_(json), parent_(&parent), name_(name), index_(index) {}

  std::string Path() const {
    if (parent_ == nullptr) return "$";
    return parent_->Path() +
           (name_ != nullptr ? fmt::format(".{}", name_) : fmt::format("[{}]", index_));
  }

  const nlohmann::json& json_;
  const Field* parent_ = nullptr;
  const char* name_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace skua::protocol
