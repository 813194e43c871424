// The result of executing one test: the worker's answer, decoded.
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
  kRaised,       // a statement raised an exception
  kTimedOut,     // the limit on time or on executed probes was reached
  kCrashed,      // the process ended: signal, os._exit
  kOutOfMemory,  // a statement raised MemoryError, or the limit on memory killed the process
  kNotRun,       // the deadline came first
};

// The smallest branch distances at an executed predicate; 0 = the branch was taken. Not normalised;
// infinity if unknown.
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

// Operations on a lazy argument (StatementKind::kLazy), or on a part of it that was created
// on use (Lee, SPLAT). `given` is its value where one was needed.
struct LazyUse {
  enum class Part : uint8_t {
    kArgument,   // the variable itself
    kAttribute,  // parent.name
    kItem,       // parent[key]
    kElement,    // an element of iterating the parent
    kResult,     // parent(…), await parent, or the result of arithmetic with it
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
    kClassAsked = 1 << 20,          // isinstance, __class__
    kGivenFunctionFirst = 1 << 21,  // called with a function as its first argument
    kGivenFunctionLast = 1 << 22,
  };
  // Types that isinstance was asked for, other than classes of the table: builtin types, and
  // abstract classes of the standard library by a builtin type that is one.
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
    kFunction = 1 << 11,  // also callable()
    kType = 1 << 12,
  };
  uint32_t parent = kNoIndex;  // index of the use that it is a part of
  Part part = Part::kArgument;
  uint16_t variable = 0;  // kArgument
  std::string name;       // kAttribute
  Value key;              // kItem
  uint32_t operations = 0;
  std::vector<Value> operands;      // primitives it was compared with, added to …; few
  std::vector<ClassIndex> classes;  // classes of the table that isinstance was asked for
  uint32_t builtins = 0;            // Builtin bits that isinstance was asked for
  Value given;                      // kNone if no value was needed
};

// How much of the subject a test executed, which estimates its time and memory: the dynamic
// performance proxies of Grano et al., "Testing with Fewer Resources", §3.1.
// skua_runtime/goals/costs.py defines what is counted. Each count saturates.
struct ExecutionCost {
  uint32_t loops = 0;       // I1: iterations of loops, without the first of each loop
  uint32_t calls = 0;       // I2: calls of the module's functions and lambdas
  uint32_t objects = 0;     // I4: objects made by the module, without the first at each place
  uint32_t statements = 0;  // I5: executed statements of the module
  bool operator==(const ExecutionCost&) const = default;
};

// The class of a value, as far as tests should tell values apart. Subclasses of builtin types are
// kOther: finding out more would run their code.
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
  uint16_t executed_statements = 0;  // completed statements; the next one raised, or was cut off
  uint64_t nanoseconds = 0;
  ExecutionCost cost;
  std::vector<CodeObjectIndex> code_objects;  // entered code objects, ascending
  std::vector<PredicateDistance> predicates;  // executed predicates, ascending
  std::vector<OperandPair> operands;          // limited in number and size
  std::vector<ClassIndex>
      result_classes;  // one for each executed statement; kNoIndex if not in the table
  std::vector<ValueClass> result_values;  // one for each executed statement
  std::string exception;                  // "module:qualname", for kRaised
  std::string raised_in;                  // for kRaised: name of the innermost code object
  uint32_t raised_at = 0;                 // for kRaised: the line in it
  // Was stopped at an attempt to change something outside; must not be kept (it covers nothing).
  bool reached_out = false;
  bool left_state = false;         // it changed modules or classes, or imported one
  std::vector<LazyUse> lazy_uses;  // parents before their parts
};

// An exception as the oracle knows it.
struct RaisedException {
  std::string type_name;  // "module:qualname"
  std::string message;    // str(exception), shortened
  // Worded by Python or a library, and so different in other versions.
  bool is_foreign_message = false;
  std::string path;  // project-relative file of the innermost frame in the project; may be empty
  uint32_t line = 0;
  bool is_explicit = false;    // that frame is at a `raise` or `assert` of the project
  bool is_documented = false;  // named in the docstring of the callable
  bool at_boundary = false;    // raised before any line of the callable ran (wrong arguments)
  // The nearest builtin in the MRO if the type cannot be imported by its name.
  std::string importable_type_name;
  // The last frames of the traceback, innermost last.
  struct Frame {
    std::string path;  // project-relative; of other code "json/decoder.py", relative to sys.path
    uint32_t line = 0;
    std::string function;  // qualified if known
    std::string text;      // the source line, stripped
    bool operator==(const Frame&) const = default;
  };
  std::vector<Frame> frames;
};

// The effects of one statement, for assertions.
struct StatementObservation {
  Value result;
  // A variable, receiver or argument of a call, whose state this statement changed.
  struct Change {
    uint16_t variable = 0;
    Value value;
    bool operator==(const Change&) const = default;
  };
  std::vector<Change> changes;
  // Effects of the statement on its environment, as far as they are stable.
  struct LogRecord {
    std::string logger;
    int level = 0;  // 10 DEBUG … 50 CRITICAL
    std::string message;
    bool operator==(const LogRecord&) const = default;
  };
  std::string printed;         // to stdout; shortened
  std::string printed_errors;  // to stderr; shortened
  std::vector<LogRecord> logged;
  // Module-level names of the subject whose value the statement changed, with the new value.
  std::vector<std::pair<std::string, Value>> globals;
  // Files below the test's folder (tmp_path) that it wrote: the relative path with '/', and the
  // content as kStr if it is UTF-8, else kBytes; kNone: deleted.
  std::vector<std::pair<std::string, Value>> files;
  // Effects that no assertion can state, here and in later statements, because there were too many
  // or they differ between runs.
  enum Effect : uint8_t { kPrinted = 1 << 0, kPrintedErrors = 1 << 1, kLogged = 1 << 2 };
  uint8_t unstable = 0;  // Effect bits
  bool operator==(const StatementObservation&) const = default;
};

struct Observation {
  Verdict verdict = Verdict::kNotRun;
  std::vector<StatementObservation> statements;  // of the executed statements
  RaisedException exception;                     // for kRaised: of the statement after them
  // Effects of the statement that raised. Its result is the exception as an object, with the
  // attributes that a test can read; absent if a library worded the message.
  StatementObservation raising;
  std::string side_effect;   // Python's audit event of an effect outside the process; empty: none
  bool seed_unused = false;  // it seeded `random`, and nothing used the seed
  // Project state that it changed, if a test can restore all of it. Set by one of the two
  // processes, as far as it can see.
  std::vector<RestoredState> restores;
  // If the subject was loaded with mutants: the mutants at executed places, ascending (none while
  // one is active). `executed_probes`: those of the test, or of describing one statement's effects,
  // whichever are more; the limit holds for each separately.
  std::vector<uint32_t> reached_mutants;
  uint64_t executed_probes = 0;
  bool left_state = false;  // as in Trace
  // Number of worlds (Executor::EnterWorld) in which to observe it, by what it asked; 0 if it asked
  // nothing, or in a process that does not vary its answers.
  uint8_t asked_worlds = 0;
};

}  // namespace skua::model
