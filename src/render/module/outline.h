// The outline of a test: its text without the literals that could be in a table. Tests with the
// same outline can become one function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/python/imports.h"

namespace skua::render {

struct Outline {
  // A value of the test that could be in a table.
  struct Slot {
    enum class Kind : uint8_t { kArgument, kKeywords, kExpected, kMatch };
    Kind kind = Kind::kArgument;
    // The statement for kArgument, the call whose arguments it holds for kKeywords, the assertion
    // for kExpected.
    std::size_t index = 0;
    std::string text;   // Python text
    std::string words;  // words for a name; empty: none
    // pytest's text for the value in the name of a test, if known and readable.
    std::optional<std::string> id;
    bool is_object = false;  // pytest names it by its column and index
  };
  std::string shape;
  std::vector<Slot> slots;
  std::size_t lines = 0;  // approximate lines of its body
};

// The details that an outline omits.
enum class Detail : uint8_t {
  kValues,  // literals: `Interval(minutes=2)` equals `Interval(minutes=3)`
  // Also the names of a constructor's arguments: `Interval(minutes=2)` equals `Interval(days=1)`.
  kKeywords,
};

// Returns nullopt for a test that must stay a function of its own: a finding, or a test that
// changes its environment.
std::optional<Outline> OutlineOf(const model::Subject& subject, const model::GeneratedTest& test,
                                 Imports& imports, Definitions& definitions, Detail without);

}  // namespace skua::render
