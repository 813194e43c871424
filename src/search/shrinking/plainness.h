// How plain the values of a test are to a reader: a total order in which fewer, shorter and rounder
// values come first. Shrinking always ends, since there are finitely many plainer values of each
// kind and length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/test_case.h"

namespace skua::search {

// Classes of characters, the plainest first. Bytes from 0x80 count as control characters.
enum class CharacterClass : uint8_t {
  kLower,  // a to z
  kDigit,
  kUpper,    // A to Z, and the space
  kSign,     // the other printable characters of ASCII
  kBreak,    // \n, \t
  kForeign,  // not ASCII
  kControl,  // or half of a surrogate pair, or a byte that is no ASCII
};
// `character` is one of a str, in UTF-8, or a byte.
CharacterClass ClassOf(std::string_view character, bool is_bytes);
// Length of the character of a str that begins at `at`.
std::size_t CharacterLength(std::string_view text, std::size_t at);

// How odd the value of a primitive statement is. Numbers are judged by their digits, texts by their
// length first and then by their characters; the oddity of other values is 0.
uint64_t OddityOf(const model::Statement& statement);

// Whether `a` is strictly plainer than `b`: less odd, or as odd and smaller. REQUIRES: primitives
// of the same kind.
bool IsPlainer(const model::Statement& a, const model::Statement& b);

// Whether `a` is strictly plainer than `b`. Compared are, one after the other: the number of
// statements; the number of elements and arguments; the oddity of all values together; how many
// values are distinct; the sizes of the values one by one.
bool IsPlainer(const model::TestCase& a, const model::TestCase& b);

}  // namespace skua::search
