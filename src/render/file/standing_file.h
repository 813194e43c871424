// A file of ours as it stands in the tree: its parts, which may be taken out, added to and sealed
// again. What is not touched keeps its bytes. Its tests are functions, or methods of TestCases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "render/file/file_header.h"
#include "render/python/file_parts.h"

namespace skua::render {

// The place, from 0, of a row in a function's table: the tests that pytest makes of the table have
// the same order. Absent: the function as a whole.
using Row = std::optional<std::size_t>;

// The name of the function in pytest's name of a test: "test_quote" of "test_quote[1-2]".
std::string_view FunctionOf(std::string_view test);

class StandingFile {
 public:
  // Nothing when the text is no unedited file of ours in one of these two styles.
  // ENSURES: Text() of the result is `text`, apart from its line ends.
  static std::optional<StandingFile> Read(std::string_view text);

  const FileHeader& header() const { return header_; }
  const std::string& imports() const { return imports_; }
  const std::vector<NamedText>& definitions() const { return definitions_; }  // what tests need
  const std::vector<NamedText>& functions() const { return functions_; }      // the tests
  // What its TestCases derive from, "unittest.TestCase"; empty in a file of pytest functions.
  const std::string& case_base() const { return case_base_; }
  bool is_unittest() const { return !case_base_.empty(); }
  // REQUIRES: there is such a test.
  const std::string& TextOf(std::string_view function) const { return At(function).text; }
  bool Has(std::string_view function) const { return Find(function) != functions_.size(); }

  // The number of rows of the function's table; nothing where it has no table.
  std::optional<std::size_t> RowsOf(std::string_view function) const;

  // A row of the function's table as it stands.
  std::string RowText(std::string_view function, std::size_t row) const;

  // The names of the tests that stand here, as far as rows have names, in order.
  std::vector<std::string> Tests() const;
  // All names that definitions and tests use, without those of attributes.
  std::set<std::string> Words() const;

  // Tells what pytest calls the tests that it makes of the rows of the function's table, in order.
  // REQUIRES: as many names as rows.
  void NameRows(std::string_view function, std::vector<std::string> names);
  // Whether a test of this name stands here: a function without a table, or a row that has a name.
  bool HasTest(const std::string& test) const;
  // Takes a test out: its row, or its function.
  void DropTest(const std::string& test);
  // What pytest calls a test now, which may be another row than before, and where it stands.
  std::string NameNow(const std::string& test) const;
  uint32_t LineOfTest(const std::string& test) const;

  // Takes a test function out. What it used stays: see DropUnusedDefinitions.
  void Drop(std::string_view function);
  // Takes a row, from 0, out of the function's table. REQUIRES: it has others.
  void DropRow(std::string_view function, std::size_t row);
  // Takes out the definitions that no test uses.
  void DropUnusedDefinitions();
  // Adds a test function behind another one of its section; behind all of the section where there
  // is none of this name there. A method stays with its TestCase: where the other one is not of it,
  // it becomes the last there.
  void AddBehind(std::string_view function, NamedText added);
  // Replaces the text of a test, which keeps its name.
  void SetText(std::string_view function, std::string text) { At(function).text = std::move(text); }
  void SetImports(std::string imports) { imports_ = std::move(imports); }
  void AddDefinition(NamedText added) { definitions_.push_back(std::move(added)); }

  // Marks a function with "pytest.mark.xfail(strict=True, reason=\"…\")" in place of its mark: as a
  // decorator, or, for a row of its table, among the arguments of a pytest.param.
  // REQUIRES here and below: the function is no method.
  void SetMark(std::string_view function, std::string_view mark, Row row = {});
  void RemoveMark(std::string_view function, Row row = {});
  // The mark of the function or row; empty where it has none.
  std::string MarkOf(std::string_view function, Row row = {}) const;

  // From now on the header and the seal name this version of Skua and this fingerprint, and what
  // stands above is `above`, which CommentAbove() gave.
  void Stamp(const std::string& version, const std::string& fingerprint,
             const std::string& above = {});

  // The line, from 1, at which the function begins with its comments and decorators.
  uint32_t FirstLineOf(std::string_view function) const;
  // The line of the function's `def`, or of a row of its table.
  uint32_t LineOf(std::string_view function, Row row = {}) const;
  // The whole file, sealed.
  std::string Text() const;

 private:
  StandingFile() = default;

  std::size_t Find(std::string_view function) const;
  // The row that is the test; absent where the test is a function.
  Row RowOf(const std::string& test) const;
  NamedText& At(std::string_view function);
  const NamedText& At(std::string_view function) const;
  std::string Top() const;  // everything above the tests
  // What stands before the test at this place.
  std::string GapBefore(std::size_t place) const;
  // Adds a function or class as it is read; false when it does not fit the others.
  bool Add(NamedText part);

  FileHeader header_;
  std::string docstring_;
  std::string imports_;
  std::string case_base_;
  std::vector<NamedText> definitions_, functions_;  // methods of a TestCase stand together
  struct RowName {
    std::string first;  // when the rows were named
    std::string now;
  };
  std::map<std::string, std::vector<RowName>, std::less<>> rows_;  // by function
};

}  // namespace skua::render
