// The subject (module under test) as the worker found it: what can be called with which types
// (the test cluster), and what is to be covered (code objects, predicates, control flow).
// Indices into the vectors are stable for one version of the source and one interpreter: the
// worker numbers things in source order, and every process that loads the module numbers alike.
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
  std::string path;  // of the source file, relative to the project's root, with '/'
  auto operator<=>(const ModuleId&) const = default;
};

using TypeIndex = uint32_t;
using ClassIndex = uint32_t;
using CallableIndex = uint32_t;
using CodeObjectIndex = uint32_t;
using PredicateIndex = uint32_t;
inline constexpr uint32_t kNoIndex = 0xffffffff;

enum class TypeKind : uint8_t {
  kAny,  // no annotation, or one that says nothing
  kNone,
  kBool,
  kInt,
  kFloat,
  kComplex,
  kStr,
  kBytes,
  kList,         // arguments: element (also Sequence, Iterable, Collection …); of a command line
                 // also those of its first places, behind that of all others
  kSet,          // arguments: element
  kFrozenSet,    // arguments: element
  kDict,         // arguments: key, value (also Mapping …)
  kTuple,        // arguments: one a position
  kTupleOf,      // tuple[T, ...]; arguments: element
  kUnion,        // arguments: alternatives, None among them for Optional
  kLiteral,      // literals
  kClass,        // an instance of class_index
  kEnum,         // a member of class_index
  kType,         // a class as a value; arguments: of what it is an instance's class (may be empty)
  kCallable,     // arguments: parameters…, result (may be empty)
  kTypedDict,    // a dict with the str keys `names`; arguments: their values' types
  kPathText,     // a str that names a file or folder
  kUnsupported,  // known, but nothing that a test can build; text says what
};

struct Type {
  TypeKind kind = TypeKind::kAny;
  std::vector<TypeIndex> arguments;
  ClassIndex class_index = kNoIndex;
  std::vector<Value> literals;
  std::vector<std::string> names;  // kTypedDict: the keys that must be there first
  std::size_t required_names = 0;
  std::string text;  // as Python writes it, for messages
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
  TypeIndex type = 0;           // of one element for *args and **kwargs
  ExpectedArgument expected{};  // empty where nothing is known
};

enum class CallableKind : uint8_t {
  kFunction,
  kConstructor,
  kMethod,
  kStaticMethod,
  kClassMethod,
  // Callables with a receiver as their first operand, as kMethod:
  kGetter,    // reads the attribute `name`
  kSetter,    // writes it; one parameter
  kDeleter,   // `del receiver.name`
  kOperator,  // `name` is that of the special method ("__getitem__"); written with its own syntax
              // (a[b], a + b, len(a), a == b, x in a, iter, call, `with`). "__exit__" enters the
              // receiver as a context manager, and leaves it by an exception of the class that
              // is its one parameter; "__enter__" leaves it normally. Their result is what
              // entering gave. So also "__aenter__" and "__aexit__".
  // Changes what surrounds the subject; written with pytest's fixtures. `name` is one of
  //   setenv(name, value)  delenv(name)  argv(*arguments)  stdin(text)  chdir() to the folder for
  //   files   processes(*answers: (return code, output, errors))   system(status)   seed(number)
  //   write_file(name, content: str or bytes), missing_file(name), make_folder(name) → Path
  //   give:TARGET(object): calls of TARGET, a dotted name, return the object
  //   clock:TARGET(moment), calendar:TARGET(moment): TARGET is a class datetime, or date, by which
  //   it is always that moment
  //   tick:TARGET(start): TARGET is a function of `time`; each call tells a second more
  //   override:APPLICATION:DEPENDENCY(object): what FastAPI calls in the dependency's place returns
  //   the object; both are names of `module`
  kEnvironment,
};

// What is done at once with the result of a call; the variable is what comes of it.
enum class ResultUse : uint8_t {
  kValue,         // nothing
  kAwait,         // run to completion
  kIterate,       // a list of the first kMostItems items
  kAsyncIterate,  // likewise
  kFirst,         // its first item
};
inline constexpr std::size_t kMostItems = 64;

struct Callable {
  CallableKind kind = CallableKind::kFunction;
  ResultUse use = ResultUse::kValue;
  std::string name;                   // "quote"; the class's name for a constructor
  std::string qualified_name;         // within its module: "RateTable.add"
  std::string module;                 // to import it from
  ClassIndex class_index = kNoIndex;  // of a constructor, method, static or class method
  std::vector<Parameter> parameters;  // without self and cls
  TypeIndex result = 0;
  CodeObjectIndex code_object =
      kNoIndex;               // where a call enters; none for code we do not instrument
  bool in_subject = true;     // false: only serves to make inputs (Decimal, Path …)
  bool is_protected = false;  // a name with one leading underscore, own or its class's
  // Unqualified names of exceptions that its docstring tells of or that its code raises by name.
  std::vector<std::string> declared_exceptions = {};
};

struct Class {
  std::string name;
  std::string qualified_name;
  std::string module;
  // Those in this table that it inherits from, from near or far, that it stands in for, and
  // protocols that it fulfils. Protocols of the same members fulfil each other.
  std::vector<ClassIndex> bases;
  std::vector<CallableIndex> constructors;  // empty: cannot be built (abstract, or no signature)
  std::vector<CallableIndex> methods;       // inherited ones too
  std::vector<std::string> enum_members;    // not empty for an Enum
  std::vector<std::string> attributes;      // names of methods and data that instances have
  // Not empty: a test that uses the class must define it with this Python source (a concrete
  // subclass of an abstract class, an implementation of a Protocol); `module` is then empty.
  std::string definition;
  std::vector<std::string> definition_imports;  // "module:name" that the source needs
  bool in_subject = true;
  bool is_abstract = false;
  bool is_exception = false;
  bool negates_equality = false;  // `a != b` is `not a == b`: it has no other __ne__
};

enum class CodeObjectKind : uint8_t { kModule, kFunction, kLambda, kClassBody, kComprehension };

// A node is a predicate, or a stretch of code without one. An edge out of a predicate says for
// which outcome it is taken; exceptional flow is not drawn but for `except` clauses.
struct ControlFlowEdge {
  enum class When : uint8_t { kAlways, kTrue, kFalse };
  uint32_t from = 0;
  uint32_t to = 0;
  When when = When::kAlways;
};

struct ControlFlowGraph {
  // Node 0 is the entry, node 1 the exit. For each node its predicate, or kNoIndex.
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
  // No decision: a stretch of statements was completed, which no branch tells. Its one outcome is
  // true, and edges out of it are for all.
  kBlock,
};

struct Predicate {
  PredicateKind kind = PredicateKind::kTruth;
  CodeObjectIndex code_object = 0;
  uint32_t line = 0;
  uint32_t column = 0;
  // Branches that cannot be taken as a matter of form (`if TYPE_CHECKING:`) are no goals.
  bool true_is_goal = true;
  bool false_is_goal = true;
  // Where the statement goes with this outcome: into its body, or past it. Absent: on to another
  // operand of the same condition, or the predicate is in an expression.
  std::optional<bool> true_jump, false_jump;
};

// A predicate's outcome.
struct Branch {
  PredicateIndex predicate = 0;
  bool outcome = true;
  auto operator<=>(const Branch&) const = default;
};

// What of two modules is a pair: names of classes or functions; empty: the whole module.
struct PairParts {
  std::string caller = {}, callee = {};
  auto operator<=>(const PairParts&) const = default;
};

// A place where a caller calls what may be a function of its callee.
struct CallSite {
  uint32_t line = 0;
  uint32_t column = 0;
  CodeObjectIndex code_object = 0;   // of the caller
  std::vector<std::string> callees;  // qualified names of what it may enter
};

// A branch that leads to a call site, and one that may be taken while that call is on the stack
// (Derakhshanfar et al., Cling, definition 3.3).
struct CoupledBranch {
  uint32_t call_site = 0;
  Branch caller, callee;
};

// A line of a function on which a statement begins, and the branches any of which tells that the
// statement was begun. There are none where entering the code object tells it.
struct SourceLine {
  uint32_t line = 0;
  CodeObjectIndex code_object = 0;
  std::vector<Branch> shown_by;
};

// What another criterion than branch coverage wants to be covered.
struct CriterionGoal {
  Criterion criterion = Criterion::kLine;
  CodeObjectIndex code_object = 0;
  // Numbers by which the criterion knows the goal again; its file tells what they mean.
  uint32_t of = 0, which = 0;
  // A test comes near to the goal by any of these branches, and the goal opens when one of them
  // does. There are none where the code object must be entered and nothing more is known.
  std::vector<Branch> near = {};
  bool is_shown_by_near = false;  // taking one of them, or entering the code object, covers it
  bool at_boundary = false;       // the test is to come to where the outcomes of `near` meet
  // False: nobody knows whether it can be covered. It counts once a test has shown it.
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
  std::string letter_bits;               // of texts that people pass, see search/expected
  std::vector<std::string> usual_words;  // of such texts, in lower case, the most usual first
  std::vector<SourceLine> lines;         // ascending
  // The code that importing the module alone executes.
  std::vector<CodeObjectIndex> import_code_objects;
  std::vector<PredicateIndex> import_true, import_false;

  // Set for a pair of modules, whose caller this is. Behind the caller's own code objects and
  // predicates stand copies of the callee's: one for what runs outside of all call sites, then one
  // for each call site, for what runs while it is on the stack. The goals are the coupled branches
  // and, where search.criteria names coupled-branch, what other criteria add of the caller.
  std::optional<ModuleId> callee = {};
  PairParts parts = {};
  std::vector<CallSite> call_sites = {};
  std::vector<CoupledBranch> coupled_branches = {};
  uint64_t coupled_in_all = 0;                 // more than these where they are drawn from too many
  std::vector<CodeObjectIndex> covering = {};  // the caller's that may get to a call site

  // What the engine adds, by search.criteria.
  bool seeks_branches = true;  // false: branches count where a test happens to take them
  std::vector<CriterionGoal> criterion_goals = {};
  // Types of exceptions that are neither Python's nor the subject's, in the order in which tests
  // raised them: the criterion numbers its goals by that. They are added while the subject is
  // searched; all that number goals of it, copies too, share them, within one thread.
  std::shared_ptr<std::vector<std::string>> met_exceptions =
      std::make_shared<std::vector<std::string>>();
};

}  // namespace skua::model
