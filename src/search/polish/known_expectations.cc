#include "search/polish/known_expectations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
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

// What a value costs, beside Expectations::kContradicts: whole bits of four.
constexpr uint32_t kMisplaced = 40;   // of a kind that is hardly meant there
constexpr uint32_t kUnlike = 12;      // words put together, signs that such texts lack
constexpr uint32_t kSeldom = 8;       // of a kind that few functions take
constexpr uint32_t kTellsLittle = 4;  // a factor of 1, a year nobody lived in, a letter for a word

constexpr std::size_t kFewTests = 4;  // of which nothing is learnt
constexpr std::size_t kMostMade = 3;  // objects that are kept of one maker
constexpr std::size_t kMostMembers = 40;
constexpr std::size_t kSentence = 16;  // bytes; a longer text is no word

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

// A plain item of the type, or of one of a union's, of a text where it may be one; nothing for what
// is no plain value.
std::vector<Statement> PlainItem(const model::Subject& subject, model::TypeIndex index,
                                 const std::string& text) {
  const model::Type& type = subject.types[index];
  switch (type.kind) {
    case TypeKind::kAny:
    case TypeKind::kStr:
      return {TextOf(text)};
    case TypeKind::kInt:
      return {NumberOf(1)};
    case TypeKind::kFloat:
      return {RealOf(0.5)};
    case TypeKind::kUnion: {
      std::vector<Statement> best;
      for (const model::TypeIndex one : type.arguments) {
        auto item = PlainItem(subject, one, text);
        const bool is_better =
            !item.empty() && (best.empty() || item[0].kind == StatementKind::kStr);
        if (is_better) best = std::move(item);
      }
      return best;
    }
    default:
      return {};
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
bool IsFunction(const Statement& value) {
  return value.kind == StatementKind::kFunction || value.kind == StatementKind::kClass;
}
bool IsCallable(const Statement& value) {
  return IsFunction(value) || value.kind == StatementKind::kLambda;
}
bool IsMade(const Statement& value) { return value.kind == StatementKind::kCall; }
bool IsForeign(const model::Subject& subject, const Statement& value) {
  return IsForeignObject(subject, value) || IsEnvironment(subject, value) || IsFunction(value) ||
         value.kind == StatementKind::kLambda;
}
bool IsConstructed(const model::Subject& subject, const Statement& value) {
  return value.kind == StatementKind::kCall &&
         subject.callables[value.target].kind == CallableKind::kConstructor;
}

// The kind by which a value is counted: a float is a number like any.
StatementKind KindOf(const Statement& value) {
  return value.kind == StatementKind::kFloat ? StatementKind::kInt : value.kind;
}

// None is what may be left out.
bool IsOfOtherKind(StatementKind kind, StatementKind usual) {
  return usual != StatementKind::kNone && kind != usual && kind != StatementKind::kNone &&
         !(kind == StatementKind::kFloat && usual == StatementKind::kInt);
}

// Whether a text has signs that the usual one lacks, as "this/that.ext" does for an encoding.
bool HasOtherSigns(std::string_view text, const NamedValue* usual) {
  return usual != nullptr && std::ranges::any_of(text, [&](char c) {
           return model::Vocabulary::IsOfSigns({&c, 1}) &&
                  usual->literal.find(c) == usual->literal.npos;
         });
}

bool IsLookedUpBy(const model::Subject& subject, const TestCase& test, const Use& use) {
  if (use.role == Role::kKey || use.name == "key") return true;
  if (use.role != Role::kOperand || use.operand != 1) return false;
  const std::string& name = subject.callables[test.statements[use.user].target].name;
  return name.ends_with("item__") || name == "__contains__";
}

// Whether the use multiplies, divides or raises by the value.
bool IsFactor(const model::Subject& subject, const TestCase& test, const Use& use) {
  constexpr std::string_view kByFactor =
      "__mul__ __rmul__ __imul__ __truediv__ __floordiv__ __itruediv__ __pow__ __matmul__";
  return use.role == Role::kOperand && use.operand == 1 &&
         kByFactor.find(subject.callables[test.statements[use.user].target].name) !=
             std::string_view::npos;
}
bool IsIdleFactor(const Statement& number) {
  if (number.kind == StatementKind::kFloat) return std::abs(number.real) == 1 || number.real == 0;
  return number.kind <= StatementKind::kInt && number.text.empty() && std::abs(number.integer) <= 1;
}

// Whether the number is a year that nobody lived in.
bool IsEarlyYear(const Statement& value, const Use& use) {
  constexpr int64_t kFirstLivedIn = 1900;
  return value.kind == StatementKind::kInt && value.text.empty() && use.name == "year" &&
         0 < value.integer && value.integer < kFirstLivedIn;
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

// Keys that a person would hardly write: None, True or 0.5, or a number beside texts.
bool IsOddKey(const TestCase& test, std::size_t index, const Use& use) {
  const StatementKind kind = test.statements[index].kind;
  if (use.role != Role::kKey || kind == StatementKind::kStr || kind > StatementKind::kBytes) {
    return false;
  }
  if (kind != StatementKind::kInt) return true;
  const auto& operands = test.statements[use.user].operands;
  for (std::size_t k = 0; k < operands.size(); k += 2) {
    if (test.statements[operands[k]].kind == StatementKind::kStr) return true;
  }
  return false;
}

}  // namespace

bool IsPinned(const model::Subject& subject, const TestCase& test, std::size_t value,
              const Use& use) {
  return use.role == Role::kKeyword ||
         subject.types[test.statements[value].type].kind == TypeKind::kLiteral ||
         IsName(test, subject, static_cast<model::VariableIndex>(value));
}

bool IsHollow(const model::Subject& subject, const TestCase& test, std::size_t value,
              const Use& use) {
  return IsEmpty(test.statements[value]) || IsMadeOfNothing(subject, test, value, use);
}

KnownExpectations::KnownExpectations(const model::Subject& subject,
                                     const model::ParameterTypes& types,
                                     std::span<const TestCase> suite)
    : subject_(subject), types_(types), vocabulary_(subject) {
  for (const TestCase& test : suite) {
    Count(test);
    Learn(test);
  }
}

void KnownExpectations::Count(const TestCase& test) {
  const UseMap uses(subject_, types_, test);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& value = test.statements[i];
    for (const Use& use : uses.Of(i)) {
      const bool is_parameter = use.role == Role::kArgument || use.role == Role::kAttribute ||
                                use.role == Role::kOperand || use.role == Role::kUnpacked;
      const bool counts = is_parameter && value.kind != StatementKind::kNone &&
                          subject_.types[use.type].kind == TypeKind::kAny;
      if (!counts) continue;
      Passed& passed = passed_[std::string(use.name)];
      ++passed.all;
      OfKind& of_kind = passed.kinds[KindOf(value)];
      ++of_kind.count;
      if (value.kind == StatementKind::kCall) ++passed.makers[value.target];
      if (IsPrimitive(value.kind)) continue;  // what is plain is known without
      Made part = PartOf(subject_, test, i).statements;
      const bool is_written = std::ranges::all_of(
          part, [](const Statement& it) { return it.kind <= StatementKind::kEnumMember; });
      if (is_written && of_kind.values.size() < kMostMade)
        of_kind.values.push_back(std::move(part));
    }
  }
}

void KnownExpectations::Learn(const TestCase& test) {
  const UseMap uses(subject_, types_, test);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const bool makes_one = MakesObject(subject_, test, i, uses.Of(i).front());
    if (!makes_one || IsGivenNothing(test, i)) continue;
    Made part = PartOf(subject_, test, i).statements;
    const bool is_natural = std::all_of(part.begin(), part.end() - 1, [&](const Statement& it) {
      if (IsText(it)) return !it.text.empty() && vocabulary_.IsNatural(it.text);
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

const NameTells& KnownExpectations::Tells(std::string_view name) const {
  const auto known = tells_.find(name);
  if (known != tells_.end()) return known->second;
  return tells_.emplace(name, TellsOf(name)).first->second;
}

StatementKind KnownExpectations::UsualKind(std::string_view name) const {
  if (Tells(name).number != nullptr) return StatementKind::kInt;
  const auto found = passed_.find(name);
  if (found == passed_.end()) return StatementKind::kNone;
  const Passed& passed = found->second;
  // The name of a member says more than the number that does the same.
  if (passed.kinds.contains(StatementKind::kEnumMember)) return StatementKind::kEnumMember;
  for (const auto& [kind, of_kind] : passed.kinds) {
    const bool is_usual = passed.all >= kFewTests && 3 * of_kind.count > 2 * passed.all;
    if (is_usual && kind != StatementKind::kCall) return kind;
  }
  return StatementKind::kNone;
}

std::vector<model::CallableIndex> KnownExpectations::UsualMakers(std::string_view name) const {
  const auto found = passed_.find(name);
  if (found == passed_.end() || Tells(name).number != nullptr) return {};
  std::size_t objects = 0, most = 0;
  std::vector<std::pair<std::size_t, model::CallableIndex>> makers;
  for (const auto& [maker, count] : found->second.makers) {
    objects += count;
    makers.emplace_back(count, maker);
  }
  for (const auto& [kind, of_kind] : found->second.kinds) {
    if (kind == StatementKind::kInt || kind == StatementKind::kStr) {
      most = std::max(most, of_kind.count);
    }
  }
  if (objects < kFewTests || objects < 2 * most) return {};
  std::ranges::stable_sort(makers, std::ranges::greater(), &decltype(makers)::value_type::first);
  std::vector<model::CallableIndex> usual;
  for (const auto& [count, maker] : makers) usual.push_back(maker);
  return usual;
}

uint32_t KnownExpectations::CostOf(const TestCase& test, std::size_t value, const Use& use) const {
  const Statement& statement = test.statements[value];
  if (IsPinned(subject_, test, value, use)) return 0;
  uint32_t cost = CostOfKind(test, value, use);
  if (IsHollow(subject_, test, value, use)) cost += kSaysNothing;
  if (IsText(statement) && !statement.text.empty()) {
    cost += CostOfText(statement, use);
    const bool is_key_of_signs =
        model::Vocabulary::IsOfSigns(statement.text) && IsLookedUpBy(subject_, test, use);
    if (is_key_of_signs) cost += kUnlike;
  }
  const bool is_idle = IsFactor(subject_, test, use) && IsIdleFactor(statement);
  if (is_idle || IsEarlyYear(statement, use)) cost += kTellsLittle;
  return cost;
}

uint32_t KnownExpectations::CostOfKind(const TestCase& test, std::size_t value,
                                       const Use& use) const {
  if (use.role == Role::kNone || use.role == Role::kReceiver || use.role == Role::kHeld ||
      use.role == Role::kUnpacked) {
    return 0;
  }
  const Statement& statement = test.statements[value];
  const StatementKind kind = statement.kind;
  const TypeKind declared = subject_.types[use.type].kind;
  const bool is_seldom = kind == StatementKind::kBytes || kind == StatementKind::kComplex ||
                         kind == StatementKind::kSet || kind == StatementKind::kFrozenSet;
  if (declared != TypeKind::kAny) {
    const model::Fit fit = model::FitOf(test, subject_, value, use.type);
    const bool is_default = kind == StatementKind::kNone && use.may_be_left_out;
    // Where a whole number is declared, or only the default is one, others are passed as well.
    if (kind == StatementKind::kFloat && TakesNumbers(subject_, use.type)) return 0;
    const bool stands_for_number = kind == StatementKind::kBool && IsDeclaredNumber(declared);
    const bool is_no_collection =
        IsForeignObject(subject_, statement) && CollectionKind(declared) != StatementKind::kNone;
    if ((fit == model::Fit::kContradicts && !is_default) || stands_for_number || is_no_collection) {
      return kContradicts;
    }
    if (kind == StatementKind::kStr && TakesTextsInList(subject_, use.type)) return kMisplaced;
    return is_seldom && fit != model::Fit::kFits ? kSeldom : 0;
  }
  const bool is_itself = (use.role == Role::kArgument || use.role == Role::kOperand) &&
                         test.statements[use.user].operands[0] == value && use.operand > 0 &&
                         model::HasReceiver(subject_.callables[test.statements[use.user].target]);
  if (is_itself) {
    // An operator of one operand compares or joins two objects of a class.
    return use.role == Role::kOperand ? 0 : kMisplaced;
  }
  if (IsOfOtherKind(kind, UsualKind(use.name)) && use.role != Role::kElement) return kContradicts;
  const bool is_plain = IsPrimitive(kind) && kind != StatementKind::kNone;
  if (is_plain && use.role != Role::kElement && !UsualMakers(use.name).empty()) {
    return kContradicts;
  }
  const bool is_element = use.role == Role::kElement || use.role == Role::kKey;
  const bool is_operand = use.role == Role::kOperand;
  const bool is_odd_function =
      IsFunction(statement) && (is_element || is_operand || !Tells(use.name).takes_functions);
  const bool is_letters = kind == StatementKind::kStr && !is_element && Tells(use.name).takes_items;
  const bool is_named_for_itself =
      use.role == Role::kOption && kind == StatementKind::kStr && statement.text == use.name;
  if (is_odd_function || is_letters || is_named_for_itself || IsOddKey(test, value, use) ||
      (is_operand && kind == StatementKind::kBool)) {
    return kMisplaced;
  }
  const bool is_odd_option =
      use.role == Role::kOption && !is_plain && !IsConstructed(subject_, statement);
  const bool is_object =
      is_element ? IsConstructed(subject_, statement) || IsForeign(subject_, statement)
                 : IsForeignObject(subject_, statement) || IsEnvironment(subject_, statement);
  const bool is_odd_number = use.role == Role::kOption && kind == StatementKind::kFloat;
  if (is_seldom || is_odd_option || is_object || is_odd_number) return kSeldom;
  // What works with any object is told by a plain value.
  return IsMade(statement) ? kTellsLittle : 0;
}

uint32_t KnownExpectations::CostOfText(const Statement& text, const Use& use) const {
  const NameTells& tells = Tells(use.name);
  if (tells.text != nullptr && tells.text->literal == text.text) return 0;
  if (!vocabulary_.IsNatural(text.text)) return kOddText;
  uint32_t cost = 0;
  if (vocabulary_.IsPatchwork(text.text) || HasOtherSigns(text.text, tells.text)) cost += kUnlike;
  const bool is_letter = text.text.size() == 1 && 'a' <= text.text[0] && text.text[0] <= 'z';
  const bool is_sentence =
      text.text.size() > kSentence && !tells.word.empty() && tells.word.size() < text.text.size();
  if ((is_letter && !tells.word.empty()) || is_sentence) cost += kTellsLittle;
  return cost;
}

void KnownExpectations::Propose(const TestCase& test, std::size_t value, const Use& use,
                                std::vector<Made>& proposals) const {
  if (IsPinned(subject_, test, value, use)) return;
  const Statement& statement = test.statements[value];
  ProposeObjects(test, value, use, proposals);
  ProposeKinds(test, value, use, proposals);
  if (IsText(statement)) ProposeTexts(statement, use, proposals);
  const std::string word = Tells(use.name).word.empty() ? "word" : Tells(use.name).word;
  const bool is_int = statement.kind == StatementKind::kInt;
  if (IsFactor(subject_, test, use) && IsIdleFactor(statement)) {
    proposals.push_back({statement.kind == StatementKind::kFloat ? RealOf(2) : NumberOf(2)});
  }
  if (IsEarlyYear(statement, use)) {
    for (const int64_t century : {2000, 1900}) {
      proposals.push_back({NumberOf(statement.integer % 100 + century)});
    }
  }
  if (!IsEmpty(statement)) return;
  const bool is_argument = use.role == Role::kArgument || use.role == Role::kAttribute;
  const bool may_be_any = subject_.types[use.type].kind == TypeKind::kAny && is_argument;
  if (statement.kind == StatementKind::kNone && may_be_any) {
    proposals.insert(proposals.end(), {{NumberOf(1)}, {TextOf(word)}});
  }
  if (is_int) proposals.insert(proposals.end(), {{NumberOf(1)}, {NumberOf(2)}});
  if (statement.kind == StatementKind::kFloat) proposals.push_back({RealOf(0.5)});
  if (IsText(statement)) {
    Statement filled = statement;
    filled.text = word;
    proposals.push_back({std::move(filled)});
  }
  const bool is_open = model::IsCollection(statement.kind) && use.role != Role::kUnpacked &&
                       !IsTypedDict(subject_, statement) &&
                       subject_.types[statement.type].kind != TypeKind::kTuple;
  if (is_open) ProposeOfType(statement.type, word, proposals);
  if (is_open && subject_.types[statement.type].kind == TypeKind::kAny) {
    Made items = {TextOf("word")};
    if (statement.kind == StatementKind::kDict) items.insert(items.begin(), TextOf("key"));
    proposals.push_back(CollectionOf(statement.kind, 0, std::move(items)));
  }
}

void KnownExpectations::ProposeOfType(model::TypeIndex index, const std::string& word,
                                      std::vector<Made>& proposals) const {
  const model::Type& type = subject_.types[index];
  const StatementKind collection = CollectionKind(type.kind);
  if (type.kind == TypeKind::kUnion) {
    for (const model::TypeIndex one : type.arguments) ProposeOfType(one, word, proposals);
  } else if (type.kind == TypeKind::kBool) {
    for (const int64_t on : {1, 0}) proposals.push_back({NumberOf(on, StatementKind::kBool)});
  } else if (collection != StatementKind::kNone) {
    Made items;
    const std::size_t step = collection == StatementKind::kDict ? 2 : 1;
    for (std::size_t i = 0; i < step; ++i) {
      const model::TypeIndex item = i < type.arguments.size() ? type.arguments[i] : 0;
      std::ranges::move(PlainItem(subject_, item, step > 1 && i == 0 ? "key" : "word"),
                        std::back_inserter(items));
    }
    if (items.size() == step) proposals.push_back(CollectionOf(collection, index, items));
    proposals.push_back(CollectionOf(collection, index, {}));
  } else if (type.kind != TypeKind::kAny) {
    const std::vector<Statement> item = PlainItem(subject_, index, word);
    if (!item.empty()) proposals.push_back({item[0]});
  }
}

void KnownExpectations::ProposeKinds(const TestCase& test, std::size_t value, const Use& use,
                                     std::vector<Made>& proposals) const {
  if (CostOfKind(test, value, use) == 0) return;
  const Statement& statement = test.statements[value];
  const NameTells& tells = Tells(use.name);
  const Statement word = TextOf(tells.word.empty() ? "word" : tells.word);
  const Statement one = NumberOf(1), yes = NumberOf(1, StatementKind::kBool);
  const auto add = [&](std::initializer_list<Statement> values) {
    for (const Statement& it : values) proposals.push_back({it});
  };
  if (subject_.types[use.type].kind != TypeKind::kAny)
    ProposeOfType(use.type, word.text, proposals);
  const StatementKind usual = UsualKind(use.name);
  if (usual == StatementKind::kInt) add({one, RealOf(0.5)});
  if (usual == StatementKind::kStr) add({word});
  if (usual > StatementKind::kBytes) ProposePassed(use.name, usual, proposals);
  switch (statement.kind) {
    case StatementKind::kBool:
      add({NumberOf(statement.integer)});
      break;
    case StatementKind::kStr:
      if (use.role == Role::kOption) add({yes});
      if (use.role == Role::kKey || use.role == Role::kOption) break;
      proposals.push_back(CollectionOf(StatementKind::kList, 0, {statement}));
      proposals.push_back(
          CollectionOf(StatementKind::kList, 0,
                       {statement, TextOf(statement.text == "word" ? "other" : "word")}));
      break;
    case StatementKind::kBytes:
      if (vocabulary_.IsNatural(statement.text)) add({TextOf(statement.text)});
      add({word});
      break;
    case StatementKind::kFloat:
      add({yes, one});
      break;
    default:
      if (use.role == Role::kKey) break;
      if (use.role == Role::kOption || !(IsCallable(statement) || IsMade(statement))) add({yes});
      if (IsConstructed(subject_, statement) || use.role == Role::kElement) add({word});
      add({one, word});
      // What takes an object of its class often treats collections, too, in a way of its own.
      if (use.operand > 0 && test.statements[use.user].operands[0] == value) {
        proposals.push_back(CollectionOf(StatementKind::kList, 0, {word}));
        proposals.push_back(CollectionOf(StatementKind::kDict, 0, {TextOf("key"), one}));
      }
  }
  if (use.role == Role::kKey) {
    for (const char* key : {"key", "name", "title", "value"}) add({TextOf(key)});
  }
}

void KnownExpectations::ProposePassed(std::string_view name, StatementKind kind,
                                      std::vector<Made>& proposals) const {
  const OfKind& of_kind = passed_.find(name)->second.kinds.at(kind);
  proposals.insert(proposals.end(), of_kind.values.begin(), of_kind.values.end());
  if (kind != StatementKind::kEnumMember) return;
  // Where those that tests pass will not do, other members may.
  Statement member = of_kind.values.front().front();
  const std::size_t count = subject_.classes[member.target].enum_members.size();
  for (std::size_t m = 0; m < std::min(kMostMembers, count); ++m) {
    member.integer = static_cast<int64_t>(m);
    proposals.push_back({member});
  }
}

void KnownExpectations::ProposeTexts(const Statement& text, const Use& use,
                                     std::vector<Made>& proposals) const {
  const NameTells& tells = Tells(use.name);
  const auto add = [&](std::string_view choice) {
    Statement version = text;
    version.text = choice;
    proposals.push_back({std::move(version)});
  };
  if (!tells.word.empty()) add(tells.word);
  if (model::Vocabulary::IsOfSigns(text.text)) add("key");
  if (!vocabulary_.IsNatural(text.text)) {
    for (const std::string& choice : vocabulary_.ChoicesFor(text.text)) add(choice);
  } else if (vocabulary_.IsPatchwork(text.text)) {
    for (const std::size_t size : {std::size_t{1}, text.text.size()}) {
      add(model::Vocabulary::Prose(size));
    }
  }
}

void KnownExpectations::ProposeObjects(const TestCase& test, std::size_t value, const Use& use,
                                       std::vector<Made>& proposals) const {
  const Statement& statement = test.statements[value];
  const auto add = [&](model::CallableIndex maker, std::size_t most) {
    const auto known = made_.find(maker);
    if (known == made_.end()) return;
    for (std::size_t i = 0; i < std::min(most, known->second.size()); ++i) {
      proposals.push_back(known->second[i]);
    }
  };
  if (IsMadeOfNothing(subject_, test, value, use)) {
    add(statement.target, kMostMade);
    // What makes the object is what the test is about where nothing uses it.
    const model::ClassIndex its = subject_.callables[statement.target].class_index;
    for (const auto& [maker, known] : made_) {
      const bool is_other =
          maker != statement.target && subject_.callables[maker].class_index == its;
      if (is_other && its != model::kNoIndex && use.role != Role::kNone) add(maker, kMostMade);
    }
    return;
  }
  if (CostOfKind(test, value, use) < kContradicts) return;
  if (subject_.types[use.type].kind == TypeKind::kAny) {
    for (const model::CallableIndex maker : UsualMakers(use.name)) add(maker, 1);
    return;
  }
  for (const auto& [maker, known] : made_) {
    if (known.empty()) continue;
    const TestCase made{known.front()};
    if (model::FitOf(made, subject_, made.size() - 1, use.type) != model::Fit::kContradicts) {
      add(maker, 1);
    }
  }
}

}  // namespace skua::search
