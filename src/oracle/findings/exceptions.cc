#include "oracle/findings/exceptions.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "oracle/assertions/test_roles.h"
#include "oracle/findings/argument_types.h"

namespace skua::oracle {
namespace {

using model::StatementKind;

// Returns whether the exception that the test raised in a `with` block left that block unchanged.
bool IsRaisedInWith(const model::TestCase& test, const model::Subject& subject, std::size_t raising,
                    const model::RaisedException& exception) {
  if (!LeavesByException(test, subject, raising)) return false;
  const model::Statement& raised = test.statements[test.statements[raising].operands[1]];
  if (raised.kind != StatementKind::kClass) return false;
  const model::Class& expected = subject.classes[raised.target];
  return exception.type_name == expected.module + ":" + expected.qualified_name;
}

// Returns whether an operator declined its operands (NotImplemented); Python's message then names
// the operator.
bool IsDeclined(const model::Callable& callable, const model::RaisedException& exception) {
  if (callable.kind != model::CallableKind::kOperator ||
      exception.type_name != "builtins:TypeError") {
    return false;
  }
  return exception.message.starts_with("unsupported operand type(s) for ") ||
         exception.message.find("' not supported between instances of '") != std::string::npos;
}

// Returns whether StopIteration or the like was raised through a coroutine or generator, which
// turns it into another exception: no behaviour of the subject.
bool IsStopInWith(const model::TestCase& test, const model::Subject& subject, std::size_t raising,
                  const model::RaisedException& exception) {
  return LeavesByException(test, subject, raising) &&
         exception.type_name == "builtins:RuntimeError" &&
         exception.message.find(" raised Stop") != std::string::npos;
}

// Returns whether the exception is about files or input. The test prepares these, so passing the
// exception on is behaviour of the code.
bool IsOfSurroundings(std::string_view type_name) {
  static constexpr std::array<std::string_view, 5> kTypes = {
      "builtins:FileNotFoundError", "builtins:FileExistsError", "builtins:IsADirectoryError",
      "builtins:NotADirectoryError", "builtins:EOFError"};
  return std::find(kTypes.begin(), kTypes.end(), type_name) != kTypes.end();
}

// Returns whether nobody raises it by mistake: SystemExit, also from a command line's parser.
bool IsDeliberate(std::string_view type_name) { return type_name == "builtins:SystemExit"; }

// Returns whether the exception addresses the interpreter or the test runner.
bool IsForeign(std::string_view type_name) {
  static constexpr std::array<std::string_view, 4> kForeign = {
      "builtins:KeyboardInterrupt", "builtins:GeneratorExit", "builtins:MemoryError",
      "asyncio.exceptions:CancelledError"};
  return std::find(kForeign.begin(), kForeign.end(), type_name) != kForeign.end() ||
         type_name.starts_with("_pytest.");
}

// Returns whether only library code was on the stack: contextlib's, say, when a context manager for
// one use is entered again.
bool IsOfLibraryAlone(const model::RaisedException& exception) {
  return exception.path.empty() && !exception.frames.empty();
}

// Returns whether Python says that an object is used up: a closed file, or a coroutine, generator
// or context manager for one use.
bool SaysUsedUp(std::string_view message) {
  static constexpr std::array<std::string_view, 7> kBeginnings = {
      "I/O operation on closed",          "cannot reuse already awaited ",
      "generator already executing",      "coroutine is being awaited",
      "generator didn't yield",           "anext(): asynchronous ",
      "asynchronous generator is already"};
  return std::ranges::any_of(
      kBeginnings, [&](std::string_view beginning) { return message.starts_with(beginning); });
}

// Returns whether the test itself used the object up, in a call before `raising`.
bool IsUsedUpByTest(const model::TestCase& test, std::size_t raising,
                    const model::RaisedException& exception) {
  if (!SaysUsedUp(exception.message)) return false;
  const std::vector<bool> feeds = FeedingInto(test, raising);
  for (std::size_t i = 0; i < raising; ++i) {
    if (test.statements[i].kind != StatementKind::kCall) continue;
    const auto& operands = test.statements[i].operands;
    if (std::ranges::any_of(operands, [&](model::VariableIndex it) { return feeds[it]; })) {
      return true;
    }
  }
  return false;
}

bool IsIntended(const model::RaisedException& exception) {
  return exception.is_explicit || exception.is_documented || IsDeliberate(exception.type_name) ||
         IsOfSurroundings(exception.type_name);
}

}  // namespace

ExceptionKind Classify(const model::TestCase& test, const model::Subject& subject,
                       const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  if (raising >= test.size() || !CallsSubject(test, subject, raising)) {
    return ExceptionKind::kBoundary;
  }
  const model::Callable& callable = subject.callables[test.statements[raising].target];
  if (IsRaisedInWith(test, subject, raising, exception) || IsDeclined(callable, exception)) {
    return ExceptionKind::kExpected;
  }
  if (exception.at_boundary || IsForeign(exception.type_name) ||
      IsStopInWith(test, subject, raising, exception) || IsUsedUpByTest(test, raising, exception)) {
    return ExceptionKind::kBoundary;
  }
  if (IsIntended(exception)) return ExceptionKind::kExpected;
  if (IsOfLibraryAlone(exception)) return ExceptionKind::kBoundary;
  const Fit fit = FitOfArguments(test, subject, raising, &seen);
  const bool is_wrong = fit == Fit::kContradicts || BlamesASignature(test, subject, seen) ||
                        (fit == Fit::kUnknown && BlamesAValue(test, subject, seen));
  return is_wrong ? ExceptionKind::kWrongArgument : ExceptionKind::kFinding;
}

}  // namespace skua::oracle
