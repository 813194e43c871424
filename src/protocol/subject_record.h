// SUBJECT: a worker's description of the module under test (model/subject.h). Indices are checked
// against the lists that they point into; Check tests what no single field can know.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "model/names.h"
#include "model/subject.h"
#include "protocol/value_record.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::record {

inline constexpr Table kTypes{"types"};
inline constexpr Table kClasses{"classes"};
inline constexpr Table kCallables{"callables"};
inline constexpr Table kCodeObjects{"code objects"};
inline constexpr Table kPredicates{"predicates"};
inline constexpr Table kNodes{"nodes"};
inline constexpr Table kCallSites{"call sites"};

// Deepest nesting of types. A type consists of types before it in the list, so none contains
// itself. The runtime nests less deeply, and rarely makes unions of unions.
inline constexpr uint32_t kDeepestType = 64;
// Limits the alternatives of a union, including those of unions in it.
inline constexpr uint32_t kMostAlternatives = 10'000;

template <>
struct Record<model::Type> {
  using Type = model::Type;
  using Kind = model::TypeKind;
  static constexpr std::string_view kName = "type";
  static constexpr std::string_view kDoc = "the type that an annotation means";
  static constexpr auto kKind = &Type::kind;
  static constexpr uint64_t kOfTypes =
      KindsOf(Kind::kList, Kind::kSet, Kind::kFrozenSet, Kind::kDict, Kind::kTuple, Kind::kTupleOf,
              Kind::kUnion, Kind::kType, Kind::kCallable, Kind::kTypedDict);
  static constexpr uint64_t kDicts = KindsOf(Kind::kTypedDict);
  static constexpr auto kFields = std::tuple(
      Field("kind", &Type::kind, "", {.always = true}),
      Field("arguments", &Type::arguments,
            "types of elements, of keys and values, of a tuple's items, of alternatives, or of "
            "parameters and result; of a command line: of all other words, then of its first words",
            {.of = kOfTypes, .in = &kTypes}),
      Field("class", &Type::class_index, "",
            {.always = true, .of = KindsOf(Kind::kClass, Kind::kEnum), .in = &kClasses}),
      Field("literals", &Type::literals, "", {.always = true, .of = KindsOf(Kind::kLiteral)}),
      Field("names", &Type::names,
            "keys of a TypedDict, in the order of their types; required ones first",
            {.of = kDicts}),
      Field("required_names", &Type::required_names, "", {.of = kDicts}),
      Field("text", &Type::text, "the type as written in Python, for messages"));

  static void Check(const Type& type, const Place& place) {
    if (type.kind == Kind::kUnion && type.arguments.empty())
      place.Fail("a union with alternatives");
    if (type.kind == Kind::kLiteral && type.literals.empty()) place.Fail("a literal with values");
    if (type.kind == Kind::kTypedDict && type.names.size() != type.arguments.size()) {
      place.Fail("a type for each name");
    }
    if (type.required_names > type.names.size()) {
      place.At("required_names").Fail("no more than there are names");
    }
  }
};

template <>
struct Record<model::ShapeCost> {
  static constexpr std::string_view kName = "shape_cost";
  static constexpr std::string_view kDoc = "a shape, and the bits of its rarity";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("shape", &model::ShapeCost::shape), Field("bits", &model::ShapeCost::bits));
};

template <>
struct Record<model::ExpectedValue> {
  static constexpr std::string_view kName = "expected_value";
  static constexpr std::string_view kDoc = "a literal, and the bits of its rarity in its shape";
  static constexpr bool kIsList = true;
  static constexpr auto kFields = std::tuple(Field("value", &model::ExpectedValue::value),
                                             Field("bits", &model::ExpectedValue::bits));

  static void Check(const model::ExpectedValue& expected, const Place& place) {
    if (expected.value.kind > model::ValueKind::kBytes) place.At("value").Fail("a primitive");
  }
};

template <>
struct Record<model::ExpectedArgument> {
  static constexpr std::string_view kName = "expected_argument";
  static constexpr std::string_view kDoc =
      "values that people pass; rarity is in quarters of a bit";
  static constexpr auto kFields =
      std::tuple(Field("shapes", &model::ExpectedArgument::shapes, "the likeliest shapes first"),
                 Field("values", &model::ExpectedArgument::values, "the likeliest values first"));
};

template <>
struct Record<model::Parameter> {
  using Parameter = model::Parameter;
  static constexpr std::string_view kName = "parameter";
  static constexpr std::string_view kDoc = "a parameter of a callable";
  static constexpr auto kFields =
      std::tuple(Field("name", &Parameter::name, "", {.always = true}),
                 Field("kind", &Parameter::kind, "", {.always = true}),
                 Field("has_default", &Parameter::has_default),
                 Field("type", &Parameter::type,
                       "the type of one argument; also for *args and **kwargs", {.in = &kTypes}),
                 Field("expected", &Parameter::expected));
};

template <>
struct Record<model::Callable> {
  using Callable = model::Callable;
  using Kind = model::CallableKind;
  static constexpr std::string_view kName = "callable";
  static constexpr std::string_view kDoc = "a function, method or the like that a test can call";
  static constexpr auto kKind = &Callable::kind;
  // Callables without a class; all others belong to one.
  static constexpr uint64_t kFree = KindsOf(Kind::kFunction, Kind::kEnvironment);
  static constexpr auto kFields = std::tuple(
      Field("kind", &Callable::kind, "", {.always = true}),
      Field("use", &Callable::use, "how a test uses the result at once"),
      Field("name", &Callable::name, "such as \"quote\"; the class's name for a constructor",
            {.always = true}),
      Field("qualified_name", &Callable::qualified_name, "such as \"Table.add\"", {.always = true}),
      Field("module", &Callable::module, "the module to import from", {.always = true}),
      Field("class", &Callable::class_index, "", {.always = true, .of = ~kFree, .in = &kClasses}),
      Field("parameters", &Callable::parameters, "without self and cls",
            {.most = std::numeric_limits<uint16_t>::max()}),
      Field("result", &Callable::result, "", {.in = &kTypes}),
      Field("code_object", &Callable::code_object, "the code object that a call enters",
            {.in = &kCodeObjects}),
      Field("in_subject", &Callable::in_subject, "false: it only makes inputs"),
      Field("is_protected", &Callable::is_protected, "its name begins with an underscore"),
      Field("declared_exceptions", &Callable::declared_exceptions,
            "unqualified names of exceptions that are documented or raised by name"));
};

template <>
struct Record<model::Class> {
  using Class = model::Class;
  static constexpr std::string_view kName = "class";
  static constexpr std::string_view kDoc = "a class of the subject, or one that its types need";
  static constexpr auto kFields = std::tuple(
      Field("name", &Class::name, "", {.always = true}),
      Field("qualified_name", &Class::qualified_name, "", {.always = true}),
      Field("module", &Class::module, "empty if a test defines the class", {.always = true}),
      Field("bases", &Class::bases,
            "classes that it inherits from or replaces, and protocols that it fulfils",
            {.in = &kClasses}),
      Field("constructors", &Class::constructors, "", {.in = &kCallables}),
      Field("methods", &Class::methods, "including inherited ones", {.in = &kCallables}),
      Field("enum_members", &Class::enum_members, "not empty for an Enum"),
      Field("attributes", &Class::attributes, "names of instances' methods and data"),
      Field("definition", &Class::definition, "Python source with which a test defines it"),
      Field("definition_imports", &Class::definition_imports, "\"module:name\""),
      Field("in_subject", &Class::in_subject), Field("is_abstract", &Class::is_abstract),
      Field("is_exception", &Class::is_exception),
      Field("negates_equality", &Class::negates_equality, "whether `!=` always negates `==`"));
};

template <>
struct Record<model::ControlFlowEdge> {
  using Edge = model::ControlFlowEdge;
  static constexpr std::string_view kName = "edge";
  static constexpr std::string_view kDoc = "from one node to another, for this outcome";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("from", &Edge::from, "", {.in = &kNodes}),
                 Field("to", &Edge::to, "", {.in = &kNodes}), Field("when", &Edge::when));
};

template <>
struct Record<model::ControlFlowGraph> {
  using Graph = model::ControlFlowGraph;
  static constexpr std::string_view kName = "control_flow";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("nodes", &Graph::nodes,
                       "the predicate of each node, or -1; first the entry and the exit",
                       {.always = true, .in = &kPredicates, .or_none = true, .makes = &kNodes}),
                 Field("edges", &Graph::edges));
};

template <>
struct Record<model::CodeObject> {
  using CodeObject = model::CodeObject;
  static constexpr std::string_view kName = "code_object";
  static constexpr std::string_view kDoc =
      "a module, function, lambda, class body or comprehension";
  static constexpr auto kFields = std::tuple(
      Field("kind", &CodeObject::kind, "", {.always = true}),
      Field("qualified_name", &CodeObject::qualified_name, "", {.always = true}),
      Field("first_line", &CodeObject::first_line, "", {.always = true}),
      Field("parent", &CodeObject::parent,
            "the code object around it, which comes earlier in the list", {.in = &kCodeObjects}),
      Spliced(&CodeObject::control_flow));

  static void Check(const CodeObject& code_object, const Place& place) {
    if (code_object.control_flow.nodes.size() < 2) place.At("nodes").Fail("an entry and an exit");
  }
};

template <>
struct Record<model::Predicate> {
  using Predicate = model::Predicate;
  static constexpr std::string_view kName = "predicate";
  static constexpr std::string_view kDoc = "a decision with two outcomes, or a block";
  static constexpr auto kFields = std::tuple(
      Field("kind", &Predicate::kind, "", {.always = true}),
      Field("code_object", &Predicate::code_object, "", {.always = true, .in = &kCodeObjects}),
      Field("line", &Predicate::line, "", {.always = true}), Field("column", &Predicate::column),
      Field("true_is_goal", &Predicate::true_is_goal),
      Field("false_is_goal", &Predicate::false_is_goal),
      Field(
          "true_jump", &Predicate::true_jump,
          "whether this outcome leads into the statement's body; absent: neither into nor past it"),
      Field("false_jump", &Predicate::false_jump));
};

template <>
struct Record<model::Constant> {
  using Constant = model::Constant;
  static constexpr std::string_view kName = "constant";
  static constexpr std::string_view kDoc = "a literal of the source";
  static constexpr auto kFields = std::tuple(
      Field("value", &Constant::value, "", {.always = true}),
      Field("count", &Constant::count, "how often the source contains it", {.lowest = 1}));

  static void Check(const Constant& constant, const Place& place) {
    if (constant.value.kind > model::ValueKind::kBytes) place.At("value").Fail("a primitive");
  }
};

template <>
struct Record<model::Branch> {
  using Branch = model::Branch;
  static constexpr std::string_view kName = "branch";
  static constexpr std::string_view kDoc = "a predicate and its outcome";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("predicate", &Branch::predicate, "", {.in = &kPredicates}),
                 Field("outcome", &Branch::outcome));
};

template <>
struct Record<model::SourceLine> {
  using SourceLine = model::SourceLine;
  static constexpr std::string_view kName = "line";
  static constexpr std::string_view kDoc = "a line of a function on which a statement begins";
  static constexpr auto kFields = std::tuple(
      Field("line", &SourceLine::line, "", {.always = true}),
      Field("code_object", &SourceLine::code_object, "", {.always = true, .in = &kCodeObjects}),
      Field("shown_by", &SourceLine::shown_by,
            "each of these branches shows that the line was begun; absent: entering the code "
            "object shows it"));
};

template <>
struct Record<model::CallSite> {
  using CallSite = model::CallSite;
  static constexpr std::string_view kName = "call_site";
  static constexpr std::string_view kDoc = "a call in the caller that may enter the callee";
  static constexpr auto kFields = std::tuple(
      Field("line", &CallSite::line, "", {.always = true}), Field("column", &CallSite::column),
      Field("code_object", &CallSite::code_object, "code object of the caller",
            {.always = true, .in = &kCodeObjects}),
      Field("callees", &CallSite::callees, "qualified names of the functions that it may enter"));
};

template <>
struct Record<model::CoupledBranch> {
  using CoupledBranch = model::CoupledBranch;
  static constexpr std::string_view kName = "coupled_branch";
  static constexpr std::string_view kDoc =
      "a call site, a branch of the caller and a branch of the callee";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("call_site", &CoupledBranch::call_site, "", {.in = &kCallSites}),
                 Field("caller", &CoupledBranch::caller), Field("callee", &CoupledBranch::callee));
};

template <>
struct Record<model::Subject> {
  using Subject = model::Subject;
  static constexpr std::string_view kName = "subject";
  static constexpr std::string_view kDoc = "the module under test: its callables and goals";
  // The module's identity is not told: the engine knows it.
  static constexpr auto kFields = std::tuple(
      Field("types", &Subject::types, "the first type is any", {.always = true, .makes = &kTypes}),
      Field("classes", &Subject::classes, "", {.makes = &kClasses}),
      Field("callables", &Subject::callables, "", {.makes = &kCallables}),
      Field("code_objects", &Subject::code_objects, "the first code object is the module's",
            {.always = true, .makes = &kCodeObjects}),
      Field("predicates", &Subject::predicates, "", {.makes = &kPredicates}),
      Field("constants", &Subject::constants),
      Field("letter_bits", &Subject::letter_bits,
            "bits of each character's rarity after each other character"),
      Field("usual_words", &Subject::usual_words, "words of strings that people pass in tests"),
      Field("lines", &Subject::lines, "ascending"),
      Field("import_code_objects", &Subject::import_code_objects,
            "code objects that the import executes", {.in = &kCodeObjects}),
      Field("import_true", &Subject::import_true, "", {.in = &kPredicates}),
      Field("import_false", &Subject::import_false, "", {.in = &kPredicates}),
      Field("call_sites", &Subject::call_sites, "call sites of a pair of modules",
            {.makes = &kCallSites}),
      Field("coupled_branches", &Subject::coupled_branches),
      Field("coupled_in_all", &Subject::coupled_in_all,
            "number of coupled branches of the pair, including unlisted ones"),
      Field("covering", &Subject::covering, "code objects that may get to a call site",
            {.in = &kCodeObjects}));

  static void Check(const Subject& subject, const Place& place) {
    CheckTypes(subject, place);
    CheckCodeObjects(subject, place);
    CheckClasses(subject, place);
  }

 private:
  static void CheckTypes(const Subject& subject, const Place& place) {
    const Place types = place.At("types");
    if (subject.types.empty() || subject.types[0].kind != model::TypeKind::kAny) {
      types.Fail("any as the first");
    }
    std::vector<uint32_t> depths, alternatives;
    for (uint32_t i = 0; i < subject.types.size(); ++i) {
      const model::Type& type = subject.types[i];
      uint32_t depth = 0;
      uint64_t sum = type.kind == model::TypeKind::kUnion ? 0 : 1;
      for (const model::TypeIndex argument : type.arguments) {
        if (argument >= i) types.At(i).At("arguments").Fail("types that precede it");
        depth = std::max(depth, depths[argument] + 1);
        if (type.kind == model::TypeKind::kUnion) sum += alternatives[argument];
      }
      if (depth > kDeepestType) types.At(i).Fail("a type nested less deeply");
      if (sum > kMostAlternatives) types.At(i).Fail("a union of fewer types");
      depths.push_back(depth);
      alternatives.push_back(static_cast<uint32_t>(sum));
    }
  }

  static void CheckCodeObjects(const Subject& subject, const Place& place) {
    const Place code_objects = place.At("code_objects");
    if (subject.code_objects.empty()) code_objects.Fail("the module's, at least");
    for (uint32_t i = 0; i < subject.code_objects.size(); ++i) {
      const model::CodeObject& code_object = subject.code_objects[i];
      if (code_object.parent != kNone && code_object.parent >= i) {
        code_objects.At(i).At("parent").Fail("a code object that precedes it");
      }
      for (const model::PredicateIndex node : code_object.control_flow.nodes) {
        if (node != kNone && subject.predicates[node].code_object != i) {
          code_objects.At(i).At("nodes").Fail("its own predicates");
        }
      }
    }
  }

  static void CheckClasses(const Subject& subject, const Place& place) {
    for (std::size_t i = 0; i < subject.classes.size(); ++i) {
      for (const model::CallableIndex maker : subject.classes[i].constructors) {
        const model::CallableKind kind = subject.callables[maker].kind;
        if (kind != model::CallableKind::kConstructor && kind != model::CallableKind::kFunction) {
          place.At("classes").At(i).At("constructors").Fail("constructors and functions");
        }
      }
    }
  }
};

}  // namespace skua::record
