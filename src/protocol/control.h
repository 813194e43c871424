// Control messages in JSON, which are small and few: never one for each candidate test. Requests go
// to the server (the process that imported the subject), and get one answer each. A child sends
// observations.
//
// Requests (engine → server)
//   {"do": "load", "module": "parcel.rates", "file": "/abs/src/parcel/rates.py",
//    "root": "/abs", "path": ["/abs/src", …], "instrument": true,
//    "seed_files": ["tests/test_a.py", …],
//    "include": ["parcel.*:Rate*", …], "exclude": […],  globs for "module:Qualified.name"
//    "passed_types": "[…]",             types that existing_tests.py saw passed
//    "existing_tests": {"files": ["tests/test_a.py", …], "seconds": 1.5, "calls": bool},
//                                       only runs these tests; "calls": records calls between
//                                       modules
//    "world": 3,                        world of the import; absent: 0
//    "mutants": 20, "mutant_seed": 7,   most mutants of each code object; absent: none
//    "makers": true,                    functions of other modules may make objects
//    "importers": [["parcel.parser", "/abs/…"], …],  more such modules
//    "active_mutant": 3,                active during the import; the answer is short
//    "recall": "…",                     from an earlier answer: repeats its numbering, and with
//                                       "active_mutant" its choice of mutants
//    "callee": {"name": "parcel.money", "file": "/abs/…", "part": "Price", "caller_part": "",
//               "seen": [["Till.pay", 3, "Rates.quote"], …]}}
//                                       callee of a pair, also instrumented or mutated; the class
//                                       or function meant of it and of the module ("": all of it);
//                                       seen calls: caller, line from its first, function entered
//   {"do": "greet"}                     asks for an answer, to see that the server has started
//   {"do": "fork"}                      with one descriptor (SCM_RIGHTS): the child's socket
//   {"do": "reap", "pid": 123}          waits for the child
//   {"do": "leave", "pid": 123}         reaps the child when it ends; has no answer
// Answers
//   load  {"imported": true} first, except with existing_tests or if the import fails; then
//         {"ok": true, "subject": SUBJECT, "seeds": [[STATEMENT, …], …], "digest": "…",
//          "notes": [{"code": "SKUA-N110", "detail": "…"}]}
//         with mutants: "mutants": [{"operator": "comparison", "line", "column", "original",
//         "mutated", "code_object": i, "at_import": bool}, …]
//         "recall": "…"                 for later loads of the module
//         with an active mutant: {"ok": true, "recalled": true, "notes": […]}
//         with existing_tests: {"ok": true, …}, as existing_tests.py describes it
//         {"ok": false, "code": "SKUA-N104", "detail": "ModuleNotFoundError: … (src/a.py:3)"}
//   greet {"ok": true}
//   fork  {"ok": true, "pid": 123}      the child's pid in the server's namespace
//   reap  {"ok": true, "signal": 9} or {"ok": true, "exit": 0}
//   any   {"ok": false, "error": "…"}   a bug in the runtime, with its traceback
//
// A fork server (fork_server.py) takes any control frame with a descriptor, the socket of a new
// process. On that socket it reads the following frame, with the descriptors that the process needs
// and, last, that of a Landlock ruleset:
//   {"restrict": bool,               whether there is a ruleset
//    "shared_memory": bool,          whether the server has shared memory and terminals of its own
//    "own_root": bool,               whether the process may read everything in its root
//    "signals": "…",                 the filter by which the attendant is asked about signals, in
//                                    hexadecimal digits; absent if no signal reaches others
//    "environment": ["NAME=value", …], "folder": "/abs",
//    "arguments": ["-p", …], "output": "/abs/file",     of pytest; stdout and stderr are appended
//    "root": "/abs", "bytecode": "/abs/folder"}         of pytest; "" if there is none
//   any other frame                  kills the process, and all processes that it started
// Answers: {"pid": 123}, then {"exit": 0} or {"signal": 9} when the process ended by itself, or
//   {"gone": true} when it was killed
//
// Names in capitals are records, which declare their fields: VALUE in value_record.h, SUBJECT in
// subject_record.h, STATEMENT in seed_record.h, OBSERVATION in observation_record.h, the answers in
// answer_record.h. An absent field keeps the value of a new struct; an undeclared one is rejected.
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

// Returns a control frame with this JSON.
std::string ControlFrame(std::string_view json);

// All of these throw WireError, with the path of the field, if the JSON does not have the form
// above. Their results need no further checks: every index lies within its list.

// Returns the observation of a test with this many statements.
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
// `module` becomes the subject's identity, which the JSON does not have.
LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module);

// The answer to a fork (the new child's pid) or to a reap (how the child ended).
struct ChildAnswer {
  bool ok = false;
  std::optional<int32_t> pid;
  std::optional<int32_t> exit;
  std::optional<int32_t> signal;
  std::string error;
};
ChildAnswer ChildAnswerFromJson(std::string_view text);

}  // namespace skua::protocol
