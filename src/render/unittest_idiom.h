// The idiom of the standard library's unittest: self.assert…, and context managers for the
// surroundings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/idiom.h"
#include "render/standing_file.h"

namespace skua::render {

// A class that a file defines for its tests: a float inside of a collection that equals floats of
// about the same size. It is defined once some test needs it.
class NearClass {
 public:
  explicit NearClass(Imports& imports) : imports_(imports) {}  // outlives it

  // The file has these definitions already. REQUIRES: their names are reserved.
  void Adopt(const std::vector<NamedText>& standing) { standing_ = standing; }

  const std::string& Reach();  // its name; it is defined from now on
  // Its definition, where it is needed and the file does not have it yet.
  std::optional<NamedText> Added() const;

 private:
  static std::string TextFor(const std::string& name, const std::string& math);

  Imports& imports_;
  std::vector<NamedText> standing_;
  std::string name_, math_;
  bool stands_ = false;
};

class UnittestIdiom : public Idiom {
 public:
  // All arguments outlive it.
  UnittestIdiom(const model::Subject& subject, const model::GeneratedTest& test, Imports& imports,
                NearClass& near)
      : subject_(subject), test_(test), imports_(imports), near_(near) {}

  int depth() const override { return 2; }
  Frame Around(VariableNaming& names) override;
  Preparation Prepare(std::string_view callable, const std::vector<std::string>& arguments,
                      VariableNaming& names) override;
  std::optional<std::string> Assertion(const model::Assertion& assertion,
                                       const Expression& value) override;
  std::string Holds(std::string_view condition) override;
  std::string Raises(const model::RaisedException& exception, std::size_t columns) override;
  std::string_view Raised() const override;

 private:
  std::optional<std::string> EqualText(const Expression& left, const model::Value& observed);
  std::string FloatText(const Expression& left, const model::Value& expected);
  std::optional<std::string> ValueText(const model::Value& value);
  std::optional<std::string> PrintedText(const model::Assertion& assertion);
  std::optional<std::string> LogText(const model::Value& records);
  std::optional<std::string> FileText(const model::Assertion& assertion, const Expression& path);
  std::string InDirectory(const std::string& name);

  bool IsAsserted(model::AssertionKind kind) const;
  int64_t LowestLogLevel() const;
  // `mock.patch(…).start()`, undone at the end of the test.
  void Patch(const std::string& arguments, std::vector<std::string>& lines,
             const std::string& name = "");
  void Restore(const model::RestoredState& restored, VariableNaming& names,
               std::vector<std::string>& lines);
  void NeedFolder(std::vector<std::string>& lines, VariableNaming& names);

  const model::Subject& subject_;
  const model::GeneratedTest& test_;
  Imports& imports_;
  NearClass& near_;
  // Names of variables that were set up; empty: not yet.
  std::string output_, errors_, logs_, directory_;
  bool has_patches_ = false;
  bool has_environment_ = false;
};

}  // namespace skua::render
