#include "workspace/statement_lines.h"

#include <nlohmann/json.hpp>
#include <string>

namespace skua::workspace {
namespace {

using nlohmann::json;

using Lines = std::optional<std::vector<model::StatementLine>>;

Lines LinesIn(const std::string& answer) {
  if (answer.empty()) return std::nullopt;
  const json parsed = json::parse(answer);
  if (parsed.at("lines").is_null()) return std::nullopt;
  std::vector<model::StatementLine> lines;
  for (const json& line : parsed.at("lines")) {
    lines.push_back({line.at(0).get<uint32_t>(), line.at(1).get<bool>(), line.at(2).get<bool>()});
  }
  return lines;
}

}  // namespace

std::vector<std::optional<std::vector<model::StatementLine>>> ListStatements(
    const LineProgram& program, const std::filesystem::path& root,
    std::span<const model::ModuleId> modules, const model::CoverageExclusions& exclusions,
    const base::Deadline& deadline) {
  std::vector<std::string> requests;
  for (const model::ModuleId& module : modules) {
    json request = {{"path", module.path}};
    if (!exclusions.empty()) request["excluded"] = model::ToJson(exclusions);
    requests.push_back(request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n");
  }
  std::vector<Lines> lines;
  for (const LineAnswer& answer : AskEach(program, root, requests, deadline)) {
    lines.push_back(LinesIn(answer.text));
  }
  return lines;
}

}  // namespace skua::workspace
