// What a value could be instead, to be plainer.
#pragma once

#include <string>
#include <vector>

#include "model/test_case.h"

namespace skua::search {

// 0, 0.0, 0j, an empty text; others as they are. REQUIRES: a primitive.
model::Statement PlainestOf(const model::Statement& statement);

// Overwrites `values` with numbers plainer than the statement's, the plainest first: without sign,
// without decimals, powers of ten and twice and five times these, with all but the first digits 0,
// cut off. None when it is no number.
void ListPlainerNumbers(const model::Statement& statement, std::vector<model::Statement>& values);

// The characters of a text: for a str as they stand in UTF-8, for bytes one by one.
std::vector<std::string> CharactersOf(const model::Statement& statement);
std::string Joined(const std::vector<std::string>& characters);

// Overwrites `choices` with what could stand for a character, the plainest first.
void ListPlainerCharacters(const std::string& character, bool is_bytes,
                           std::vector<std::string>& choices);

}  // namespace skua::search
