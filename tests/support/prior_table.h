// The table of the runtime that says which characters and words people's tests have.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/files.h"
#include "model/subject.h"
#include "support/source.h"

namespace skua::test {

// Returns the subject with the table.
inline model::Subject WithPriorTable(model::Subject subject) {
  std::istringstream table(base::ReadFile(Source("src/runtime/skua_runtime/expected/prior.tsv")));
  for (std::string line; std::getline(table, line);) {
    const std::size_t tab = line.find('\t');
    const std::string row = line.substr(0, tab), rest = line.substr(tab + 1);
    if (row == "letters") subject.letter_bits = nlohmann::json::parse(rest);
    std::istringstream words(row == "words" ? rest : "");
    for (std::string word; words >> word;) subject.usual_words.push_back(word);
  }
  return subject;
}

}  // namespace skua::test
