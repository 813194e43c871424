#include "search/polish/expectations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "model/type_fit.h"
#include "search/making/environment_statements.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/polish/plain_values.h"

namespace skua::search {

using model::CallableKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;
using Role = Use::Role;

namespace {

// Costs of values, beside the constants of the class.
constexpr uint32_t kMisplaced = 40;      // of a kind that is hardly meant there
constexpr uint32_t kSeldom = 8;          // of a kind that few functions take
constexpr uint32_t kTellsLittle = 4;     // of a kind that could be plainer
constexpr uint32_t kGoodEnough = 16;     // free of charge, beyond the best literal
constexpr uint32_t kMostOfLiteral = 20;  // less than a text that nobody would type

// How likely kinds are. What the suite passes counts beside what people pass elsewhere.
constexpr double kQuarters = 4;             // of a bit
constexpr double kContradictingBits = 4.8;  // 28 times rarer than the likeliest kind
constexpr double kRarest = 1.0 / 32;        // a kind that people are not known to pass
constexpr double kAnyKind = 1.0 / 8;        // likewise where nothing is known of the parameter
constexpr double kFewTests = 4;             // of which nothing is learnt

constexpr std::size_t kMostMade = 3;    // objects that are kept of one maker
constexpr std::size_t kMostPassed = 8;  // values that are kept of one name and kind
constexpr std::size_t kMostMembers = 40;

template <typename Each>
constexpr unsigned BitOf(Each each) {
  return 1u << static_cast<unsigned>(each);
}
template <typename... Each>
constexpr unsigned Any(Each... each) {
  return (BitOf(each) | ...);
}

// Kinds of values that are odd in a role, where no type is declared and nothing is known of the
// parameter. The first row that fits counts.
struct OddKind {
  unsigned roles;
  unsigned kinds;
  uint32_t cost;
  std::string_view reason;
};
constexpr auto kOddKinds = std::to_array<OddKind>({
    {Any(Role::kKey),
     Any(StatementKind::kNone, StatementKind::kBool, StatementKind::kFloat,
         StatementKind::kComplex),
     kMisplaced, "nothing has such a name"},
    {Any(Role::kElement, Role::kKey, Role::kOperand),
     Any(StatementKind::kClass, StatementKind::kFunction), kMisplaced,
     "functions are called, and classes made"},
    {Any(Role::kOperand), Any(StatementKind::kBool), kMisplaced, "True is no number"},
    {Any(Role::kArgument, Role::kAttribute, Role::kOption),
     Any(StatementKind::kClass, StatementKind::kFunction), kMisplaced,
     "few parameters take functions"},
    {~0u,
     Any(StatementKind::kBytes, StatementKind::kComplex, StatementKind::kSet,
         StatementKind::kFrozenSet),
     kSeldom, "few functions treat them"},
    {Any(Role::kOption),
     Any(StatementKind::kFloat, StatementKind::kList, StatementKind::kTuple, StatementKind::kDict,
         StatementKind::kLambda),
     kSeldom, "options are plain"},
    {Any(Role::kElement, Role::kKey, Role::kOption),
     Any(StatementKind::kCall, StatementKind::kLambda), kSeldom, "a plain item shows the same"},
    {~0u, Any(StatementKind::kCall), kTellsLittle,
     "what works with any object is told by a plain value"},
});

Statement Of(StatementKind kind) {
  Statement statement;
  statement.kind = kind;
  return statement;
}
Statement NumberOf(int64_t value, StatementKind kind = StatementKind::kInt) {
  Statement statement = Of(kind);
  statement.integer = value;
  return statement;
}
Statement RealOf(double value) {
  Statement statement = Of(StatementKind::kFloat);
  statement.real = value;
  return statement;
}
Statement TextOf(std::string text) {
  Statement statement = Of(StatementKind::kStr);
  statement.text = std::move(text);
  return statement;
}
// A collection of the items, of a declared type.
Made CollectionOf(StatementKind kind, model::TypeIndex type, Made items) {
  Statement collection = Of(kind);
  collection.type = type;
  for (std::size_t i = 0; i < items.size(); ++i) {
    collection.operands.push_back(static_cast<model::VariableIndex>(i));
  }
  items.push_back(std::move(collection));
  return items;
}

bool IsDeclaredNumber(TypeKind kind) { return kind == TypeKind::kInt || kind == TypeKind::kFloat; }

bool TakesNumbers(const model::Subject& subject, model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  if (type.kind != TypeKind::kUnion) return IsDeclaredNumber(type.kind);
  return std::ranges::any_of(type.arguments,
                             [&](model::TypeIndex one) { return TakesNumbers(subject, one); });
}

StatementKind CollectionKind(TypeKind kind) {
  switch (kind) {
    case TypeKind::kList:
      return StatementKind::kList;
    case TypeKind::kSet:
      return StatementKind::kSet;
    case TypeKind::kFrozenSet:
      return StatementKind::kFrozenSet;
    case TypeKind::kDict:
      return StatementKind::kDict;
    default:
      return StatementKind::kNone;
  }
}

// Whether the type, or one of a union's, is a list of texts or of anything, and none is a text.
bool TakesTextsInList(const model::Subject& subject, model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  const auto kind_of = [&](model::TypeIndex it) { return subject.types[it].kind; };
  if (type.kind == TypeKind::kUnion) {
    const auto is_text = [&](model::TypeIndex it) {
      return kind_of(it) == TypeKind::kStr || kind_of(it) == TypeKind::kAny;
    };
    return std::ranges::none_of(type.arguments, is_text) &&
           std::ranges::any_of(type.arguments,
                               [&](model::TypeIndex it) { return TakesTextsInList(subject, it); });
  }
  if (type.kind != TypeKind::kList) return false;
  const TypeKind item = type.arguments.empty() ? TypeKind::kAny : kind_of(type.arguments[0]);
  return item == TypeKind::kAny || item == TypeKind::kStr;
}

// An object of a class that is none of the subject's.
bool IsForeignObject(const model::Subject& subject, const Statement& value) {
  return value.kind == StatementKind::kCall && !subject.callables[value.target].in_subject &&
         subject.callables[value.target].kind == CallableKind::kConstructor;
}

// Returns the cost of a value that contradicts expectations; a number is the plainest wrong one.
uint32_t Contradicting(const Statement& value) {
  return Expectations::kContradicts + (value.kind == StatementKind::kInt ? 0 : kTellsLittle);
}

// The kind by which values are counted: a float is a number like any, and a member of an
// enumeration is an object.
StatementKind CountedAs(StatementKind kind) {
  if (kind == StatementKind::kFloat) return StatementKind::kInt;
  if (kind == StatementKind::kFunction) return StatementKind::kLambda;
  if (kind == StatementKind::kEnumMember) return StatementKind::kCall;
  return kind == StatementKind::kFrozenSet ? StatementKind::kSet : kind;
}

bool IsEmpty(const Statement& value) {
  if (model::IsCollection(value.kind)) return value.operands.empty();
  if (value.kind == StatementKind::kNone) return true;
  if (value.kind == StatementKind::kBool || !IsPrimitive(value.kind)) return false;
  return value.integer == 0 && value.real == 0 && value.imaginary == 0 && value.text.empty();
}

// Whether the value tells what it is for: a number or text that is not empty, or what is made of
// one. A bool alone does not.
bool SaysSomething(const TestCase& test, std::size_t index) {
  const Statement& value = test.statements[index];
  if (model::IsCollection(value.kind)) {
    return std::ranges::any_of(
        value.operands, [&](model::VariableIndex operand) { return SaysSomething(test, operand); });
  }
  return value.kind != StatementKind::kBool && !IsEmpty(value);
}

// Whether the call is given nothing that says something, or the same for each of several
// parameters: what is made of `(items, items)` is often empty.
bool IsGivenNothing(const TestCase& test, std::size_t call) {
  const auto& operands = test.statements[call].operands;
  const bool is_same =
      operands.size() > 1 && std::ranges::count(operands, operands[0]) == std::ssize(operands);
  return is_same || std::ranges::none_of(operands, [&](model::VariableIndex operand) {
           return SaysSomething(test, operand);
         });
}

// Whether statement `index` makes an object: it calls a constructor, or what gives the receiver of
// a later call.
bool MakesObject(const model::Subject& subject, const TestCase& test, std::size_t index,
                 const Use& use) {
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return false;
  const model::Callable& callable = subject.callables[call.target];
  if (callable.kind == CallableKind::kConstructor) return true;
  return callable.in_subject && callable.kind != CallableKind::kEnvironment &&
         !model::HasReceiver(callable) && use.role == Role::kReceiver;
}

bool IsMadeOfNothing(const model::Subject& subject, const TestCase& test, std::size_t index,
                     const Use& use) {
  return MakesObject(subject, test, index, use) &&
         !subject.callables[test.statements[index].target].parameters.empty() &&
         IsGivenNothing(test, index);
}

// Whether the value is the receiver of the method that it is passed to.
bool IsReceiverToo(const model::Subject& subject, const TestCase& test, std::size_t value,
                   const Use& use) {
  if (use.role != Role::kArgument || use.operand == 0) return false;
  const Statement& call = test.statements[use.user];
  return call.operands[0] == value && model::HasReceiver(subject.callables[call.target]);
}

// Whether the use multiplies, divides or raises by a number that changes nothing.
bool IsIdleFactor(const model::Subject& subject, const TestCase& test, std::size_t value,
                  const Use& use) {
  constexpr std::string_view kByFactor =
      "__mul__ __rmul__ __imul__ __truediv__ __floordiv__ __itruediv__ __pow__ __matmul__";
  const Statement& number = test.statements[value];
  const bool is_idle = number.kind <= StatementKind::kFloat && number.text.empty() &&
                       std::abs(number.integer) <= 1 &&
                       (std::abs(number.real) == 1 || number.real == 0);
  return is_idle && use.role == Role::kOperand && use.operand == 1 &&
         kByFactor.find(subject.callables[test.statements[use.user].target].name) !=
             std::string_view::npos;
}

// Whether any value will do: what uses it was made for it.
bool IsAnyExpected(const Use& use) {
  return use.role == Role::kNone || use.role == Role::kReceiver || use.role == Role::kHeld ||
         use.role == Role::kUnpacked;
}

// Whether the value is passed to what has a name for it.
bool IsForParameter(const Use& use) {
  return use.role == Role::kArgument || use.role == Role::kAttribute || use.role == Role::kOption ||
         (use.role == Role::kOperand && !use.name.empty()) ||
         (use.role == Role::kElement && use.parameter != nullptr);
}

// Whether the value tells what tests pass for a name. A declared type tells that better.
bool Counts(const model::Subject& subject, const Statement& value, const Use& use) {
  return IsForParameter(use) && value.kind != StatementKind::kNone &&
         (subject.types[use.type].kind == TypeKind::kAny ||
          value.kind == StatementKind::kEnumMember);
}

}  // namespace

bool IsPinned(const model::Subject& subject, const TestCase& test, std::size_t value,
              const Use& use) {
  return use.role == Role::kKeyword ||
         subject.types[test.statements[value].type].kind == TypeKind::kLiteral ||
         IsName(test, subject, static_cast<model::VariableIndex>(value));
}

Expectations::Expectations(const model::Subject& subject, const model::ParameterTypes& types,
                           std::span<const TestCase> suite)
    : subject_(subject), types_(types), expected_(subject), texts_(subject) {
  for (const model::Callable& callable : subject.callables) {
    for (const model::Parameter& parameter : callable.parameters) {
      if (!parameter.expected.shapes.empty()) parameters_.emplace(parameter.name, &parameter);
    }
  }
  for (const TestCase& test : suite) {
    Count(test);
    Learn(test);
  }
}

void Expectations::Count(const TestCase& test) {
  const UseMap uses(subject_, types_, test);
  std::set<std::string_view> named;
  std::set<std::pair<std::string_view, StatementKind>> counted;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& value = test.statements[i];
    for (const Use& use : uses.Of(i)) {
      if (!Counts(subject_, value, use)) continue;
      Passed& passed = passed_[std::string(use.name)];
      OfKind& of_kind = passed.kinds[CountedAs(value.kind)];
      if (named.insert(use.name).second) ++passed.tests;
      if (counted.emplace(use.name, CountedAs(value.kind)).second) ++of_kind.tests;
      passed.takes_members = passed.takes_members || value.kind == StatementKind::kEnumMember;
    }
  }
}

void Expectations::Learn(const TestCase& test) {
  const UseMap uses(subject_, types_, test);
  const auto note = [](std::vector<Made>& known, Made part) {
    const bool is_new = std::ranges::find(known, part) == known.end();
    if (is_new && known.size() < kMostPassed) known.push_back(std::move(part));
  };
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& value = test.statements[i];
    for (const Use& use : uses.Of(i)) {
      // Skips plain values, which need no example.
      if (!Counts(subject_, value, use) || IsPrimitive(value.kind)) continue;
      Made part = PartOf(subject_, test, i).statements;
      const bool is_written = std::all_of(part.begin(), part.end() - 1, [](const Statement& it) {
        return it.kind <= StatementKind::kEnumMember || it.kind == StatementKind::kLambda;
      });
      if (is_written) {
        note(passed_[std::string(use.name)].kinds[CountedAs(value.kind)].values, std::move(part));
      }
    }
    const bool makes_one = MakesObject(subject_, test, i, uses.Of(i).front());
    if (!makes_one || IsGivenNothing(test, i)) continue;
    Made part = PartOf(subject_, test, i).statements;
    const bool is_natural = std::all_of(part.begin(), part.end() - 1, [&](const Statement& it) {
      if (IsText(it)) return !it.text.empty() && texts_.CostOf(it.text) < kOddText;
      return it.kind != StatementKind::kNone && it.kind <= StatementKind::kEnumMember;
    });
    std::vector<Made>& known = made_[test.statements[i].target];
    if (!is_natural || std::ranges::find(known, part) != known.end()) continue;
    const auto oddity = [](const Made& made) {
      uint64_t sum = 0;
      for (const Statement& it : made) sum += OddityOf(it) + it.operands.size();
      return std::pair(made.size(), sum);
    };
    known.insert(std::ranges::upper_bound(known, oddity(part), {}, oddity), std::move(part));
    if (known.size() > kMostMade) known.pop_back();
  }
}

const model::Parameter* Expectations::ParameterOf(const Use& use) const {
  if (use.parameter != nullptr && !use.parameter->expected.shapes.empty()) return use.parameter;
  if (!IsForParameter(use)) return nullptr;
  const auto known = parameters_.find(use.name);
  return known == parameters_.end() ? nullptr : known->second;
}

uint32_t Expectations::CostOf(const TestCase& test, std::size_t value, const Use& use) const {
  const Statement& statement = test.statements[value];
  const bool is_unasked = statement.kind == StatementKind::kNone && statement.integer != 0;
  if (is_unasked || IsPinned(subject_, test, value, use)) return 0;
  uint32_t cost = CostOfKind(test, value, use);
  if (IsEmpty(statement)) return cost + kSaysNothing;
  if (IsMadeOfNothing(subject_, test, value, use)) cost += kSaysNothing;
  if (IsIdleFactor(subject_, test, value, use)) cost += kTellsLittle;
  return IsPrimitive(statement.kind) ? cost + CostOfLiteral(statement, use) : cost;
}

bool Expectations::TakesMembers(std::string_view name) const {
  const auto passed = passed_.find(name);
  return passed != passed_.end() && passed->second.takes_members;
}

double Expectations::BitsOfKind(const Statement& value, const Use& use) const {
  std::array<double, static_cast<std::size_t>(StatementKind::kLazy) + 1> shares{};
  const auto share_of = [&](StatementKind kind) -> double& {
    return shares[static_cast<std::size_t>(CountedAs(kind))];
  };
  const model::Parameter* parameter = ParameterOf(use);
  if (parameter != nullptr) {
    const std::vector<double> known = expected_.KindsFor(*parameter);
    for (std::size_t kind = 0; kind < known.size(); ++kind) {
      share_of(static_cast<StatementKind>(kind)) += known[kind];
    }
  }
  for (double& share : shares) {
    share = std::max(share, parameter != nullptr ? kRarest : kAnyKind);
  }
  const auto passed = passed_.find(use.name);
  if (passed != passed_.end() && passed->second.tests >= kFewTests) {
    for (const auto& [kind, of_kind] : passed->second.kinds) {
      // The test itself says nothing of what others pass.
      const bool is_own = kind == CountedAs(value.kind);
      share_of(kind) += is_own ? std::max(of_kind.tests - 1, 0.0) : of_kind.tests;
    }
  }
  // A class can be called, too, but exceptions are raised.
  const bool is_exception =
      value.kind == StatementKind::kClass && subject_.classes[value.target].is_exception;
  double& of_class = share_of(StatementKind::kClass);
  if (!is_exception) of_class = std::max(of_class, share_of(StatementKind::kLambda) / 4);
  return std::log2(std::ranges::max(shares) / share_of(value.kind));
}

uint32_t Expectations::CostOfKind(const TestCase& test, std::size_t value, const Use& use) const {
  if (IsAnyExpected(use)) return 0;
  const Statement& statement = test.statements[value];
  if (statement.kind == StatementKind::kInt && IsForParameter(use) && TakesMembers(use.name)) {
    return Contradicting(statement);
  }
  const TypeKind declared = subject_.types[use.type].kind;
  if (declared != TypeKind::kAny) {
    const model::Fit fit = model::FitOf(test, subject_, value, use.type);
    const bool is_default = statement.kind == StatementKind::kNone && use.may_be_left_out;
    if (is_default) return 0;
    // Where a whole number is declared, or only the default is one, others are passed as well.
    const bool is_other_number = statement.kind == StatementKind::kFloat &&
                                 fit != model::Fit::kFits && TakesNumbers(subject_, use.type);
    if (is_other_number) return kTellsLittle;
    const bool stands_for_number =
        statement.kind == StatementKind::kBool && IsDeclaredNumber(declared);
    const bool is_no_collection =
        IsForeignObject(subject_, statement) && CollectionKind(declared) != StatementKind::kNone;
    if (fit == model::Fit::kContradicts || stands_for_number || is_no_collection) {
      return Contradicting(statement);
    }
    const bool is_letters =
        statement.kind == StatementKind::kStr && TakesTextsInList(subject_, use.type);
    if (is_letters) return kMisplaced;
    if (fit == model::Fit::kFits) return 0;
  } else {
    const bool is_named_for_itself = use.role == Role::kOption && statement.text == use.name;
    if (is_named_for_itself || IsReceiverToo(subject_, test, value, use)) return kMisplaced;
    if (IsForParameter(use)) {
      if (statement.kind == StatementKind::kNone) return 0;  // as what is left out
      const double bits = BitsOfKind(statement, use);
      if (bits >= kContradictingBits) return Contradicting(statement);
      if (ParameterOf(use) != nullptr) return static_cast<uint32_t>(std::lround(kQuarters * bits));
    }
  }
  const auto odd = std::ranges::find_if(kOddKinds, [&](const OddKind& row) {
    return (row.roles & BitOf(use.role)) != 0 && (row.kinds & BitOf(statement.kind)) != 0;
  });
  return odd == kOddKinds.end() ? 0 : odd->cost;
}

uint32_t Expectations::CostOfLiteral(const Statement& value, const Use& use) const {
  const model::Parameter* parameter = ParameterOf(use);
  uint32_t cost = 0;
  if (parameter != nullptr) {
    uint32_t best = UINT32_MAX - kGoodEnough;
    for (const auto& [literal, bits] : expected_.ProposalsFor(*parameter)) {
      const Statement known = StatementOf(literal);
      if (Makes(value, literal)) return 0;
      if (CountedAs(known.kind) == CountedAs(value.kind)) {
        best = std::min(best, *expected_.CostOf(*parameter, known));
      }
    }
    const uint32_t own = *expected_.CostOf(*parameter, value);
    if (own > best + kGoodEnough) cost = std::min(own - best - kGoodEnough, kMostOfLiteral);
  }
  return IsText(value) ? std::max(cost, texts_.CostOf(value.text)) : cost;
}

void Expectations::Propose(const TestCase& test, std::size_t value, const Use& use,
                           std::vector<Made>& proposals) const {
  if (IsPinned(subject_, test, value, use)) return;
  const Statement& statement = test.statements[value];
  ProposeObjects(test, value, use, proposals);
  if (IsAnyExpected(use) && statement.kind == StatementKind::kCall) return;
  if (use.role == Role::kKey) {
    for (const char* key : {"key", "name", "title", "value"}) proposals.push_back({TextOf(key)});
  }
  const std::size_t first = proposals.size();
  if (const model::Parameter* parameter = ParameterOf(use)) {
    for (const auto& [literal, bits] : expected_.ProposalsFor(*parameter)) {
      proposals.push_back({StatementOf(literal)});
    }
  }
  ProposeOfType(use.type, proposals);
  ProposePassed(use.name, proposals);
  if (statement.kind == StatementKind::kBool) {
    proposals.insert(proposals.end(), {{NumberOf(statement.integer)}, {NumberOf(1)}});
  }
  if (use.role == Role::kOption) proposals.push_back({NumberOf(1, StatementKind::kBool)});
  if (statement.kind == StatementKind::kBytes) proposals.push_back({TextOf(statement.text)});
  if (IsText(statement)) ProposeTexts(statement, use, proposals);
  const bool is_open = model::IsCollection(statement.kind) && IsEmpty(statement) &&
                       use.role != Role::kUnpacked && !IsTypedDict(subject_, statement) &&
                       subject_.types[statement.type].kind != TypeKind::kTuple;
  if (is_open) {
    ProposeOfType(statement.type, proposals);
    Made items = {TextOf("word")};
    if (statement.kind == StatementKind::kDict) items.insert(items.begin(), TextOf("key"));
    proposals.push_back(CollectionOf(statement.kind, 0, std::move(items)));
  }
  if (statement.kind == StatementKind::kStr && use.role != Role::kKey) {
    proposals.push_back(CollectionOf(StatementKind::kList, 0, {statement}));
    proposals.push_back(CollectionOf(StatementKind::kList, 0, {statement, TextOf("other")}));
  }
  if (IsReceiverToo(subject_, test, value, use)) {
    // Offers collections: methods that take their own class often treat these specially.
    proposals.push_back(CollectionOf(StatementKind::kList, 0, {TextOf("word")}));
    proposals.push_back(CollectionOf(StatementKind::kDict, 0, {TextOf("key"), NumberOf(1)}));
  }
  proposals.insert(proposals.end(), {{TextOf("word")},
                                     {NumberOf(1)},
                                     {NumberOf(2)},
                                     {RealOf(0.5)},
                                     {NumberOf(1, StatementKind::kBool)}});
  // Where its kind is what is expected, it need not change.
  if (CostOfKind(test, value, use) > 0) return;
  std::ranges::stable_partition(
      proposals.begin() + static_cast<std::ptrdiff_t>(first), proposals.end(),
      [&](const Made& made) { return made.back().kind == statement.kind; });
}

void Expectations::ProposeTexts(const Statement& value, const Use& use,
                                std::vector<Made>& proposals) const {
  const auto add = [&](std::string_view text) {
    Statement version = value;
    version.text = text;
    proposals.push_back({std::move(version)});
  };
  if (use.role != Role::kKey && value.text == use.name) add("word");  // a name for itself
  if (value.text.empty() || texts_.CostOf(value.text) > 0) {
    for (const std::string& choice : texts_.ChoicesFor(value.text)) add(choice);
  }
}

void Expectations::ProposeOfType(model::TypeIndex index, std::vector<Made>& proposals) const {
  const model::Type& type = subject_.types[index];
  switch (type.kind) {
    case TypeKind::kUnion:
      for (const model::TypeIndex one : type.arguments) ProposeOfType(one, proposals);
      return;
    case TypeKind::kStr:
      return proposals.push_back({TextOf("word")});
    case TypeKind::kInt:
      return proposals.push_back({NumberOf(1)});
    case TypeKind::kFloat:
      return proposals.push_back({RealOf(0.5)});
    case TypeKind::kBool:
      for (const int64_t on : {1, 0}) proposals.push_back({NumberOf(on, StatementKind::kBool)});
      return;
    default:
      break;
  }
  const StatementKind collection = CollectionKind(type.kind);
  if (collection == StatementKind::kNone) return;
  Made items;
  for (std::size_t i = 0; i < (collection == StatementKind::kDict ? 2 : 1); ++i) {
    std::vector<Made> item;
    if (i < type.arguments.size()) ProposeOfType(type.arguments[i], item);
    if (i == 0 && collection == StatementKind::kDict) item.insert(item.begin(), {TextOf("key")});
    if (item.empty()) item.push_back({TextOf("word")});
    if (item.front().size() == 1) items.push_back(std::move(item.front().front()));
  }
  if (items.size() == (collection == StatementKind::kDict ? 2 : 1)) {
    proposals.push_back(CollectionOf(collection, index, std::move(items)));
  }
  proposals.push_back(CollectionOf(collection, index, {}));
}

void Expectations::ProposePassed(std::string_view name, std::vector<Made>& proposals) const {
  const auto passed = passed_.find(name);
  if (passed == passed_.end()) return;
  std::vector<const OfKind*> kinds;
  for (const auto& [kind, of_kind] : passed->second.kinds) kinds.push_back(&of_kind);
  std::ranges::stable_sort(kinds, std::ranges::greater(), &OfKind::tests);
  for (const OfKind* of_kind : kinds) {
    for (const Made& made : of_kind->values) {
      proposals.push_back(made);
      if (made.back().kind != StatementKind::kEnumMember) continue;
      // Where those that tests pass will not do, other members may.
      Statement member = made.back();
      const std::size_t count = subject_.classes[member.target].enum_members.size();
      for (std::size_t m = 0; m < std::min(kMostMembers, count); ++m) {
        member.integer = static_cast<int64_t>(m);
        proposals.push_back({member});
      }
    }
  }
}

void Expectations::ProposeObjects(const TestCase& test, std::size_t value, const Use& use,
                                  std::vector<Made>& proposals) const {
  const Statement& statement = test.statements[value];
  if (IsMadeOfNothing(subject_, test, value, use)) {
    const model::ClassIndex its = subject_.callables[statement.target].class_index;
    for (const bool is_other : {false, true}) {
      // Keeps the maker where nothing uses the object: the test is about it.
      if (is_other && (its == model::kNoIndex || use.role == Role::kNone)) return;
      for (const auto& [maker, known] : made_) {
        const bool fits =
            is_other ? maker != statement.target && subject_.callables[maker].class_index == its
                     : maker == statement.target;
        if (fits) proposals.insert(proposals.end(), known.begin(), known.end());
      }
    }
    return;
  }
  if (subject_.types[use.type].kind == TypeKind::kAny) return;
  for (const auto& [maker, known] : made_) {
    if (known.empty()) continue;
    const TestCase made{known.front()};
    if (model::FitOf(made, subject_, made.size() - 1, use.type) == model::Fit::kFits) {
      proposals.push_back(known.front());
    }
  }
}

}  // namespace skua::search
