// For tests of what is rendered of shapes.py: tests/support/shapes_subject.h.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "render/file/suite_json.h"
#include "render/module/test_module.h"
#include "render/module/unittest_module.h"
#include "support/golden.h"
#include "support/shapes_subject.h"

namespace skua::render {

inline RenderOptions Options() { return {"0.1.0", "7c1d03ab5e66f0aa", {}}; }

// One test of shapes.py, statement by statement.
class Shape : public testing::ShapesCaseBuilder {
 public:
  explicit Shape(const testing::ShapesSubject& shapes)
      : ShapesCaseBuilder(shapes), shapes_(shapes) {}

  Shape& Is(Variable variable, model::Value value) {
    return State(variable, variable, "", std::move(value));
  }
  Shape& State(Variable after, Variable variable, std::string attribute, model::Value value) {
    shown_.assertions.push_back(
        {model::AssertionKind::kEquals, after, variable, std::move(attribute), std::move(value)});
    return *this;
  }
  Shape& TextOf(Variable variable, Variable after, std::string text) {
    shown_.assertions.push_back(
        {model::AssertionKind::kText, after, variable, "", testing::StrValue(std::move(text))});
    return *this;
  }
  Shape& Length(Variable variable, int64_t length) { return Length(variable, length, variable); }
  Shape& Length(Variable variable, int64_t length, Variable after) {
    shown_.assertions.push_back(
        {model::AssertionKind::kLength, after, variable, "", testing::IntValue(length)});
    return *this;
  }
  // Asserts an effect on the surroundings; `name` is that of a file or of a name of the module.
  Shape& Effect(model::AssertionKind kind, Variable after, model::Value value,
                std::string name = "") {
    shown_.assertions.push_back({kind, after, 0, std::move(name), std::move(value)});
    return *this;
  }
  Shape& Raises(const std::string& type, std::string message = "", bool is_finding = false) {
    shown_.exception.emplace();
    shown_.exception->type_name = type.find(':') == std::string::npos ? "builtins:" + type : type;
    shown_.exception->is_explicit = !message.empty();
    shown_.exception->message = std::move(message);
    shown_.is_finding = is_finding;
    return *this;
  }
  model::GeneratedTest Done() const {
    model::GeneratedTest done = shown_;
    done.test = test();
    CheckWellFormed(done.test, shapes_.subject());
    return done;
  }

 private:
  const testing::ShapesSubject& shapes_;
  model::GeneratedTest shown_;
};

class RenderShapes : public ::testing::Test {
 protected:
  Shape New() const { return Shape(shapes_); }
  RenderedModule Render(const model::Suite& suite) const {
    return RenderPytest(shapes_.subject(), suite, Options());
  }
  std::string RenderOne(const Shape& shape) const { return Render({shape.Done()}).text; }

  // As pytest's functions and as unittest's methods; and that the suite comes back from the archive
  // as it was.
  ::testing::AssertionResult Matches(const model::Suite& suite, const std::string& golden) const {
    const std::string text = Render(suite).text;
    const ArchivedSuite back =
        SuiteFromJson(SuiteToJson(shapes_.subject(), suite), shapes_.subject());
    if (!back.dropped.empty() || Render(back.suite).text != text) {
      return ::testing::AssertionFailure() << "the archive gives back something else";
    }
    if (auto result = testing::MatchesGolden(text, "render/" + golden); !result) return result;
    RenderOptions options = Options();
    options.style = Style::kUnittest;
    return testing::MatchesGolden(RenderUnittest(shapes_.subject(), suite, options).text,
                                  "render/unittest_" + golden);
  }

  testing::ShapesSubject shapes_;
};

}  // namespace skua::render
