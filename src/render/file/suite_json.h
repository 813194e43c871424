// A suite as JSON, independent of any language's syntax: the archived form, written for
// `output.style: json`, and read as seeds. It refers to callables, classes, parameters and goals'
// places by qualified names, and so survives renumbering. suite_record.h declares it, and `skua
// config schema --suite` prints its JSON Schema.
//
//   {"format": "skua-suite", "version": 2, "module": "parcel.rates", "tests": [
//       {"statements": [{"kind": "int", "value": 7},
//                       {"kind": "call", "callable": "parcel.rates:quote",
//                        "arguments": {"weight": 0}}],
//        "assertions": [{"kind": "equals", "after": 1, "variable": 1,
//                        "expected": {"kind": "int", "value": 21}}],
//        "goals": [{"index": 0, "code_object": "quote", "line": 3, "branch": true}]}]}
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

// Omits tests that are only known by their text in a file.
std::string SuiteToJson(const model::Subject& subject, const model::Suite& suite);

struct ArchivedSuite {
  model::Suite suite;  // the tests that still fit the subject, with types set anew
  struct Named {
    std::string name;
    bool is_finding = false;
  };
  // Names of all tests that have one, in order, even of those that do not fit.
  std::vector<Named> names;
  struct Dropped {
    std::size_t test = 0;  // its index in the text
    std::string why;       // "gone: parcel.rates:quote"
  };
  std::vector<Dropped> dropped;  // tests that name deleted functions and the like, ascending
  bool readable = true;          // false: not JSON of this format and version; the suite is empty
};

// Keeps goals only with `goals_valid`, for an archive of the subject's present fingerprint:
// otherwise their indices mean nothing.
ArchivedSuite SuiteFromJson(std::string_view text, const model::Subject& subject,
                            bool goals_valid = true);

// Returns the names of the suite's tests in order, whether or not they fit a subject.
std::vector<std::string> TestNamesIn(std::string_view text);

// Returns tests from another module's suite whose last statement makes an instance of a class that
// the subject knows, if all of their statements can be expressed for the subject. Omits later uses
// of the instance.
std::vector<model::TestCase> ObjectsFromJson(std::string_view text, const model::Subject& subject);

}  // namespace skua::render
