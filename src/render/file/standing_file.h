// A generated file that exists in the tree: its tests may be removed, added to and sealed again.
// All other bytes stay unchanged. Tests are functions, or methods of TestCases.
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

// The index of a case in a function's table, in pytest's order. Nullopt: the whole function.
using Row = std::optional<std::size_t>;

// Returns the name of the function in pytest's name of a test: "test_quote" for "test_quote[1-2]".
std::string_view FunctionOf(std::string_view test);

class StandingFile {
 public:
  // Returns nullopt if the text is not an unedited file of one of the two Python styles. ENSURES:
  // Text() of the result is `text`, except for line ends.
  static std::optional<StandingFile> Read(std::string_view text);

  const FileHeader& header() const { return header_; }
  const std::string& imports() const { return imports_; }
  // Returns the texts of fixtures, classes and functions by name.
  const std::vector<NamedText>& definitions() const { return definitions_; }
  const std::vector<NamedText>& functions() const { return functions_; }  // the tests
  // Returns the base class of its TestCases, "unittest.TestCase"; empty for pytest functions.
  const std::string& case_base() const { return case_base_; }
  bool is_unittest() const { return !case_base_.empty(); }
  // REQUIRES: the function exists.
  const std::string& TextOf(std::string_view function) const { return At(function).text; }
  bool Has(std::string_view function) const { return Find(function) != functions_.size(); }

  // Returns the number of cases of the function's table; nullopt without a table.
  std::optional<std::size_t> RowsOf(std::string_view function) const;

  // Returns the text of a case of the function's table.
  std::string RowText(std::string_view function, std::size_t row) const;

  // Returns the names of the tests, in order; cases only if they were named.
  std::vector<std::string> Tests() const;
  // Returns all names used by definitions and tests, without attributes.
  std::set<std::string> Words() const;

  // Sets pytest's names for the cases of the function's table. REQUIRES: as many names as cases.
  void NameRows(std::string_view function, std::vector<std::string> names);
  // Returns whether there is a test with this name: a function without a table, or a named case.
  bool HasTest(const std::string& test) const;
  // Removes a test: its case, or its function.
  void DropTest(const std::string& test);
  // Returns pytest's present name of a test, which changes with the indices of cases.
  std::string NameNow(const std::string& test) const;
  uint32_t LineOfTest(const std::string& test) const;

  // Removes a test function, but not the definitions that it used: see DropUnusedDefinitions.
  void Drop(std::string_view function);
  // Removes a case, counted from 0, from the function's table. REQUIRES: it has others.
  void DropRow(std::string_view function, std::size_t row);
  // Removes the definitions that no test uses.
  void DropUnusedDefinitions();
  // Adds a test function after `function`, or at the end of its section if `function` is not in it.
  // A method is added to its TestCase, at the end if `function` is not in that.
  void AddAfter(std::string_view function, NamedText added);
  // Replaces the text of a test. REQUIRES: the same name.
  void SetText(std::string_view function, std::string text) { At(function).text = std::move(text); }
  void SetImports(std::string imports) { imports_ = std::move(imports); }
  void AddDefinition(NamedText added) { definitions_.push_back(std::move(added)); }

  // Marks a function with "pytest.mark.xfail(strict=True, reason=\"…\")", replacing its mark: as a
  // decorator or, for a case, among the arguments of a pytest.param. REQUIRES here and below: the
  // function is not a method.
  void SetMark(std::string_view function, std::string_view mark, Row row = {});
  void RemoveMark(std::string_view function, Row row = {});
  // Returns the mark of the function or case; empty if it has none.
  std::string MarkOf(std::string_view function, Row row = {}) const;

  // Sets the version of Skua and the fingerprint in the header and the seal, and the comments above
  // to `above`, a result of CommentAbove().
  void Stamp(const std::string& version, const std::string& fingerprint,
             const std::string& above = {});

  // Returns the line, from 1, at which the function begins, including its comments and decorators.
  uint32_t FirstLineOf(std::string_view function) const;
  // Returns the line of the function's `def`, or of a case.
  uint32_t LineOf(std::string_view function, Row row = {}) const;
  // Returns the whole file, sealed.
  std::string Text() const;

 private:
  StandingFile() = default;

  std::size_t Find(std::string_view function) const;
  // Returns the `parametrize` case that is the test; nullopt for a function.
  Row RowOf(const std::string& test) const;
  NamedText& At(std::string_view function);
  const NamedText& At(std::string_view function) const;
  std::string Top() const;  // everything above the tests
  // Returns the text before the test at this index.
  std::string GapBefore(std::size_t place) const;
  // Adds a function or class while reading; returns false if it does not fit the others.
  bool Add(NamedText part);

  FileHeader header_;
  std::string docstring_;
  std::string imports_;
  std::string case_base_;
  std::vector<NamedText> definitions_, functions_;  // methods of a TestCase are adjacent
  struct RowName {
    std::string first;  // the name when the cases were named
    std::string now;
  };
  std::map<std::string, std::vector<RowName>, std::less<>> rows_;  // by function
};

}  // namespace skua::render
