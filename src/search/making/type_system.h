// Which types fit where: which variables can be passed for which parameters, and which calls make
// instances of which class. Knows the annotations, and learns what calls without a useful
// annotation return.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/making/entered_parts.h"

namespace skua::search {

// The type that a variable is thought to have, without the details.
struct Shape {
  model::TypeKind kind = model::TypeKind::kAny;
  model::ClassIndex class_index = model::kNoIndex;  // for kClass, kEnum and kType
  bool operator==(const Shape&) const = default;
};

class TypeSystem {
 public:
  // Borrows the subject, which outlives it.
  explicit TypeSystem(const model::Subject& subject);

  bool IsSubclass(model::ClassIndex derived, model::ClassIndex base) const {
    return is_subclass_[derived * class_count_ + base];
  }
  Shape ShapeOf(const model::Statement& statement) const;
  // Returns the class whose methods, attributes and operators the variable has; kNoIndex if
  // unknown.
  model::ClassIndex ClassOf(const model::Statement& statement) const;
  // Returns the callables that have instances of the class as receivers, inherited ones included.
  std::span<const model::CallableIndex> MembersOf(model::ClassIndex class_index) const {
    return members_[class_index];
  }
  // Returns whether calling the member changes or shows an object of the project that is not the
  // subject's. (Operators of closures and the like, which only calls return, run the subject's
  // code.)
  bool Fills(model::CallableIndex member) const {
    const model::Callable& it = subject_->callables[member];
    return !it.in_subject && it.class_index != model::kNoIndex &&
           !subject_->classes[it.class_index].constructors.empty() &&
           subject_->types[it.result].kind != model::TypeKind::kPathText;
  }
  // Returns whether instances of the class can be called.
  bool IsCallable(model::ClassIndex class_index) const { return is_callable_[class_index]; }
  // Finds a class by its module and qualified name; kNoIndex if the table does not have it.
  model::ClassIndex Find(std::string_view module, std::string_view qualified_name) const;

  // Returns whether `variable` fits for `type`, with the elements of collections.
  bool Fits(const model::TestCase& test, model::VariableIndex variable,
            model::TypeIndex type) const;
  // Returns whether it is a list whose first places have types of their own, or a union of such
  // lists.
  bool IsLine(model::TypeIndex type) const;
  // Returns whether the variable can be the argument for the parameter; for *args and **kwargs it
  // is unpacked.
  bool FitsParameter(const model::TestCase& test, model::VariableIndex variable,
                     const model::Parameter& parameter) const;
  // Returns whether a variable of shape `have` can replace one of shape `want`.
  bool CanReplace(const Shape& want, const Shape& have) const;

  // Returns the calls whose result is an instance of the class, constructors first.
  std::span<const model::CallableIndex> GeneratorsOf(model::ClassIndex class_index) const {
    return generators_[class_index];
  }
  // Returns the classes of named objects that are instances of the class: HoldsNamedObjects().
  std::span<const model::ClassIndex> NamedOf(model::ClassIndex class_index) const {
    return named_[class_index];
  }
  // Returns whether tests can get an instance of the class, also as a member of an Enum or by its
  // name.
  bool IsBuildable(model::ClassIndex class_index) const {
    return !generators_[class_index].empty() || !named_[class_index].empty() ||
           !subject_->classes[class_index].enum_members.empty();
  }
  // Returns the weight of each alternative of a union: low for those that another one makes
  // precise, as a dict with known keys does any dict, and a class anything.
  std::span<const double> WeightsOf(model::TypeIndex of_union) const { return weights_[of_union]; }

  // Returns the Enum that a literal names, and the index of its member.
  std::optional<std::pair<model::ClassIndex, int64_t>> MemberOf(const model::Value& value) const;

  // Returns the type that parameters of that name declare; kAny if none does.
  model::TypeIndex OfParametersNamed(std::string_view name) const {
    return parameter_types_.Of(name);
  }

  const model::Subject& subject() const { return *subject_; }
  // Parts that tests of a pair should pass on; empty if the subject is no pair.
  const EnteredParts& entered() const { return entered_; }

  // Notes that the call returned an instance of the class. The first class seen becomes that of the
  // results of the callable; later ones only gain it as a generator.
  void LearnResult(model::CallableIndex callable, model::ClassIndex class_index);

  // Returns the index of the plain type of this kind, or that of kAny.
  model::TypeIndex IndexOf(model::TypeKind kind) const {
    return plain_types_[static_cast<std::size_t>(kind)];
  }

 private:
  void AddGenerator(model::CallableIndex callable, model::ClassIndex class_index);
  bool MakesLiteral(const model::Statement& statement, const model::Value& value) const;
  bool TypeFits(model::TypeIndex have, model::TypeIndex want) const;
  bool CallFits(const model::Statement& call, model::TypeIndex want) const;
  bool CollectionFits(const model::TestCase& test, const model::Statement& statement,
                      const model::Type& want) const;
  // Returns whether the first elements fit the types, one each.
  bool PositionsFit(const model::TestCase& test, const model::Statement& collection,
                    std::span<const model::TypeIndex> types) const;
  bool ClassFits(const model::Statement& statement, const Shape& have,
                 const model::Type& want) const;
  bool IsKnownSubclass(model::ClassIndex derived, model::ClassIndex base) const {
    return derived != model::kNoIndex && base != model::kNoIndex && IsSubclass(derived, base);
  }
  bool TypedDictFits(const model::TestCase& test, const model::Statement& dict,
                     const model::Type& want) const;
  Shape ShapeOfType(model::TypeIndex type) const;
  void CollectBases();
  void CollectGenerators();
  void CollectMembers();
  bool MakesPrecise(model::TypeIndex precise, model::TypeIndex vague) const;
  void WeighAlternatives();

  const model::Subject* subject_;
  EnteredParts entered_;
  model::ParameterTypes parameter_types_;
  std::size_t class_count_;
  std::vector<bool> is_subclass_;  // [derived][base]
  std::vector<std::vector<model::CallableIndex>> generators_;
  std::vector<std::vector<model::CallableIndex>> members_;
  std::vector<std::vector<model::ClassIndex>> named_;
  std::vector<bool> is_callable_;
  std::vector<model::ClassIndex> learned_results_;  // by callable
  std::vector<model::TypeIndex> plain_types_;
  std::vector<std::vector<double>> weights_;  // by type; empty where it is no union
};

}  // namespace skua::search
