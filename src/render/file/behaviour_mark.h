// The strict xfail, or expectedFailure (render/file/method_mark.h), by which an earlier test stays
// in its file for as long as the behaviour change that it shows is open. Functions on the texts of
// files of ours, in any style; a suite in JSON has marks of its own (standing_suite.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/file/standing_file.h"

namespace skua::render {

// A test function or method, or a row of a function's table.
struct TestPlace {
  std::string function;
  Row row = {};
  bool operator==(const TestPlace&) const = default;
};

// What a test of a file expects.
struct Expectation {
  TestPlace place;
  std::string hash;    // of the test, without its name and marks
  std::string reason;  // of its mark; empty when it has none
};

// All tests of a file, in their order, also when a person edited the file; empty where it cannot be
// read as one of ours.
std::vector<Expectation> ExpectationsIn(std::string_view text);

// "behaviour change since abc1234: rates: quote(7) gave 3, now 4"
std::string ReasonOfMark(std::string_view since, std::string_view change);
// What ReasonOfMark was made of.
struct MarkedChange {
  std::string since;
  std::string change;
};
MarkedChange ReadReasonOfMark(std::string_view reason);

// The text with the mark set or removed; nothing where the file was edited, or has no such test.
std::optional<std::string> WithMark(std::string_view text, const TestPlace& place,
                                    std::string_view reason);
std::optional<std::string> WithoutMark(std::string_view text, const TestPlace& place);
// The text without the tests at `dropped`, in which those at `accepted` expect what the code does
// now; they go, too, where the file does not tell what that is. Empty where no test is left,
// nothing where the file was edited.
std::optional<std::string> WithoutTests(std::string_view text, std::vector<TestPlace> dropped,
                                        const std::vector<TestPlace>& accepted = {});

// Whether the test, or all of its table, has such a mark.
bool IsMarked(const StandingFile& file, const TestPlace& place);
// The file without these marks.
StandingFile Unmarked(StandingFile file);
// The file with its marked tests, and nothing else; nothing when it was edited or has none.
std::optional<StandingFile> MarkedOf(std::string_view text);

}  // namespace skua::render
