#include "report/formats/junit.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "report/outcome/text.h"

namespace skua::report {
namespace {

// Longest name in bytes: readers keep names in memory, and Jenkins shows all on one page.
constexpr std::size_t kNameLimit = 1000;
constexpr std::size_t kMessageLimit = 4000;
constexpr std::size_t kBodyLimit = 64'000;

void SetAttribute(pugi::xml_node node, const char* name, std::string_view text,
                  std::size_t limit = kNameLimit) {
  node.append_attribute(name).set_value(XmlText(text, limit).c_str());
}

void SetText(pugi::xml_node node, std::string_view text) {
  node.append_child(pugi::node_pcdata).set_value(XmlText(text, kBodyLimit).c_str());
}

// Formats with three decimals and no exponent, as junit-10.xsd and its readers require.
std::string FormatTime(double seconds) {
  return fmt::format("{:.3f}", std::isfinite(seconds) ? std::max(seconds, 0.0) : 0.0);
}

void AddProperties(pugi::xml_node node, const Properties& properties) {
  if (properties.empty()) return;
  pugi::xml_node list = node.append_child("properties");
  for (const auto& [name, value] : properties) {
    pugi::xml_node property = list.append_child("property");
    SetAttribute(property, "name", name);
    SetAttribute(property, "value", value, kMessageLimit);
  }
}

const char* ElementOf(JunitCase::Status status) {
  switch (status) {
    case JunitCase::Status::kPassed:
      return nullptr;
    case JunitCase::Status::kSkipped:
      return "skipped";
    case JunitCase::Status::kFailure:
      return "failure";
    case JunitCase::Status::kError:
      return "error";
  }
  return nullptr;
}

class UniqueNames {
 public:
  // Compares cases as written: two names may differ only in a part that is cut off.
  std::string Of(const JunitCase& test) {
    const std::string classname = XmlText(test.classname, kNameLimit);
    const std::string name = XmlText(test.name, kNameLimit);
    std::string candidate = name;
    for (int number = 2; !seen_.emplace(classname, candidate).second; ++number) {
      candidate = fmt::format("{} ({})", name, number);
    }
    return candidate;
  }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
};

std::string OutputOf(const JunitCase& test, JunitFamily family) {
  std::string output;
  if (family == JunitFamily::kXunit2) {
    for (const auto& [name, value] : test.properties)
      output += fmt::format("{}: {}\n", name, value);
  }
  return output + test.output;
}

void AddCase(pugi::xml_node suite, const JunitCase& test, JunitFamily family) {
  const bool is_lenient = family == JunitFamily::kLegacy;
  pugi::xml_node node = suite.append_child("testcase");
  SetAttribute(node, "classname", test.classname);
  node.append_attribute("name").set_value(test.name.c_str());
  if (is_lenient && !test.file.empty()) SetAttribute(node, "file", test.file, kMessageLimit);
  if (is_lenient && test.line > 0) node.append_attribute("line").set_value(test.line);
  node.append_attribute("time").set_value(FormatTime(test.seconds).c_str());
  if (is_lenient) AddProperties(node, test.properties);
  if (const char* element = ElementOf(test.status)) {
    pugi::xml_node status = node.append_child(element);
    SetAttribute(status, "type", test.type);
    SetAttribute(status, "message", test.message, kMessageLimit);
    if (!test.details.empty()) SetText(status, test.details);
  }
  const std::string output = OutputOf(test, family);
  if (!output.empty()) SetText(node.append_child("system-out"), output);
}

// REQUIRES: names of cases are distinct and valid in XML.
std::string RenderOne(const JunitSuite& suite, JunitFamily family) {
  const auto count = [&](JunitCase::Status status) {
    return std::count_if(suite.cases.begin(), suite.cases.end(),
                         [&](const JunitCase& test) { return test.status == status; });
  };
  const auto set_totals = [&](pugi::xml_node node) {
    SetAttribute(node, "name", suite.name);
    node.append_attribute("tests").set_value(suite.cases.size());
    node.append_attribute("failures").set_value(count(JunitCase::Status::kFailure));
    node.append_attribute("errors").set_value(count(JunitCase::Status::kError));
  };

  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set_totals(root);
  root.append_attribute("time").set_value(FormatTime(suite.seconds).c_str());
  pugi::xml_node node = root.append_child("testsuite");
  set_totals(node);
  node.append_attribute("skipped").set_value(count(JunitCase::Status::kSkipped));
  node.append_attribute("time").set_value(FormatTime(suite.seconds).c_str());
  if (suite.started_unix_seconds > 0) {
    const std::time_t started = static_cast<std::time_t>(suite.started_unix_seconds);
    std::tm utc{};
    // UTC without a zone, which the older schemas' pattern does not allow.
    gmtime_r(&started, &utc);
    node.append_attribute("timestamp").set_value(fmt::format("{:%Y-%m-%dT%H:%M:%S}", utc).c_str());
  }
  AddProperties(node, suite.properties);
  for (const JunitCase& test : suite.cases) AddCase(node, test, family);
  if (!suite.output.empty()) SetText(node.append_child("system-out"), suite.output);

  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(out).str();
}

// Splits the cases into parts of about equal number, again and again while a part is too large.
void RenderParts(JunitSuite suite, const JunitOptions& options, std::vector<std::string>& parts) {
  std::string whole = RenderOne(suite, options.family);
  if (whole.size() <= options.largest || suite.cases.size() < 2) {
    parts.push_back(std::move(whole));
    return;
  }
  const std::size_t count = std::min(whole.size() / options.largest + 1, suite.cases.size());
  const std::size_t size = (suite.cases.size() + count - 1) / count;
  const std::vector<JunitCase> cases = std::exchange(suite.cases, {});
  for (std::size_t begin = 0; begin < cases.size(); begin += size) {
    const auto first = cases.begin() + static_cast<std::ptrdiff_t>(begin);
    suite.cases.assign(first,
                       first + static_cast<std::ptrdiff_t>(std::min(size, cases.size() - begin)));
    suite.seconds = 0;
    for (const JunitCase& test : suite.cases) suite.seconds += std::max(test.seconds, 0.0);
    RenderParts(suite, options, parts);
  }
}

}  // namespace

std::vector<std::string> RenderJunit(JunitSuite suite, const JunitOptions& options) {
  UniqueNames names;
  for (JunitCase& test : suite.cases) test.name = names.Of(test);
  std::vector<std::string> parts;
  RenderParts(std::move(suite), options, parts);
  return parts;
}

}  // namespace skua::report
