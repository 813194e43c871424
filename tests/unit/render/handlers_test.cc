// How tests read that run a function of the subject through the client of a framework.

#include <string>

#include "support/matchers.h"

#include "render/module/test_module.h"

namespace skua::render {
namespace {

using model::CallableKind;
using model::Statement;
using model::StatementKind;

// A module with `create_app`, whose application has a route to its function `show`.
model::Subject Handlers() {
  model::Subject subject{.module = {"shop", "shop.py"}};
  subject.types.resize(3);
  subject.types[1].kind = subject.types[2].kind = model::TypeKind::kClass;
  subject.types[2].class_index = 1;
  subject.classes.resize(2);
  subject.classes[0].name = subject.classes[0].qualified_name = "Flask";
  subject.classes[1].name = subject.classes[1].qualified_name = "FlaskClient";
  for (model::Class& one : subject.classes) one.in_subject = false;
  subject.code_objects.resize(2);
  subject.code_objects[1].qualified_name = "create_app.<locals>.show";
  model::Callable factory{
      .name = "create_app", .qualified_name = "create_app", .module = "shop", .result = 1};
  model::Callable client = factory;
  client.kind = CallableKind::kMethod;
  client.name = client.qualified_name = "test_client";
  client.class_index = 0;
  client.result = 2;
  client.in_subject = false;
  model::Callable get = client;
  get.name = get.qualified_name = "get";
  get.class_index = 1;
  get.result = 0;
  get.code_object = 1;
  get.in_subject = true;
  get.parameters = {{"path", model::ParameterKind::kPositionalOrKeyword, false, 0}};
  subject.callables = {factory, client, get};
  return subject;
}

TEST(Handlers, AreTestedUnderTheirNamesByClientsOfApplications) {
  model::GeneratedTest test;
  auto& statements = test.test.statements;
  const auto call = [&](uint32_t target, auto... operands) {
    Statement statement{.kind = StatementKind::kCall, .target = target};
    (statement.operands.push_back(static_cast<model::VariableIndex>(operands)), ...);
    statements.push_back(std::move(statement));
  };
  call(0);
  call(1, 0);
  statements.push_back({.kind = StatementKind::kStr, .text = "/items"});
  call(2, 1, 2);
  statements.back().parameters.push_back(0);
  const std::string text = RenderPytest(Handlers(), {test}, {"0.1.0", "7c1d03ab5e66f0aa", {}}).text;
  EXPECT_THAT(text, HasSubstr("def test_show"));
  EXPECT_THAT(text, HasSubstr("app = create_app()\n    client = app.test_client()\n"));
  EXPECT_THAT(text, HasSubstr("client.get(\"/items\")"));
}

}  // namespace
}  // namespace skua::render
