#include "workspace/statement_lines.h"

#include <string>

#include "base/json.h"

namespace skua::workspace {
namespace {

using nlohmann::json;

// Returns the program's list of lines; null after the deadline, or if the file does not compile.
json LinesIn(const std::string& answer) {
  return answer.empty() ? json() : json::parse(answer).at("lines");
}

std::string RequestFor(const model::ModuleId& module, const model::CoverageExclusions& exclusions,
                       const model::FileRun* run) {
  json request = {{"path", module.path}};
  if (!exclusions.empty()) request["excluded"] = model::ToJson(exclusions);
  if (run != nullptr) request["ran"] = {{"lines", run->lines}, {"jumps", run->jumps}};
  return request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::vector<std::optional<std::vector<model::StatementLine>>> ListStatements(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const model::ModuleId> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline) {
  std::vector<std::string> requests;
  for (const model::ModuleId& module : modules) {
    requests.push_back(RequestFor(module, exclusions, nullptr));
  }
  std::vector<std::optional<std::vector<model::StatementLine>>> statements;
  for (const LineAnswer& answer : AskEach(program, root, requests, deadline)) {
    auto& of_module = statements.emplace_back();
    const json lines = LinesIn(answer.text);
    if (lines.is_null()) continue;
    of_module.emplace();
    for (const json& line : lines) {
      of_module->push_back(
          {line.at(0).get<uint32_t>(), line.at(1).get<bool>(), line.at(2).get<bool>()});
    }
  }
  return statements;
}

std::vector<std::optional<model::MeasuredLines>> ListExecuted(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const RanModule> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline) {
  std::vector<std::string> requests;
  for (const RanModule& ran : modules) {
    requests.push_back(RequestFor(ran.module, exclusions, &ran.run));
  }
  std::vector<std::optional<model::MeasuredLines>> measured;
  for (const LineAnswer& answer : AskEach(program, root, requests, deadline)) {
    auto& of_module = measured.emplace_back();
    const json lines = LinesIn(answer.text);
    if (lines.is_null()) continue;
    of_module.emplace();
    for (const json& line : lines) {
      const auto number = line.at(0).get<uint32_t>();
      of_module->hits.push_back({number, line.at(3).get<bool>()});
      for (const bool into_body : {true, false}) {
        if (!line.at(into_body ? 1 : 2).get<bool>()) continue;
        of_module->branches.push_back({number, into_body, line.at(into_body ? 4 : 5).get<bool>()});
      }
    }
  }
  return measured;
}

}  // namespace skua::workspace
