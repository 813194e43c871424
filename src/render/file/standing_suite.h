// A suite in JSON as it stands in the tree (output.style: json), and the marks of tests of which a
// behaviour change is open, as behaviour_mark.h has them for files of Python. A marked test keeps
// what it expects until the change is accepted, and tells what it is to expect then:
//
//   CHANGE  {"reason": the text of the mark,
//            "now": {"statements": how many of the test's, "assertions": [ASSERTION…],
//                    "raises": EXCEPTION | absent} | absent: nothing that it could expect is known}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/file/behaviour_mark.h"
#include "render/file/file_header.h"
#include "render/file/suite_schema.h"

namespace skua::render {

class StandingSuite {
 public:
  // Nothing when the text is no suite that Skua wrote, edited or not.
  static std::optional<StandingSuite> Read(std::string_view text);

  const FileHeader& header() const { return header_; }
  std::size_t size() const { return places_.size(); }
  bool Has(const TestPlace& place) const { return At(place) != size(); }
  // Where the tests stand, in order. Tests with the same function in their names are rows of it.
  const std::vector<TestPlace>& places() const { return places_; }
  std::vector<Expectation> Expectations() const;
  // Those that are marked, without the goals that they had.
  std::vector<Json> MarkedTests() const;

  // REQUIRES, for all of these: there is such a test.
  // Notes what the test sees now, `now`, for who accepts the change; null: nothing is known of it.
  void Note(std::size_t test, const model::GeneratedTest* now);
  void Mark(const TestPlace& place, std::string_view reason);
  void Unmark(const TestPlace& place);
  // Lets the test expect what was noted. Another test of the same calls goes.
  void Accept(const TestPlace& place);
  void Drop(const TestPlace& place);

  // Empty when there is no test.
  std::string Text() const;

 private:
  StandingSuite(Json json, FileHeader header);
  std::size_t At(const TestPlace& place) const;  // size(): nowhere
  void Erase(std::size_t test);

  Json json_;
  FileHeader header_;
  std::vector<TestPlace> places_;
};

}  // namespace skua::render
