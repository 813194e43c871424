#include "search/shrinking/value_edits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/vocabulary.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/shrinking/plainer_values.h"

namespace skua::search {

using model::Callable;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;

namespace {

std::size_t StepOf(const Statement& collection) {
  return collection.kind == StatementKind::kDict ? 2 : 1;
}

bool IsFixedTuple(const model::Subject& subject, const Statement& statement) {
  return statement.kind == StatementKind::kTuple &&
         subject.types[statement.type].kind == TypeKind::kTuple;
}

bool IsRequiredKey(const model::Subject& subject, const TestCase& test, const Statement& dict,
                   std::size_t element) {
  if (!IsTypedDict(subject, dict)) return false;
  const model::Type& type = subject.types[dict.type];
  const auto end = type.names.begin() + static_cast<std::ptrdiff_t>(type.required_names);
  return std::find(type.names.begin(), end, test.statements[dict.operands[2 * element]].text) !=
         end;
}

// The same for one of the types of a union, of a text where it may be one.
std::optional<Statement> PlainItemOf(const model::Subject& subject, model::TypeIndex index,
                                     std::string_view text) {
  const model::Type& type = subject.types[index];
  if (type.kind != TypeKind::kUnion) return PlainItem(type.kind, text);
  std::optional<Statement> item;
  for (const model::TypeIndex one : type.arguments) {
    auto other = PlainItemOf(subject, one, text);
    const bool is_better = other && (!item || other->kind == StatementKind::kStr);
    if (is_better) item = std::move(other);
  }
  return item;
}

// Whether a call unpacks the collection into its arguments.
bool IsUnpacked(const model::Subject& subject, const TestCase& test, std::size_t index) {
  return std::ranges::any_of(test.statements, [&](const Statement& call) {
    if (call.kind != StatementKind::kCall) return false;
    const Callable& callable = subject.callables[call.target];
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const ParameterKind kind = callable.parameters[call.parameters[a]].kind;
      const bool unpacks =
          kind == ParameterKind::kVarPositional || kind == ParameterKind::kVarKeyword;
      if (unpacks && call.operands[FirstArgument(callable) + a] == index) return true;
    }
    return false;
  });
}

// The dict that a call unpacks into keyword arguments and of which `index` is an operand, and the
// place of that operand; null where there is none.
std::pair<const Statement*, std::size_t> KeywordPlace(const model::Subject& subject,
                                                      const TestCase& test, std::size_t index) {
  for (const Statement& call : test.statements) {
    if (call.kind != StatementKind::kCall) continue;
    const Callable& callable = subject.callables[call.target];
    for (std::size_t i = 0; i < call.parameters.size(); ++i) {
      if (callable.parameters[call.parameters[i]].kind != ParameterKind::kVarKeyword) continue;
      const Statement& dict = test.statements[call.operands[FirstArgument(callable) + i]];
      if (dict.kind != StatementKind::kDict) continue;
      const auto used = std::ranges::find(dict.operands, static_cast<model::VariableIndex>(index));
      if (used != dict.operands.end()) {
        return {&dict, static_cast<std::size_t>(used - dict.operands.begin())};
      }
    }
  }
  return {nullptr, 0};
}

bool AllowsNone(const model::Subject& subject, model::TypeIndex type) {
  const model::Type& it = subject.types[type];
  return it.kind == TypeKind::kNone ||
         (it.kind == TypeKind::kUnion &&
          std::any_of(it.arguments.begin(), it.arguments.end(),
                      [&](model::TypeIndex other) { return AllowsNone(subject, other); }));
}

// The number by which a bool, int or float is compared with others.
std::optional<double> NumberOf(const Statement& statement) {
  if (statement.kind == StatementKind::kFloat) return statement.real;
  const bool is_integer =
      statement.kind == StatementKind::kBool || statement.kind == StatementKind::kInt;
  if (!is_integer || !statement.text.empty()) return std::nullopt;
  return static_cast<double>(statement.integer);
}

bool IsHollow(const Statement& value) {
  if (IsCollection(value.kind)) return value.operands.empty();
  if (value.kind == StatementKind::kNone) return true;
  const bool is_number_or_text =
      value.kind != StatementKind::kBool && value.kind <= StatementKind::kBytes;
  return is_number_or_text && PlainestOf(value) == value;
}

// Whether the value tells what it is for: a number or text that is not empty, or what is made of
// one. A bool alone does not.
bool SaysSomething(const TestCase& test, std::size_t index) {
  const Statement& value = test.statements[index];
  if (IsCollection(value.kind)) {
    return std::ranges::any_of(
        value.operands, [&](model::VariableIndex operand) { return SaysSomething(test, operand); });
  }
  return value.kind != StatementKind::kBool && !IsHollow(value);
}

bool AreEqual(const Statement& a, const Statement& b) {
  if (const auto number = NumberOf(a)) return number == NumberOf(b);
  return IsPrimitive(a.kind) && a.kind == b.kind && a.text == b.text && a.real == b.real &&
         a.imaginary == b.imaginary;
}

}  // namespace

std::vector<unsigned> UsesIn(const TestCase& test) {
  std::vector<unsigned> uses(test.size(), 0);
  for (const Statement& statement : test.statements) {
    for (const model::VariableIndex operand : statement.operands) ++uses[operand];
  }
  return uses;
}

std::string UsualWord(std::string_view parameter) {
  std::string usual = model::Vocabulary::UsualFor(parameter);
  return usual.empty() ? "word" : usual;
}

std::optional<Statement> PlainItem(TypeKind kind, std::string_view text) {
  Statement item;
  switch (kind) {
    case TypeKind::kAny:
    case TypeKind::kStr:
      item.kind = StatementKind::kStr;
      item.text = text;
      return item;
    case TypeKind::kInt:
      item.kind = StatementKind::kInt;
      item.integer = 1;
      return item;
    case TypeKind::kFloat:
      item.kind = StatementKind::kFloat;
      item.real = 0.5;
      return item;
    default:
      return std::nullopt;
  }
}

bool IsPinned(const model::Subject& subject, const TestCase& test, std::size_t index) {
  return subject.types[test.statements[index].type].kind == TypeKind::kLiteral ||
         IsName(test, subject, static_cast<model::VariableIndex>(index)) ||
         IsKeyword(subject, test, index);
}

std::vector<std::size_t> OptionalArguments(const model::Subject& subject, const Statement& call) {
  std::vector<std::size_t> parameters;
  for (const uint16_t parameter : call.parameters) {
    if (IsOptional(subject.callables[call.target].parameters[parameter])) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<std::size_t> FreeElements(const model::Subject& subject, const TestCase& test,
                                      std::size_t index) {
  std::vector<std::size_t> elements;
  const Statement& collection = test.statements[index];
  if (IsFixedTuple(subject, collection)) return elements;
  for (std::size_t i = 0; i < collection.operands.size() / StepOf(collection); ++i) {
    if (!IsRequiredKey(subject, test, collection, i)) elements.push_back(i);
  }
  return elements;
}

void EraseElements(Statement& collection, std::span<const std::size_t> elements) {
  const auto step = static_cast<std::ptrdiff_t>(StepOf(collection));
  for (auto it = elements.rbegin(); it != elements.rend(); ++it) {
    const auto first = collection.operands.begin() + static_cast<std::ptrdiff_t>(*it) * step;
    collection.operands.erase(first, first + step);
  }
}

std::vector<ValuePlace> ListValuePlaces(const model::Subject& subject, const TestCase& test,
                                        std::size_t first) {
  std::vector<ValuePlace> places;
  for (std::size_t i = first; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (statement.kind == StatementKind::kCall) {
      for (const std::size_t parameter : OptionalArguments(subject, statement)) {
        places.push_back({i, parameter});
      }
    } else if (IsCollection(statement.kind)) {
      if (!FreeElements(subject, test, i).empty()) places.push_back({i});
    } else if (IsPrimitive(statement.kind) && PlainestOf(statement) != statement &&
               !IsPinned(subject, test, i)) {
      places.push_back({i});
    }
  }
  return places;
}

void MakePlainest(const model::Subject& subject, ValuePlace place, TestCase& test) {
  Statement& statement = test.statements[place.statement];
  if (statement.kind == StatementKind::kCall) {
    const auto at =
        std::find(statement.parameters.begin(), statement.parameters.end(), place.parameter);
    if (at == statement.parameters.end()) return;  // it was dropped together with one before it
    RemoveArgument(statement, subject.callables[statement.target],
                   static_cast<std::size_t>(at - statement.parameters.begin()));
  } else if (IsCollection(statement.kind)) {
    EraseElements(statement, FreeElements(subject, test, place.statement));
  } else {
    statement = PlainestOf(statement);
  }
}

bool IsKeyword(const model::Subject& subject, const TestCase& test, std::size_t index) {
  const auto [dict, place] = KeywordPlace(subject, test, index);
  return dict != nullptr && place % 2 == 0;
}

std::string_view KeywordFor(const model::Subject& subject, const TestCase& test,
                            std::size_t index) {
  const auto [dict, place] = KeywordPlace(subject, test, index);
  if (dict == nullptr || place % 2 == 0) return "";
  const Statement& key = test.statements[dict->operands[place - 1]];
  return key.kind == StatementKind::kStr ? std::string_view(key.text) : "";
}

std::string_view ParameterFor(const model::Subject& subject, const TestCase& test,
                              std::size_t index) {
  if (const auto keyword = KeywordFor(subject, test, index); !keyword.empty()) return keyword;
  for (std::size_t user = index + 1; user < test.size(); ++user) {
    const Statement& statement = test.statements[user];
    const auto used = std::find(statement.operands.begin(), statement.operands.end(), index);
    if (used == statement.operands.end()) continue;
    if (statement.kind != StatementKind::kCall) return ParameterFor(subject, test, user);
    const model::Callable& callable = subject.callables[statement.target];
    const auto place = static_cast<std::size_t>(used - statement.operands.begin());
    const std::size_t receiver = model::HasReceiver(callable) ? 1 : 0;
    if (place < receiver) return "";
    return callable.parameters[statement.parameters[place - receiver]].name;
  }
  return "";
}

bool IsKey(const model::Subject& subject, const TestCase& test, std::size_t index) {
  static constexpr std::array<std::string_view, 4> kLookUp = {"__getitem__", "__setitem__",
                                                              "__delitem__", "__contains__"};
  return std::ranges::any_of(test.statements, [&](const Statement& user) {
    const auto used = std::ranges::find(user.operands, static_cast<model::VariableIndex>(index));
    if (used == user.operands.end()) return false;
    const auto place = used - user.operands.begin();
    if (user.kind == StatementKind::kDict) return place % 2 == 0;
    if (user.kind != StatementKind::kCall) return false;
    const model::Callable& callable = subject.callables[user.target];
    const std::size_t first = FirstArgument(callable);
    if (static_cast<std::size_t>(place) < first) return false;
    const std::size_t argument = static_cast<std::size_t>(place) - first;
    if (callable.kind == model::CallableKind::kOperator) {
      return argument == 0 && std::ranges::find(kLookUp, callable.name) != kLookUp.end();
    }
    return callable.parameters[user.parameters[argument]].name == "key";
  });
}

bool ReplaceByNone(const model::Subject& subject, TestCase& test, std::size_t call,
                   std::size_t operand) {
  const Statement& statement = test.statements[call];
  const Callable& callable = subject.callables[statement.target];
  const std::size_t first = FirstArgument(callable);
  if (operand < first) return false;
  const model::Parameter& parameter = callable.parameters[statement.parameters[operand - first]];
  const std::size_t argument = statement.operands[operand];
  if (parameter.kind == ParameterKind::kVarPositional ||
      parameter.kind == ParameterKind::kVarKeyword || !AllowsNone(subject, parameter.type) ||
      test.statements[argument].kind == StatementKind::kNone || UsesIn(test)[argument] != 1) {
    return false;
  }
  test.statements[argument] = Statement{};
  return true;
}

void RemoveOrphans(const TestCase& before, TestCase& after, bool calls_too) {
  const std::vector<unsigned> used = UsesIn(before);
  std::vector<unsigned> uses = UsesIn(after);
  std::vector<bool> kept(after.size(), true);
  for (std::size_t i = after.size(); i-- > 0;) {
    const bool may_go = calls_too || after.statements[i].kind != StatementKind::kCall;
    if (used[i] == 0 || uses[i] > 0 || !may_go) continue;
    kept[i] = false;
    for (const model::VariableIndex operand : after.statements[i].operands) --uses[operand];
  }
  model::KeepStatements(after, kept);
}

TestCase WithOperand(const TestCase& test, std::size_t call, std::size_t operand,
                     std::span<const Statement> made) {
  TestCase before = test;
  std::vector<Statement> scratch;
  {
    const Opening opening(before, call, scratch);
    for (Statement statement : made) {
      for (model::VariableIndex& it : statement.operands) {
        it = static_cast<model::VariableIndex>(it + call);
      }
      AppendStatement(before, std::move(statement));
    }
  }
  TestCase version = before;
  const std::size_t behind = call + made.size();
  version.statements[behind].operands[operand] = static_cast<model::VariableIndex>(behind - 1);
  RemoveOrphans(before, version, /*calls_too=*/true);
  return version;
}

std::size_t CountHollow(const model::Subject& subject, const TestCase& test) {
  std::size_t hollow = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    hollow += IsHollow(statement) ? 1 : 0;
    hollow += IsMadeOfNothing(subject, test, i) ? 1 : 0;
  }
  return hollow;
}

bool MakesObject(const model::Subject& subject, const TestCase& test, std::size_t index) {
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return false;
  const Callable& callable = subject.callables[call.target];
  if (callable.kind == model::CallableKind::kConstructor) return true;
  if (!callable.in_subject || callable.kind == model::CallableKind::kEnvironment ||
      model::HasReceiver(callable)) {
    return false;
  }
  return std::ranges::any_of(test.statements, [&](const Statement& user) {
    return user.kind == StatementKind::kCall && !user.operands.empty() &&
           user.operands[0] == index && model::HasReceiver(subject.callables[user.target]);
  });
}

bool IsGivenNothing(const TestCase& test, std::size_t call) {
  const auto& operands = test.statements[call].operands;
  const bool is_same =
      operands.size() > 1 && std::ranges::count(operands, operands[0]) == std::ssize(operands);
  return is_same || std::ranges::none_of(operands, [&](model::VariableIndex operand) {
           return SaysSomething(test, operand);
         });
}

bool IsMadeOfNothing(const model::Subject& subject, const TestCase& test, std::size_t index) {
  return MakesObject(subject, test, index) &&
         !subject.callables[test.statements[index].target].parameters.empty() &&
         IsGivenNothing(test, index);
}

std::optional<TestCase> Filled(const model::Subject& subject, const TestCase& test,
                               std::size_t index) {
  const Statement& value = test.statements[index];
  if (IsText(value)) {
    if (!value.text.empty() || IsPinned(subject, test, index)) return std::nullopt;
    TestCase filled = test;
    filled.statements[index].text = UsualWord(ParameterFor(subject, test, index));
    return filled;
  }
  if (value.kind == StatementKind::kInt || value.kind == StatementKind::kFloat) {
    if (!IsHollow(value) || IsPinned(subject, test, index)) return std::nullopt;
    TestCase filled = test;
    filled.statements[index].integer = value.kind == StatementKind::kInt ? 1 : 0;
    filled.statements[index].real = value.kind == StatementKind::kFloat ? 0.5 : 0;
    return filled;
  }
  if (!IsCollection(value.kind) || !value.operands.empty() || IsFixedTuple(subject, value) ||
      IsTypedDict(subject, value) || IsUnpacked(subject, test, index)) {
    return std::nullopt;
  }
  const auto& types = subject.types[value.type].arguments;
  std::vector<Statement> items;
  for (std::size_t i = 0; i < StepOf(value); ++i) {
    const bool is_key = value.kind == StatementKind::kDict && i == 0;
    const std::string_view text = is_key ? "key" : "word";
    const auto item =
        i < types.size() ? PlainItemOf(subject, types[i], text) : PlainItem(TypeKind::kAny, text);
    if (!item) return std::nullopt;
    items.push_back(*item);
  }
  TestCase filled = test;
  std::vector<Statement> scratch;
  {
    const Opening opening(filled, index, scratch);
    for (Statement& item : items) AppendStatement(filled, std::move(item));
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    filled.statements[index + items.size()].operands.push_back(
        static_cast<model::VariableIndex>(index + i));
  }
  return filled;
}

std::vector<std::size_t> OddKeys(const model::Subject& subject, const TestCase& test,
                                 std::size_t index) {
  const Statement& dict = test.statements[index];
  const model::Type& type = subject.types[dict.type];
  const bool is_declared =
      type.kind == TypeKind::kTypedDict ||
      (!type.arguments.empty() && subject.types[type.arguments[0]].kind != TypeKind::kAny);
  if (dict.kind != StatementKind::kDict || is_declared) return {};
  std::vector<std::size_t> keys;
  bool any_text = false;
  for (std::size_t i = 0; i < dict.operands.size(); i += 2) {
    keys.push_back(dict.operands[i]);
    any_text = any_text || test.statements[keys.back()].kind == StatementKind::kStr;
  }
  const std::vector<unsigned> uses = UsesIn(test);
  std::erase_if(keys, [&](std::size_t key) {
    const StatementKind kind = test.statements[key].kind;
    return uses[key] != 1 || kind == StatementKind::kStr || kind > StatementKind::kBytes ||
           (kind == StatementKind::kInt && !any_text);
  });
  return keys;
}

bool RepeatsKeys(const TestCase& test) {
  return std::any_of(test.statements.begin(), test.statements.end(), [&](const Statement& it) {
    if (it.kind != StatementKind::kSet && it.kind != StatementKind::kFrozenSet &&
        it.kind != StatementKind::kDict) {
      return false;
    }
    for (std::size_t a = 0; a < it.operands.size(); a += StepOf(it)) {
      for (std::size_t b = a + StepOf(it); b < it.operands.size(); b += StepOf(it)) {
        if (it.operands[a] == it.operands[b] ||
            AreEqual(test.statements[it.operands[a]], test.statements[it.operands[b]])) {
          return true;
        }
      }
    }
    return false;
  });
}

}  // namespace skua::search
