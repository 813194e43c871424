#include "report/formats/html.h"

#include <fmt/format.h>

#include <chrono>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "report/formats/pair_matrix.h"
#include "report/formats/plain_page.h"
#include "report/outcome/outcome_json.h"

// Defined in html/assets.S.in.
extern "C" {
extern const char skua_page_template_begin[], skua_page_template_end[];
extern const char skua_page_style_begin[], skua_page_style_end[];
extern const char skua_page_script_begin[], skua_page_script_end[];
}

namespace skua::report {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Longest source that the page shows, in bytes.
constexpr std::size_t kLongestSource = 1 << 20;

// Size of the page from which further modules have no source, for browsers and mail.
constexpr std::size_t kMostBytes = 48 << 20;

std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// Returns the page's title, the name of the project's folder: "parcel" for /srv/build/parcel.
std::string TitleOf(const fs::path& root) {
  const std::string project = root.lexically_normal().filename().string();
  return project.empty() || project == "." ? "Skua" : "Skua: " + project;
}

// Returns the content of a project file; null if it cannot be read or is too long.
json TextAt(const fs::path& root, const std::string& path) {
  if (root.empty() || path.empty()) return nullptr;
  try {
    auto text = base::ReadFileIfThere(root / path);
    if (!text || text->size() > kLongestSource) return nullptr;
    return *std::move(text);
  } catch (const base::Error&) {
    return nullptr;
  }
}

// Returns the sources of the module and of its tests, by path.
json TextsOf(const model::ModuleOutcome& module, const fs::path& root) {
  std::set<std::string> paths{module.module.path, module.written.file,
                              module.written.findings_file};
  for (const model::BehaviourChange& change : module.behaviour_changes) paths.insert(change.file);
  json texts = json::object();
  for (const std::string& path : paths) {
    if (json text = TextAt(root, path); !text.is_null()) texts[path] = std::move(text);
  }
  return texts;
}

// Returns the meanings of reason codes.
json Catalogue() {
  json catalogue = json::object();
  for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
    catalogue[std::string(entry.id)] = {
        {"text", entry.text}, {"advice", entry.advice}, {"is_error", entry.is_error}};
  }
  return catalogue;
}

json HistoryJson(const std::vector<model::PastRun>& history) {
  const auto seconds = [](base::Duration duration) {
    return std::chrono::duration<double>(duration).count();
  };
  json runs = json::array();
  for (const model::PastRun& run : history) {
    runs.push_back({{"number", run.number},
                    {"started", run.started_unix_seconds},
                    {"budget", seconds(run.budget)},
                    {"used", seconds(run.used)},
                    {"interrupted", run.interrupted},
                    {"campaigns", run.campaigns},
                    {"goals", run.goals},
                    {"covered", run.covered},
                    {"tests", run.tests},
                    {"mutants", run.mutants},
                    {"killed", run.killed}});
  }
  return runs;
}

json SourcesJson(const SourceView& sources) {
  json changed = json::object();
  for (const auto& [path, ranges] : sources.changed) changed[path] = ranges;
  return {{"url", sources.url}, {"changed", std::move(changed)}};
}

// Returns a script element with data. Escapes the JSON, so that it neither ends the element nor
// starts a comment.
std::string Block(std::string_view id, const json& data) {
  std::string block = fmt::format("<script type=\"application/json\" id=\"{}\">", id);
  for (const char c : JsonText(data)) {
    if (c == '<') {
      block += "\\u003c";
    } else {
      block += c;
    }
  }
  return block += "</script>\n";
}

std::string DataBlocks(const model::RunOutcome& outcome, const fs::path& root,
                       const std::vector<model::PastRun>& history, const SourceView& sources) {
  std::string blocks = Block("run", ReportHeadToJson(outcome));
  blocks += Block("history", HistoryJson(history));
  blocks += Block("reasons", Catalogue());
  blocks += Block("sources", SourcesJson(sources));
  const auto add = [&](const std::string& id, const std::string& texts,
                       const model::ModuleOutcome& module) {
    if (module.change == model::Change::kDeleted) return;
    blocks += Block(id, ModuleToJson(module));
    if (blocks.size() < kMostBytes) blocks += Block(texts, TextsOf(Latest(module), root));
  };
  for (std::size_t i = 0; i < outcome.modules.size(); ++i) {
    add(fmt::format("module-{}", i), fmt::format("texts-{}", i), outcome.modules[i]);
  }
  for (std::size_t i = 0; i < outcome.pairs.size(); ++i) {
    add(fmt::format("pair-{}", i), fmt::format("texts-pair-{}", i), outcome.pairs[i]);
  }
  return blocks;
}

}  // namespace

std::string RenderHtml(const model::RunOutcome& outcome, const fs::path& root,
                       const std::vector<model::PastRun>& history, const SourceView& sources) {
  std::string_view rest = Between(skua_page_template_begin, skua_page_template_end);
  std::string page;
  for (std::size_t at; (at = rest.find("{{")) != rest.npos;) {
    page += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    const std::string_view name = rest.substr(at + 2, end - at - 2);
    if (name == "title") page += HtmlText(TitleOf(root));
    if (name == "style") page += Between(skua_page_style_begin, skua_page_style_end);
    if (name == "script") page += Between(skua_page_script_begin, skua_page_script_end);
    if (name == "plain") page += PlainPage(outcome, sources);
    if (name == "pairs") page += PairMatrices(outcome);
    if (name == "data") page += DataBlocks(outcome, root, history, sources);
    rest.remove_prefix(end + 2);
  }
  return page += rest;
}

}  // namespace skua::report
