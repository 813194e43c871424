// What executing one test showed: the worker's answer, decoded.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/left_state.h"
#include "model/subject.h"
#include "model/value.h"

namespace skua::model {

enum class Verdict : uint8_t {
  kPassed = 0,   // every statement was executed
  kRaised,       // an exception left a statement
  kTimedOut,     // the limit on time or on executed probes was reached
  kCrashed,      // the process ended: signal, os._exit
  kOutOfMemory,  // MemoryError left a statement, or the limit on memory killed the process
  kNotRun,       // the deadline came first
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

// What was done with a lazy argument (StatementKind::kLazy), or with a part of it that came into
// being on the way (Lee, SPLAT). `given` is what it became where a value was needed.
struct LazyUse {
  enum class Part : uint8_t {
    kArgument,   // the variable itself
    kAttribute,  // parent.name
    kItem,       // parent[key]
    kElement,    // what iterating the parent gave
    kResult,     // parent(…), await parent, or what arithmetic with it gave
  };
  enum Operation : uint32_t {
    kTruth = 1 << 0,
    kLength = 1 << 1,
    kIterated = 1 << 2,
    kIndexed = 1 << 3,
    kCalled = 1 << 4,
    kCompared = 1 << 5,  // ==, !=
    kOrdered = 1 << 6,   // <, <=, >, >=
    kArithmetic = 1 << 7,
    kBitwise = 1 << 8,
    kConcatenated = 1 << 9,  // + or % with a str, bytes, list or tuple
    kContained = 1 << 10,    // x in it
    kHashed = 1 << 11,
    kAsInteger = 1 << 12,  // int(), operator.index
    kAsFloat = 1 << 13,
    kAsText = 1 << 14,   // str(), format(), repr()
    kAsPath = 1 << 15,   // os.fspath
    kEntered = 1 << 16,  // with
    kAwaited = 1 << 17,
    kAttributeSet = 1 << 18,
    kItemSet = 1 << 19,
    kClassAsked = 1 << 20,  // isinstance, __class__
  };
  // What isinstance was asked for, if no class of the table: builtin types, and the abstract
  // classes of the standard library by the builtin type that is one.
  enum Builtin : uint32_t {
    kBool = 1 << 0,
    kInt = 1 << 1,
    kFloat = 1 << 2,
    kComplex = 1 << 3,
    kStr = 1 << 4,
    kBytes = 1 << 5,
    kList = 1 << 6,
    kTuple = 1 << 7,
    kSet = 1 << 8,
    kFrozenSet = 1 << 9,
    kDict = 1 << 10,
    kFunction = 1 << 11,  // callable() too
    kType = 1 << 12,
  };
  uint32_t parent = kNoIndex;  // index of the use it is part of
  Part part = Part::kArgument;
  uint16_t variable = 0;  // kArgument
  std::string name;       // kAttribute
  Value key;              // kItem
  uint32_t operations = 0;
  std::vector<Value> operands;      // primitives it was compared, added … with; few
  std::vector<ClassIndex> classes;  // isinstance was asked for, where in the table
  uint32_t builtins = 0;            // likewise: of Builtin
  Value given;                      // kNone when no value was needed
};

// How much of the subject a test executed, by which its time and memory are estimated: the dynamic
// performance proxies of Grano et al., "Testing with Fewer Resources", §3.1. What counts as one is
// told in skua_runtime/goals/costs.py. Each stops at the largest number.
struct ExecutionCost {
  uint32_t loops = 0;       // I1: cycles of loops, but for the first of each loop
  uint32_t calls = 0;       // I2: of functions and lambdas of the module
  uint32_t objects = 0;     // I4: made by the module, but for the first at each place
  uint32_t statements = 0;  // I5: executed in the module
  bool operator==(const ExecutionCost&) const = default;
};

// What a value is like, as far as tests should tell values apart. Subclasses of builtin types are
// kOther: no code of theirs is run to find out.
enum class ValueClass : uint8_t {
  kOther,
  kNone,
  kFalse,
  kTrue,
  kNegative,  // an int or float
  kZero,
  kPositive,
  kNaN,
  kEmpty,  // a str, bytes, list, tuple, set, frozenset or dict
  kFilled,
};
inline constexpr std::size_t kValueClasses = 10;

struct Trace {
  Verdict verdict = Verdict::kNotRun;
  uint16_t executed_statements = 0;  // completed; the next one raised, or was cut off
  uint64_t nanoseconds = 0;
  ExecutionCost cost;
  std::vector<CodeObjectIndex> code_objects;  // entered, ascending
  std::vector<PredicateDistance> predicates;  // executed, ascending
  std::vector<OperandPair> operands;          // bounded in number and size
  std::vector<ClassIndex>
      result_classes;  // one an executed statement; kNoIndex when not in the table
  std::vector<ValueClass> result_values;  // one an executed statement
  std::string exception;                  // "module:qualname", when kRaised
  std::string raised_in;                  // likewise: name of the innermost code object
  uint32_t raised_at = 0;                 // likewise: the line in it
  bool reached_out = false;  // it would have changed something outside: was stopped there, and is
                             // not to be kept (it covers nothing)
  bool left_state = false;   // modules or classes were not as before, or one was imported
  std::vector<LazyUse> lazy_uses;  // parents before their parts
};

// An exception as seen by the oracle.
struct RaisedException {
  std::string type_name;            // "module:qualname"
  std::string message;              // str(exception), bounded
  bool is_foreign_message = false;  // worded by Python or a library: another in other versions
  std::string path;  // project-relative file of the innermost frame in the project; may be empty
  uint32_t line = 0;
  bool is_explicit = false;    // that frame stands at a `raise` or `assert` of the project
  bool is_documented = false;  // named in the docstring of the callable that was called
  bool at_boundary = false;    // raised before any line of the callable ran (wrong arguments)
  // The builtin nearest in the MRO when the type cannot be imported by its name.
  std::string importable_type_name;
  // The last frames of the traceback, innermost last; few.
  struct Frame {
    std::string path;  // project-relative; of code elsewhere "json/decoder.py", below sys.path
    uint32_t line = 0;
    std::string function;  // qualified where Python tells
    std::string text;      // the source line, stripped
    bool operator==(const Frame&) const = default;
  };
  std::vector<Frame> frames;
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
  // What the statement did to the world around it, in stable terms only.
  struct LogRecord {
    std::string logger;
    int level = 0;  // 10 DEBUG … 50 CRITICAL
    std::string message;
  };
  std::string printed;         // to stdout; bounded
  std::string printed_errors;  // to stderr; bounded
  std::vector<LogRecord> logged;
  // Module-level names of the subject whose value the statement changed, and the value now.
  std::vector<std::pair<std::string, Value>> globals;
  // Files below the test's folder (tmp_path) that it wrote: the path from there with '/', and the
  // content as kStr when it is UTF-8, else kBytes; kNone: it is gone.
  std::vector<std::pair<std::string, Value>> files;
  // The effects that no assertion can tell of, here and in later statements, because there was too
  // much of them or each run has others.
  enum Effect : uint8_t { kPrinted = 1 << 0, kPrintedErrors = 1 << 1, kLogged = 1 << 2 };
  uint8_t unstable = 0;  // of Effect
};

struct Observation {
  Verdict verdict = Verdict::kNotRun;
  std::vector<StatementObservation> statements;  // of the executed ones
  RaisedException exception;                     // when kRaised: of the statement after them
  // Effects of that statement. Its result is the exception as an object, with the attributes that a
  // test can read; absent if a library worded the message.
  StatementObservation raising;
  std::string side_effect;   // Python's audit event by which it reached outside its process, if any
  bool seed_unused = false;  // it seeded `random`, and nothing drew from that
  // What it changed of the project's state, where a test can put all of that back. Told by one of
  // two processes, as far as that sees it.
  std::vector<RestoredState> restores;
  // Where the subject was loaded with its mutants: those at places that were executed, ascending
  // (none told while one is active), and how many probes it takes: the test's own, or those of
  // describing what one statement left, whichever are more. Each stands under the limit by itself.
  std::vector<uint32_t> reached_mutants;
  uint64_t executed_probes = 0;
  bool left_state = false;  // as of a trace
  // In how many worlds (Executor::EnterWorld) it has to be observed for what it asked; 0 where it
  // asked nothing, or in a process that does not vary its answers.
  uint8_t asked_worlds = 0;
};

}  // namespace skua::model
