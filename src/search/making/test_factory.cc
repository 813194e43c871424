#include "search/making/test_factory.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "model/visibility.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;
using model::CodeObjectIndex;
using model::kNoIndex;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;
using model::VariableIndex;

namespace {

// Weight of methods that fill an object of another module: rather few, since most are of no use.
constexpr double kFillWeight = 0.5;
// The factor by which a callable is likelier whose code has uncovered goals.
constexpr double kOpenGoalsWeight = 10;
// Weight of attributes and operators without code of their own, which only show or change state.
constexpr double kPlainAttributeWeight = 0.5;
constexpr double kChainTowardsGoals = 0.8;
constexpr double kAnswered = 0.8;  // otherwise a missing program, say, is seen
constexpr double kPrepared = 0.4;
constexpr int kCallAttempts = 10;
constexpr int kRepairs = 50;  // Cling §3.2.4

// Returns whether no code of the subject runs in the callable.
bool IsPlainAttribute(const Callable& callable) {
  return callable.code_object == kNoIndex &&
         (callable.kind == CallableKind::kGetter || callable.kind == CallableKind::kSetter ||
          callable.kind == CallableKind::kDeleter || callable.kind == CallableKind::kOperator);
}

// Returns whether a call site may enter a method of the class.
bool IsEntered(const model::Subject& subject, const model::Class& it) {
  const std::string prefix = it.qualified_name + ".";
  return std::ranges::any_of(subject.call_sites, [&](const model::CallSite& site) {
    return std::ranges::any_of(site.callees,
                               [&](const auto& callee) { return callee.starts_with(prefix); });
  });
}

// The sub-classes in the callee that redefine what a class of the caller calls on itself (Cling
// §3.2.5).
std::vector<ClassIndex> RedefiningClasses(const model::Subject& subject, ClassIndex base) {
  std::vector<ClassIndex> found;
  if (!subject.callee || base == kNoIndex) return found;
  for (ClassIndex i = 0; i < subject.classes.size(); ++i) {
    const model::Class& it = subject.classes[i];
    if (it.module == subject.callee->name && !it.is_abstract &&
        std::ranges::count(it.bases, base) > 0 && IsEntered(subject, it)) {
      found.push_back(i);
    }
  }
  return found;
}

// Returns the derived classes whose objects have the method as the caller defines it: calls of it
// get to a call site, while calls of a method that they redefine need not.
std::vector<ClassIndex> Inheriting(const model::Subject& subject, const Callable& method) {
  std::vector<ClassIndex> classes = RedefiningClasses(subject, method.class_index);
  std::erase_if(classes, [&](ClassIndex it) {
    return std::ranges::any_of(subject.callables, [&](const Callable& other) {
      return other.class_index == it && other.name == method.name;
    });
  });
  return classes;
}

// Adds those by which objects of sub-classes in the callee are made, where a constructor of the
// caller gets to a call site.
void AddInheritingConstructors(const model::Subject& subject,
                               std::vector<CallableIndex>& covering) {
  const std::vector<CallableIndex> own = covering;
  for (const CallableIndex i : own) {
    if (subject.callables[i].kind != CallableKind::kConstructor) continue;
    for (const ClassIndex it : RedefiningClasses(subject, subject.callables[i].class_index)) {
      const auto& constructors = subject.classes[it].constructors;
      covering.insert(covering.end(), constructors.begin(), constructors.end());
    }
  }
  std::ranges::sort(covering);
  covering.erase(std::unique(covering.begin(), covering.end()), covering.end());
}

}  // namespace

TestFactory::TestFactory(const GoalSet& goals, const SearchOptions& options,
                         const Primitives& primitives, const TypeSystem& types,
                         const TypeGuesses& guesses)
    : goals_(goals),
      subject_(goals.subject()),
      options_(options),
      types_(types),
      environment_(subject_),
      values_({subject_, options, primitives, types, guesses, environment_}) {
  const auto collect = [&](bool with_protected) {
    for (CallableIndex i = 0; i < subject_.callables.size(); ++i) {
      const Callable& callable = subject_.callables[i];
      if (!callable.in_subject || callable.kind == CallableKind::kEnvironment ||
          (callable.is_protected && !with_protected)) {
        continue;
      }
      callables_.push_back(i);
    }
  };
  collect(false);
  // A module may consist of helpers only; its exceptions and enumerations may be public, but have
  // no code.
  const bool have_code = std::ranges::any_of(callables_, [this](CallableIndex i) {
    return subject_.callables[i].code_object != kNoIndex;
  });
  if (!have_code) {
    callables_.clear();
    collect(true);
  }
  std::ranges::copy_if(callables_, std::back_inserter(covering_), [this](CallableIndex i) {
    return std::ranges::binary_search(subject_.covering, subject_.callables[i].code_object);
  });
  AddInheritingConstructors(subject_, covering_);
  WeighCallables(goals.covered_by_import());
}

void TestFactory::AdmitProtected() {
  for (CallableIndex i = 0; i < subject_.callables.size(); ++i) {
    const Callable& callable = subject_.callables[i];
    if (callable.in_subject && callable.is_protected && HasOpenGoals(i) &&
        callable.kind != CallableKind::kEnvironment && !model::IsPrivate(callable.qualified_name)) {
      callables_.push_back(i);
    }
  }
  std::sort(callables_.begin(), callables_.end());
  callables_.erase(std::unique(callables_.begin(), callables_.end()), callables_.end());
}

void TestFactory::WeighCallables(const std::vector<bool>& covered,
                                 const std::vector<double>& factors) {
  has_open_goals_.assign(subject_.code_objects.size(), false);
  has_own_open_goals_.assign(subject_.code_objects.size(), false);
  for (model::GoalIndex goal = 0; goal < goals_.size(); ++goal) {
    if (covered[goal] || !goals_.IsReachable(goal) || !goals_.KeepsSearching(goal)) continue;
    has_own_open_goals_[goals_.CodeObjectOf(goal)] = true;
    // A nested code object is reached by calling the function around it.
    for (CodeObjectIndex c = goals_.CodeObjectOf(goal); c != kNoIndex && !has_open_goals_[c];
         c = subject_.code_objects[c].parent) {
      has_open_goals_[c] = true;
    }
  }
  const bool any_open = std::ranges::find(has_own_open_goals_, true) != has_own_open_goals_.end();
  if (any_open) {
    for (const CodeObjectIndex c : subject_.covering) has_open_goals_[c] = true;
  }
  weights_.assign(subject_.callables.size(), 0);
  cumulative_weights_.clear();
  double sum = 0;
  for (CallableIndex i : callables_) {
    weights_[i] = HasOpenGoals(i)                           ? kOpenGoalsWeight
                  : IsPlainAttribute(subject_.callables[i]) ? kPlainAttributeWeight
                                                            : 1;
    if (!factors.empty()) weights_[i] *= factors[i];
    // Methods of a class that nothing is known to make wait for a call that returns an instance.
    const Callable& callable = subject_.callables[i];
    const bool stands_alone =
        !model::HasReceiver(callable) || types_.IsBuildable(callable.class_index);
    cumulative_weights_.push_back(sum += stands_alone ? weights_[i] : 0);
  }
}

bool TestFactory::HasOpenGoals(CallableIndex callable) const {
  const CodeObjectIndex code_object = subject_.callables[callable].code_object;
  return code_object != kNoIndex && has_open_goals_[code_object];
}

bool TestFactory::IsOpenInsideOnly(CallableIndex callable) const {
  return HasOpenGoals(callable) && !has_own_open_goals_[subject_.callables[callable].code_object];
}

void TestFactory::MakeRandomTest(TestCase& test, base::Rng& rng) {
  test.statements.clear();
  const std::size_t length = 1 + rng.Below(options_.max_test_length);
  // Leaves to chance whether anything is inserted; some attempt finds a callable if there is one.
  for (int attempts = 0; test.size() < length && attempts < 10 * kCallAttempts;) {
    if (!InsertStatements(test, test.size(), rng)) ++attempts;
  }
  EnsureCoveringCall(test, rng);
  Prepare(test, rng);
}

bool TestFactory::CallsCovering(const TestCase& test) const {
  return covering_.empty() || std::ranges::any_of(test.statements, [this](const Statement& it) {
           return it.kind == StatementKind::kCall &&
                  std::ranges::binary_search(covering_, it.target);
         });
}

bool TestFactory::InsertCoveringCall(TestCase& test, std::size_t end, base::Rng& rng) {
  const std::size_t first = environment_.PrefixOf(test);
  const std::size_t limit = std::max(first, std::min(end, test.size()));
  for (int attempt = 0; attempt < kRepairs; ++attempt) {
    bool inserted = false;
    {
      const Opening opening(test, first + rng.Below(limit - first + 1), set_aside_);
      const CallableIndex covering = rng.Pick(covering_);
      std::optional<VariableIndex> receiver;
      if (model::HasReceiver(subject_.callables[covering])) {
        const auto classes = Inheriting(subject_, subject_.callables[covering]);
        if (!classes.empty()) receiver = AppendInstance(test, rng.Pick(classes), rng, 1);
      }
      inserted = values_.AppendCall(test, covering, receiver, rng, 0);
    }
    if (!inserted) continue;
    environment_.Normalise(test);
    return true;
  }
  return false;
}

bool TestFactory::InsertStatements(TestCase& test, std::size_t end, base::Rng& rng) {
  bool inserted = false;
  const std::size_t first = environment_.PrefixOf(test);
  std::size_t limit = std::max(first, std::min(end, test.size()));
  for (double p = options_.insertion_probability;
       test.size() < options_.max_test_length && rng.Chance(p);
       p *= options_.insertion_probability) {
    const std::size_t before = test.size();
    if (limit > first && !environment_.actions().empty() &&
        rng.Chance(options_.environment_probability)) {
      InsertEnvironment(test, first, limit, rng);
    } else {
      const Opening opening(test, first + rng.Below(limit - first + 1), set_aside_);
      const bool on_variable = rng.Chance(0.5) && AppendCallOnVariable(test, rng);
      if (on_variable || AppendSomeCall(test, rng)) AppendChain(test, rng);
    }
    limit += test.size() - before;
    inserted = inserted || test.size() != before;
  }
  if (inserted) environment_.Normalise(test);
  return inserted;
}

// Inserts an environment statement before another statement, rather early than late: it matters to
// the statements after it.
void TestFactory::InsertEnvironment(TestCase& test, std::size_t first, std::size_t limit,
                                    base::Rng& rng) {
  const std::size_t place = std::min(rng.Below(limit - first), rng.Below(limit - first));
  const CallableIndex action = rng.Pick(environment_.actions());
  const Opening opening(test, first + place, set_aside_);
  values_.AppendCall(test, action, std::nullopt, rng, 0);
}

bool TestFactory::AppendRandomCall(TestCase& test, base::Rng& rng) {
  if (!AppendSomeCall(test, rng)) return false;
  AppendChain(test, rng);
  environment_.Normalise(test);
  Prepare(test, rng);
  return true;
}

void TestFactory::Prepare(TestCase& test, base::Rng& rng) {
  if (test.size() == 0) return;
  for (const CallableIndex prepared : environment_.prepared()) {
    const bool has_it = std::ranges::any_of(test.statements, [&](const Statement& statement) {
      return statement.kind == StatementKind::kCall && statement.target == prepared;
    });
    const bool answers = Environment::Answers(subject_.callables[prepared]);
    if (has_it || !rng.Chance(answers ? kAnswered : kPrepared)) continue;
    const Opening opening(test, environment_.PrefixOf(test), set_aside_);
    values_.AppendCall(test, prepared, std::nullopt, rng, 0);
  }
}

bool TestFactory::AppendSomeCall(TestCase& test, base::Rng& rng) {
  if (callables_.empty() || cumulative_weights_.back() <= 0) return false;
  const double point = rng.Real() * cumulative_weights_.back();
  const auto place =
      std::upper_bound(cumulative_weights_.begin(), cumulative_weights_.end(), point);
  const auto rank = std::min<std::size_t>(
      static_cast<std::size_t>(place - cumulative_weights_.begin()), callables_.size() - 1);
  return values_.AppendCall(test, callables_[rank], std::nullopt, rng, 0);
}

CallableIndex TestFactory::OriginOf(const TestCase& test, VariableIndex variable) const {
  for (;;) {
    const Statement& statement = test.statements[variable];
    if (statement.kind != StatementKind::kCall) return kNoIndex;
    const Callable& callable = subject_.callables[statement.target];
    if (callable.in_subject) return statement.target;
    if (!model::HasReceiver(callable)) return kNoIndex;
    variable = statement.operands[0];
  }
}

// Members of foreign classes are called only on results of the subject: closures, context managers
// and iterators run code of the subject.
double TestFactory::WeightOn(const TestCase& test, VariableIndex receiver,
                             CallableIndex member) const {
  const Callable& callable = subject_.callables[member];
  if (callable.in_subject) return weights_[member];
  if (subject_.types[callable.result].kind == TypeKind::kPathText) return 0;
  if (types_.Fills(member)) return kFillWeight;
  const CallableIndex origin = OriginOf(test, receiver);
  if (origin == kNoIndex) return 0;
  const CodeObjectIndex code_object = subject_.callables[origin].code_object;
  return code_object != kNoIndex && has_open_goals_[code_object] ? kOpenGoalsWeight : 1;
}

bool TestFactory::AppendCallOnVariable(TestCase& test, base::Rng& rng) {
  // A variable is as likely as its likeliest member, so that a class with many members does not
  // weigh more.
  choices_.assign(test.size(), 0);
  for (std::size_t v = 0; v < test.size(); ++v) {
    const ClassIndex is_of = types_.ClassOf(test.statements[v]);
    if (is_of == kNoIndex) continue;
    for (CallableIndex member : types_.MembersOf(is_of)) {
      choices_[v] = std::max(choices_[v], WeightOn(test, static_cast<VariableIndex>(v), member));
    }
  }
  if (std::accumulate(choices_.begin(), choices_.end(), 0.0) <= 0) return false;
  return AppendCallOn(test, static_cast<VariableIndex>(rng.Weighted(choices_)), rng);
}

bool TestFactory::AppendCallOn(TestCase& test, VariableIndex receiver, base::Rng& rng) {
  const ClassIndex is_of = types_.ClassOf(test.statements[receiver]);
  if (is_of == kNoIndex) return false;
  const auto members = types_.MembersOf(is_of);
  choices_.clear();
  for (CallableIndex member : members) choices_.push_back(WeightOn(test, receiver, member));
  if (std::accumulate(choices_.begin(), choices_.end(), 0.0) <= 0) return false;
  return values_.AppendCall(test, members[rng.Weighted(choices_)], receiver, rng, 0);
}

void TestFactory::AppendChain(TestCase& test, base::Rng& rng) {
  for (int link = 1; link < 3 && test.size() < options_.max_test_length; ++link) {
    if (test.size() == 0) return;
    const CallableIndex origin = OriginOf(test, static_cast<VariableIndex>(test.size() - 1));
    const double chance = origin != kNoIndex && IsOpenInsideOnly(origin)
                              ? kChainTowardsGoals
                              : options_.chain_probability;
    if (!rng.Chance(chance)) return;
    if (!AppendCallOn(test, static_cast<VariableIndex>(test.size() - 1), rng)) return;
  }
}

}  // namespace skua::search
