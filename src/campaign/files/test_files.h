// The files of generated tests: where they are written, and which may be replaced. Only files that
// Skua wrote and nobody edited since may be.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/secrets.h"
#include "campaign/files/conftest.h"
#include "model/subject.h"
#include "render/file/file_header.h"

namespace skua::campaign {

class TestFiles {
 public:
  // `tests_folder` is relative to `root`, or absolute when it lies outside. Borrows the
  // secrets, which no file may hold.
  TestFiles(std::filesystem::path root, std::filesystem::path tests_folder,
            const base::Secrets* secrets = nullptr);

  struct Place {
    std::string file;                        // as in WrittenSuite::file
    std::optional<std::string> kept_edited;  // the edited file that is left as it is, if there is
                                             // one
  };
  // Returns the file for the module's tests (or findings, or suite as JSON): test_<module path>.py,
  // or the next free name if a person edited that file or it belongs to another module.
  Place PlaceFor(const model::ModuleId& module,
                 render::FileKind kind = render::FileKind::kTests) const;

  // The module's files of this kind, edited ones included, in the order of their numbers.
  std::vector<std::string> FilesOf(const model::ModuleId& module, render::FileKind kind) const;
  // Removes the module's unedited files of this kind: their contents are obsolete, or exist
  // elsewhere.
  void RemoveUnedited(const model::ModuleId& module, render::FileKind kind) const;
  struct Written {
    std::string file;
    render::FileHeader header;
    render::FileKind kind = render::FileKind::kTests;
  };
  // All files in the folder that are ours and unedited, by name.
  std::vector<Written> Unedited() const;
  // The files in the folder that pytest collects, whoever wrote them, by name.
  std::vector<std::string> Runnable() const;
  // Removes unedited files of modules for which `is_gone` holds. Returns their names.
  std::vector<std::string> RemoveOrphans(
      const std::function<bool(const std::string& module)>& is_gone) const;
  // The suites in JSON in the folder, edited or not, by name.
  std::vector<std::string> Suites() const;
  // The module's suites in JSON files, edited or not, as seeds.
  std::vector<std::string> SuitesOf(const model::ModuleId& module) const;

  bool KeepsSecrets() const { return secrets_ != nullptr && !secrets_->empty(); }
  // Returns whether the text holds a secret.
  bool HoldsSecret(std::string_view text) const;
  // Throws base::Error when the text holds a secret, or cannot be written.
  void Write(const std::string& file, std::string_view text) const;
  void Remove(const std::string& file) const;
  bool Exists(const std::string& file) const;
  std::string TextOf(const std::string& file) const;  // empty: there is no such file
  // The header of a file of ours; nothing where there is no file, or somebody else's.
  std::optional<render::FileHeader> HeaderOf(const std::string& file) const;

  // Writes the conftest.py of the folder, unless another one is there. Here and below, `above`
  // becomes the comments at the top of the file.
  void WriteConftest(const Conftest& conftest, std::string_view above = {}) const;
  // Makes the folder a package where a test file for one of the modules has the name of one of
  // `others`, project-relative: pytest imports files of the same name only from packages.
  void AvoidClashes(const std::vector<model::ModuleId>& modules,
                    const std::vector<std::string>& others, std::string_view above = {}) const;
  // Copies what WriteConftest and AvoidClashes wrote in another checkout.
  void TakeConftest(const TestFiles& from) const;

  // Removes half-written files of a killed run.
  void RemoveLeftovers() const;
  // Removes what WriteConftest and AvoidClashes wrote, where nothing else is in the folder.
  void RemoveUnused() const;

 private:
  // The files "test_*" in the folder with this extension, by name.
  std::vector<std::string> TestsWith(std::string_view extension) const;
  std::filesystem::path FolderPath() const { return root_ / tests_folder_; }
  // The file names by number: test_x.py, test_x_2.py, …
  std::string Numbered(const model::ModuleId& module, render::FileKind kind, int number) const;

  std::filesystem::path root_;
  std::filesystem::path tests_folder_;
  const base::Secrets* secrets_;
};

}  // namespace skua::campaign
