// The project's settings for coverage.py. The first byte says which file holds the rest. What is
// found are globs and patterns that the file holds.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/files.h"
#include "fuzz/fuzz.h"
#include "workspace/coverage_settings.h"

using skua::fuzz::Require;
namespace workspace = skua::workspace;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  constexpr std::array kFiles = {".coveragerc", "setup.cfg", "tox.ini", "pyproject.toml"};
  static const skua::base::ScratchFolder root;
  if (size == 0) return 0;
  const std::string name = kFiles[data[0] % kFiles.size()];
  {
    std::ofstream file(root.path() / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  }
  const workspace::CoverageSettings settings = workspace::ReadCoverageSettings(root.path());
  std::filesystem::remove(root.path() / name);
  Require(settings.file.empty() || settings.file == name);
  for (const auto* list : {&settings.source, &settings.exclusions.patterns}) {
    for (const std::string& item : *list) Require(item.size() <= size);
  }
  if (!settings.file.empty()) skua::fuzz::Believe();
  return 0;
}
