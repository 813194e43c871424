// The idiom of pytest: assert, pytest.raises, and fixtures for the environment.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/body/idiom.h"
#include "render/body/substitutes.h"

namespace skua::render {

class PytestIdiom : public Idiom {
 public:
  // Borrows the subject, the test and the imports. `puts_back`: the test itself restores state that
  // it changes; false: a fixture does.
  PytestIdiom(const model::Subject& subject, const model::GeneratedTest& test, Imports& imports,
              Substitutes substitutes = {}, bool puts_back = true);

  Frame Around(VariableNaming& names) override;
  Preparation Prepare(std::string_view callable, const std::vector<std::string>& arguments,
                      VariableNaming& names) override;
  std::vector<std::string> BeforeAssertions(std::size_t after, VariableNaming& names) override;
  std::optional<std::string> Assertion(const model::Assertion& assertion,
                                       const Expression& value) override;
  std::string Holds(std::string_view condition) override;
  std::string Raises(const model::RaisedException& exception, std::size_t columns) override;
  std::string_view Raised() const override;

 private:
  // One of the two streams of capsys.readouterr(), which always reads both.
  struct Stream {
    model::AssertionKind kind;
    std::string_view attribute;  // of the result of readouterr()
    // Texts that were read together with the other stream and not asserted yet.
    std::vector<std::string> unread;
    Expression text;  // the text that the next assertion tests
  };

  bool IsAssertedAt(std::size_t after, model::AssertionKind kind) const;
  bool IsAssertedAfter(std::size_t after, model::AssertionKind kind) const;
  std::optional<std::string> FileText(const model::Assertion& assertion, const Expression& path,
                                      const std::string& as);

  const model::Subject& subject_;
  const model::GeneratedTest& test_;
  Imports& imports_;
  const Substitutes substitutes_;
  const bool puts_back_;
  std::array<Stream, 2> streams_;
};

}  // namespace skua::render
