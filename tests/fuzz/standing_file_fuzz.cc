// A file in the folder for tests: its header, and, where the mark and the checksum are ours, its
// parts. An edited file is told from one that is not, which keeps all of its bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzz.h"
#include "render/file/file_header.h"
#include "render/file/standing_file.h"

using skua::fuzz::Require;
namespace render = skua::render;

namespace {

// Takes out, marks and names tests, as a later run does.
void Change(render::StandingFile file) {
  const std::vector<std::string> tests = file.Tests();
  for (const std::string& test : tests) {
    if (file.HasTest(test)) Require(file.LineOfTest(test) > 0);
  }
  // A finding has a mark of its own.
  const auto unmarked = std::ranges::find_if(
      file.functions(), [&](const auto& function) { return file.MarkOf(function.name).empty(); });
  if (!file.is_unittest() && unmarked != file.functions().end()) {
    const std::string name = unmarked->name;
    file.SetMark(name, "pytest.mark.xfail(strict=True)");
    Require(!file.MarkOf(name).empty());
    file.RemoveMark(name);
    Require(file.MarkOf(name).empty());
  }
  for (const std::string& test : tests) {
    if (file.HasTest(test)) file.DropTest(test);
  }
  file.DropUnusedDefinitions();
  Require(render::IsUnedited(file.Text()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto header = render::ParseHeader(text); header && !header->unedited) {
    // With another checksum the rest of the reader would never be tried.
    const std::size_t seal = text.rfind("\n# ");
    if (seal != std::string::npos) text.resize(seal + 1);
    text = render::Sealed(text, *header);
  }
  const std::optional<render::StandingFile> file = render::StandingFile::Read(text);
  if (!file) return 0;
  std::string plain = text;
  std::erase(plain, '\r');
  std::string shown = file->Text();
  std::erase(shown, '\r');
  Require(shown == plain);
  file->Words();
  for (const render::NamedText& function : file->functions()) {
    const std::size_t rows = file->RowsOf(function.name).value_or(0);
    for (std::size_t row = 0; row < rows; ++row) file->RowText(function.name, row);
  }
  Change(*file);
  skua::fuzz::Believe();
  return 0;
}
