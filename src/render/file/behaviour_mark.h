// Marks of earlier tests that show an open behaviour change: a strict xfail, or expectedFailure
// (render/file/method_mark.h). Functions on the text of generated files in any style; suites in
// JSON have their own marks (standing_suite.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/file/standing_file.h"

namespace skua::render {

// A test function or method, or a case of a function's table.
struct TestPlace {
  std::string function;
  Row row = {};
  bool operator==(const TestPlace&) const = default;
};

// The hash and mark of a test in a file.
struct Expectation {
  TestPlace place;
  std::string hash;    // of the test, without name and marks
  std::string reason;  // of its mark; empty if it has none
};

// Returns all tests of a file, in order, even if a person edited it; empty if it is not a generated
// file.
std::vector<Expectation> ExpectationsIn(std::string_view text);

// Returns "behaviour change since abc1234: rates: quote(7) gave 3, now 4".
std::string ReasonOfMark(std::string_view since, std::string_view change);
// The arguments of ReasonOfMark.
struct MarkedChange {
  std::string since;
  std::string change;
};
MarkedChange ReadReasonOfMark(std::string_view reason);

// Returns the text with the mark set or removed; nullopt if the file was edited, or has no such
// test.
std::optional<std::string> WithMark(std::string_view text, const TestPlace& place,
                                    std::string_view reason);
std::optional<std::string> WithoutMark(std::string_view text, const TestPlace& place);
// Returns the text without the tests at `dropped`, and with those at `accepted` updated to the
// present behaviour, or removed if the file does not state it. Empty if no test is left, nullopt if
// the file was edited.
std::optional<std::string> WithoutTests(std::string_view text, std::vector<TestPlace> dropped,
                                        const std::vector<TestPlace>& accepted = {});

// Returns whether the test, or all of its table, has such a mark.
bool IsMarked(const StandingFile& file, const TestPlace& place);
// Returns the file without these marks.
StandingFile Unmarked(StandingFile file);
// Returns the file with only its marked tests; nullopt if it was edited or has none.
std::optional<StandingFile> MarkedOf(std::string_view text);

}  // namespace skua::render
