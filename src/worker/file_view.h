// The files visible to code under test, if mount namespaces are granted: a root with the system's
// programs and libraries, the interpreter, the project and the scratch folder, and nothing else: no
// home, no /run and no /tmp of others. Secrets of the project are covered. Everything but the
// scratch folder is read-only.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::worker {

struct VisibleFiles {
  std::filesystem::path project_root;
  // Or files, in addition to the project and the system.
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> hidden;  // files and folders in the project; see SecretsIn
};

// Returns whether files and folders with this name hold credentials or versions, like .ssh and
// .git.
bool IsSecretByName(std::string_view name);

// Returns hidden files of a project: .env files, version control, credentials, sockets, found by a
// quick search, and all files for which `is_hidden` returns true.
std::vector<std::filesystem::path> SecretsIn(
    const std::filesystem::path& project_root,
    const std::function<bool(const std::filesystem::directory_entry&)>& is_hidden = {});

// Returns the folders in LD_LIBRARY_PATH, where an interpreter may have libraries.
std::vector<std::filesystem::path> LibraryFolders();

// Returns the visible folders, without symbolic links, and none inside another.
std::vector<std::filesystem::path> VisibleFolders(const VisibleFiles& files);

// Returns the hidden files of the project and of the system.
std::vector<std::filesystem::path> HiddenFiles(const VisibleFiles& files);

class FileView {
 public:
  // `scratch` stays writable. The new root is mounted on `mount_point`, which other processes see
  // as an empty folder.
  FileView(const VisibleFiles& files, const std::filesystem::path& scratch,
           const std::filesystem::path& mount_point);

  // Called in the child, in a mount namespace of its own. Async-signal-safe. The working folder
  // keeps its name. Mounts a new /proc for a process namespace, which may hold `process_limit`
  // processes; "": as many as the machine.
  bool Enter(bool own_processes, const std::string& process_limit) const;

 private:
  struct Step {
    enum class Kind : unsigned char { kFolder, kFile, kLink, kBind, kBindAll };
    Kind kind;
    std::string from, to;
  };
  void Show(const std::filesystem::path& path, Step::Kind kind);
  std::filesystem::path AddLinks(const std::filesystem::path& path);
  void AddFolders(const std::filesystem::path& path);
  void AddDevices();
  void Hide(const std::filesystem::path& path);
  void Add(Step::Kind kind, const std::string& from, const std::filesystem::path& inside);
  bool Take(const Step& step) const;
  bool MountDevices(bool own_processes, const std::string& process_limit) const;

  std::string root_;  // where the new root is mounted
  std::string proc_, process_limit_, pts_, shm_, empty_file_, empty_folder_;
  std::vector<Step> steps_;
  Step scratch_;
  bool hides_anything_ = true;  // false: the project is the whole file system
};

}  // namespace skua::worker
