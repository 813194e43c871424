// A suite as JSON, in terms of no language's syntax: the archived form, what `output.style: json`
// writes, and what is read back as seeds. It names callables, classes, parameters and goals' places
// by their qualified names, so that it outlives a renumbering of the module's parts.
// suite_record.h declares it, and `skua config schema --suite` prints its JSON Schema.
//
//   {"format": "skua-suite", "version": 2, "module": "parcel.rates", "tests": [
//     {"statements": [{"kind": "int", "value": 7},
//                     {"kind": "call", "callable": "parcel.rates:quote", "arguments": {"weight":
//                     0}}],
//      "assertions": [{"kind": "equals", "after": 1, "variable": 1,
//                      "expected": {"kind": "int", "value": 21}}],
//      "goals": [{"index": 0, "code_object": "quote", "line": 3, "branch": true}]}]}
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Tests of which only the text in a file is known are left out.
std::string SuiteToJson(const model::Subject& subject, const model::Suite& suite);

struct ArchivedSuite {
  model::Suite suite;  // the part that still fits the subject, with types set anew from it
  struct Named {
    std::string name;
    bool is_finding = false;
  };
  std::vector<Named> names;  // of all tests that have one, in order, also of those that do not fit
  struct Dropped {
    std::size_t test = 0;  // its place in the text
    std::string why;       // "gone: parcel.rates:quote"
  };
  std::vector<Dropped> dropped;  // tests that name something that no longer exists, ascending
  bool readable = true;          // false: not JSON of this format and version; the suite is empty
};

// Goals are kept only with `goals_valid` (the subject's fingerprint is that of the archive).
// Otherwise their indices mean nothing, and tests come back without goals.
ArchivedSuite SuiteFromJson(std::string_view text, const model::Subject& subject,
                            bool goals_valid = true);

// The names of the suite's tests in order, whether they fit a subject or not.
std::vector<std::string> TestNamesIn(std::string_view text);

// From a suite for another module, takes tests whose last statement makes an instance of a class
// that the subject knows, as far as they can be expressed in the subject's terms. What a test did
// to the instance later is left out.
std::vector<model::TestCase> ObjectsFromJson(std::string_view text, const model::Subject& subject);

}  // namespace skua::render
