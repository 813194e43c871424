// How plain single values are to a reader, a total order in which shorter and rounder ones come
// first, and the plainer values that could stand in the place of one. There are finitely many
// plainer values of each kind and length, so that polishing ends.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "model/test_case.h"

namespace skua::search {

// Whether it is a str or bytes.
inline bool IsText(const model::Statement& statement) {
  return statement.kind == model::StatementKind::kStr ||
         statement.kind == model::StatementKind::kBytes;
}

// How odd the value of a primitive statement is. Numbers are judged by their digits, texts by their
// length first and then by their characters: letters, digits, capitals, signs, breaks, what is not
// ASCII, and last control characters. The oddity of other values is 0.
uint64_t OddityOf(const model::Statement& statement);
// Compares two values of the same kind by their sizes, where they are equally odd.
std::strong_ordering CompareSizes(const model::Statement& a, const model::Statement& b);
// Whether `a` is strictly plainer than `b`: less odd, or as odd and smaller. REQUIRES: primitives
// of the same kind.
bool IsPlainer(const model::Statement& a, const model::Statement& b);

// Overwrites `values` with numbers plainer than the statement's, the plainest first: without the
// sign, without decimals, powers of ten and twice and five times these, numbers with all but their
// first digits 0 or cut off. There are none when the statement is no number.
void ListPlainerNumbers(const model::Statement& statement, std::vector<model::Statement>& values);

// The characters of a text: for a str as they stand in UTF-8, for bytes one by one.
std::vector<std::string> CharactersOf(const model::Statement& statement);
std::string Joined(const std::vector<std::string>& characters);
// Overwrites `choices` with characters that could stand for the given one, the plainest first.
void ListPlainerCharacters(const std::string& character, bool is_bytes,
                           std::vector<std::string>& choices);

}  // namespace skua::search
