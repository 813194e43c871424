// The JSON messages: few and small in number, never per candidate test. Requests go to the server
// (the process that imported the subject), one answer each; an observation comes from a child.
//
// Requests (engine → server)
//   {"do": "load", "module": "parcel.rates", "file": "/abs/src/parcel/rates.py",
//    "root": "/abs", "path": ["/abs/src", …], "instrument": true, "seed_files": ["tests/test_a.py",
//    …], "include": ["parcel.*:Rate*", …], "exclude": […],    globs for "module:Qualified.name" of
//    callables "passed_types": "[…]",             what existing_tests.py said of types, for untyped
//    parameters "existing_tests": {"files": ["tests/test_a.py", …], "seconds": 1.5,
//    "calls": bool},   only runs these, and notes calls between modules: another answer
//    "world": 3,   of the import; absent: 0
//    "mutants": 20, "mutant_seed": 7,   with so many a code object at most; absent: none
//    "makers": true,   whether functions of other modules make objects, those of "importers", too
//    "importers": [["parcel.parser", "/abs/…"], …],
//    "active_mutant": 3,              active from before the import on: the answer without one said
//                                     all the rest
//    "recall": "…"}                   that of an earlier answer: its numbers are used again, and
//                                     with a mutant its choice of mutants
//    "callee": {"name": "parcel.money", "file": "/abs/…", "part": "Price", "caller_part": "",
//               "seen": [["Till.pay", 3, "Rates.quote"], …]}
//                                        of a pair: instrumented or mutated, too; which class or
//                                        function is meant of it and of the module ("": all of it);
//                                        calls that running code showed: the function, the line
//                                        from its first, and what was entered
//   {"do": "greet"}                  shows that it has started
//   {"do": "fork"}                   with one file descriptor (SCM_RIGHTS): the child's socket
//   {"do": "reap", "pid": 123}       waits for that child
//   {"do": "leave", "pid": 123}      does not, and reaps it when it has ended: has no answer
// Answers
//   load  {"imported": true} first, where it is, but not with existing_tests; then
//         {"ok": true, "subject": SUBJECT, "seeds": [[STATEMENT, …], …], "digest": "…", "notes":
//   [{"code": "SKUA-N110", "detail": "…"}]}
//         with mutants: "mutants": [{"operator": "comparison", "line", "column", "original",
//         "mutated", "code_object": i, "at_import": bool}, …]
//         "recall": "…"               for later loads of the module
//         with an active mutant: {"ok": true, "recalled": true, "notes": […]}
//         with existing_tests: {"ok": true, …}, as existing_tests.py describes it
//         {"ok": false, "code": "SKUA-N104", "detail": "ModuleNotFoundError: … (src/a.py:3)"}
//   greet {"ok": true}
//   fork  {"ok": true, "pid": 123}  by the number that the process has for itself
//   reap  {"ok": true, "signal": 9} or {"ok": true, "exit": 0}
//   any   {"ok": false, "error": "…"}   a bug in the runtime, with its traceback
//
// To a fork server (fork_server.py) any control frame with a descriptor: the socket of a process.
// On it, with the descriptors that the process needs, and last that of a Landlock ruleset:
//   {"restrict": bool,               whether there is a ruleset
//    "shared_memory": bool,          whether the server has its own to write to, and terminals
//    "own_root": bool,               whether all that is seen may be read
//    "signals": "…",                 the filter by which the attendant is asked about signals, in
//                                    hexadecimal digits; absent where none gets to others
//    "environment": ["NAME=value", …], "folder": "/abs",
//    "arguments": ["-p", …], "output": "/abs/file",     of pytest; stdout and stderr are appended
//    "root": "/abs", "bytecode": "/abs/folder"}         of pytest; "" if there is none
//   any other                        kills it, and all that it has started
// Answers: {"pid": 123}, then {"exit": 0} or {"signal": 9} when it has ended by itself, and
//   {"gone": true} when it was killed
//
// What stands in capitals is declared, field by field, in the record of that name: VALUE in
// value_record.h, SUBJECT in subject_record.h, STATEMENT in seed_record.h, OBSERVATION in
// observation_record.h, and the answers themselves in answer_record.h. What a field is not told it
// has as in a new struct; a field that is not declared is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/mutant.h"
#include "model/reason.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::protocol {

// A control frame with this JSON.
std::string ControlFrame(std::string_view json);

// All of these throw WireError when the JSON is not of the form above, with the path of the field.
// What they return needs no look again: every index is one of the list that it points into.

// The observation of a test with so many statements.
model::Observation ObservationFromJson(std::string_view text, std::size_t statements);

struct LoadAnswer {
  model::Subject subject;
  std::vector<model::TestCase> seeds;
  std::string digest;
  base::Duration import_time{};
  base::Duration waited{};
  uint8_t asked_worlds = 0;
  std::vector<model::Mutant> mutants;
  std::string recall;  // only the server reads it
  std::optional<model::Reason> failure;
  std::vector<model::Reason> notes;
};
// The module's identity is not in the JSON: the engine knows it.
LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module);

// The answer to a fork has the new child's pid, that to a reap how it ended.
struct ChildAnswer {
  bool ok = false;
  std::optional<int32_t> pid;
  std::optional<int32_t> exit;
  std::optional<int32_t> signal;
  std::string error;
};
ChildAnswer ChildAnswerFromJson(std::string_view text);

}  // namespace skua::protocol
