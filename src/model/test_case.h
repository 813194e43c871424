// A test as data: a list of statements, each of which assigns one variable, the statement's index.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"

namespace skua::model {

using VariableIndex = uint16_t;

enum class StatementKind : uint8_t {
  kNone = 0,
  kBool,     // integer
  kInt,      // integer, or text (decimal digits) when it does not fit
  kFloat,    // real
  kComplex,  // real, imaginary
  kStr,      // text
  kBytes,    // text
  kList,     // operands: elements
  kTuple,
  kSet,
  kFrozenSet,
  kDict,        // operands: key, value, key, value, …
  kEnumMember,  // target: class; integer: index into Class::enum_members
  kClass,       // target: class, as a value
  kCall,        // target: callable; operands: the receiver of a method, then one an argument
  kFunction,    // target: callable, as a value; operands: the receiver of a bound method, or none
  kLambda,      // operands: its answers (none: its first argument); integer: Answering
  kLazy,  // an argument whose parts are made as the code uses it; integer: decides its values.
          // For probing only: no suite has one.
};

constexpr bool IsCollection(StatementKind kind) {
  return kind >= StatementKind::kList && kind <= StatementKind::kDict;
}

struct Statement {
  StatementKind kind = StatementKind::kNone;
  uint32_t target = 0;
  TypeIndex type = 0;  // its type, as far as known or guessed
  int64_t integer = 0;
  double real = 0;
  double imaginary = 0;
  std::string text;
  // Variables used: all smaller than the statement's own index.
  boost::container::small_vector<VariableIndex, 6> operands;
  // kCall: for each argument (the receiver is none) the index of its parameter, ascending.
  // A parameter that is absent takes its default. How each is passed (by position, by keyword,
  // unpacked) follows from the parameters' kinds: by position until one is skipped, then by
  // keyword.
  boost::container::small_vector<uint16_t, 6> parameters;

  bool operator==(const Statement&) const = default;
};

struct TestCase {
  std::vector<Statement> statements;

  std::size_t size() const { return statements.size(); }
  bool operator==(const TestCase&) const = default;
};

// The form of an argument in the call.
enum class Passing : uint8_t { kPosition, kKeyword, kUnpackSequence, kUnpackMapping };

// Returns the form in which `call` passes argument `argument`, an index into call.parameters.
Passing PassingOf(const Callable& callable, const Statement& call, std::size_t argument);

// Returns whether `call` needs a receiver as its first operand.
inline bool HasReceiver(const Callable& callable) {
  return callable.kind >= CallableKind::kMethod && callable.kind <= CallableKind::kOperator &&
         callable.kind != CallableKind::kStaticMethod &&
         callable.kind != CallableKind::kClassMethod;
}

// Throws std::logic_error with the statement's index when an operand does not precede its use, an
// index is out of range or a required parameter is missing. For tests, debug builds and what was
// read from a file.
void CheckWellFormed(const TestCase& test, const Subject& subject);

// Keeps the marked statements, in order, and renumbers their operands. Returns the new index of
// each kept statement. REQUIRES: kept.size() == test.size(), and operands of kept statements are
// kept.
std::vector<VariableIndex> KeepStatements(TestCase& test, const std::vector<bool>& kept);

// Removes statement `index` and, transitively, the statements that use it; renumbers the others.
// Returns how many were removed.
std::size_t RemoveWithDependents(TestCase& test, std::size_t index);

// Drops statements that no other statement uses, except calls; tidies up after mutation.
void RemoveUnused(TestCase& test);

}  // namespace skua::model
