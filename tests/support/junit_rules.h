// What a JUnit file has to be for the readers that matter: Jenkins' xUnit plug-in (junit-10.xsd),
// its JUnit plug-in (more lenient: file, line and properties in a test case) and GitHub's
// reporters (unique names, paths relative to the repository). Header-only, because it needs
// pugixml, which only programs that link report/ have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skua::testing {

class JunitRules {
 public:
  // What is wrong with the file; empty when nothing is.
  static std::vector<std::string> Violations(const std::string& xml) {
    JunitRules rules;
    rules.CheckCharacters(xml);
    pugi::xml_document document;
    const auto parsed = document.load_buffer(xml.data(), xml.size(),
                                             pugi::parse_default | pugi::parse_ws_pcdata_single);
    if (!parsed) {
      rules.Complain(std::string("does not parse: ") + parsed.description());
    } else if (std::string_view(document.document_element().name()) != "testsuites") {
      rules.Complain("the root is no testsuites");
    } else {
      rules.CheckElement(document.document_element());
    }
    return rules.violations_;
  }

 private:
  struct Schema {
    std::set<std::string> required, optional, children;
    bool has_text = false;
  };

  // junit-10.xsd, without the elements for reruns, and with what the lenient reader adds.
  static const std::map<std::string, Schema>& Schemas() {
    static const std::map<std::string, Schema> schemas = {
        {"testsuites", {{}, {"name", "time", "tests", "failures", "errors"}, {"testsuite"}, false}},
        {"testsuite",
         {{"name", "tests", "failures", "errors"},
          {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log",
           "url"},
          {"testsuite", "properties", "testcase", "system-out", "system-err"},
          false}},
        {"testcase",
         {{"name", "classname"},
          {"time", "group", "file", "line"},
          {"skipped", "error", "failure", "system-out", "system-err", "properties"},
          false}},
        {"properties", {{}, {}, {"property"}, false}},
        {"property", {{"name", "value"}, {}, {}, false}},
        {"skipped", {{}, {"type", "message"}, {}, true}},
        {"error", {{}, {"type", "message"}, {}, true}},
        {"failure", {{}, {"type", "message"}, {}, true}},
        {"system-out", {{}, {}, {}, true}},
        {"system-err", {{}, {}, {}, true}},
    };
    return schemas;
  }

  void Complain(std::string what) { violations_.push_back(std::move(what)); }

  // pugixml forgives what an XML parser has to refuse, so the bytes are looked at first.
  void CheckCharacters(const std::string& xml) {
    for (std::size_t at = 0; at < xml.size();) {
      const auto lead = static_cast<unsigned char>(xml[at]);
      const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      uint32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
      bool is_valid = lead < 0x80 || (lead >= 0xC2 && lead <= 0xF4);
      for (std::size_t i = 1; i < length; ++i) {
        const auto next = at + i < xml.size() ? static_cast<unsigned char>(xml[at + i]) : 0u;
        is_valid = is_valid && (next & 0xC0) == 0x80;
        point = point << 6 | (next & 0x3F);
      }
      const bool is_overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
      if (!is_valid || is_overlong || !IsXmlCharacter(point)) {
        return Complain("a byte or character that XML forbids, at " + std::to_string(at));
      }
      at += length;
    }
    static const std::regex reference("&#(x?)([0-9a-fA-F]+);");
    for (std::sregex_iterator it(xml.begin(), xml.end(), reference), end; it != end; ++it) {
      const auto point = std::stoul((*it)[2], nullptr, (*it)[1].length() > 0 ? 16 : 10);
      if (!IsXmlCharacter(static_cast<uint32_t>(point))) {
        Complain("a reference to a character that XML forbids: " + it->str());
      }
    }
    for (std::size_t at = 0; (at = xml.find('&', at)) != std::string::npos; ++at) {
      const std::size_t end = xml.find(';', at);
      const std::string name = xml.substr(at + 1, std::min<std::size_t>(end - at - 1, 12));
      if (!name.starts_with('#') && name != "amp" && name != "lt" && name != "gt" &&
          name != "quot" && name != "apos") {
        Complain("an entity that is not defined: " + name);
      }
    }
    CheckContent(xml);
  }

  // In an attribute's value "]]>" is fine; between tags it is not.
  void CheckContent(const std::string& xml) {
    char quote = 0;
    bool in_tag = false;
    for (std::size_t at = 0; at < xml.size(); ++at) {
      const char c = xml[at];
      if (in_tag && (c == '"' || c == '\'')) {
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      } else if (c == '<' || (c == '>' && in_tag)) {
        if (quote == 0) in_tag = c == '<';
      } else if (!in_tag && xml.compare(at, 3, "]]>") == 0) {
        return Complain("]]> between tags, at " + std::to_string(at));
      }
    }
  }

  static bool IsXmlCharacter(uint32_t point) {
    return point == '\t' || point == '\n' || point == '\r' || (point >= 0x20 && point <= 0xD7FF) ||
           (point >= 0xE000 && point <= 0xFFFD) || (point >= 0x10000 && point <= 0x10FFFF);
  }

  void CheckElement(pugi::xml_node node) {
    const auto schema = Schemas().find(node.name());
    if (schema == Schemas().end()) {
      return Complain(std::string("an element that is not known: ") + node.name());
    }
    CheckAttributes(node, schema->second);
    for (pugi::xml_node child : node.children()) {
      if (child.type() == pugi::node_element) {
        if (schema->second.children.count(child.name()) == 0) {
          Complain(std::string(child.name()) + " inside " + node.name());
        }
        CheckElement(child);
      } else if (!schema->second.has_text) {
        Complain(std::string("text inside ") + node.name());
      }
    }
    if (node.name() == std::string_view("testsuite")) CheckTotals(node);
    if (node.name() == std::string_view("testcase")) CheckCase(node);
  }

  void CheckAttributes(pugi::xml_node node, const Schema& schema) {
    static const std::regex time("[0-9]+(\\.[0-9]{1,3})?");
    static const std::regex timestamp("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
    static const std::regex number("[0-9]+");
    std::set<std::string> seen;
    for (pugi::xml_attribute attribute : node.attributes()) {
      const std::string name = attribute.name();
      const std::string value = attribute.value();
      const std::string where = std::string(node.name()) + "@" + name;
      if (!seen.insert(name).second) Complain(where + " twice");
      if (schema.required.count(name) + schema.optional.count(name) == 0) {
        Complain(where + " is not known");
      }
      const bool is_number = name == "line" || name == "tests" || name == "failures" ||
                             name == "errors" || name == "skipped";
      if ((name == "time" && !std::regex_match(value, time)) ||
          (name == "timestamp" && !std::regex_match(value, timestamp)) ||
          (is_number && !std::regex_match(value, number))) {
        Complain(where + " is \"" + value + "\"");
      }
      if (value.size() > 20'000) Complain(where + " is too long for a list");
    }
    for (const std::string& name : schema.required) {
      if (seen.count(name) == 0) Complain(std::string(node.name()) + " without " + name);
    }
  }

  void CheckTotals(pugi::xml_node suite) {
    const auto expect = [&](const char* attribute, std::size_t number) {
      if (suite.attribute(attribute) && suite.attribute(attribute).as_uint() != number) {
        Complain(std::string("testsuite@") + attribute + " is not the number of them");
      }
    };
    std::map<std::string, std::size_t> count;
    std::size_t tests = 0;
    for (pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      for (pugi::xml_node child : test.children()) ++count[child.name()];
    }
    expect("tests", tests);
    expect("failures", count["failure"]);
    expect("errors", count["error"]);
    expect("skipped", count["skipped"]);
  }

  void CheckCase(pugi::xml_node test) {
    const std::string classname = test.attribute("classname").value();
    const std::string name = test.attribute("name").value();
    if (!names_.emplace(classname, name).second) {
      Complain("two test cases are " + classname + " " + name);
    }
    const std::string file = test.attribute("file").value();
    if (file.starts_with('/') || ("/" + file + "/").find("/../") != std::string::npos) {
      Complain("testcase@file is not relative to the repository: " + file);
    }
    std::map<std::string, int> count;
    for (pugi::xml_node child : test.children()) ++count[child.name()];
    if (count["skipped"] + count["failure"] + count["error"] > 1) {
      Complain(name + " has more than one result");
    }
    for (const auto& [element, number] : count) {
      if (number > 1) Complain(name + " has " + element + " twice");
    }
  }

  std::vector<std::string> violations_;
  std::set<std::pair<std::string, std::string>> names_;
};

}  // namespace skua::testing
