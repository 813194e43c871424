// The archived form of a suite: JSON that names callables, classes, parameters and goals' places by
// their qualified names, so that it outlives a renumbering of the module's parts.
//
//   {"format": "skua-suite", "version": 1, "module": "parcel.rates", "tests": [TEST…]}
//   TEST       {"statements": [STATEMENT…], "assertions": [ASSERTION…], "exception": {…} | absent,
//               "finding": true | absent, "goals": [i…]}
//   STATEMENT  {"none"}: {"k": "none"}   {"k": "bool" | "int", "v": 1}   {"k": "int", "t": "12…"}
//              {"k": "float", "v": R}   {"k": "complex", "r": R, "i": R}
//              {"k": "str" | "bytes", "t" | "h"}
//              {"k": "list" | "tuple" | "set" | "frozenset" | "dict", "of": [variable…]}
//              {"k": "enum", "class": "module:Qual.Name", "t": "MEMBER"}
//              {"k": "class", "class": …}
//              {"k": "call", CALLABLE, "receiver": variable,
//               "arguments": [["parameter", variable]…]}
//              {"k": "function", CALLABLE, "receiver": variable, of a bound method}
//              {"k": "lambda", "of": [what it returns], or of nothing: its first argument}
//   CALLABLE   "callable": "module:Qual.name", "class": of a method,
//              "way": "get" | "set" | "delete" | "operator" | "environment" | absent,
//              "use": "await" | "iterate" | "async_iterate" | absent
//   ASSERTION  {"k": "equals" | "isinstance" | "length", "after": i, "of": variable,
//               "attribute": "…", "expected": VALUE}
//   VALUE      as a statement, but collections have "items": [VALUE…], enum members and the rest
//              {"k": "enum" | "type" | "object" | "opaque", "c": "module:Qual"}, objects with "t",
//              "n", "fields"
//   R          a number, or "nan", "inf", "-inf"; "h" is hex of the bytes (or of UTF-8 with lone
//              surrogates)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

std::string SuiteToJson(const model::Subject& subject, const model::Suite& suite);

struct ArchivedSuite {
  model::Suite suite;       // what still fits the subject, with types set anew from it
  std::size_t dropped = 0;  // tests that name what is gone
  bool readable = true;     // false: not JSON of this format and version; the suite is empty
};

// Goals are kept only where `goals_valid` (the subject's fingerprint is that of the archive):
// otherwise their indices mean nothing and each test comes back without.
ArchivedSuite SuiteFromJson(std::string_view text, const model::Subject& subject,
                            bool goals_valid = true);

}  // namespace skua::render
