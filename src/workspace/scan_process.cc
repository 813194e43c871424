#include "workspace/scan_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/subprocess.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string RequestFor(const model::ModuleId& module) {
  const json request = {{"path", module.path},
                        {"module", module.name},
                        {"is_package", fs::path(module.path).filename() == "__init__.py"}};
  // A name that is no UTF-8 will not be found: that is then the answer.
  return request.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

model::SourceScan AnswerIn(std::string_view line) {
  const json answer = json::parse(line);
  model::SourceScan scan;
  answer.at("fingerprint").get_to(scan.fingerprint);
  answer.at("imports").get_to(scan.imports);
  answer.at("predicates").get_to(scan.predicates);
  answer.at("is_inert").get_to(scan.is_inert);
  if (const auto error = answer.find("error"); error != answer.end()) {
    scan.error = model::SourceError{error->at("line").get<uint32_t>(),
                                    error->at("message").get<std::string>()};
  }
  return scan;
}

std::string_view LastLine(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);
}

// Appends an answer for each whole line of the output.
void Append(std::string_view output, std::vector<model::SourceScan>& scans) {
  for (std::size_t end; (end = output.find('\n')) != std::string_view::npos;) {
    scans.push_back(AnswerIn(output.substr(0, end)));
    output.remove_prefix(end + 1);
  }
}

model::SourceScan ParserCrash(const fs::path& file) {
  model::SourceScan scan;
  scan.fingerprint = base::HashHex(base::ReadFileIfThere(file).value_or(""));
  scan.error = model::SourceError{0, "the interpreter crashes when it parses this file"};
  return scan;
}

// One process after another: each time one crashes, the file it was reading is put aside.
std::vector<model::SourceScan> ScanPart(const Scanner& scanner, const fs::path& root,
                                        std::span<const model::ModuleId> modules,
                                        const base::Deadline& deadline) {
  std::vector<model::SourceScan> scans;
  scans.reserve(modules.size());
  while (scans.size() < modules.size() && !deadline.Expired()) {
    base::Command command;
    // Isolated, and without site: no code of the project or its environment runs.
    command.arguments = {scanner.interpreter, "-I", "-S", "-B", scanner.script};
    command.working_folder = root;
    for (const auto& module : modules.subspan(scans.size())) command.input += RequestFor(module);
    const std::size_t before = scans.size();
    const base::CommandResult result = base::Run(command, deadline);
    if (!result.started) {
      throw base::Error(fmt::format("cannot run the interpreter {}: set python.interpreter",
                                    scanner.interpreter.string()));
    }
    Append(result.output, scans);
    if (result.timed_out || scans.size() == modules.size()) break;
    if (scans.size() == before && result.signal == 0) {
      throw base::Error(fmt::format("the interpreter {} cannot read source files: {}",
                                    scanner.interpreter.string(), LastLine(result.errors)));
    }
    scans.push_back(ParserCrash(root / modules[scans.size()].path));
  }
  scans.resize(modules.size());
  return scans;
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
  constexpr std::size_t kWorthAProcess = 50;  // files; a start costs as much as parsing a few
  const std::size_t parts =
      std::clamp<std::size_t>(modules.size() / kWorthAProcess, 1, std::max(scanner.jobs, 1u));
  std::vector<std::future<std::vector<model::SourceScan>>> running;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = modules.size() * part / parts;
    const std::size_t end = modules.size() * (part + 1) / parts;
    running.push_back(std::async(std::launch::async, [&, begin, end] {
      return ScanPart(scanner, root, modules.subspan(begin, end - begin), deadline);
    }));
  }
  std::vector<model::SourceScan> scans;
  for (auto& part : running) std::ranges::move(part.get(), std::back_inserter(scans));
  return scans;
}

}  // namespace skua::workspace
