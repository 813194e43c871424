#include "record/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace skua::record {

std::string Shown(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return json.empty() ? "an empty list" : "a list";
  const auto dump = [](const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  if (!json.is_string()) return dump(json);
  return dump(json.get_ref<const std::string&>().substr(0, 80));
}

void Tables::Set(const Table& table, std::size_t size) {
  for (auto& [known, known_size] : sizes_) {
    if (known == &table) {
      known_size = size;
      return;
    }
  }
  sizes_.emplace_back(&table, size);
}

std::size_t Tables::SizeOf(const Table& table) const {
  const auto found =
      std::ranges::find(sizes_, &table, [](const auto& known) { return known.first; });
  if (found == sizes_.end()) {
    throw std::logic_error(fmt::format("the list of {} is not known here", table.items));
  }
  return found->second;
}

Place::Place(const Json& json, const Place& parent, std::string_view name, std::size_t index)
    : json_(json),
      tables_(parent.tables_),
      parent_(&parent),
      name_(name),
      index_(index),
      depth_(parent.depth_ + 1) {
  if (depth_ > kDeepestPlace) Fail("a value nested less deeply");
}

void Place::CheckIsObject() const {
  if (!json_.is_object()) Fail("an object");
}

bool Place::Has(std::string_view name) const {
  CheckIsObject();
  return json_.contains(name);
}

Place Place::At(std::string_view name) const {
  CheckIsObject();
  const auto found = json_.find(name);
  if (found == json_.end()) FailWith(fmt::format("a field \"{}\" is missing", name));
  return Place(*found, *this, name, 0);
}

Place Place::At(std::size_t index) const {
  if (index >= size()) Fail(fmt::format("{} items", index + 1));
  return Place(json_[index], *this, {}, index);
}

std::size_t Place::size() const {
  if (!json_.is_array()) Fail("a list");
  return json_.size();
}

bool Place::Bool() const {
  if (!json_.is_boolean()) Fail("true or false");
  return json_.get<bool>();
}

const std::string& Place::Text() const {
  if (!json_.is_string()) Fail("a string");
  return json_.get_ref<const std::string&>();
}

std::string Place::Hex() const {
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

int64_t Place::Integer() const {
  const bool too_large = json_.is_number_unsigned() &&
                         json_.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()};
  if (!json_.is_number_integer() || too_large) Fail("an integer of 64 bits");
  return json_.get<int64_t>();
}

double Place::Real(bool any_real) const {
  // The parser reads a number like 1e999 as infinity.
  if (json_.is_number() && std::isfinite(json_.get<double>())) return json_.get<double>();
  if (!any_real) Fail("a finite number");
  if (json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (json_ == "inf") return std::numeric_limits<double>::infinity();
  if (json_ == "-inf") return -std::numeric_limits<double>::infinity();
  Fail(R"(a number, "nan", "inf" or "-inf")");
}

std::size_t Place::OneOf(NameList names) const {
  const auto found = std::ranges::find(names, std::string_view(Text()));
  if (found == names.end() || found->empty()) {
    std::string all;
    for (const std::string_view name : names) {
      if (!name.empty()) all += fmt::format("{}{}", all.empty() ? "" : ", ", name);
    }
    Fail("one of " + all);
  }
  return static_cast<std::size_t>(found - names.begin());
}

void Place::Fail(std::string_view expected) const {
  FailWith(fmt::format("expected {}, not {}", expected, Shown(json_)));
}

void Place::FailUnknown(std::string_view name) const {
  At(name).FailWith("there is no such field here");
}

void Place::FailWith(const std::string& what) const {
  std::vector<const Place*> places;
  for (const Place* place = this; place->parent_ != nullptr; place = place->parent_) {
    places.push_back(place);
  }
  std::string path = "$";
  Json::json_pointer pointer;
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    const std::string name((*place)->name_);
    path += name.empty() ? fmt::format("[{}]", (*place)->index_) : "." + name;
    pointer /= name.empty() ? std::to_string((*place)->index_) : name;
  }
  throw ReadError(path, pointer.to_string(), what);
}

namespace {

// Throws if arrays and objects are nested too deeply, before the parser builds them. Agrees with
// the parser, up to the first syntax error, on which characters are inside of strings.
void CheckDepth(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string && text[i] == '\\') ++i;
    if (in_string) continue;
    if (text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ']' || text[i] == '}') && depth > 0) --depth;
    if (depth > kDeepestPlace) throw ReadError("$: expected a value nested less deeply");
  }
}

// Parses with a callback, which makes the parser walk an array after each object in it, so only
// `Parse` has one.
Json ParseWith(std::string_view text, const Json::parser_callback_t& check) {
  CheckDepth(text);
  try {
    return Json::parse(text, check);
  } catch (const Json::exception& error) {
    throw ReadError(fmt::format("not JSON: {}", error.what()));
  }
}

}  // namespace

Json Parse(std::string_view text) {
  std::vector<std::size_t> fields;  // number of fields read so far, for each open object
  return ParseWith(text, [&](int /*depth*/, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) {
      fields.push_back(0);
    } else if (event == Json::parse_event_t::key) {
      if (++fields.back() > kMostFields) throw ReadError("$: expected fewer fields in an object");
    } else if (event == Json::parse_event_t::object_end) {
      if (parsed.size() != fields.back()) throw ReadError("$: expected a field only once");
      fields.pop_back();
    }
    return true;
  });
}

Json ParseStored(std::string_view text) { return ParseWith(text, nullptr); }

Json RealToJson(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  return real;
}

std::string HexOf(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

bool IsUtf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace skua::record
