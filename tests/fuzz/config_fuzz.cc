// A skua.yml, which a repository may hold. Each setting is one that there is, with a value that its
// option takes, and each problem is told with its place.
#include <cstddef>
#include <cstdint>
#include <string>

#include "config/config.h"
#include "config/yaml_reader.h"
#include "fuzz/fuzz.h"

using skua::fuzz::Require;
namespace config = skua::config;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const config::YamlSettings read = config::ReadYaml(text, "skua.yml");
  config::Config settings;
  for (const config::Setting& setting : read.settings) {
    Require(config::FindOption(setting.option->name) == setting.option);
    setting.option->set(settings, setting.value);
  }
  for (const std::string& problem : read.problems) Require(problem.starts_with("skua.yml:"));
  if (read.problems.empty()) skua::fuzz::Believe();
  return 0;
}
