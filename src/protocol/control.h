// The JSON messages: few and small in number, never per candidate test. Requests go to the server
// (the process that imported the subject), one answer each; an observation comes from a child.
//
// Requests (engine → server)
//   {"do": "load", "module": "parcel.rates", "file": "/abs/src/parcel/rates.py",
//    "root": "/abs", "path": ["/abs/src", …], "instrument": true, "seed_files": ["tests/test_a.py",
//    …], "include": ["parcel.*:Rate*", …], "exclude": […],    globs for "module:Qualified.name" of
//    callables "passed_types": "[…]",             what existing_tests.py said of types, for untyped
//    parameters "existing_tests": {"files": ["tests/test_a.py", …], "seconds": 1.5},   only runs
//    these: another answer "mutants": 20, "mutant_seed": 7,   with so many a code object at most;
//    absent: none "active_mutant": 3, "recall": "…"}  active from before the import on; what the
//    answer without
//                                        one said is to be recalled
//   {"do": "fork"}                   with one file descriptor (SCM_RIGHTS): the child's socket
//   {"do": "reap", "pid": 123}       waits for that child
// Answers
//   load  {"ok": true, "subject": SUBJECT, "seeds": [[STATEMENT, …], …], "digest": "…", "notes":
//   [{"code": "SKUA-N110", "detail": "…"}]}
//         with mutants: "mutants": [{"operator": "comparison", "line", "column", "original",
//         "mutated", "code_object": i, "at_import": bool}, …], "recall": "…" what recalls: {"ok":
//         true, "recalled": true, "notes": […]}, since all else is as it was with existing_tests:
//         {"ok": true, …}, as existing_tests.py describes it
//         {"ok": false, "code": "SKUA-N104", "detail": "ModuleNotFoundError: … (src/a.py:3)"}
//   fork  {"ok": true, "pid": 123}  by the number that the process has for itself
//   reap  {"ok": true, "signal": 9} or {"ok": true, "exit": 0}
//   any   {"ok": false, "error": "…"}   a bug in the runtime, with its traceback
//
// To a fork server (fork_server.py) any control frame with a descriptor: the socket of a process.
// On it, with the descriptors that the process needs, and last that of a Landlock ruleset:
//   {"restrict": bool,               whether there is a ruleset
//    "shared_memory": bool,          whether the server has its own, and terminals: to be written to
//    "own_root": bool,               whether all that is seen may be read
//    "environment": ["NAME=value", …], "folder": "/abs",
//    "arguments": ["-p", …], "output": "/abs/file",     of pytest; stdout and stderr are appended
//    "root": "/abs", "bytecode": "/abs/folder"}         of pytest; "" if there is none
//   any other                        kills it, and all that it has started
// Answers: {"pid": 123}, then {"exit": 0} or {"signal": 9} when it has ended by itself, and
//   {"gone": true} when it was killed
//
// VALUE  {"k": "none"} {"k": "bool", "v": true} {"k": "int", "v": 5} or {"k": "int", "t": "12…"}
//        {"k": "float", "v": 1.5 | "nan" | "inf" | "-inf"}  {"k": "complex", "r": …, "i": …} (as
//        float's v)
//        {"k": "str", "t": "…"} or, with lone surrogates, {"k": "str", "h": hex of UTF-8
//        surrogatepass}
//        {"k": "bytes", "h": hex}  {"k": "list" | "tuple" | "set" | "frozenset" | "dict", "i":
//        [VALUE…]}
//        {"k": "enum", "c": "module:Qual.Name", "t": "MEMBER"}  {"k": "type", "c": "module:Name"}
//        (functions, too)
//        {"k": "object", "c": …, "n": len or -1, "f": [["attribute", VALUE], …],
//         "t": a constructor expression, for a few standard types: "Decimal('4.90')"; may be
//         absent, "i": [VALUE], a plain value that it equals; may be absent}
//        attributes may be calls: "span()"; "__str__()" stands for str() of it
//        {"k": "opaque", "c": …}
//
// SUBJECT (fields as in model/subject.h; absent = that struct's default; kinds are the enumerators'
// names in snake_case without the k: "var_positional", "for_loop", "tuple_of")
//   {"types":   [{"kind", "arguments": [i…], "class": i, "literals": [VALUE…], "names": ["key", …],
//                 "required_names": n, "text"}],
//    "classes": [{"name", "qualified_name", "module", "bases": [i…], "constructors": [i…],
//                 "methods": [i…], "enum_members": ["A", …], "attributes": ["name", …],
//                 "definition": "class …", "definition_imports": ["module:name", …],
//                 "in_subject", "is_abstract", "is_exception"}],
//    "callables": [{"kind", "use", "name", "qualified_name", "module", "class": i, "result": i,
//                   "code_object": i, "in_subject", "is_protected",
//                   "parameters": [{"name", "kind", "has_default", "type": i}]}],
//    "code_objects": [{"kind", "qualified_name", "first_line", "parent": i,
//                      "nodes": [predicate | -1, …], "edges": [[from, to, "always" | "true" |
//                      "false"], …]}],
//    "predicates": [{"kind", "code_object": i, "line", "column", "true_is_goal", "false_is_goal",
//                    "true_jump", "false_jump"}],
//    "constants": [{"value": VALUE, "count": n}],
//    "import_code_objects": [i…], "import_true": [i…], "import_false": [i…]}
//
// STATEMENT (model/test_case.h; variables count from 0 in each seed; absent = that struct's
// default)
//   {"kind": "str", "value": VALUE}   a primitive      {"kind": "list", "operands": [variable, …]}
//   {"kind": "call" | "class" | "enum_member" | "function" | "lambda", "target": i, "integer": n,
//    "operands": [variable, …], "parameters": [i, …]}
//
// OBSERVATION (in kObservation, see observation_frame.h)
//   {"verdict": "passed" | "raised" | "timed_out" | "out_of_memory",
//    "statements": [{"result": VALUE, "changes": [[variable, VALUE], …], EFFECTS}, …],   of the
//    executed ones "side_effect": "os.mkdir",   the first audit event that reached outside the
//    process; may be absent "seed_unused": true,         `random` was seeded and is still in that
//    state; may be absent "exception": {"type": "module:Qual", "importable": "builtins:ValueError",
//    "message", "path", "line",
//                  "explicit": bool, "documented": bool, "at_boundary": bool, "foreign_message":
//                  bool, "frames": [["path", line, "function", "source line"], …]},   innermost
//                  last
//    "raising": {EFFECTS}}   of the statement that raised
// EFFECTS, each absent when there is nothing to say
//    "printed": "…", "printed_errors": "…", "logged": [["logger", level, "message"], …],
//    "globals": [["name", VALUE], …], "files": [["path", VALUE], …],   kNone: the file is gone
//    "unstable": ["printed" | "printed_errors" | "logged", …]   cannot be told, from here on
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "model/mutant.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/trace.h"

namespace skua::protocol {

// A control frame with this JSON.
std::string ControlFrame(std::string_view json);

// All of these throw WireError when the JSON is not of the form above, with the path of the field.
model::Value ValueFromJson(const nlohmann::json& json);
nlohmann::json ValueToJson(const model::Value& value);
// The module's identity is not in the JSON: the engine knows it.
model::Subject SubjectFromJson(const nlohmann::json& json, const model::ModuleId& module);
model::Observation ObservationFromJson(std::string_view text);

struct LoadAnswer {
  model::Subject subject;
  std::vector<model::TestCase> seeds;
  std::string digest;
  std::vector<model::Mutant> mutants;
  std::string recall;  // only the server reads it
  std::optional<model::Reason> failure;
  std::vector<model::Reason> notes;
};
LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module);

}  // namespace skua::protocol
