#include "workspace/definitions.h"

#include <nlohmann/json.hpp>

namespace skua::workspace {

using nlohmann::json;

std::optional<std::vector<std::string>> ListDefinitions(const LineProgram& program,
                                                        const std::filesystem::path& root,
                                                        const model::ModuleId& module,
                                                        const base::Deadline& deadline) {
  const json request = {{"path", module.path}};
  const std::string line = request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
  const std::vector<LineAnswer> answers = AskEach(program, root, std::span(&line, 1), deadline);
  if (answers[0].text.empty()) return std::nullopt;
  const json found = json::parse(answers[0].text).at("definitions");
  if (found.is_null()) return std::nullopt;
  return found.get<std::vector<std::string>>();
}

}  // namespace skua::workspace
