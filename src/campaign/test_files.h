// Where generated tests are written, and which files may be replaced: only those that Skua wrote
// and nobody edited since.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "render/file_header.h"

namespace skua::campaign {

class TestFiles {
 public:
  // `tests_folder` is relative to `root`, or absolute when it lies outside.
  TestFiles(std::filesystem::path root, std::filesystem::path tests_folder);

  struct Place {
    std::string file;                        // as in ModuleOutcome::file
    std::optional<std::string> kept_edited;  // the file that is left as it is, when it was edited
  };
  // The file for the module's tests (or findings, or suite as JSON): test_<module path>.py, or the
  // next free name beside it when that one was edited by a person, or is another module's.
  Place PlaceFor(const model::ModuleId& module,
                 render::FileKind kind = render::FileKind::kTests) const;

  // The module's files of this kind, those that were edited too, in the order of their numbers.
  std::vector<std::string> FilesOf(const model::ModuleId& module, render::FileKind kind) const;
  // Removes those of them that nobody edited: what they held is no more, or stands elsewhere.
  void RemoveUnedited(const model::ModuleId& module, render::FileKind kind) const;
  struct Written {
    std::string file;
    render::FileHeader header;
    render::FileKind kind = render::FileKind::kTests;
  };
  // All files in the folder that are ours and that nobody edited, by name.
  std::vector<Written> Unedited() const;
  // Removes those of modules of which `is_gone` holds. Returns their names.
  std::vector<std::string> RemoveOrphans(
      const std::function<bool(const std::string& module)>& is_gone) const;
  // The module's suites that stand as JSON, edited or not: seeds.
  std::vector<std::string> SuitesOf(const model::ModuleId& module) const;

  void Write(const std::string& file, std::string_view text) const;
  void Remove(const std::string& file) const;
  bool Exists(const std::string& file) const;
  // Of a file of ours; nothing where there is none, or somebody else's.
  std::optional<render::FileHeader> HeaderOf(const std::string& file) const;

  // Makes `source_path` importable for tests that run from a plain checkout. Leaves a conftest.py
  // of somebody else's as it is.
  void WriteConftest(const std::vector<std::filesystem::path>& source_path) const;
  // The one that the call above wrote in another checkout.
  void TakeConftest(const TestFiles& from) const;

  // What a killed run left half-written.
  void RemoveLeftovers() const;

 private:
  std::filesystem::path FolderPath() const { return root_ / tests_folder_; }
  // test_x.py, test_x_2.py, …
  std::string Numbered(const model::ModuleId& module, render::FileKind kind, int number) const;

  std::filesystem::path root_;
  std::filesystem::path tests_folder_;
};

}  // namespace skua::campaign
