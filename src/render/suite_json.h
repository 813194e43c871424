// A suite as JSON, in terms of no language's syntax: the archived form, what `output.style: json`
// writes, and what is read back as seeds. It names callables, classes, parameters and goals' places
// by their qualified names, so that it outlives a renumbering of the module's parts.
// `skua config schema --suite` prints its JSON Schema (suite_schema.h).
//
//   {"format": "skua-suite", "version": 2, "module": "parcel.rates", "tests": [TEST…]}
//   TEST       {"name": its name in the file and in reports | absent, "statements": [STATEMENT…],
//               "assertions": [ASSERTION…],
//               "verdict": "raised" | "timed_out" | "crashed" | "out_of_memory" | absent: passed,
//               "raises": EXCEPTION | absent, "finding", "plain": true | absent,
//               "open_change": CHANGE (standing_suite.h) | absent,
//               "restores": [RESTORED…] | absent, "goals": [GOAL…]}
//   STATEMENT  each assigns one VARIABLE, by its own index, and uses smaller ones
//              {"kind": "none"}             {"kind": "bool", "value": true}
//              {"kind": "int", "value": 1 | "digits": "12…"}
//              {"kind": "float", "value": R}  {"kind": "complex", "real": R, "imaginary": R}
//              {"kind": "str", "text" | "text_hex": …}   {"kind": "bytes", "hex": …}
//              {"kind": "list" | "tuple" | "set" | "frozenset", "items": [VARIABLE…]}
//              {"kind": "dict", "items": [[key, value]…]}, VARIABLEs both
//              {"kind": "enum", "class": "module:Qual.Name", "member": "MEMBER"}
//              {"kind": "class", "class": …}
//              {"kind": "call", CALLABLE, "receiver": VARIABLE of a method,
//               "arguments": {"parameter": VARIABLE…}}
//              {"kind": "function", CALLABLE, "receiver": VARIABLE of a bound method}
//              {"kind": "lambda", "returns": VARIABLE | absent: its first argument}
//   CALLABLE   "callable": "module:Qual.name", "class": of a method,
//              "way": "get" | "set" | "delete" | "operator" | "environment" | absent,
//              "use": "await" | "iterate" | "async_iterate" | "first" | absent
//   ASSERTION  {"kind": …, "after": index of a statement, "expected": VALUE} and, of
//              "equals" | "isinstance" | "length" | "text": "variable": VARIABLE,
//                                                           "attribute": of it | absent
//              "global": "name": of the module      "file": "path": below the test's folder
//              "output" | "error_output" | "log": nothing
//   VALUE      as a statement, but collections hold VALUEs, and
//              {"kind": "class" | "opaque", "class": …}, a class or function itself; an instance
//              {"kind": "object", "class": …, "expression": as Python's repr | absent,
//               "length": n | absent, "equals": a plain VALUE | absent,
//               "fields": {"attribute": VALUE…} | absent}
//   EXCEPTION  {"type": "module:Qual", "importable": the nearest importable type | absent,
//               "message": …, "path": …, "line": …,
//               "foreign_message", "explicit", "documented", "at_boundary": true | absent,
//               "frames": [{"path", "line", "function", "text"}…] | absent}
//   RESTORED   {"by": "name" | "copy" | "deepcopy" | "local" | "cache" | "new" | "folder",
//               "module": …, "path": of a name in the module: "Registry.items"}
//   GOAL       {"index": i, "code_object": "Qual.name", "line": n,
//               "branch": true | false | absent, "block": true | absent}
//   R          a number, or "nan", "inf", "-inf"; …_hex stands for text that is no UTF-8: hex of
//              UTF-8 with lone surrogates as if they were characters
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

inline constexpr const char* kSuiteFormat = "skua-suite";
inline constexpr int kSuiteVersion = 2;

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
