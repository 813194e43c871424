#include "workspace/definitions.h"

#include "base/json.h"

namespace skua::workspace {
namespace {

using nlohmann::json;

std::string DefinitionsRequest(const model::ModuleId& module) {
  const json request = {{"path", module.path},
                        {"module", module.name},
                        {"is_package", module.path.ends_with("__init__.py")}};
  return request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::vector<std::optional<Definitions>> ListDefinitions(const LineProgram& program,
                                                        const std::filesystem::path& root,
                                                        std::span<const model::ModuleId> modules,
                                                        const base::Deadline& deadline) {
  std::vector<std::string> requests;
  for (const model::ModuleId& module : modules) requests.push_back(DefinitionsRequest(module));
  std::vector<std::optional<Definitions>> definitions;
  for (const LineAnswer& answer : AskEach(program, root, requests, deadline)) {
    auto& of_module = definitions.emplace_back();
    if (answer.text.empty()) continue;
    const json found = json::parse(answer.text);
    if (found.at("definitions").is_null()) continue;
    of_module = {found.at("definitions").get<std::vector<std::string>>(),
                 found.at("bases").get<std::vector<std::string>>()};
  }
  return definitions;
}

}  // namespace skua::workspace
