#include "report/html.h"

#include <fmt/format.h>

#include "report/html_data.h"

// Laid down by html/assets.S.in.
extern "C" {
extern const char skua_page_template_begin[], skua_page_template_end[];
extern const char skua_page_style_begin[], skua_page_style_end[];
extern const char skua_page_script_begin[], skua_page_script_end[];
}

namespace skua::report {
namespace {

// Beyond this the rest of the modules goes without its texts: browsers and mail have limits, too.
constexpr std::size_t kMostBytes = 48 << 20;

std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string HtmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// By its name: "parcel" of /srv/build/parcel.
std::string TitleOf(const std::filesystem::path& root) {
  const std::string project = root.lexically_normal().filename().string();
  return project.empty() || project == "." ? "Skua" : "Skua: " + project;
}

std::string DataBlocks(const model::RunOutcome& outcome, const std::filesystem::path& root,
                       const std::vector<model::PastRun>& history) {
  const auto block = [](std::string_view id, const nlohmann::json& json) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                       ScriptJson(json));
  };
  std::string blocks = block("run", PageSummary(outcome, history));
  for (std::size_t i = 0; i < outcome.modules.size(); ++i) {
    if (outcome.modules[i].change == model::Change::kDeleted) continue;
    blocks += block(fmt::format("module-{}", i),
                    PageDetails(outcome.modules[i], root, blocks.size() < kMostBytes));
  }
  return blocks;
}

}  // namespace

std::string HtmlReport::Render(const model::RunOutcome& outcome) const {
  std::string_view rest = Between(skua_page_template_begin, skua_page_template_end);
  std::string page;
  for (std::size_t at; (at = rest.find("{{")) != rest.npos;) {
    page += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    const std::string_view name = rest.substr(at + 2, end - at - 2);
    if (name == "title") page += HtmlText(TitleOf(root_));
    if (name == "style") page += Between(skua_page_style_begin, skua_page_style_end);
    if (name == "script") page += Between(skua_page_script_begin, skua_page_script_end);
    if (name == "data") page += DataBlocks(outcome, root_, history_);
    rest.remove_prefix(end + 2);
  }
  return page += rest;
}

}  // namespace skua::report
