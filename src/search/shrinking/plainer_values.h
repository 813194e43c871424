// Lists the plainer values that could stand in the place of a value.
#pragma once

#include <string>
#include <vector>

#include "model/test_case.h"

namespace skua::search {

// Whether it is a str or bytes.
inline bool IsText(const model::Statement& statement) {
  return statement.kind == model::StatementKind::kStr ||
         statement.kind == model::StatementKind::kBytes;
}

// 0, 0.0, 0j or an empty text; other primitives stay as they are. REQUIRES: a primitive.
model::Statement PlainestOf(const model::Statement& statement);

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
