#include "render/module/test_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include "model/internal_callable.h"
#include "model/pair.h"
#include "render/body/definitions.h"
#include "render/body/environment_text.h"
#include "render/body/exception_text.h"
#include "render/body/own_literals.h"
#include "render/body/pytest_idiom.h"
#include "render/body/restoring_fixtures.h"
#include "render/body/test_body.h"
#include "render/file/file_header.h"
#include "render/module/parametrized_table.h"
#include "render/module/standing_module.h"
#include "render/module/test_file_text.h"
#include "render/names/interaction.h"
#include "render/names/test_name.h"
#include "render/python/layout.h"

namespace skua::render {
namespace {

class ModuleWriter {
 public:
  // Borrows `subject` and `standing`, the file to which the tests are added, if any.
  ModuleWriter(const model::Subject& subject, model::Suite suite, const RenderOptions& options,
               const StandingFile* standing = nullptr)
      : subject_(subject),
        suite_(std::move(suite)),
        imports_(ImportsFor(subject, options)),
        definitions_(subject, imports_),
        fixtures_(subject, imports_, definitions_),
        taken_(options.taken) {
    if (standing != nullptr) {
      imports_.Adopt(standing->imports(), standing->Words());
      definitions_.Adopt(standing->definitions());
      for (const NamedText& function : standing->functions()) taken_.push_back(function.name);
    }
    functions_ = InOrder(GroupTests(suite_, subject, imports_));
    for (const Tests& tests : functions_) fixtures_.Count(suite_[tests[0]]);
  }

  RenderedParts Parts() && {
    // Renders once to collect the names that the tests import, which no variable may have.
    for (const Tests& tests : functions_) {
      const Table table = TableFor(tests);
      DecoratorFor(tests, table);
      BodyFor(tests[0], table.substitutes);
    }
    std::vector<Table> tables;
    std::vector<FunctionToName> to_name;
    for (const Tests& tests : functions_) {
      tables.push_back(TableFor(tests));
      to_name.push_back(ToName(tests, tables.back()));
    }
    const std::vector<std::string> names =
        NameFunctions(subject_, to_name, taken_, imports_.style().columns);
    RenderedParts parts{imports_.Text(), "", definitions_.Added(), {}};
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      const Tests& tests = functions_[f];
      const std::string decorator = DecoratorFor(tests, tables[f]);
      TestFileText text("");
      const RenderedTest function =
          text.AddFunction({"", decorator, names[f], to_name[f].parameters,
                            BodyFor(tests[0], tables[f].substitutes), DocstringOf(to_name[f])},
                           0, imports_.style());
      RenderedFunction& rendered = parts.functions.emplace_back();
      rendered.text = {names[f], text.text(), SectionOf(tests)};
      if (tests.size() == 1) {
        rendered.tests.emplace_back(tests[0], function);
      } else {
        AddRows(tests, tables[f], decorator, function, rendered);
      }
    }
    Quote(imports_.style(), parts);
    return parts;
  }

 private:
  using Tests = std::vector<std::size_t>;

  bool CallsInternal(const Tests& tests) const {
    const model::GeneratedTest& test = suite_[tests[0]];
    return model::IsInternal(
        subject_.callables[test.test.statements[ActOf(subject_, test)].target]);
  }

  // Returns whether Python itself rejects a value that no check of the project rejects. Operators
  // that decline their operands count as a check.
  bool PassesAWrongType(const Tests& tests) const {
    const model::GeneratedTest& test = suite_[tests[0]];
    if (!test.exception || test.is_finding) return false;
    const model::RaisedException& exception = *test.exception;
    const bool is_of_type = exception.type_name == "builtins:TypeError" ||
                            exception.type_name == "builtins:AttributeError";
    const model::Statement& act = test.test.statements[ActOf(subject_, test)];
    return is_of_type && !exception.is_explicit && !exception.is_documented &&
           subject_.callables[act.target].kind != model::CallableKind::kOperator;
  }

  FileSection SectionOf(const Tests& tests) const {
    if (PassesAWrongType(tests)) return FileSection::kWrongTypes;
    return CallsInternal(tests) ? FileSection::kPrivateNames : FileSection::kUsual;
  }

  // Sorts functions by the module's order of definitions: public before internal ones, tests of
  // wrong types last; tests that raise after those that do not.
  std::vector<Tests> InOrder(std::vector<Tests> functions) const {
    struct Place {
      bool passes_wrong_type = false;
      bool is_internal = false;
      uint32_t line = 0;      // line of the definition, if known
      std::size_t first = 0;  // the first test that calls it
      bool raises = false;
      std::size_t function = 0;
      auto operator<=>(const Place&) const = default;
    };
    std::map<uint32_t, std::size_t> first_of;  // by callable
    std::vector<Place> places;
    for (std::size_t f = 0; f < functions.size(); ++f) {
      const model::GeneratedTest& test = suite_[functions[f][0]];
      const uint32_t target = test.test.statements[ActOf(subject_, test)].target;
      const uint32_t code_object = subject_.callables[target].code_object;
      const bool is_known = code_object < subject_.code_objects.size();
      places.push_back({PassesAWrongType(functions[f]), CallsInternal(functions[f]),
                        is_known ? subject_.code_objects[code_object].first_line : model::kNoIndex,
                        first_of.emplace(target, f).first->second, test.exception.has_value(), f});
    }
    std::sort(places.begin(), places.end());
    std::vector<Tests> sorted;
    for (const Place& place : places) sorted.push_back(std::move(functions[place.function]));
    return sorted;
  }

  // Returns a table without columns for a single test.
  Table TableFor(const Tests& tests) {
    if (tests.size() == 1) return {};
    return TableOf(suite_, tests, subject_, imports_, definitions_);
  }

  std::string DecoratorFor(const Tests& tests, const Table& table) {
    return table.columns.empty() ? RenderDecorator(suite_[tests[0]], imports_)
                                 : DecoratorText(table, imports_);
  }

  TestBody BodyFor(std::size_t test, const Substitutes& substitutes) {
    const bool puts_back = fixtures_.For(suite_[test]).empty();
    PytestIdiom idiom(subject_, suite_[test], imports_, substitutes, puts_back);
    return RenderBody(subject_, suite_[test], imports_, definitions_, idiom, substitutes);
  }

  std::string DocstringOf(const FunctionToName& function) const {
    const std::string interaction = InteractionText(subject_, function.tests);
    return interaction.empty() ? "" : interaction + ".";
  }

  FunctionToName ToName(const Tests& tests, const Table& table) {
    FunctionToName function;
    for (const std::size_t test : tests) function.tests.push_back(&suite_[test]);
    std::vector<std::string> parameters;
    for (const Table::Column& column : table.columns) {
      parameters.push_back(column.name);
      if (column.is_argument) function.arguments.push_back(column.name);
    }
    for (const auto& [statement, name] : table.substitutes.statements) {
      function.varying.insert(statement);
    }
    const model::GeneratedTest& first = suite_[tests[0]];
    for (std::string& fixture : FixturesOf(subject_, first, fixtures_.For(first))) {
      parameters.push_back(std::move(fixture));
    }
    function.parameters = fmt::format("{}", fmt::join(parameters, ", "));
    return function;
  }

  // Adds a test for each case of the table, with the assertion lines of the common function.
  void AddRows(const Tests& tests, const Table& table, const std::string& decorator,
               const RenderedTest& function, RenderedFunction& rendered) {
    const std::string laid_out = LayOut(decorator, 0, imports_.style().columns);
    const auto above = static_cast<uint32_t>(std::count(laid_out.begin(), laid_out.end(), '\n'));
    const std::vector<uint32_t> rows = RowLines(laid_out);
    for (std::size_t r = 0; r < tests.size(); ++r) {
      RenderedTest& row = rendered.tests.emplace_back(tests[r], function).second;
      row.name = fmt::format("{}[{}]", function.name, table.ids[r].text);
      row.line = function.line - above + rows[r] - 1;
      row.call = BodyFor(tests[r], {}).call;
    }
  }

  const model::Subject& subject_;
  const model::Suite suite_;
  Imports imports_;
  Definitions definitions_;
  RestoringFixtures fixtures_;
  std::vector<std::string> taken_;  // names of existing functions
  std::vector<Tests> functions_;
};

model::Suite Written(const model::Subject& subject, const model::Suite& suite) {
  model::Suite written;
  for (const model::GeneratedTest& test : suite) written.push_back(WithOwnLiterals(subject, test));
  return written;
}

}  // namespace

RenderedModule RenderPytest(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options) {
  return Assemble(subject, options, FileKind::kTests,
                  ModuleWriter(subject, Written(subject, suite), options).Parts(), suite.size());
}

RenderedParts RenderAdded(const model::Subject& subject, const model::Suite& added,
                          const RenderOptions& options, const StandingFile& standing) {
  return ModuleWriter(subject, Written(subject, added), options, &standing).Parts();
}

}  // namespace skua::render
