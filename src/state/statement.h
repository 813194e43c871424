// Binds values to the question marks of a statement, and stores bits in a blob.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skua::state {

inline std::string PackBits(const std::vector<bool>& bits) {
  std::string bytes((bits.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | (1 << (i % 8)));
  }
  return bytes;
}

inline std::vector<bool> UnpackBits(std::string_view bytes, std::size_t count) {
  std::vector<bool> bits(std::min(count, bytes.size() * 8));
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = ((bytes[i / 8] >> (i % 8)) & 1) != 0;
  return bits;
}

struct Blob {
  std::string bytes;
};

inline void BindOne(SQLite::Statement& statement, int at, const std::string& text) {
  statement.bind(at, text);
}
inline void BindOne(SQLite::Statement& statement, int at, const Blob& blob) {
  statement.bind(at, blob.bytes.data(), static_cast<int>(blob.bytes.size()));
}
inline void BindOne(SQLite::Statement& statement, int at, double number) {
  statement.bind(at, number);
}
template <std::integral Integer>
void BindOne(SQLite::Statement& statement, int at, Integer number) {
  statement.bind(at, static_cast<int64_t>(number));
}

// Binds the values of the question marks, in order.
template <typename... Values>
void Bind(SQLite::Statement& statement, const Values&... values) {
  int at = 0;
  (BindOne(statement, ++at, values), ...);
}

}  // namespace skua::state
