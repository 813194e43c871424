// Writes statements that change the subject's environment (CallableKind::kEnvironment) with
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

// Returns `tmp_path / "data.json"` for a callable that makes a path with this name; nullopt for
// other callables.
std::optional<Expression> PathText(std::string_view callable, const std::string& name);

// Returns the method that the statement calls on the path: `.write_text("…")`, `.mkdir()`; empty if
// it only needs the path. `content` is the argument of write_file, made by `content_statement`.
std::string PathAction(std::string_view callable, const std::string& content,
                       const model::Statement* content_statement);

// Returns the names of the application and of the dependency that `override:` replaces; nullopt for
// other callables.
std::optional<std::pair<std::string, std::string>> OverriddenBy(std::string_view callable);

// Returns whether calls of the replaced function return the callable's argument.
bool Gives(std::string_view callable);

// Returns the dotted name of the function or class that `processes`, `system`, `give:`, `clock:`
// and the like replace; empty for other callables.
std::string ReplacedFunction(std::string_view callable);

// Returns a statement without a value: `monkeypatch.chdir(tmp_path)`. `arguments` are the call's;
// for a callable that replaces a function, they are its dotted name as a literal and the
// replacement.
std::string EnvironmentText(std::string_view callable, const std::vector<std::string>& arguments,
                            Imports& imports);

// Returns the method that reads the content of an asserted file: `.read_text()`, or `.read_bytes()`
// if reading as text would change line ends; `content` then becomes bytes.
std::string ReadAction(model::Value& content);

// Returns the fixtures that the test needs, ascending by name: "monkeypatch", "tmp_path".
// `restoring`: the fixture that restores state which the test changes; empty if the test restores
// it itself.
std::vector<std::string> FixturesOf(const model::Subject& subject, const model::GeneratedTest& test,
                                    const std::string& restoring = "");

}  // namespace skua::render
