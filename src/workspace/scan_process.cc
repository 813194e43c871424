#include "workspace/scan_process.h"

#include <fmt/format.h>

#include <string>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string ScanRequest(const model::ModuleId& module) {
  const json request = {{"path", module.path},
                        {"module", module.name},
                        {"is_package", fs::path(module.path).filename() == "__init__.py"}};
  // Replaces bytes of a file name that are not UTF-8: scan.py then reports that the file does not
  // exist.
  return request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

model::SourceScan ScanIn(const std::string& line) {
  const json answer = json::parse(line);
  model::SourceScan scan;
  answer.at("fingerprint").get_to(scan.fingerprint);
  answer.at("imports").get_to(scan.imports);
  for (const auto& [name, sites] : answer.at("calls").items()) {
    scan.calls.push_back({name, sites.get<uint32_t>()});
  }
  answer.at("defines").get_to(scan.defines);
  answer.at("predicates").get_to(scan.predicates);
  answer.at("is_inert").get_to(scan.is_inert);
  if (const auto error = answer.find("error"); error != answer.end()) {
    scan.error = model::SourceError{error->at("line").get<uint32_t>(),
                                    error->at("message").get<std::string>()};
  }
  return scan;
}

model::SourceScan ParserCrash(const fs::path& file) {
  model::SourceScan scan;
  scan.fingerprint = base::HashHex(base::ReadFileIfThere(file).value_or(""));
  scan.error = model::SourceError{0, "the interpreter crashes when it parses this file"};
  return scan;
}

}  // namespace

std::string IdentityOf(const Scanner& scanner) {
  std::error_code error;
  const fs::path interpreter = fs::weakly_canonical(scanner.interpreter, error);
  return base::HashHex(fmt::format("{}\n{}\n{}", interpreter.string(),
                                   fs::file_size(interpreter, error),
                                   base::ReadFile(scanner.script)));
}

std::vector<model::SourceScan> RunScanner(const Scanner& scanner, const fs::path& root,
                                          std::span<const model::ModuleId> modules,
                                          const base::Deadline& deadline) {
  std::vector<std::string> requests;
  for (const model::ModuleId& module : modules) requests.push_back(ScanRequest(module));
  const std::vector<LineAnswer> answers = AskEach(scanner, root, requests, deadline);
  std::vector<model::SourceScan> scans(modules.size());
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (answers[i].crashed) scans[i] = ParserCrash(root / modules[i].path);
    if (!answers[i].text.empty()) scans[i] = ScanIn(answers[i].text);
  }
  return scans;
}

}  // namespace skua::workspace
