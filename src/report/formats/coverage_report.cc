#include "report/formats/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "report/outcome/line_coverage.h"
#include "report/outcome/text.h"

namespace skua::report {
namespace {

constexpr std::size_t kLongestPath = 4096;

void SetCoverageAttribute(pugi::xml_node node, const char* name, std::string_view text) {
  node.append_attribute(name).set_value(XmlText(text, kLongestPath).c_str());
}

// Coverage.py writes "1" if there is nothing to hit. A file without known lines has no rate.
std::string Rate(std::size_t hit, std::size_t all, bool is_known) {
  return all == 0 ? (is_known ? "1" : "0")
                  : fmt::format("{:.4g}", static_cast<double>(hit) / static_cast<double>(all));
}

void SetRates(pugi::xml_node node, const CoverageCounts& counts) {
  SetCoverageAttribute(node, "line-rate", Rate(counts.lines_hit, counts.lines, counts.lines > 0));
  SetCoverageAttribute(node, "branch-rate",
                       Rate(counts.branches_taken, counts.branches, counts.lines > 0));
  SetCoverageAttribute(node, "complexity", "0");
}

void AddLine(pugi::xml_node lines, const LineCoverage& line) {
  pugi::xml_node node = lines.append_child("line");
  node.append_attribute("number").set_value(line.line);
  node.append_attribute("hits").set_value(line.hit ? 1 : 0);
  if (line.branches.empty()) return;
  SetCoverageAttribute(node, "branch", "true");
  SetCoverageAttribute(node, "condition-coverage",
                       fmt::format("{}% ({}/{})", 100 * line.taken() / line.branches.size(),
                                   line.taken(), line.branches.size()));
}

struct CoberturaFile {
  std::string path;
  const std::vector<LineCoverage>* lines;
};

void AddClass(pugi::xml_node classes, const CoberturaFile& file) {
  CoverageCounts counts;
  counts.Add(*file.lines);
  pugi::xml_node node = classes.append_child("class");
  SetCoverageAttribute(node, "name", std::string_view(file.path).substr(file.path.rfind('/') + 1));
  SetCoverageAttribute(node, "filename", file.path);
  SetRates(node, counts);
  node.append_child("methods");
  pugi::xml_node lines = node.append_child("lines");
  for (const LineCoverage& line : *file.lines) AddLine(lines, line);
}

// Returns the package of a file, as coverage.py does: "src.parcel" for "src/parcel/rates.py".
std::string PackageOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  std::string package = path.substr(0, slash);
  std::ranges::replace(package, '/', '.');
  return package;
}

}  // namespace

std::string RenderCobertura(const model::RunOutcome& outcome, const std::string& prefix) {
  const std::vector<ModuleLines> modules = LinesOf(outcome);
  std::map<std::string, std::vector<CoberturaFile>> packages;
  CoverageCounts all;
  for (const ModuleLines& one : modules) {
    const std::string path = prefix + one.module->module.path;
    packages[PackageOf(path)].push_back({path, &one.lines});
    all.Add(one.lines);
  }

  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  SetCoverageAttribute(declaration, "version", "1.0");
  SetCoverageAttribute(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("coverage");
  SetCoverageAttribute(root, "version", "skua " SKUA_VERSION);
  root.append_attribute("timestamp").set_value((outcome.started_unix_seconds * 1000));
  root.append_attribute("lines-valid").set_value(all.lines);
  root.append_attribute("lines-covered").set_value(all.lines_hit);
  root.append_attribute("branches-valid").set_value(all.branches);
  root.append_attribute("branches-covered").set_value(all.branches_taken);
  SetRates(root, all);
  // A relative path is right wherever the repository is checked out.
  root.append_child("sources")
      .append_child("source")
      .append_child(pugi::node_pcdata)
      .set_value(".");
  pugi::xml_node list = root.append_child("packages");
  for (const auto& [name, files] : packages) {
    CoverageCounts counts;
    for (const CoberturaFile& file : files) counts.Add(*file.lines);
    pugi::xml_node package = list.append_child("package");
    SetCoverageAttribute(package, "name", name);
    SetRates(package, counts);
    pugi::xml_node classes = package.append_child("classes");
    for (const CoberturaFile& file : files) AddClass(classes, file);
  }
  std::ostringstream out;
  document.save(out, "\t", pugi::format_default, pugi::encoding_utf8);
  return std::move(out).str();
}

std::string RenderLcov(const model::RunOutcome& outcome, const std::string& prefix) {
  std::string text;
  for (const ModuleLines& one : LinesOf(outcome)) {
    CoverageCounts counts;
    counts.Add(one.lines);
    text += fmt::format("SF:{}\n", OneLine(prefix + one.module->module.path));
    for (const LineCoverage& line : one.lines) {
      text += fmt::format("DA:{},{}\n", line.line, line.hit ? 1 : 0);
    }
    text += fmt::format("LF:{}\nLH:{}\n", counts.lines, counts.lines_hit);
    for (const LineCoverage& line : one.lines) {
      for (std::size_t i = 0; i < line.branches.size(); ++i) {
        const LineCoverage::Branch& branch = line.branches[i];
        // "-" means that the line, and so the branch, was never reached.
        text += fmt::format("BRDA:{},0,{},{}\n", line.line, i,
                            !line.hit      ? "-"
                            : branch.taken ? "1"
                                           : "0");
      }
    }
    if (counts.branches > 0) {
      text += fmt::format("BRF:{}\nBRH:{}\n", counts.branches, counts.branches_taken);
    }
    text += "end_of_record\n";
  }
  return text;
}

}  // namespace skua::report
