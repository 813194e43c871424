// Holds the JSON Schema and the YAML reader together: whatever one takes, the other takes too.
#include "config/schema.h"
#include "base/json.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <regex>
#include <set>

#include "config/option.h"
#include "config/yaml_reader.h"
#include "support/golden.h"

namespace skua::config {
namespace {

using nlohmann::json;

bool Accepts(const json& schema, const json& value);

bool HasType(const json& value, const std::string& type) {
  if (type == "integer") {
    return value.is_number_integer() ||
           (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()));
  }
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  if (type == "null") return value.is_null();
  throw std::logic_error("unknown type " + type);
}

bool AcceptsType(const json& types, const json& value) {
  if (types.is_string()) return HasType(value, types);
  return std::any_of(types.begin(), types.end(), [&](const json& t) { return HasType(value, t); });
}

bool AcceptsProperties(const json& schema, const json& value) {
  if (!value.is_object()) return true;
  for (const auto& [key, below] : value.items()) {
    const json& properties = schema.at("properties");
    if (properties.contains(key) ? !Accepts(properties.at(key), below)
                                 : !schema.at("additionalProperties").get<bool>()) {
      return false;
    }
  }
  return true;
}

// The part of draft-07 that the schema uses. A keyword from outside it is an error of the test.
bool Accepts(const json& schema, const json& value) {
  for (const auto& [keyword, operand] : schema.items()) {
    bool accepts = true;
    if (keyword == "type") {
      accepts = AcceptsType(operand, value);
    } else if (keyword == "enum") {
      accepts = std::ranges::count(operand, value) > 0;
    } else if (keyword == "minimum") {
      accepts = !value.is_number() || value.get<double>() >= operand.get<double>();
    } else if (keyword == "maximum") {
      accepts = !value.is_number() || value.get<double>() <= operand.get<double>();
    } else if (keyword == "minLength") {
      accepts = !value.is_string() || value.get<std::string>().size() >= operand.get<std::size_t>();
    } else if (keyword == "pattern") {
      accepts = !value.is_string() ||
                std::regex_search(value.get<std::string>(), std::regex(operand.get<std::string>()));
    } else if (keyword == "items") {
      accepts = !value.is_array() || std::ranges::all_of(value, [&](const json& item) {
        return Accepts(operand, item);
      });
    } else if (keyword == "minItems") {
      accepts = !value.is_array() || value.size() >= operand.get<std::size_t>();
    } else if (keyword == "maxItems") {
      accepts = !value.is_array() || value.size() <= operand.get<std::size_t>();
    } else if (keyword == "anyOf") {
      accepts = std::ranges::any_of(operand, [&](const json& one) { return Accepts(one, value); });
    } else if (keyword == "properties") {
      accepts = AcceptsProperties(schema, value);
    } else {
      static const std::set<std::string> kSaysNothing = {"$schema", "title", "description",
                                                         "default", "additionalProperties"};
      if (!kSaysNothing.contains(keyword)) throw std::logic_error("unknown keyword " + keyword);
    }
    if (!accepts) return false;
  }
  return true;
}

// As an editor's YAML reader sees it: scalars by the core schema of YAML 1.2.
json ToJson(const YAML::Node& node) {
  if (node.IsNull()) return nullptr;
  if (node.IsSequence()) {
    json list = json::array();
    for (const YAML::Node& item : node) list.push_back(ToJson(item));
    return list;
  }
  if (node.IsMap()) {
    json mapping = json::object();
    for (const auto& entry : node) mapping[entry.first.Scalar()] = ToJson(entry.second);
    return mapping;
  }
  const std::string& text = node.Scalar();
  if (node.Tag() != "?") return text;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  if (std::regex_match(text, std::regex("-?[0-9]+"))) return json::parse(text);
  if (std::regex_match(text, std::regex("-?[0-9]+\\.[0-9]+"))) return json::parse(text);
  return text;
}

struct Document {
  const char* text;
  bool is_good;
};

constexpr Document kCorpus[] = {
    {"", true},
    {"version: 1\nproject:\n  source: [src/parcel]\nbudget: 5m\n", true},
    {"version: 1", true},
    {"version: 2", false},
    {"version: \"1\"", false},
    {"verson: 1", false},
    {"project:", true},
    {"project: {}", true},
    {"project: []", false},
    {"project: x", false},
    {"project: {root: .., source: [a, b/c, d.py], include: ['*.py'], exclude: ['**/x/**']}", true},
    {"project: {source: a}", true},
    {"project: {source: []}", true},
    {"project: {source: ['']}", false},
    {"project: {source: [1]}", false},
    {"project: {source: [[a]]}", false},
    {"project: {source: [true]}", false},
    {"project: {source: }", false},
    {"project: {source: {a: b}}", false},
    {"project: {root: ''}", false},
    {"project: {respect_gitignore: false}", true},
    {"project: {respect_coverage: false}", true},
    {"project: {respect_coverage: 1}", false},
    {"project: {respect_gitignore: True}", true},
    {"project: {respect_gitignore: no}", false},
    {"project: {respect_gitignore: 'false'}", false},
    {"project: {respect_gitignore: 0}", false},
    {"project: {gitignore: true}", false},
    {"python: {interpreter: .venv/bin/python, path: [lib]}", true},
    {"python: {interpreter: 3.11}", false},
    {"python: {interpreter: '3.11'}", true},
    {"python: {path: lib}", true},
    {"output: {tests: a, reports: b, state: c, restore: true}", true},
    {"output: {header: 'SPDX-License-Identifier: MIT'}", true},
    {"output: {header: [MIT]}", false},
    {"output: {style: unittest}", true},
    {"output: {style: nose}", false},
    {"output: {keep: all}", true},
    {"output: {keep: most}", false},
    {"output: {test: a}", false},
    {"output: {tests: [a]}", false},
    {"budget:\n  strategy: budget-seeding\n  minimum: 500ms\n", true},
    {"budget:\n  strategy: fair\n", false},
    {"budget:\n  minimum: 0s\n", false},
    {"budget:\n  unchanged: false\n  suspended: 12\n", true},
    {"budget:\n  unchanged: sometimes\n", false},
    {"budget:\n  suspended: 10001\n", false},
    {"budget:\n  suite_time: 30s\n", true},
    {"budget:\n  suite_time: 30\n", false},
    {"budget:\n  suite_time: {module: 2s, folder: 30s}\n", true},
    {"budget:\n  suite_time:\n    folder: 30s\n", true},
    {"budget:\n  suite_time:\n", true},
    {"budget:\n  suite_time: {folder: 0s}\n", false},
    {"budget:\n  suite_time: {module: 2}\n", false},
    {"budget:\n  suite_time: {folders: 2s}\n", false},
    {"suite_time: {folder: 2s}", false},
    {"search:\n  preset: paper\n", true},
    {"search:\n  preset: pynguin\n", false},
    {"search:\n  pair_algorithm: dynamosa\n", true},
    {"search:\n  pair_algorithm: branch\n", false},
    {"search:\n  environment: 0\n", true},
    {"search:\n  environment: 2\n", false},
    {"search:\n  chains: 0.5\n", true},
    {"search:\n  chains: often\n", false},
    {"search:\n  seeds: false\n", true},
    {"search:\n  seeds: 3\n", false},
    {"search:\n  adaptive_switch: false\n", true},
    {"search:\n  adaptive_switch: never\n", false},
    {"search:\n  minimize: false\n", true},
    {"search:\n  minimize: 'no'\n", false},
    {"integration:\n  pairs: auto\n  share: 0.5\n", true},
    {"integration:\n  pairs: [\"shop.cart -> shop.rates\"]\n", true},
    {"integration:\n  pairs: [[shop.cart, shop.rates], \"a -> b\", auto]\n", true},
    {"integration:\n  pairs: [[shop.cart]]\n", false},
    {"integration:\n  pairs: [[shop.cart, shop.rates, shop.till]]\n", false},
    {"integration:\n  pairs: [[shop.cart, 1]]\n", false},
    {"integration:\n  pairs: [[shop.cart, [shop.rates]]]\n", false},
    {"integration:\n  pairs: [{shop.cart: shop.rates}]\n", false},
    {"integration:\n  share: 2\n", false},
    {"search:\n  criteria: [branch, changed-lines]\n", true},
    {"search:\n  criteria: [branch, method]\n", true},
    {"search:\n  criteria: [branch, lines]\n", false},
    {"search:\n  criteria: [branch, coupled-branch]\n", true},
    {"search:\n  criteria: [coupled-branches]\n", false},
    {"search:\n  prefer: fast\n", true},
    {"search:\n  prefer: slow\n", false},
    {"budget: 90s", true},
    {"budget: 1h10m", true},
    {"budget: 250ms", true},
    {"budget: '5m'", true},
    {"budget: 90", false},
    {"budget: 0s", false},
    {"budget: 5 m", false},
    {"budget: 1.5h", false},
    {"budget: -5m", false},
    {"budget: true", false},
    {"budget: []", false},
    {"budget:", true},
    {"budget: {total: 5m, jobs: 2}", true},
    {"budget: {total: }", false},
    {"budget: {jobs: 0}", true},
    {"budget: {jobs: 1025}", false},
    {"budget: {jobs: -1}", false},
    {"budget: {jobs: 1.5}", false},
    {"budget: {jobs: auto}", false},
    {"budget: {time: 5m}", false},
    {"search: {algorithm: random, seed: 7, iterations: 100}", true},
    {"search: {algorithm: Random}", false},
    {"search: {algorithm: [random]}", false},
    {"search: {seed: 9007199254740991}", true},
    {"search: {seed: 9007199254740992}", false},
    {"search: {iterations: 0}", false},
    {"search: {population: 1}", false},
    {"search: {population: 50}", true},
    {"search: {crossover: 0.75}", false},
    {"search: {pool: 1}", true},
    {"search: {pool: 0.3}", true},
    {"search: {pool: 2}", false},
    {"search: {makers: false}", true},
    {"search: {makers: 1}", false},
    {"search: {named_objects: 0}", true},
    {"search: {named_objects: -0.1}", false},
    {"search: {pool: '0.5'}", false},
    {"search: {stagnation: 0, adaptive: false, restart_after: 0, local_search: 0.2}", true},
    {"search: {stagnation: 1.5}", false},
    {"search: {adaptive: 1}", false},
    {"search: {wrong_type: 0.02, lazy_probes: 2}", true},
    {"search: {constants: 0.5, dynamic_constants: 0.5, operands: 0.5}", true},
    {"search: {visibility: protected, test_timeout: 500ms}", true},
    {"search: {visibility: all}", true},
    {"search: {visibility: private}", false},
    {"oracle: {mutants: 0, assertions: 1, extend: false}", true},
    {"oracle: {assertions: 0}", false},
    {"oracle: {mutants: many}", false},
    {"oracle: 30", false},
    {"reports: {formats: [junit, json], junit_family: xunit2}", true},
    {"reports: {formats: [pdf]}", false},
    {"existing_tests: [tests/]", true},
    {"existing_tests: {tests: 1}", false},
    {"findings: all", true},
    {"findings: some", false},
    {"on_behaviour_change: fail", true},
    {"on_behaviour_change: panic", false},
    {"search: {include: ['parcel.*:Rate*'], exclude: []}", true},
    {"search: {exclude: [1]}", false},
    {"search: {test_timeout: 1}", false},
    {"sandbox: {memory: 512MiB, file_size: 2GB}", true},
    {"sandbox: {require: strict}", true},
    {"sandbox: {require: some}", false},
    {"sandbox: {hide: [deploy/, '*.pem']}", true},
    {"sandbox: {hide: {deploy: true}}", false},
    {"sandbox: {memory: 2 GB}", true},
    {"sandbox: {memory: 512}", false},
    {"sandbox: {memory: 0MiB}", false},
    {"sandbox: {memory: 1TB}", false},
    {"fail_under: 80", true},
    {"fail_under: 80.5", true},
    {"fail_under: 101", false},
    {"fail_under: 80%", false},
    {"fail_under: {branches: 80}", false},
    {"fail_under_changed: 80", true},
    {"fail_under_changed: -1", false},
    {"max_findings: 0", true},
    {"max_findings: some", false},
    {"call: {quiet: true}", false},
    {"quiet: true", false},
};

TEST(JsonSchema, AndTheReaderTakeTheSameFiles) {
  const json schema = json::parse(JsonSchema());
  for (const auto& [text, is_good] : kCorpus) {
    EXPECT_EQ(ReadYaml(text, "f").problems.empty(), is_good) << "reader: " << text;
    EXPECT_EQ(Accepts(schema, ToJson(YAML::Load(text))), is_good) << "schema: " << text;
  }
}

TEST(JsonSchema, TheCorpusTriesEveryOption) {
  std::set<std::string_view> tried;
  for (const auto& [text, is_good] : kCorpus) {
    for (const Setting& setting : ReadYaml(text, "f").settings) tried.insert(setting.option->name);
  }
  for (const Option& option : Options()) {
    if (option.in_file()) {
      EXPECT_TRUE(tried.contains(option.name)) << option.name;
    }
  }
}

TEST(JsonSchema, TakesItsOwnDefaults) {
  const json schema = json::parse(JsonSchema());
  std::size_t defaults = 0;
  const std::function<void(const json&)> check = [&](const json& part) {
    if (!part.is_structured()) return;
    if (part.is_object() && part.contains("default")) {
      EXPECT_TRUE(Accepts(part, part.at("default"))) << part;
      ++defaults;
    }
    for (const json& below : part) check(below);
  };
  check(schema);
  EXPECT_GT(defaults, 10u);
}

TEST(JsonSchema, IsTheGoldenOne) {
  EXPECT_TRUE(testing::MatchesGoldenJson(JsonSchema(), 2, "config/schema.json"));
}

}  // namespace
}  // namespace skua::config
