#include "search/shrinking/usual_kinds.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include "model/type_fit.h"
#include "search/making/primitives.h"
#include "search/shrinking/plainness.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::StatementKind;
using model::TestCase;

constexpr std::size_t kMostValues = 3;    // of a kind, for parameters of one name
constexpr std::size_t kMostMembers = 40;  // of an enumeration

struct PassedValue {
  std::size_t statement = 0;
  std::string role;
  bool contradicts = false;  // the value is of another type than is declared
};

// Whether values of several kinds are of the type, None aside.
bool HasSeveralKinds(const model::Subject& subject, model::TypeIndex index) {
  const model::Type& type = subject.types[index];
  if (type.kind != model::TypeKind::kUnion) return type.kind == model::TypeKind::kAny;
  const auto is_none = [&](model::TypeIndex it) {
    return subject.types[it].kind == model::TypeKind::kNone;
  };
  return std::ranges::count_if(type.arguments, std::not_fn(is_none)) > 1 ||
         std::ranges::any_of(type.arguments,
                             [&](model::TypeIndex it) { return HasSeveralKinds(subject, it); });
}

bool IsOfPlainType(const model::Subject& subject, model::TypeIndex index) {
  const model::TypeKind kind = subject.types[index].kind;
  return model::TypeKind::kBool <= kind && kind <= model::TypeKind::kBytes;
}

// What the value of a parameter is for: the name, and the type where one is declared. Empty where
// the type asks for an object: which one is no question of the usual.
std::string RoleOf(const model::Subject& subject, const model::Parameter& parameter) {
  if (parameter.kind == model::ParameterKind::kVarPositional ||
      parameter.kind == model::ParameterKind::kVarKeyword ||
      !(HasSeveralKinds(subject, parameter.type) || IsOfPlainType(subject, parameter.type))) {
    return "";
  }
  const bool is_declared = subject.types[parameter.type].kind != model::TypeKind::kAny;
  return parameter.name + (is_declared ? ":" + std::to_string(parameter.type) : "");
}

// The values that a test passes for parameters of the subject that take several kinds, and for
// nothing else.
std::vector<PassedValue> PlacesOf(const model::Subject& subject, const TestCase& test) {
  const std::vector<unsigned> uses = UsesIn(test);
  std::vector<PassedValue> places;
  for (const Statement& call : test.statements) {
    if (call.kind != StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[call.target];
    if (!callable.in_subject || callable.kind == model::CallableKind::kOperator) continue;
    const std::size_t first = call.operands.size() - call.parameters.size();
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const model::Parameter& parameter = callable.parameters[call.parameters[a]];
      const std::size_t value = call.operands[first + a];
      std::string role = RoleOf(subject, parameter);
      if (uses[value] == 1 && !role.empty() && !IsPinned(subject, test, value)) {
        const bool contradicts =
            model::FitOf(test, subject, value, parameter.type) == model::Fit::kContradicts;
        places.push_back({value, std::move(role), contradicts});
      }
    }
  }
  return places;
}

// Whether the value needs no other: a literal, an empty collection, a member of an enumeration or a
// lambda.
bool StandsAlone(const Statement& value) {
  return value.operands.empty() &&
         (value.kind <= StatementKind::kEnumMember || value.kind == StatementKind::kLambda);
}

void Add(const Statement& value, std::vector<Statement>& values) {
  if (std::ranges::find(values, value) != values.end()) return;
  const auto place =
      IsPrimitive(value.kind)
          ? std::ranges::find_if(values,
                                 [&](const Statement& other) { return IsPlainer(value, other); })
          : values.end();
  values.insert(place, value);
  if (values.size() > kMostValues) values.pop_back();
}

TestCase With(const TestCase& test, std::size_t place, const Statement& value) {
  TestCase version = test;
  version.statements[place] = value;
  RemoveOrphans(test, version, /*calls_too=*/true);
  return version;
}

}  // namespace

UsualKinds::UsualKinds(const model::Subject& subject, std::span<const TestCase> tests,
                       const std::vector<bool>& voters, const Keeps& keeps)
    : subject_(subject) {
  for (const TestCase& test : tests) Note(test);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (voters[i]) Vote(i, tests[i], keeps);
  }
  Choose();
}

void UsualKinds::Note(const TestCase& test) {
  for (const PassedValue& place : PlacesOf(subject_, test)) {
    const Statement& value = test.statements[place.statement];
    Role& role = roles_[place.role];
    if (place.contradicts) {
      role.is_contradicted = true;
      continue;
    }
    ++role.uses[value.kind];
    if (StandsAlone(value)) Add(value, role.values[value.kind]);
  }
}

void UsualKinds::Vote(std::size_t index, const TestCase& test, const Keeps& keeps) {
  for (const PassedValue& place : PlacesOf(subject_, test)) {
    Role& role = roles_.at(place.role);
    if (role.uses.size() < 2 && !role.is_contradicted) continue;
    const StatementKind own = test.statements[place.statement].kind;
    if (!place.contradicts) ++role.serves[own];
    for (const auto& [kind, values] : role.values) {
      if (kind == own) continue;
      std::vector<TestCase> versions;
      for (const Statement& value : values) versions.push_back(With(test, place.statement, value));
      const std::vector<bool> kept = keeps(index, versions);
      if (std::ranges::find(kept, true) != kept.end()) ++role.serves[kind];
    }
  }
}

void UsualKinds::Choose() {
  for (auto& [name, role] : roles_) {
    const auto members = role.values.find(StatementKind::kEnumMember);
    if (members != role.values.end() && role.serves[StatementKind::kEnumMember] > 0) {
      AddMembers(members->second);
      usual_.emplace(name, members->second);
      continue;
    }
    std::pair<std::size_t, std::size_t> most = {0, 0};
    const Values* values = nullptr;
    for (const auto& [kind, serves] : role.serves) {
      const std::pair here = {serves, role.uses[kind]};
      if (here < most) continue;
      const auto known = role.values.find(kind);
      const bool is_usual =
          here > most && kind != StatementKind::kNone && known != role.values.end();
      values = is_usual ? &known->second : nullptr;
      most = here;
    }
    if (values != nullptr) usual_.emplace(name, *values);
  }
}

// Adds the other members of the enumerations: where those that tests pass will not do, others may.
void UsualKinds::AddMembers(Values& values) const {
  for (std::size_t known = values.size(), i = 0; i < known; ++i) {
    Statement member = values[i];
    const std::size_t count = subject_.classes[member.target].enum_members.size();
    for (std::size_t m = 0; m < count && values.size() < kMostMembers; ++m) {
      member.integer = static_cast<int64_t>(m);
      if (std::ranges::find(values, member) == values.end()) values.push_back(member);
    }
  }
}

std::vector<TestCase> UsualKinds::Versions(const TestCase& test) const {
  std::vector<PassedValue> others;
  for (PassedValue& place : PlacesOf(subject_, test)) {
    const auto usual = usual_.find(place.role);
    const bool is_other = usual != usual_.end() &&
                          test.statements[place.statement].kind != usual->second.front().kind;
    if (is_other) others.push_back(std::move(place));
  }
  std::vector<TestCase> versions;
  if (others.size() > 1) {
    for (std::size_t choice = 0; choice < kMostValues; ++choice) {
      TestCase version = test;
      for (const PassedValue& place : others) {
        const Values& values = usual_.at(place.role);
        version.statements[place.statement] = values[std::min(choice, values.size() - 1)];
      }
      RemoveOrphans(test, version, /*calls_too=*/true);
      versions.push_back(std::move(version));
    }
  }
  for (const PassedValue& place : others) {
    for (const Statement& value : usual_.at(place.role)) {
      versions.push_back(With(test, place.statement, value));
    }
  }
  return versions;
}

}  // namespace skua::search
