#include "search/making/instance_factory.h"

#include <algorithm>
#include <utility>

#include "search/making/test_edits.h"
#include "search/making/value_factory.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::ClassIndex;
using model::kNoIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::VariableIndex;

namespace {

// Beyond this depth only callables without a receiver make instances: a method such as `copy` needs
// an instance of the class that it makes.
constexpr unsigned kReceiverDepth = 2;
constexpr int kGeneratorAttempts = 10;
// The part of the paths that the test makes in its own folder; the others are invented names.
constexpr double kMadePath = 0.75;
// The probability of a first call that fills an object of another module, and of each further one.
constexpr double kFill = 0.5;
constexpr int kMostFills = 3;

}  // namespace

InstanceFactory::InstanceFactory(const ValueSources& sources, ValueFactory& values)
    : subject_(sources.subject),
      options_(sources.options),
      types_(sources.types),
      environment_(sources.environment),
      values_(values) {}

std::optional<VariableIndex> InstanceFactory::Append(TestCase& test, ClassIndex class_index,
                                                     base::Rng& rng, unsigned depth) {
  const auto is_instance = [&](VariableIndex v) {
    const ClassIndex is_of = types_.ClassOf(test.statements[v]);
    return is_of != kNoIndex && types_.IsSubclass(is_of, class_index);
  };
  if (rng.Chance(options_.object_reuse_probability) || values_.IsFull(test, depth)) {
    if (const auto variable = FindVariable(test, rng, is_instance)) return variable;
  }
  if (!subject_.classes[class_index].enum_members.empty()) {
    return AppendMember(test, class_index, rng);
  }
  const auto named = types_.NamedOf(class_index);
  const double by_name = options_.named_object_probability;
  if (!named.empty() && by_name > 0 &&
      (types_.GeneratorsOf(class_index).empty() || rng.Chance(by_name))) {
    return AppendMember(test, named[rng.Below(named.size())], rng);
  }
  if (values_.IsFull(test, depth)) return std::nullopt;
  if (const auto drawn = Draw(test, class_index, rng)) return drawn;
  return Generate(test, class_index, rng, depth);
}

std::optional<VariableIndex> InstanceFactory::Generate(TestCase& test, ClassIndex class_index,
                                                       base::Rng& rng, unsigned depth) {
  for (int attempt = 0; attempt < kGeneratorAttempts; ++attempt) {
    const auto generator = PickGenerator(class_index, attempt >= kGeneratorAttempts / 2, rng);
    if (!generator) return std::nullopt;
    const Callable& callable = subject_.callables[*generator];
    if (model::HasReceiver(callable) && depth >= kReceiverDepth) continue;
    // A protected function only when nothing else turned up.
    if (callable.is_protected && attempt < kGeneratorAttempts / 2) continue;
    if (values_.AppendCall(test, *generator, std::nullopt, rng, depth)) {
      const auto instance = static_cast<VariableIndex>(test.size() - 1);
      if (!callable.in_subject) Fill(test, instance, rng, depth);
      return instance;
    }
  }
  return std::nullopt;
}

void InstanceFactory::Fill(TestCase& test, VariableIndex instance, base::Rng& rng, unsigned depth) {
  const ClassIndex is_of = types_.ClassOf(test.statements[instance]);
  if (is_of == kNoIndex) return;
  const auto members = types_.MembersOf(is_of);
  for (int i = 0; i < kMostFills && !members.empty() && rng.Chance(kFill); ++i) {
    const CallableIndex member = members[rng.Below(members.size())];
    if (values_.IsFull(test, depth) || !types_.Fills(member)) return;
    values_.AppendCall(test, member, instance, rng, depth + 1);
  }
}

// Copies the statements that make an instance from the pool. Nothing when there is no pool or when
// chance decides against it.
std::optional<VariableIndex> InstanceFactory::Draw(TestCase& test, ClassIndex class_index,
                                                   base::Rng& rng) {
  if (pool_ == nullptr || !rng.Chance(pool_probability_)) return std::nullopt;
  const TestCase* maker = pool_->Pick(class_index, rng);
  if (maker == nullptr) return std::nullopt;
  const auto first = static_cast<VariableIndex>(test.size());
  for (Statement statement : maker->statements) {
    for (VariableIndex& operand : statement.operands) {
      operand = static_cast<VariableIndex>(operand + first);
    }
    AppendStatement(test, std::move(statement));
  }
  ++drawn_;
  return static_cast<VariableIndex>(test.size() - 1);
}

std::optional<CallableIndex> InstanceFactory::PickGenerator(ClassIndex class_index, bool desperate,
                                                            base::Rng& rng) const {
  const auto generators = types_.GeneratorsOf(class_index);
  if (generators.empty()) return std::nullopt;
  const auto& makers = environment_.path_makers();
  const bool makes_paths = !makers.empty() && std::find(generators.begin(), generators.end(),
                                                        makers[0]) != generators.end();
  if (!makes_paths || desperate || !rng.Chance(kMadePath)) {
    // A generator without a receiver is preferred to one that needs another instance.
    const CallableIndex generator = rng.Pick(generators);
    return model::HasReceiver(subject_.callables[generator]) ? rng.Pick(generators) : generator;
  }
  // A file with contents leads to more code than other paths.
  const CallableIndex maker = rng.Pick(makers);
  return subject_.callables[maker].name == "write_file" ? maker : rng.Pick(makers);
}

VariableIndex InstanceFactory::AppendMember(TestCase& test, ClassIndex class_index,
                                            base::Rng& rng) {
  const auto& members = subject_.classes[class_index].enum_members;
  if (members.empty()) return values_.AppendPrimitive(test, StatementKind::kNone, rng);
  Statement member;
  member.kind = StatementKind::kEnumMember;
  member.target = class_index;
  member.integer = static_cast<int64_t>(rng.Below(members.size()));
  return AppendStatement(test, std::move(member));
}

}  // namespace skua::search
