// How plain the values of a test are to a reader: a total order in which fewer, shorter and rounder
// comes first. Every way down in it ends: there are finitely many plainer values of each kind and
// length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/test_case.h"

namespace skua::search {

// Of a character, the plainest first. Bytes from 0x80 stand for control characters.
enum class CharacterClass : uint8_t {
  kLower,  // a to z
  kDigit,
  kUpper,    // A to Z, and the space
  kSign,     // what else is printable in ASCII
  kBreak,    // \n, \t
  kForeign,  // not ASCII
  kControl,  // or half of a surrogate pair, or a byte that is no ASCII
};
// `character` is one of a str, in UTF-8, or a byte.
CharacterClass ClassOf(std::string_view character, bool is_bytes);
// Length of the character of a str that begins at `at`.
std::size_t CharacterLength(std::string_view text, std::size_t at);

// How odd the value of a primitive statement is: of numbers by their digits, of texts by their
// length first and then by their characters. 0 for all that is no number and no text.
uint64_t OddityOf(const model::Statement& statement);

// Whether `a` is strictly plainer than `b`: less odd, or as odd and smaller. REQUIRES: primitives
// of the same kind.
bool IsPlainer(const model::Statement& a, const model::Statement& b);

// Whether `a` is strictly plainer than `b`: by statements, then elements and arguments, then the
// oddity of its values together, then how many are distinct, then their size one after the other.
bool IsPlainer(const model::TestCase& a, const model::TestCase& b);

}  // namespace skua::search
