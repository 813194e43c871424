// What code under test sees of the file system, where mount namespaces are granted: a root of its
// own that holds the system's programs and libraries, the interpreter, the project and the scratch
// folder, and nothing else. No home, no /run and no /tmp of others is there; what lies in the
// project and is nobody's to read, is covered. All but the scratch folder is read-only.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::worker {

struct VisibleFiles {
  std::filesystem::path project_root;
  std::vector<std::filesystem::path> folders;  // or files, besides the project and the system's
  std::vector<std::filesystem::path> hidden;   // files and folders in the project; see SecretsIn
};

// Whether files and folders of that name hold credentials or versions, as .ssh and .git do.
bool IsSecretByName(std::string_view name);

// What is hidden in a project: .env files, version control, credentials, sockets, as far as a look
// that takes no time finds them, and, wherever it lies, what `is_hidden` says so of.
std::vector<std::filesystem::path> SecretsIn(
    const std::filesystem::path& project_root,
    const std::function<bool(const std::filesystem::directory_entry&)>& is_hidden = {});

// Those that LD_LIBRARY_PATH names, where an interpreter may have libraries.
std::vector<std::filesystem::path> LibraryFolders();

// The folders that are visible, without symbolic links, and none inside another.
std::vector<std::filesystem::path> VisibleFolders(const VisibleFiles& files);

// What is hidden there: of the project, and of the system's.
std::vector<std::filesystem::path> HiddenFiles(const VisibleFiles& files);

class FileView {
 public:
  // `scratch` is the folder that stays writable. The new root is mounted on `mount_point`, an empty
  // folder that is seen as such by everybody else.
  FileView(const VisibleFiles& files, const std::filesystem::path& scratch,
           const std::filesystem::path& mount_point);

  // In the child, in a mount namespace of its own. Async-signal-safe. The working folder keeps its
  // name. A new /proc is mounted if the process has a namespace of processes of its own, which then
  // holds at most so many processes; "" stands for what the machine holds.
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
