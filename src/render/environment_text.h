// What tests do to the surroundings of the subject (CallableKind::kEnvironment), with pytest's
// fixtures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/expression.h"
#include "render/imports.h"

namespace skua::render {

// `tmp_path / "data.json"` of what makes a path of the name `name`; nothing for the other
// callables.
std::optional<Expression> PathText(std::string_view callable, const std::string& name);

// What is done with it: `.write_text("…")`, `.mkdir()`; empty where the path alone is asked for.
// `content`: of write_file, and what statement made it.
std::string PathAction(std::string_view callable, const std::string& content,
                       const model::Statement* content_statement);

// The function that another one stands in for, as its dotted name: `processes` and `system`; empty
// for the other callables.
std::string ReplacedFunction(std::string_view callable);

// A statement that gives no value: `monkeypatch.chdir(tmp_path)`. `arguments`: as a call has them;
// where a function is replaced, what stands in for it.
std::string EnvironmentText(std::string_view callable, const std::vector<std::string>& arguments,
                            Imports& imports);

// Whether text reads and writes the same in any encoding.
bool IsAscii(std::string_view text);

// The fixtures that the test asks for, ascending by name: "monkeypatch", "tmp_path".
std::vector<std::string> FixturesOf(const model::Subject& subject,
                                    const model::GeneratedTest& test);

}  // namespace skua::render
