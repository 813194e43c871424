// Where generated tests are written, and which files may be replaced: only those that Skua wrote
// and nobody edited since.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"

namespace skua::campaign {

class TestFiles {
 public:
  // `tests_folder` is relative to `root`, or absolute when it lies outside.
  TestFiles(std::filesystem::path root, std::filesystem::path tests_folder);

  struct Place {
    std::string file;                        // as in ModuleOutcome::file
    std::optional<std::string> kept_edited;  // the file that is left as it is, when it was edited
  };
  // The file for the module's tests: test_<module path>.py, or the next free name beside it when
  // that one was edited by a person, or is another module's.
  Place PlaceFor(const model::ModuleId& module) const;

  void Write(const std::string& file, std::string_view text) const;
  void Remove(const std::string& file) const;
  bool Exists(const std::string& file) const;

  // Makes `source_path` importable for tests that run from a plain checkout. Leaves a conftest.py
  // of somebody else's as it is.
  void WriteConftest(const std::vector<std::filesystem::path>& source_path) const;

  // What a killed run left half-written.
  void RemoveLeftovers() const;

 private:
  std::filesystem::path FolderPath() const { return root_ / tests_folder_; }

  std::filesystem::path root_;
  std::filesystem::path tests_folder_;
};

}  // namespace skua::campaign
