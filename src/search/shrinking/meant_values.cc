#include "search/shrinking/meant_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "model/type_fit.h"
#include "model/vocabulary.h"
#include "search/making/environment_statements.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {

using model::Callable;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;

namespace {

// The kind of a collection that is of the type; kNone where none is.
StatementKind CollectionOf(TypeKind kind) {
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

// The parameter for which a statement passes the value; null where that is no argument of a call.
const model::Parameter* ParameterOf(const model::Subject& subject, const Statement& user,
                                    std::size_t operand) {
  if (user.kind != StatementKind::kCall) return nullptr;
  const Callable& callable = subject.callables[user.target];
  if (operand < FirstArgument(callable)) return nullptr;
  return &callable.parameters[user.parameters[operand - FirstArgument(callable)]];
}

// The parameter that the value alone is passed for, in one call or, where that `may_recur`, for the
// one of the same name in others; null where there is none.
const model::Parameter* OnlyParameterFor(const model::Subject& subject, const TestCase& test,
                                         std::size_t index, bool may_recur = false) {
  const model::Parameter* only = nullptr;
  for (const Statement& user : test.statements) {
    for (std::size_t k = 0; k < user.operands.size(); ++k) {
      if (user.operands[k] != index) continue;
      const model::Parameter* parameter = ParameterOf(subject, user, k);
      const bool is_other = parameter == nullptr ||
                            (only != nullptr && !(may_recur && parameter->name == only->name &&
                                                  parameter->type == only->type));
      if (is_other) return nullptr;
      only = parameter;
    }
  }
  return only;
}

// The type of what the collection has as its operand `operand`; nothing for a key, and where the
// type is one of a TypedDict.
std::optional<model::TypeIndex> ElementType(const model::Subject& subject,
                                            const Statement& collection, std::size_t operand) {
  const model::Type& type = subject.types[collection.type];
  const bool is_dict = collection.kind == StatementKind::kDict;
  if (type.kind == TypeKind::kTypedDict || (is_dict && operand % 2 == 0)) return std::nullopt;
  const bool is_any = type.kind == TypeKind::kAny || type.arguments.empty();
  if (is_any) return model::TypeIndex{0};
  const std::size_t argument = type.kind == TypeKind::kTuple ? operand : is_dict ? 1 : 0;
  if (argument >= type.arguments.size()) return std::nullopt;
  return type.arguments[argument];
}

// What a test has a value for: one place, or several of parameters with the same name.
struct Place {
  // What is declared for it, or else for parameters of the same name; kAny where nothing is.
  model::TypeIndex type = 0;
  std::string_view name = "";  // of the parameter, or the keyword; empty for an element
  bool is_keyword = false;     // that no parameter of the callable has
};

// The type that parameters of that name declare; kAny also where it lists literals, since those of
// one callable say nothing of another.
model::TypeIndex TypeFor(const model::Subject& subject, const model::ParameterTypes& types,
                         std::string_view name) {
  const model::TypeIndex type = types.Of(name);
  return subject.types[type].kind == TypeKind::kLiteral ? model::TypeIndex{0} : type;
}

// The name of the attribute that is set to the value; empty where it is passed to another call.
std::string_view AttributeSetTo(const model::Subject& subject, const TestCase& test,
                                std::size_t index) {
  for (const Statement& call : test.statements) {
    const bool sets = call.kind == StatementKind::kCall &&
                      subject.callables[call.target].kind == model::CallableKind::kSetter;
    if (sets && call.operands.back() == index) return subject.callables[call.target].name;
  }
  return "";
}

// Nothing where there are other places, too, or where the value is no argument and no element.
std::optional<Place> PlaceFor(const model::Subject& subject, const model::ParameterTypes& types,
                              const TestCase& test, std::size_t index) {
  const model::Parameter* parameter = OnlyParameterFor(subject, test, index, /*may_recur=*/true);
  if (parameter != nullptr) {
    const bool is_unpacked = parameter->kind == ParameterKind::kVarPositional ||
                             parameter->kind == ParameterKind::kVarKeyword;
    if (is_unpacked) return std::nullopt;
    const bool is_declared = subject.types[parameter->type].kind != TypeKind::kAny;
    const std::string_view attribute = AttributeSetTo(subject, test, index);
    const std::string_view name = attribute.empty() ? parameter->name : attribute;
    return Place{is_declared ? parameter->type : TypeFor(subject, types, name), name};
  }
  if (UsesIn(test)[index] != 1) return std::nullopt;
  if (const std::string_view keyword = KeywordFor(subject, test, index); !keyword.empty()) {
    return Place{TypeFor(subject, types, keyword), keyword, true};
  }
  for (const Statement& user : test.statements) {
    const auto used = std::ranges::find(user.operands, static_cast<model::VariableIndex>(index));
    if (used == user.operands.end()) continue;
    if (!IsCollection(user.kind)) return std::nullopt;
    const auto type =
        ElementType(subject, user, static_cast<std::size_t>(used - user.operands.begin()));
    return type ? std::optional(Place{*type}) : std::nullopt;
  }
  return std::nullopt;
}

// Whether a parameter of that name takes functions or classes.
bool TakesFunctions(std::string_view name) {
  static constexpr std::array<std::string_view, 22> kParts = {
      "func",  "fn",    "callable", "callback", "call", "handler",   "factory", "hook",
      "class", "cls",   "klass",    "type",     "kind", "decorator", "method",  "wrapper",
      "pred",  "loads", "dumps",    "wrapped",  "key",  "function"};
  const std::vector<std::string> words = model::WordsIn(name);
  return name.size() == 1 || std::ranges::any_of(words, [&](const std::string& word) {
           return std::ranges::find(kParts, word) != kParts.end();
         });
}

// Whether the value at `index` alone is an argument of an operator, as an index or an addend is.
bool IsOperand(const model::Subject& subject, const TestCase& test, std::size_t index) {
  if (OnlyParameterFor(subject, test, index) == nullptr) return false;
  return std::ranges::any_of(test.statements, [&](const Statement& call) {
    return call.kind == StatementKind::kCall &&
           subject.callables[call.target].kind == model::CallableKind::kOperator &&
           std::ranges::find(call.operands, static_cast<model::VariableIndex>(index)) !=
               call.operands.end();
  });
}

// Whether the type, or one of a union's, is a list of texts or of anything, and none is a text.
bool TakesTextsInList(const model::Subject& subject, model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  const auto kind_of = [&](model::TypeIndex it) { return subject.types[it].kind; };
  if (type.kind == TypeKind::kUnion) {
    return std::ranges::none_of(type.arguments,
                                [&](model::TypeIndex it) {
                                  return kind_of(it) == TypeKind::kStr ||
                                         kind_of(it) == TypeKind::kAny;
                                }) &&
           std::ranges::any_of(type.arguments,
                               [&](model::TypeIndex it) { return TakesTextsInList(subject, it); });
  }
  if (type.kind != TypeKind::kList) return false;
  const TypeKind item = type.arguments.empty() ? TypeKind::kAny : kind_of(type.arguments[0]);
  return item == TypeKind::kAny || item == TypeKind::kStr;
}

bool IsWord(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '_' || character == ' ';
  });
}

bool IsNumber(TypeKind kind) { return kind == TypeKind::kInt || kind == TypeKind::kFloat; }

Statement BoolOf(bool value) {
  Statement statement;
  statement.kind = StatementKind::kBool;
  statement.integer = value ? 1 : 0;
  return statement;
}

// Whether values of the kind are seldom what is meant: booleans that stand for numbers, texts of
// bytes, and what few functions take.
bool IsSeldomMeant(StatementKind kind) {
  return kind == StatementKind::kBool || kind == StatementKind::kBytes ||
         kind == StatementKind::kComplex || kind == StatementKind::kSet ||
         kind == StatementKind::kFrozenSet;
}

// The usual values that are of the type, or of one of the types of a union; none for objects and
// collections.
std::vector<Statement> UsualOf(const model::Subject& subject, model::TypeIndex index,
                               std::string_view word) {
  const model::Type& type = subject.types[index];
  std::vector<Statement> values;
  if (type.kind == TypeKind::kUnion) {
    for (const model::TypeIndex one : type.arguments) {
      std::ranges::move(UsualOf(subject, one, word), std::back_inserter(values));
    }
  } else if (type.kind == TypeKind::kBool) {
    values = {BoolOf(true), BoolOf(false)};
  } else if (type.kind != TypeKind::kAny) {
    if (auto item = PlainItem(type.kind, word)) values.push_back(*std::move(item));
  }
  return values;
}

// Whether a call makes the value, an object of a class that is none of the subject's.
bool IsForeignObject(const model::Subject& subject, const Statement& value) {
  return value.kind == StatementKind::kCall && !subject.callables[value.target].in_subject &&
         subject.callables[value.target].kind == model::CallableKind::kConstructor;
}

// Whether the value is such an object, a path that the test makes, a function or a class.
bool IsForeign(const model::Subject& subject, const Statement& value) {
  return IsForeignObject(subject, value) || IsEnvironment(subject, value) ||
         value.kind == StatementKind::kFunction || value.kind == StatementKind::kLambda ||
         value.kind == StatementKind::kClass;
}

// Whether the value is of another kind than is usual, where something is. A float is a number like
// any, and None is what may be left out.
bool IsOfOtherKind(StatementKind kind, StatementKind usual) {
  return usual != StatementKind::kNone && kind != usual && kind != StatementKind::kNone &&
         !(kind == StatementKind::kFloat && usual == StatementKind::kInt);
}

// Values in the place of one of which nothing tells what it is for; of a kind that is seldom meant,
// also where a type is declared.
std::vector<Statement> UsualInPlaceOf(const model::Subject& subject, const TestCase& test,
                                      std::size_t index, const Place& place) {
  const Statement& value = test.statements[index];
  const Statement word = *PlainItem(TypeKind::kStr, UsualWord(ParameterFor(subject, test, index)));
  const Statement one = *PlainItem(TypeKind::kInt, "");
  const Statement yes = BoolOf(true);
  const bool is_element = place.name.empty();
  const bool is_typed = subject.types[place.type].kind != TypeKind::kAny;
  if (is_typed && !IsSeldomMeant(value.kind)) return {};
  switch (value.kind) {
    case StatementKind::kBool: {
      // A parameter that declares nothing may be meant to take True.
      const TypeKind declared = subject.types[place.type].kind;
      const bool is_number =
          IsNumber(declared) || (declared == TypeKind::kAny && IsOperand(subject, test, index));
      if (!is_number) return {};
      Statement number = one;
      number.integer = value.integer;
      return {number};
    }
    case StatementKind::kFloat:
      // What is passed by a keyword of which nothing is known is an option, on or off.
      if (place.is_keyword) return {yes, one};
      if (value.real != std::trunc(value.real)) return {};
      return {one};
    case StatementKind::kStr:
      return place.is_keyword && value.text == place.name ? std::vector{yes}
                                                          : std::vector<Statement>{};
    case StatementKind::kBytes:
      if (!IsWord(value.text)) return {word};
      return {*PlainItem(TypeKind::kStr, value.text), word};
    case StatementKind::kComplex:
    case StatementKind::kSet:
    case StatementKind::kFrozenSet:
      return {yes, one, word};
    case StatementKind::kCall: {
      const bool is_object =
          subject.callables[value.target].kind == model::CallableKind::kConstructor;
      const bool may_go = IsForeign(subject, value) || (is_element && is_object);
      return may_go ? std::vector{word, one} : std::vector<Statement>{};
    }
    case StatementKind::kNone:
    case StatementKind::kInt:
    case StatementKind::kEnumMember:
      return {};
    default:
      if (is_element && IsForeign(subject, value)) return {word, one};
      return place.is_keyword ? std::vector{yes, one, word} : std::vector<Statement>{};
  }
}

}  // namespace

std::vector<TestCase> WithItems(const model::Subject& subject, const TestCase& test,
                                std::size_t index) {
  static constexpr std::array<std::string_view, 10> kTakeItems = {
      "iterable", "iterator", "items", "values", "elements",
      "seq",      "sequence", "lines", "rows",   "entries"};
  const Statement& text = test.statements[index];
  if (text.kind != StatementKind::kStr || IsPinned(subject, test, index)) return {};
  const model::Parameter* parameter = OnlyParameterFor(subject, test, index);
  if (parameter == nullptr || parameter->kind == ParameterKind::kVarPositional ||
      parameter->kind == ParameterKind::kVarKeyword) {
    return {};
  }
  const bool is_declared = subject.types[parameter->type].kind != TypeKind::kAny;
  const bool takes_items = is_declared
                               ? TakesTextsInList(subject, parameter->type)
                               : std::ranges::find(kTakeItems, parameter->name) != kTakeItems.end();
  if (!takes_items) return {};
  std::size_t user = index + 1, operand = 0;
  const auto passes_it = [&](const Statement& call) {
    const auto used = std::ranges::find(call.operands, static_cast<model::VariableIndex>(index));
    operand = static_cast<std::size_t>(used - call.operands.begin());
    return used != call.operands.end();
  };
  while (!passes_it(test.statements[user])) ++user;
  std::vector<TestCase> versions;
  for (const std::size_t size : {1, 2}) {
    std::vector<Statement> made(size, text);
    if (size > 1) made[1].text = text.text == "word" ? "other" : "word";
    Statement& list = made.emplace_back();
    list.kind = StatementKind::kList;
    for (std::size_t item = 0; item < size; ++item) {
      list.operands.push_back(static_cast<model::VariableIndex>(item));
    }
    versions.push_back(WithOperand(test, user, operand, made));
  }
  return versions;
}

std::vector<TestCase> WithDeclaredCollections(const model::Subject& subject, const TestCase& test,
                                              std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return versions;
  const Callable& callable = subject.callables[call.target];
  for (std::size_t a = 0; a < call.parameters.size(); ++a) {
    const model::Parameter& parameter = callable.parameters[call.parameters[a]];
    const std::size_t operand = FirstArgument(callable) + a;
    const Statement& value = test.statements[call.operands[operand]];
    Statement collection;
    collection.kind = CollectionOf(subject.types[parameter.type].kind);
    collection.type = parameter.type;
    if (!IsForeignObject(subject, value) || collection.kind == StatementKind::kNone ||
        parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    TestCase version = WithOperand(test, index, operand, {&collection, 1});
    const std::size_t place = index + version.size() - test.size() - 1;
    if (auto filled = Filled(subject, version, place)) versions.push_back(*std::move(filled));
    versions.push_back(std::move(version));
  }
  return versions;
}

std::vector<TestCase> WithUsualOperands(const model::Subject& subject, const TestCase& test,
                                        std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return versions;
  const Callable& callable = subject.callables[call.target];
  const bool is_operator = callable.kind == model::CallableKind::kOperator;
  const std::size_t first = FirstArgument(callable);
  for (std::size_t k = first; k < call.operands.size(); ++k) {
    const model::Parameter& parameter = callable.parameters[call.parameters[k - first]];
    if (parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    const StatementKind kind = test.statements[call.operands[k]].kind;
    const bool is_itself = model::HasReceiver(callable) && call.operands[k] == call.operands[0] &&
                           !(is_operator && callable.parameters.size() == 1);
    const bool is_function = (kind == StatementKind::kFunction || kind == StatementKind::kClass) &&
                             (is_operator || !TakesFunctions(parameter.name));
    if (!(is_itself || is_function) || subject.types[parameter.type].kind != TypeKind::kAny) {
      continue;
    }
    const Statement word = *PlainItem(TypeKind::kStr, UsualWord(parameter.name));
    const Statement one = *PlainItem(TypeKind::kInt, "");
    versions.push_back(WithOperand(test, index, k, {&one, 1}));
    versions.push_back(WithOperand(test, index, k, {&word, 1}));
    if (!is_itself) continue;
    // What takes an object of its class often treats collections, too, in a way of their own.
    Statement list, dict;
    list.kind = StatementKind::kList;
    list.operands = {0};
    dict.kind = StatementKind::kDict;
    dict.operands = {0, 1};
    versions.push_back(WithOperand(test, index, k, std::array{word, list}));
    versions.push_back(
        WithOperand(test, index, k, std::array{*PlainItem(TypeKind::kStr, "key"), one, dict}));
  }
  return versions;
}

std::vector<TestCase> WithUsualArguments(const model::Subject& subject, const PassedKinds& passed,
                                         const TestCase& test, std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return versions;
  const std::vector<unsigned> uses = UsesIn(test);
  const std::size_t first = FirstArgument(subject.callables[call.target]);
  for (std::size_t k = first; k < call.operands.size(); ++k) {
    const model::Parameter& parameter = *ParameterOf(subject, call, k);
    const StatementKind usual = passed.UsualFor(parameter.name);
    const bool is_free = subject.types[parameter.type].kind == TypeKind::kAny &&
                         parameter.kind != ParameterKind::kVarPositional &&
                         parameter.kind != ParameterKind::kVarKeyword;
    const bool is_odd = is_free && uses[call.operands[k]] > 1 &&
                        IsOfOtherKind(test.statements[call.operands[k]].kind, usual);
    if (!is_odd) continue;
    const TypeKind kind = usual == StatementKind::kInt ? TypeKind::kInt : TypeKind::kStr;
    const Statement own = *PlainItem(kind, UsualWord(parameter.name));
    versions.push_back(WithOperand(test, index, k, {&own, 1}));
  }
  return versions;
}

std::vector<TestCase> WithOwnValues(const model::Subject& subject,
                                    const model::ParameterTypes& types, const TestCase& test,
                                    std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& dict = test.statements[index];
  if (dict.kind != StatementKind::kDict) return versions;
  for (std::size_t key = 0; key < dict.operands.size(); key += 2) {
    if (dict.operands[key] != dict.operands[key + 1] ||
        !IsKeyword(subject, test, dict.operands[key])) {
      continue;
    }
    const std::string& name = test.statements[dict.operands[key]].text;
    std::vector<Statement> values = UsualOf(subject, types.Of(name), UsualWord(name));
    if (values.empty()) values = {BoolOf(true)};
    for (const Statement& value : values) {
      versions.push_back(WithOperand(test, index, key + 1, {&value, 1}));
    }
  }
  return versions;
}

std::vector<TestCase> WithUsualKinds(const model::Subject& subject,
                                     const model::ParameterTypes& types, const PassedKinds& passed,
                                     const TestCase& test, std::size_t index) {
  std::vector<TestCase> versions;
  if (IsPinned(subject, test, index)) return versions;
  const auto place = PlaceFor(subject, types, test, index);
  if (!place) return versions;
  const bool is_typed = subject.types[place->type].kind != TypeKind::kAny;
  const model::Fit now = model::FitOf(test, subject, index, place->type);
  const Statement& value = test.statements[index];
  const bool may_fit = now == model::Fit::kUnknown && !IsForeign(subject, value);
  std::vector<Statement> others =
      is_typed && now != model::Fit::kFits && !may_fit
          ? UsualOf(subject, place->type, UsualWord(ParameterFor(subject, test, index)))
          : UsualInPlaceOf(subject, test, index, *place);
  const StatementKind usual = is_typed ? StatementKind::kNone : passed.UsualFor(place->name);
  if (IsOfOtherKind(value.kind, usual)) {
    // What does not do with a whole number may do with another.
    const std::vector<TypeKind> plain = usual == StatementKind::kInt
                                            ? std::vector{TypeKind::kInt, TypeKind::kFloat}
                                            : std::vector{TypeKind::kStr};
    for (const TypeKind kind : plain | std::views::reverse) {
      others.insert(others.begin(), *PlainItem(kind, UsualWord(place->name)));
    }
  }
  // Where a whole number is declared, or only the default is one, others are passed as well.
  const bool takes_numbers = std::ranges::any_of(
      others, [](const Statement& it) { return it.kind == StatementKind::kInt; });
  if (is_typed && takes_numbers && value.kind == StatementKind::kFloat) return versions;
  // A text in the place of a path would name a file in the folder where the tests run.
  if (IsEnvironment(subject, value)) {
    std::erase_if(others, [](const Statement& it) { return it.kind == StatementKind::kStr; });
  }
  for (const Statement& other : others) {
    TestCase version = test;
    version.statements[index] = other;
    const model::Fit fit = model::FitOf(version, subject, index, place->type);
    if (fit == (is_typed ? model::Fit::kFits : model::Fit::kUnknown)) {
      RemoveOrphans(test, version, /*calls_too=*/true);
      versions.push_back(std::move(version));
    }
  }
  return versions;
}

bool PassesOtherKinds(const model::Subject& subject, const model::ParameterTypes& types,
                      const PassedKinds& passed, const TestCase& test) {
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (!WithUsualArguments(subject, passed, test, i).empty()) return true;
    if (IsPinned(subject, test, i)) continue;
    const auto place = PlaceFor(subject, types, test, i);
    if (!place) continue;
    const StatementKind kind = test.statements[i].kind;
    const TypeKind declared = subject.types[place->type].kind;
    const bool is_other =
        declared == TypeKind::kAny
            ? IsOfOtherKind(kind, passed.UsualFor(place->name)) ||
                  (IsPrimitive(kind) && kind != StatementKind::kNone &&
                   !passed.UsualMakersFor(place->name).empty())
            : model::FitOf(test, subject, i, place->type) == model::Fit::kContradicts;
    const bool stands_for_number = kind == StatementKind::kBool && IsNumber(declared);
    if (is_other || stands_for_number) return true;
  }
  return false;
}

}  // namespace skua::search
