// Writes statements that change the subject's surroundings (CallableKind::kEnvironment) with
// pytest's fixtures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/python/expression.h"
#include "render/python/imports.h"

namespace skua::render {

// `tmp_path / "data.json"` for a callable that makes a path with this name; nothing for other
// callables.
std::optional<Expression> PathText(std::string_view callable, const std::string& name);

// What the statement does with the path: `.write_text("…")`, `.mkdir()`; empty where only the path
// is asked for. `content` is the argument of write_file, and the statement that made it.
std::string PathAction(std::string_view callable, const std::string& content,
                       const model::Statement* content_statement);

// The names of the application and of its dependency in whose place `override:` puts an object;
// nothing for other callables.
std::optional<std::pair<std::string, std::string>> OverriddenBy(std::string_view callable);

// Whether calls of what the callable replaces return its argument.
bool Gives(std::string_view callable);

// The dotted name of the function or class that `processes`, `system`, `give:`, `clock:` and the
// like replace; empty for other callables.
std::string ReplacedFunction(std::string_view callable);

// A statement without a value: `monkeypatch.chdir(tmp_path)`. `arguments` are those of the call;
// where it replaces a function, they are the function's dotted name as a literal and the
// replacement.
std::string EnvironmentText(std::string_view callable, const std::vector<std::string>& arguments,
                            Imports& imports);

// Reads the content of a file as it is asserted: `.read_text()` or, where reading as text would
// change the ends of lines and `content` becomes bytes, `.read_bytes()`.
std::string ReadAction(model::Value& content);

// The fixtures that the test asks for, ascending by name: "monkeypatch", "tmp_path". `restoring`:
// the one that puts back what the test changes of the state around it; empty where it does so
// itself.
std::vector<std::string> FixturesOf(const model::Subject& subject, const model::GeneratedTest& test,
                                    const std::string& restoring = "");

}  // namespace skua::render
