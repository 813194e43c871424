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
  kInt,      // integer, or text (decimal digits) if too large
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
  kCall,        // target: callable; operands: the receiver of a method, then the arguments
  kFunction,    // target: callable, as a value; operands: the receiver of a bound method, or none
  kLambda,      // operands: its answers (none: returns its first argument); integer: Answering
  // A lazy argument, which records its use; integer: decides its values. Only for probing: no suite
  // has one.
  kLazy,
};

constexpr bool IsCollection(StatementKind kind) {
  return kind >= StatementKind::kList && kind <= StatementKind::kDict;
}

struct Statement {
  StatementKind kind = StatementKind::kNone;
  uint32_t target = 0;
  TypeIndex type = 0;   // type as far as known or guessed
  int64_t integer = 0;  // of kNone: 1 if nothing looks at the value
  double real = 0;
  double imaginary = 0;
  std::string text;
  // Variables that the statement uses, all with smaller indices.
  boost::container::small_vector<VariableIndex, 6> operands;
  // kCall: for each argument (without the receiver) the index of its parameter, ascending. An
  // absent parameter takes its default. Arguments are passed by position until a parameter is
  // skipped, then by keyword; *args and **kwargs are unpacked.
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

// Throws std::logic_error with the statement's index if an operand does not precede its use, an
// index is out of range or a required parameter is missing. For tests, debug builds and data read
// from files.
void CheckWellFormed(const TestCase& test, const Subject& subject);

// Keeps the marked statements, in order, and renumbers their operands. Returns the new index of
// each kept statement. REQUIRES: kept.size() == test.size(), and operands of kept statements are
// kept.
std::vector<VariableIndex> KeepStatements(TestCase& test, const std::vector<bool>& kept);

// Removes statement `index` and, transitively, the statements that use it; renumbers the others.
// Returns the number of removed statements.
std::size_t RemoveWithDependents(TestCase& test, std::size_t index);

// Removes statements other than calls that no statement uses, after mutation.
void RemoveUnused(TestCase& test);

}  // namespace skua::model
