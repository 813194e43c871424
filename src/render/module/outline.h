// The outline of a test: its text without the literals that could stand in a table. Tests with the
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
  // A value of the test that could stand in a table.
  struct Slot {
    enum class Kind : uint8_t { kArgument, kKeywords, kExpected, kMatch };
    Kind kind = Kind::kArgument;
    // For kArgument the statement, for kKeywords the call of which it is all arguments, for
    // kExpected the assertion.
    std::size_t index = 0;
    std::string text;   // as Python
    std::string words;  // in a few words, or empty
    // What pytest calls the value in the name of a test, where that is known and reads well.
    std::optional<std::string> id;
    bool is_object = false;  // pytest names it by its column and row
  };
  std::string shape;
  std::vector<Slot> slots;
  std::size_t lines = 0;  // about how many its body has
};

// What of a test is left out of its outline.
enum class Detail : uint8_t {
  kValues,    // literals: `Interval(minutes=2)` is like `Interval(minutes=3)`
  kKeywords,  // and the names of arguments that make an object: it is like `Interval(days=1)`
};

// Nothing for a test that must stand alone: a finding, or a test that changes its surroundings.
std::optional<Outline> OutlineOf(const model::Subject& subject, const model::GeneratedTest& test,
                                 Imports& imports, Definitions& definitions, Detail without);

}  // namespace skua::render
