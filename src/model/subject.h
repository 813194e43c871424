// The subject (module under test) as the worker describes it: callables and types (the test
// cluster), and code objects, predicates and control flow, from which goals follow. Indices are
// stable for one version of the source and one interpreter: every process that loads the module
// numbers things in source order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/criterion.h"
#include "model/expected_argument.h"
#include "model/value.h"

namespace skua::model {

struct ModuleId {
  std::string name;  // dotted: "parcel.rates"
  std::string path;  // source file, relative to the project's root, with '/'
  auto operator<=>(const ModuleId&) const = default;
};

using TypeIndex = uint32_t;
using ClassIndex = uint32_t;
using CallableIndex = uint32_t;
using CodeObjectIndex = uint32_t;
using PredicateIndex = uint32_t;
inline constexpr uint32_t kNoIndex = 0xffffffff;

enum class TypeKind : uint8_t {
  kAny,  // no annotation, or one without meaning
  kNone,
  kBool,
  kInt,
  kFloat,
  kComplex,
  kStr,
  kBytes,
  // Arguments: element (also Sequence, Iterable, Collection …); of a command line also the types of
  // its first elements, after that of all others.
  kList,
  kSet,          // arguments: element
  kFrozenSet,    // arguments: element
  kDict,         // arguments: key, value (also Mapping …)
  kTuple,        // arguments: one for each position
  kTupleOf,      // tuple[T, ...]; arguments: element
  kUnion,        // arguments: alternatives; with None for Optional
  kLiteral,      // literals
  kClass,        // an instance of class_index
  kEnum,         // a member of class_index
  kType,         // a class as a value; arguments: the type of its instances (may be empty)
  kCallable,     // arguments: parameters…, result (may be empty)
  kTypedDict,    // a dict with the str keys `names`; arguments: the types of their values
  kPathText,     // a str that names a file or folder
  kUnsupported,  // known, but no test can build one; `text` names it
};

struct Type {
  TypeKind kind = TypeKind::kAny;
  std::vector<TypeIndex> arguments;
  ClassIndex class_index = kNoIndex;
  std::vector<Value> literals;
  std::vector<std::string> names;  // kTypedDict: required keys first
  std::size_t required_names = 0;
  std::string text;  // Python text, for messages
};

enum class ParameterKind : uint8_t {
  kPositionalOnly,
  kPositionalOrKeyword,
  kVarPositional,  // *args: its argument is a list or tuple that is unpacked
  kKeywordOnly,
  kVarKeyword,  // **kwargs: its argument is a dict with str keys that is unpacked
};

struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::kPositionalOrKeyword;
  bool has_default = false;
  TypeIndex type = 0;           // for *args and **kwargs the type of one element
  ExpectedArgument expected{};  // empty if unknown
};

enum class CallableKind : uint8_t {
  kFunction,
  kConstructor,
  kMethod,
  kStaticMethod,
  kClassMethod,
  // Callables whose first operand is a receiver, like kMethod:
  kGetter,   // reads the attribute `name`
  kSetter,   // writes it; one parameter
  kDeleter,  // `del receiver.name`
  // `name` is a special method ("__getitem__"), called by its own syntax: a[b], a + b, len(a), a ==
  // b, x in a, iter, call, `with`. "__exit__" enters the receiver as a context manager and leaves
  // it by an exception of the class that is its only parameter; "__enter__" leaves it normally;
  // "__aenter__" and "__aexit__" likewise. Their result is the value of entering.
  kOperator,
  // Changes the environment of the subject; written with pytest's fixtures. `name` is one of
  //   setenv(name, value)  delenv(name)  argv(*arguments)  stdin(text)  chdir() to the folder for
  //   files   processes(*answers: (return code, output, errors))   system(status)   seed(number)
  //   write_file(name, content: str or bytes), missing_file(name), make_folder(name) → Path
  //   give:TARGET(object): calls of TARGET, a dotted name, return the object
  //   clock:TARGET(moment), calendar:TARGET(moment): TARGET is a class datetime, or date, by which
  //   it is always that moment
  //   tick:TARGET(start): TARGET is a function of `time`; each call returns a second more
  //   override:APPLICATION:DEPENDENCY(object): replaces a dependency in FastAPI; both are names of
  //   `module`
  kEnvironment,
};

// The immediate use of a call's result, which makes the variable's value.
enum class ResultUse : uint8_t {
  kValue,         // unchanged
  kAwait,         // awaited to completion
  kIterate,       // a list of its first kMostItems items
  kAsyncIterate,  // a list of its first kMostItems items
  kFirst,         // its first item
};
inline constexpr std::size_t kMostItems = 64;

struct Callable {
  CallableKind kind = CallableKind::kFunction;
  ResultUse use = ResultUse::kValue;
  std::string name;                   // "quote"; the class's name for a constructor
  std::string qualified_name;         // within its module: "RateTable.add"
  std::string module;                 // the module to import it from
  ClassIndex class_index = kNoIndex;  // the class of a constructor, method, static or class method
  std::vector<Parameter> parameters;  // without self and cls
  TypeIndex result = 0;
  // The code object that a call enters; none if not instrumented.
  CodeObjectIndex code_object = kNoIndex;
  bool in_subject = true;     // false: only used to make inputs (Decimal, Path …)
  bool is_protected = false;  // a name with a leading underscore, its own or its class's
  // Unqualified names of exceptions that its docstring mentions or its code raises.
  std::vector<std::string> declared_exceptions = {};
};

struct Class {
  std::string name;
  std::string qualified_name;
  std::string module;
  // Direct and indirect base classes in this table, classes that it stands in for, and protocols
  // that it fulfils. Protocols with the same members fulfil each other.
  std::vector<ClassIndex> bases;
  std::vector<CallableIndex> constructors;  // empty: cannot be built (abstract, or no signature)
  std::vector<CallableIndex> methods;       // including inherited ones
  std::vector<std::string> enum_members;    // not empty for an Enum
  std::vector<std::string> attributes;      // names of methods and data of instances
  // Python source that a test must define to use the class (a concrete subclass of an abstract
  // class, an implementation of a Protocol); `module` is then empty. Empty: none needed.
  std::string definition;
  std::vector<std::string> definition_imports;  // "module:name" that `definition` needs
  bool in_subject = true;
  bool is_abstract = false;
  bool is_exception = false;
  bool negates_equality = false;  // `a != b` means `not a == b`: the class has no other __ne__
};

enum class CodeObjectKind : uint8_t { kModule, kFunction, kLambda, kClassBody, kComprehension };

// An edge between two nodes: predicates, or stretches of code without one. An edge out of a
// predicate has an outcome. Exceptions have no edges, except to `except` clauses.
struct ControlFlowEdge {
  enum class When : uint8_t { kAlways, kTrue, kFalse };
  uint32_t from = 0;
  uint32_t to = 0;
  When when = When::kAlways;
};

struct ControlFlowGraph {
  // The predicate of each node, or kNoIndex. Node 0 is the entry, node 1 the exit.
  std::vector<PredicateIndex> nodes;
  std::vector<ControlFlowEdge> edges;
};

struct CodeObject {
  CodeObjectKind kind = CodeObjectKind::kFunction;
  std::string qualified_name;
  uint32_t first_line = 0;
  CodeObjectIndex parent = kNoIndex;
  ControlFlowGraph control_flow;
};

enum class PredicateKind : uint8_t {
  kCompare,
  kTruth,
  kForLoop,
  kMatchCase,
  kExceptClause,
  // Completion of a stretch of statements, which no branch proves: not a decision. Its one outcome
  // is true, and edges out of it have no outcome.
  kBlock,
};

struct Predicate {
  PredicateKind kind = PredicateKind::kTruth;
  CodeObjectIndex code_object = 0;
  uint32_t line = 0;
  uint32_t column = 0;
  // False for branches that cannot be taken by definition (`if TYPE_CHECKING:`).
  bool true_is_goal = true;
  bool false_is_goal = true;
  // Where the outcome leads: into the statement's body (true) or past it (false). Nullopt: to
  // another operand of the same condition, or the predicate is in an expression.
  std::optional<bool> true_jump, false_jump;
};

// An outcome of a predicate.
struct Branch {
  PredicateIndex predicate = 0;
  bool outcome = true;
  auto operator<=>(const Branch&) const = default;
};

// The classes or functions of two modules that form a pair; empty: the whole module.
struct PairParts {
  std::string caller = {}, callee = {};
  auto operator<=>(const PairParts&) const = default;
};

// A place where a caller calls what may be a function of its callee.
struct CallSite {
  uint32_t line = 0;
  uint32_t column = 0;
  CodeObjectIndex code_object = 0;   // in the caller
  std::vector<std::string> callees;  // qualified names of functions that it may enter
};

// A branch that leads to a call site, and a branch of the callee that may be taken while the call
// is on the stack (Derakhshanfar et al., Cling, definition 3.3).
struct CoupledBranch {
  uint32_t call_site = 0;
  Branch caller, callee;
};

// A line on which a statement of a function begins, and the branches each of which proves that it
// was executed. Empty if entering the code object proves it.
struct SourceLine {
  uint32_t line = 0;
  CodeObjectIndex code_object = 0;
  std::vector<Branch> shown_by;
};

// A goal of a criterion other than branch coverage.
struct CriterionGoal {
  Criterion criterion = Criterion::kLine;
  CodeObjectIndex code_object = 0;
  // Numbers by which the criterion identifies the goal; its file defines their meaning.
  uint32_t of = 0, which = 0;
  // The branches that lead to the goal; it opens when one of them is taken. Empty: only the code
  // object has to be entered, as far as is known.
  std::vector<Branch> near = {};
  // Taking one of them, or entering the code object, covers the goal.
  bool is_shown_by_near = false;
  bool at_boundary = false;  // the test has to reach the point where the outcomes of `near` meet
  // False: the goal may be impossible, and counts only once a test has covered it.
  bool is_sought = true;
};

struct Constant {
  Value value;  // None, bool, int, float, complex, str or bytes
  uint32_t count = 1;
};

struct Subject {
  ModuleId module;
  std::vector<Type> types;  // types[0] is kAny
  std::vector<Class> classes;
  std::vector<Callable> callables;
  std::vector<CodeObject> code_objects;  // code_objects[0] is the module
  std::vector<Predicate> predicates;
  std::vector<Constant> constants;
  std::string letter_bits;               // of strings that people pass, see search/expected
  std::vector<std::string> usual_words;  // of such strings, in lower case, the most usual first
  std::vector<SourceLine> lines;         // ascending
  // Code objects that importing the module executes.
  std::vector<CodeObjectIndex> import_code_objects;
  std::vector<PredicateIndex> import_true, import_false;

  // Set for a pair of modules, whose caller this is. After the caller's own code objects and
  // predicates come copies of the callee's: one for calls outside of all call sites, then one for
  // each call site. Goals are the coupled branches and, if search.criteria names coupled-branch,
  // the caller's goals of other criteria.
  std::optional<ModuleId> callee = {};
  PairParts parts = {};
  std::vector<CallSite> call_sites = {};
  std::vector<CoupledBranch> coupled_branches = {};
  // Number of all coupled branches, of which `coupled` may be a sample.
  uint64_t coupled_in_all = 0;
  // Code objects of the caller that may reach a call site.
  std::vector<CodeObjectIndex> covering = {};

  // Set by the engine from search.criteria.
  bool seeks_branches = true;  // false: branches only count, and are not searched for
  std::vector<CriterionGoal> criterion_goals = {};
  // Types of exceptions that are neither Python's nor the subject's, in the order in which tests
  // raised them, by which a criterion numbers its goals. The search adds to them. All copies of the
  // subject share them, within one thread.
  std::shared_ptr<std::vector<std::string>> met_exceptions =
      std::make_shared<std::vector<std::string>>();
};

}  // namespace skua::model
