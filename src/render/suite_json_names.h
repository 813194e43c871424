// The words of suite_json.h's format, shared by its writer, its reader and its schema.
#pragma once

#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/suite_json_values.h"

namespace skua::render {

extern const Names<model::StatementKind> kStatementNames;
extern const Names<model::AssertionKind> kAssertionNames;
extern const Names<model::Verdict> kVerdictNames;  // without kPassed, which is not written
extern const Names<model::RestoredBy> kRestoredNames;
// How a callable is called, where that is not as a function or method. Callables of the same name
// can differ in this.
extern const Names<model::CallableKind> kWays;
extern const Names<model::ResultUse> kUses;

// Whether assertions of the kind are about a variable.
bool HasVariable(model::AssertionKind kind);
// The key under which the assertion's `attribute` is written.
const char* AttributeKey(model::AssertionKind kind);

template <typename Named>
std::string QualifiedName(const Named& named) {
  return named.module + ":" + named.qualified_name;
}

// Writes to `json` which callable it is.
void WriteCallable(const model::Subject& subject, const model::Callable& callable, Json& json);

// The name of the suite's test at this place; one without a name is known by its number.
std::string NameOfTest(const Json& test, std::size_t place);

// {"statements": how many, "assertions", "raises" | absent}, of a test with an open change.
Json ExpectationToJson(const model::GeneratedTest& test);

// {"format", "version", "module", "tests"}
Json SuiteAsJson(const model::Subject& subject, const model::Suite& suite);

// The JSON as text, also when it holds text that is no UTF-8.
std::string DumpJson(const Json& json);

}  // namespace skua::render
