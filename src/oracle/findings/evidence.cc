#include "oracle/findings/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "model/internal_callable.h"
#include "oracle/findings/argument_types.h"

namespace skua::oracle {
namespace {

using model::Statement;
using model::StatementKind;

template <std::size_t kCount>
bool IsOneOf(std::string_view name, const std::array<std::string_view, kCount>& names) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::string_view kRecursion = "builtins:RecursionError";

// Returns whether Python raises such an exception for faulty code, whatever its arguments are.
bool IsOfProgramming(const model::RaisedException& exception) {
  static constexpr std::array<std::string_view, 3> kTypes = {"builtins:UnboundLocalError",
                                                             "builtins:NameError", kRecursion};
  return IsOneOf(exception.type_name, kTypes);
}

bool IsOfTypes(const model::RaisedException& exception) {
  return exception.type_name == "builtins:TypeError" ||
         exception.type_name == "builtins:AttributeError";
}

// The origin of the None that the code fails on.
enum class NoneOrigin : uint8_t {
  kNone,   // there is no None
  kTest,   // the test passed it
  kCall,   // an earlier call returned it, and the test passed it on
  kItself  // the code made it
};

NoneOrigin OriginOfNone(const model::TestCase& test, const model::Subject& subject,
                        const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  if (!IsOfTypes(exception) || !Mentions(exception.message, "NoneType")) return NoneOrigin::kNone;
  const std::size_t raising = seen.statements.size();
  const std::vector<bool> feeds = FeedingInto(test, raising);
  NoneOrigin origin = NoneOrigin::kItself;
  for (std::size_t i = 0; i < raising; ++i) {
    const Statement& value = test.statements[i];
    if (!feeds[i]) continue;
    if (value.kind == StatementKind::kNone) return NoneOrigin::kTest;
    const bool gives = value.kind == StatementKind::kCall &&
                       subject.callables[value.target].kind != model::CallableKind::kConstructor &&
                       seen.statements[i].result.kind == model::ValueKind::kNone;
    if (gives) origin = NoneOrigin::kCall;
  }
  return origin;
}

bool IsOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// Returns whether the line reads an attribute or an item of the object `name`: "self.center",
// "self[1]", but not the result of its method.
bool ReadsStateOf(std::string_view name, std::string_view line) {
  for (auto at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    if (at > 0 && IsOfName(line[at - 1])) continue;
    std::size_t end = at + name.size();
    if (end < line.size() && line[end] == '[') return true;
    if (end == line.size() || line[end] != '.') continue;
    while (end < line.size() && IsOfName(line[end])) ++end;
    if (end == line.size() || line[end] != '(') return true;
  }
  return false;
}

// Returns whether the line reads an attribute of the receiver or of its class.
bool ReadsOwnState(std::string_view line) {
  return ReadsStateOf("self", line) || ReadsStateOf("cls", line);
}

// Returns the object whose attribute the line looks up, if it is a dotted name or an item of the
// receiver: "self.storage" of "self.storage.read()".
std::string_view OwnerOf(std::string_view line, std::string_view attribute) {
  const std::size_t end = line.find("." + std::string(attribute));
  if (end == std::string_view::npos) return "";
  std::size_t begin = end;
  if (end > 0 && line[end - 1] == ']') begin = std::min(line.rfind("self[", end), end);
  while (begin > 0 && IsOfName(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

// Returns whether the None was in an attribute or item of the receiver, which another call should
// have set before.
bool IsNotYetSet(const model::RaisedException& exception) {
  if (exception.frames.empty()) return false;
  const std::string_view line = exception.frames.back().text;
  if (!exception.message.ends_with('\'') || exception.type_name != "builtins:AttributeError") {
    return ReadsOwnState(line);
  }
  const std::string_view message(exception.message.data(), exception.message.size() - 1);
  const std::size_t quote = message.rfind('\'');
  if (quote == std::string_view::npos) return false;
  const std::string_view owner = OwnerOf(line, message.substr(quote + 1));
  return owner.starts_with("self.") || owner.starts_with("self[") || owner.starts_with("cls.");
}

// Returns whether the code took an item from an empty collection: the caller took more items than
// it added.
bool TakesFromEmpty(const model::RaisedException& exception) {
  return exception.message.find("pop from ") != std::string::npos ||
         exception.message.find("popitem(): ") != std::string::npos;
}

// Returns whether the call stores its argument in its receiver.
bool IsAssignment(const model::Callable& callable) {
  return callable.kind == model::CallableKind::kSetter ||
         (callable.kind == model::CallableKind::kOperator &&
          (callable.name == "__setitem__" || callable.name == "__setattr__"));
}

// Records which variables contain which others up to the last statement: a collection its elements,
// a constructed object its arguments, and the receiver of a method the method's arguments.
class Containment {
 public:
  Containment(const model::TestCase& test, const model::Subject& subject, std::size_t last)
      : holds_(last + 1) {
    for (std::size_t i = 0; i <= last; ++i) Note(test, subject, i, i == last);
  }

  // Returns whether one of the marked variables contains itself, directly or through others.
  bool HasLoop(const std::vector<bool>& marked) const {
    for (std::size_t i = 0; i < holds_.size(); ++i) {
      if (marked[i] && IsReached(i)) return true;
    }
    return false;
  }

 private:
  void Note(const model::TestCase& test, const model::Subject& subject, std::size_t i,
            bool is_last) {
    const Statement& statement = test.statements[i];
    const auto& operands = statement.operands;
    if (statement.kind != StatementKind::kCall) {
      holds_[i].assign(operands.begin(), operands.end());
      return;
    }
    const model::Callable& callable = subject.callables[statement.target];
    if (callable.kind == model::CallableKind::kConstructor) {
      holds_[i].assign(operands.begin(), operands.end());
    } else if (HasReceiver(callable) && (!is_last || IsAssignment(callable))) {
      auto& held = holds_[operands[0]];
      held.insert(held.end(), operands.begin() + 1, operands.end());
    }
  }

  bool IsReached(std::size_t from) const {
    std::vector<bool> visited(holds_.size());
    std::vector<std::size_t> open = {from};
    while (!open.empty()) {
      const std::size_t variable = open.back();
      open.pop_back();
      for (const model::VariableIndex held : holds_[variable]) {
        if (held == from) return true;
        if (!visited[held]) open.push_back(held);
        visited[held] = true;
      }
    }
    return false;
  }

  std::vector<std::vector<model::VariableIndex>> holds_;
};

// Returns whether the code loops over an object that the test put into itself:
// `items.append(items)`, or an object that is its own parent. Of the last statement only an
// assignment counts.
bool LoopsOverItself(const model::TestCase& test, const model::Subject& subject, std::size_t last) {
  return Containment(test, subject, last).HasLoop(FeedingInto(test, last));
}

// Returns whether the operator must not raise, whatever its operands (the data model, "Basic
// customization").
bool BreaksLaw(const model::Callable& callable, const model::RaisedException& exception) {
  static constexpr std::array<std::string_view, 7> kLawful = {
      "__repr__", "__str__", "__bool__", "__len__", "__hash__", "__eq__", "__ne__"};
  const bool is_declined = exception.message.starts_with("unhashable type");
  return callable.kind == model::CallableKind::kOperator && IsOneOf(callable.name, kLawful) &&
         !is_declined;
}

// Returns whether a stand-in of the test raised the exception. The runtime compiles stand-in
// classes and functions under this name.
bool IsOfTest(const model::RaisedException& exception) {
  return !exception.frames.empty() && exception.frames.back().path == "<test>";
}

// Returns whether the message says that an attribute does not exist which the code looked up, set
// or deleted (the data model, "Customizing attribute access").
bool IsMissingAttribute(const model::Callable& callable, const model::RaisedException& exception) {
  static constexpr std::array<std::string_view, 4> kOperators = {"__getattr__", "__getattribute__",
                                                                 "__setattr__", "__delattr__"};
  return callable.kind == model::CallableKind::kOperator && IsOneOf(callable.name, kOperators) &&
         exception.type_name == "builtins:AttributeError";
}

// Returns the names of a class and of the attribute that its objects lack, from the message of an
// AttributeError; empty if the message has another form.
std::pair<std::string_view, std::string_view> LackingAndLacked(std::string_view message) {
  constexpr std::string_view kLacks = " has no attribute '";
  const std::size_t lacks = message.find(kLacks);
  if (lacks == message.npos || !message.ends_with('\'')) return {};
  const std::size_t begin = message.find('\''), end = message.find('\'', begin + 1);
  if (end == message.npos || end > lacks) return {};
  message.remove_suffix(1);
  return {message.substr(begin + 1, end - begin - 1), message.substr(lacks + kLacks.size())};
}

// Returns whether the missing attribute is one that subclasses define: the class is a mixin, or
// another base without objects of its own.
bool IsDefinedBySubclasses(const model::Subject& subject, const model::RaisedException& exception) {
  if (exception.type_name != "builtins:AttributeError") return false;
  const auto [owner, attribute] = LackingAndLacked(exception.message);
  const auto brings = [&](const model::Class& heir) {
    const bool inherits = std::ranges::any_of(
        heir.bases, [&](model::ClassIndex base) { return subject.classes[base].name == owner; });
    // Private attributes are not listed.
    return inherits && heir.definition.empty() &&
           (attribute.starts_with('_') || std::ranges::count(heir.attributes, attribute) > 0);
  };
  return !owner.empty() && std::ranges::any_of(subject.classes, brings);
}

// Types by which functions refuse an argument of the right type.
bool IsRefusal(std::string_view type_name) {
  static constexpr std::array<std::string_view, 6> kTypes = {
      "builtins:ValueError",   "builtins:UnicodeDecodeError", "builtins:UnicodeEncodeError",
      "builtins:UnicodeError", "builtins:OverflowError",      "builtins:LookupError"};
  return IsOneOf(type_name, kTypes);
}

// Returns whether most characters are letters, digits or spaces.
bool IsTypicalText(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  const auto letters = std::ranges::count_if(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
  });
  const bool is_printable =
      std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
  return text.size() <= kLongest && is_printable &&
         2 * static_cast<std::size_t>(letters) > text.size();
}

// Returns whether a caller would pass such a value: not empty or negative, and typed on a keyboard.
bool IsTypical(const Statement& value) {
  constexpr int64_t kLargest = 10'000;
  switch (value.kind) {
    case StatementKind::kInt:
      return value.text.empty() && value.integer > 0 && value.integer <= kLargest;
    case StatementKind::kFloat:
      return value.real > 0 && value.real <= static_cast<double>(kLargest);
    case StatementKind::kStr:
    case StatementKind::kBytes:
      return IsTypicalText(value.text);
    case StatementKind::kList:
    case StatementKind::kTuple:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
    case StatementKind::kDict:
      return !value.operands.empty();
    default:
      return true;
  }
}

bool IsGivenTypicalValues(const model::TestCase& test, std::size_t raising) {
  const std::vector<bool> feeds = FeedingInto(test, raising);
  for (std::size_t i = 0; i < raising; ++i) {
    if (feeds[i] && !IsTypical(test.statements[i])) return false;
  }
  return true;
}

// Returns whether a number is so large that code which takes time in proportion to it does not end
// soon. A number in a string counts, too: "1e999999".
bool IsHuge(const Statement& value) {
  constexpr double kLarge = 100'000;
  constexpr std::size_t kManyDigits = 5;
  if (value.kind == StatementKind::kInt) {
    return !value.text.empty() || std::abs(static_cast<double>(value.integer)) > kLarge;
  }
  if (value.kind == StatementKind::kFloat) return !(std::abs(value.real) <= kLarge);
  if (value.kind != StatementKind::kStr) return false;
  std::size_t digits = 0;
  return std::ranges::any_of(value.text, [&](char c) {
    digits = '0' <= c && c <= '9' ? digits + 1 : 0;
    return digits > kManyDigits;
  });
}

// Returns whether the call gives the code no input that could be wrong: it has no arguments, and
// the test prepares no surroundings.
bool IsGivenNothing(const model::TestCase& test, const model::Subject& subject,
                    std::size_t raising) {
  const auto prepares = [&](const Statement& it) {
    return it.kind == StatementKind::kCall &&
           subject.callables[it.target].kind == model::CallableKind::kEnvironment;
  };
  return test.statements[raising].operands.empty() &&
         std::ranges::none_of(test.statements, prepares);
}

// Returns whether the exception was raised by a project function that the called function called.
bool IsDeep(const model::RaisedException& exception) {
  const auto own = std::ranges::count_if(
      exception.frames, [&](const auto& frame) { return frame.path == exception.path; });
  return own > 1 && exception.frames.back().path == exception.path;
}

// Returns whether a TypeError reports too few or too many parts of a string or collection that the
// test passed: fields of a format, or items that the code unpacks into a call. The value is wrong
// then, although its type may be as declared.
bool IsOfContents(const model::TestCase& test, const model::RaisedException& exception,
                  std::size_t raising) {
  static constexpr std::array<std::string_view, 2> kOfFormats = {
      "not all arguments converted during string formatting",
      "not enough arguments for format string"};
  if (exception.type_name != "builtins:TypeError" || exception.frames.empty()) return false;
  const std::string_view line = exception.frames.back().text;
  const bool is_of_items = exception.message.find(" positional argument") != std::string::npos &&
                           (line.find("(*") != line.npos || line.find(", *") != line.npos);
  const bool is_of_format = IsOneOf(exception.message, kOfFormats);
  const std::vector<bool> feeds = FeedingInto(test, raising);
  for (std::size_t i = 0; i < raising; ++i) {
    const StatementKind kind = test.statements[i].kind;
    const bool is_text = kind == StatementKind::kStr || kind == StatementKind::kBytes;
    const bool has_items = StatementKind::kList <= kind && kind <= StatementKind::kDict;
    if (feeds[i] && ((is_of_format && is_text) || (is_of_items && has_items))) return true;
  }
  return false;
}

// Returns whether the test calls an object with unknown parameters, such as a partial or a returned
// function: values of any type fit it.
bool IsCallOfUnknown(const model::Callable& callable) {
  return callable.kind == model::CallableKind::kOperator && callable.name == "__call__" &&
         !callable.parameters.empty() &&
         std::ranges::all_of(callable.parameters, [](const model::Parameter& parameter) {
           return parameter.kind == model::ParameterKind::kVarPositional ||
                  parameter.kind == model::ParameterKind::kVarKeyword;
         });
}

// Ranks exceptions whose kind alone tells enough; nullopt for others.
std::optional<FindingRank> RankOfKind(const model::TestCase& test, const model::Subject& subject,
                                      const model::Observation& seen, bool blames) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  const model::Callable& callable = subject.callables[test.statements[raising].target];
  if (IsOfTest(exception)) return FindingRank::kUnsupported;
  if (exception.type_name == kRecursion && LoopsOverItself(test, subject, raising)) {
    return FindingRank::kUnsupported;
  }
  if (IsOfProgramming(exception)) return FindingRank::kInternal;
  if (IsMissingAttribute(callable, exception) || IsDefinedBySubclasses(subject, exception)) {
    return FindingRank::kUnsupported;
  }
  if (BreaksLaw(callable, exception)) {
    // An object made from unsuitable arguments need not keep these laws.
    const auto& operands = test.statements[raising].operands;
    const bool is_of_receiver_alone = std::ranges::count(operands, operands.front()) ==
                                      static_cast<std::ptrdiff_t>(operands.size());
    return blames && is_of_receiver_alone ? FindingRank::kWrongArgument : FindingRank::kBrokenLaw;
  }
  if (TakesFromEmpty(exception)) return FindingRank::kUnsupported;
  return std::nullopt;
}

// Ranks an exception that does not blame the arguments, which fit as `fit` says.
FindingRank RankByFit(const model::TestCase& test, const model::Subject& subject,
                      const model::RaisedException& exception, std::size_t raising, Fit fit) {
  const model::Callable& callable = subject.callables[test.statements[raising].target];
  if (IsOfContents(test, exception, raising)) return FindingRank::kUnsupported;
  if (IsOfTypes(exception)) {
    return fit == Fit::kFits && !IsCallOfUnknown(callable) ? FindingRank::kContradiction
                                                           : FindingRank::kUnsupported;
  }
  const bool is_of_library =
      !exception.frames.empty() && exception.frames.back().path != exception.path;
  if (is_of_library || IsRefusal(exception.type_name)) return FindingRank::kPassedOn;
  if (IsGivenNothing(test, subject, raising)) return FindingRank::kContradiction;
  const bool is_typical = fit == Fit::kFits && IsGivenTypicalValues(test, raising);
  return is_typical && IsDeep(exception) ? FindingRank::kDeep : FindingRank::kUnsupported;
}

}  // namespace

FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen) {
  const model::RaisedException& exception = seen.exception;
  const std::size_t raising = seen.statements.size();
  const model::Callable& callable = subject.callables[test.statements[raising].target];
  const Fit fit = FitOfArguments(test, subject, raising, &seen);
  if (fit == Fit::kContradicts) return FindingRank::kWrongArgument;
  const bool blames = BlamesASignature(test, subject, seen) ||
                      (fit != Fit::kFits && BlamesAValue(test, subject, seen));
  // The module's own callers keep preconditions that are not documented.
  if (model::IsInternal(callable)) {
    return blames ? FindingRank::kWrongArgument : FindingRank::kUnsupported;
  }
  if (const auto rank = RankOfKind(test, subject, seen, blames)) return *rank;
  const NoneOrigin origin = OriginOfNone(test, subject, seen);
  if (origin == NoneOrigin::kItself) {
    return IsNotYetSet(exception) ? FindingRank::kUnsupported : FindingRank::kInternal;
  }
  if (blames) return FindingRank::kWrongArgument;
  if (origin == NoneOrigin::kCall) return FindingRank::kUnsupported;
  return RankByFit(test, subject, exception, raising, fit);
}

FindingRank RankOfTrouble(const model::TestCase& test, const model::Subject& subject,
                          model::Verdict verdict) {
  if (verdict == model::Verdict::kCrashed) return FindingRank::kCrash;
  const std::size_t last = test.size() - 1;
  if (FitOfArguments(test, subject, last) == Fit::kContradicts) return FindingRank::kWrongArgument;
  const bool is_unfair = model::IsInternal(subject.callables[test.statements[last].target]) ||
                         std::ranges::any_of(test.statements, IsHuge) ||
                         LoopsOverItself(test, subject, last) ||
                         PassesUndeclaredObject(test, subject, last);
  return is_unfair ? FindingRank::kUnsupported : FindingRank::kHang;
}

}  // namespace skua::oracle
