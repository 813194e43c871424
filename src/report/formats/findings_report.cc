#include "report/formats/findings_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/json.h"
#include "report/outcome/remark.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using nlohmann::json;

constexpr std::array kKinds = {Remark::Kind::kBehaviourChange, Remark::Kind::kException,
                               Remark::Kind::kCrash, Remark::Kind::kHang};

std::string JsonLines(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string_view ExplanationOf(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::kBehaviourChange:
      return "A test that was generated for an earlier version of the code fails on this one. "
             "Either the change was meant, or it broke something.";
    case Remark::Kind::kException:
      return "With arguments that it takes, the code raises an exception that it neither raises on "
             "purpose nor documents.";
    case Remark::Kind::kCrash:
      return "With arguments that it takes, the code ends the interpreter.";
    case Remark::Kind::kHang:
      return "With arguments that it takes, the code does not end in reasonable time.";
  }
  return "";
}

// Returns a relative reference of RFC 3986: escapes all but the plain characters of a path.
std::string UriOf(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

json LocationAt(const std::string& path, uint32_t line) {
  json location = {{"artifactLocation", {{"uri", UriOf(path)}, {"uriBaseId", "%SRCROOT%"}}}};
  // Readers that show alerts in the source require a line.
  location["region"] = {{"startLine", std::max(line, 1u)}};
  return {{"physicalLocation", std::move(location)}};
}

std::string MessageOf(const Remark& remark) {
  std::string text = remark.text;
  if (!remark.details.empty()) text += "\n" + remark.details;
  if (!remark.test.empty())
    text += fmt::format("\nShown by {} in {}{}.", remark.test, remark.test_file,
                        remark.age.empty() ? "" : ", " + remark.age);
  return text;
}

// Returns frames of the traceback, innermost first. A place outside of the project is a name
// without a link.
json StackOf(const model::RaisedException& exception, const std::string& prefix,
             const std::set<std::string>& project_files) {
  json frames = json::array();
  for (auto frame = exception.frames.rbegin(); frame != exception.frames.rend(); ++frame) {
    json location = project_files.contains(frame->path)
                        ? LocationAt(prefix + frame->path, frame->line)
                        : json::object();
    location["message"] = {
        {"text", fmt::format("{}:{} in {}", frame->path, frame->line, frame->function)}};
    frames.push_back({{"location", std::move(location)}});
  }
  return {{"message", {{"text", ExceptionName(exception.type_name)}}},
          {"frames", std::move(frames)}};
}

json ResultOf(const Remark& remark, const std::string& prefix,
              const std::set<std::string>& project_files, std::size_t occurrence) {
  const std::size_t rule =
      static_cast<std::size_t>(std::ranges::find(kKinds, remark.kind) - kKinds.begin());
  json result = {
      {"ruleId", IdOf(remark.kind)},
      {"ruleIndex", rule},
      {"level", "warning"},
      {"message", {{"text", MessageOf(remark)}}},
      {"locations", json::array({LocationAt(prefix + remark.path, remark.line)})},
      {"partialFingerprints",
       {{"skuaRemark/v1", fmt::format("{}:{}", base::HashHex(remark.Identity()), occurrence)}}}};
  if (!remark.test_file.empty()) {
    json test = LocationAt(prefix + remark.test_file, remark.test_line);
    test["id"] = 0;
    test["message"] = {{"text", remark.test}};
    result["relatedLocations"] = json::array({std::move(test)});
  }
  if (remark.exception != nullptr && !remark.exception->frames.empty()) {
    result["stacks"] = json::array({StackOf(*remark.exception, prefix, project_files)});
  }
  return result;
}

json RuleOf(Remark::Kind kind) {
  return {{"id", IdOf(kind)},
          {"name", TitleOf(kind)},
          {"shortDescription", {{"text", TitleOf(kind)}}},
          {"fullDescription", {{"text", ExplanationOf(kind)}}},
          {"help", {{"text", ExplanationOf(kind)}}},
          {"defaultConfiguration", {{"level", "warning"}}}};
}

// Numbers identical remarks: if the same call raises at two places, the second has number 2.
class Occurrences {
 public:
  std::size_t Of(const Remark& remark) { return ++seen_[remark.Identity()]; }

 private:
  std::map<std::string, std::size_t> seen_;
};

std::string_view SeverityOf(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::kBehaviourChange:
    case Remark::Kind::kException:
      return "major";
    case Remark::Kind::kCrash:
    case Remark::Kind::kHang:
      return "critical";
  }
  return "info";
}

}  // namespace

std::string RenderSarif(const model::RunOutcome& outcome, const std::string& prefix) {
  json rules = json::array();
  for (const Remark::Kind kind : kKinds) rules.push_back(RuleOf(kind));
  json results = json::array();
  std::set<std::string> project_files;
  for (const model::ModuleOutcome& module : outcome.modules) {
    project_files.insert(module.module.path);
  }
  Occurrences occurrences;
  for (const Remark& remark : RemarksOfProject(outcome)) {
    results.push_back(ResultOf(remark, prefix, project_files, occurrences.Of(remark)));
  }
  const json run = {
      {"tool",
       {{"driver", {{"name", "Skua"}, {"semanticVersion", SKUA_VERSION}, {"rules", rules}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"results", std::move(results)}};
  return JsonLines({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", json::array({run})}});
}

std::string RenderCodeQuality(const model::RunOutcome& outcome, const std::string& prefix) {
  json issues = json::array();
  Occurrences occurrences;
  for (const Remark& remark : RemarksOfProject(outcome)) {
    const std::string identity = fmt::format("{}\n{}", remark.Identity(), occurrences.Of(remark));
    issues.push_back(
        {{"description", fmt::format("{}: {}", TitleOf(remark.kind), remark.text)},
         {"check_name", IdOf(remark.kind)},
         {"fingerprint", base::HashHex(identity)},
         {"severity", SeverityOf(remark.kind)},
         {"location",
          {{"path", prefix + remark.path}, {"lines", {{"begin", std::max(remark.line, 1u)}}}}}});
  }
  return JsonLines(issues);
}

}  // namespace skua::report
