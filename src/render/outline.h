// A test without its literals: what is left when the values that could stand in a table are taken
// out. Tests with the same shape can be one function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/definitions.h"
#include "render/imports.h"

namespace skua::render {

struct Outline {
  // A value of the test that could stand in a table.
  struct Slot {
    enum class Kind : uint8_t { kArgument, kExpected, kMatch };
    Kind kind = Kind::kArgument;
    std::size_t index = 0;  // kArgument: the statement; kExpected: the assertion
    std::string text;       // as Python
    std::string words;      // in a few words, or empty
    // What pytest calls it in the name of a test, where that is known and reads well.
    std::optional<std::string> id;
    bool is_object = false;  // pytest calls it by its column and row
  };
  std::string shape;
  std::vector<Slot> slots;
  std::size_t lines = 0;  // about how many its body has
};

// Nothing for a test that is to stand alone: a finding, or one that changes its surroundings.
std::optional<Outline> OutlineOf(const model::Subject& subject, const model::GeneratedTest& test,
                                 Imports& imports, Definitions& definitions);

}  // namespace skua::render
