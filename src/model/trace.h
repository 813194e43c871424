// What executing one test showed: the worker's answer, decoded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/value.h"

namespace skua::model {

enum class Verdict : uint8_t {
  kPassed = 0,    // every statement was executed
  kRaised,        // an exception left a statement
  kTimedOut,      // the limit on time or on executed probes was reached
  kCrashed,       // the process ended: signal, os._exit
  kOutOfMemory,   // MemoryError left a statement, or the limit on memory killed the process
  kNotRun,        // the deadline came first
};

// The smallest branch distances seen at an executed predicate; 0 = the branch was taken.
// Not normalised; infinity when nothing is known.
struct PredicateDistance {
  PredicateIndex predicate = 0;
  double to_true = 0;
  double to_false = 0;
};

// A comparison operand met while running, for constant seeding.
struct OperandPair {
  PredicateIndex predicate = 0;
  Value left, right;  // None, bool, int, float, str or bytes
};

struct Trace {
  Verdict verdict = Verdict::kNotRun;
  uint16_t executed_statements = 0;  // completed; the next one raised, or was cut off
  uint64_t nanoseconds = 0;
  std::vector<CodeObjectIndex> code_objects;    // entered, ascending
  std::vector<PredicateDistance> predicates;    // executed, ascending
  std::vector<OperandPair> operands;            // bounded in number and size
  std::vector<ClassIndex> result_classes;       // one an executed statement; kNoIndex when not in the table
  std::string exception;                        // "module:qualname", when kRaised
};

// An exception as seen by the oracle.
struct RaisedException {
  std::string type_name;  // "module:qualname"
  std::string message;    // str(exception), bounded
  std::string path;       // project-relative file of the innermost frame in the project; may be empty
  uint32_t line = 0;
  bool is_explicit = false;    // that frame stands at a `raise` or `assert` of the project
  bool is_documented = false;  // named in the docstring of the callable that was called
  bool at_boundary = false;    // raised before any line of the callable ran (wrong arguments)
  // The builtin nearest in the MRO when the type cannot be imported by its name.
  std::string importable_type_name;
};

// What one statement left behind, for assertions.
struct StatementObservation {
  Value result;
  // State of variables after this statement that differ from what was seen of them before it:
  // the receiver and the arguments of a call.
  struct Change {
    uint16_t variable = 0;
    Value value;
  };
  std::vector<Change> changes;
};

struct Observation {
  Verdict verdict = Verdict::kNotRun;
  std::vector<StatementObservation> statements;  // of the executed ones
  RaisedException exception;                     // when kRaised: of the statement after them
  std::string side_effect;  // Python's audit event by which it reached outside its process, if any
};

}  // namespace skua::model
