// The idiom of the standard library's unittest: self.assert…, and context managers for the
// environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/body/idiom.h"

namespace skua::render {

class UnittestIdiom : public Idiom {
 public:
  // Borrows all arguments.
  UnittestIdiom(const model::Subject& subject, const model::GeneratedTest& test, Imports& imports,
                Definitions& definitions)
      : subject_(subject), test_(test), imports_(imports), definitions_(definitions) {}

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
  // Writes `mock.patch(…).start()`, undone at the end of the test.
  void Patch(const std::string& arguments, std::vector<std::string>& lines,
             const std::string& name = "");
  void Restore(const model::RestoredState& restored, VariableNaming& names,
               std::vector<std::string>& lines);
  void NeedFolder(std::vector<std::string>& lines, VariableNaming& names);

  const model::Subject& subject_;
  const model::GeneratedTest& test_;
  Imports& imports_;
  Definitions& definitions_;
  // Names of variables that were set up; empty: not set up yet.
  std::string output_, errors_, logs_, directory_;
  bool has_patches_ = false;
  bool has_environment_ = false;
};

}  // namespace skua::render
