#include "worker/file_view.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <sstream>

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

// Programs, libraries and settings of the system, which every user may read.
constexpr const char* kSystem[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                   "/libx32", "/etc", "/opt",  "/nix", "/gnu",   "/sys"};
// System files that only root can read.
constexpr const char* kSecretsOfSystem[] = {"/etc/shadow",   "/etc/shadow-",     "/etc/gshadow",
                                            "/etc/gshadow-", "/etc/sudoers",     "/etc/ssh",
                                            "/etc/docker",   "/etc/ssl/private", "/etc/kubernetes"};
constexpr const char* kSecretNames[] = {
    ".git",  ".hg",     ".svn",   ".netrc",           ".ssh",   ".gnupg", ".aws",
    ".kube", ".docker", ".azure", ".git-credentials", ".npmrc", ".pypirc"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom", "tty"};
// Most files searched for secrets, since a project may contain a large foreign tree.
constexpr std::size_t kMostSecretsLookedFor = 100'000;
constexpr int kDeepestFolder = 8;
constexpr int kMostLinks = 40;

// The structure of mount_setattr, which the build machine's headers may lack.
struct MountAttributes {
  uint64_t set = 0, clear = 0, propagation = 0, user_namespace = 0;
};
constexpr long kMountSetattr = 442;
constexpr uint64_t kReadOnly = 1;
constexpr unsigned kRecursive = 0x8000;

bool IsInside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

bool IsSecret(const fs::directory_entry& entry) {
  std::error_code ignored;
  const std::string name = entry.path().filename().string();
  if (entry.is_socket(ignored)) return true;
  if (name == ".env" || name.starts_with(".env.")) return !entry.is_directory(ignored);
  return IsSecretByName(name);
}

bool HoldsNoSecrets(const fs::path& folder) {
  std::error_code ignored;
  const std::string name = folder.filename().string();
  return name == "node_modules" || name == "__pycache__" || name == "site-packages" ||
         fs::exists(folder / "pyvenv.cfg", ignored);
}

bool IsHome(const fs::path& path) {
  const char* home = std::getenv("HOME");
  std::error_code ignored;
  return path == "/" || path == "/home" || path == "/root" ||
         (home != nullptr && IsInside(fs::weakly_canonical(home, ignored), path));
}

// Returns whether a folder requested by an interpreter, which may be untrusted, may be visible.
bool MayBeShown(const fs::path& path) {
  return !IsHome(path) && std::ranges::none_of(path, [](const fs::path& part) {
    return IsSecretByName(part.string());
  });
}

}  // namespace

bool IsSecretByName(std::string_view name) {
  return std::ranges::find(kSecretNames, name) != std::end(kSecretNames);
}

std::vector<fs::path> SecretsIn(const fs::path& project_root,
                                const std::function<bool(const fs::directory_entry&)>& is_hidden) {
  std::vector<fs::path> secrets;
  std::size_t seen = 0;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto it = fs::recursive_directory_iterator(project_root, options, error);
       !error && it != fs::end(it) && (is_hidden || seen < kMostSecretsLookedFor);
       it.increment(error), ++seen) {
    if (IsSecret(*it) || (is_hidden && is_hidden(*it))) {
      secrets.push_back(it->path());
      it.disable_recursion_pending();
    } else if ((!is_hidden && it.depth() >= kDeepestFolder) || HoldsNoSecrets(it->path())) {
      it.disable_recursion_pending();
    }
  }
  return secrets;
}

std::vector<fs::path> LibraryFolders() {
  std::vector<fs::path> folders;
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH")) {
    std::istringstream list(libraries);
    for (std::string folder; std::getline(list, folder, ':');) folders.push_back(folder);
  }
  return folders;
}

std::vector<fs::path> VisibleFolders(const VisibleFiles& files) {
  std::vector<fs::path> all(std::begin(kSystem), std::end(kSystem));
  std::ranges::copy_if(files.folders, std::back_inserter(all),
                       [](const fs::path& folder) { return MayBeShown(folder); });
  all.push_back(files.project_root);
  std::vector<fs::path> real;
  for (const fs::path& folder : all) {
    std::error_code missing;
    const fs::path path = fs::canonical(folder, missing);
    if (!folder.empty() && !missing && (path == files.project_root || MayBeShown(path))) {
      real.push_back(path);
    }
  }
  std::ranges::sort(real);
  std::vector<fs::path> outermost;
  for (const fs::path& path : real) {
    if (outermost.empty() || !IsInside(path, outermost.back())) outermost.push_back(path);
  }
  return outermost;
}

std::vector<fs::path> HiddenFiles(const VisibleFiles& files) {
  std::vector<fs::path> hidden(std::begin(kSecretsOfSystem), std::end(kSecretsOfSystem));
  for (const fs::path& path : files.hidden) {
    std::error_code missing;
    hidden.push_back(fs::canonical(path.parent_path(), missing) / path.filename());
  }
  return hidden;
}

FileView::FileView(const VisibleFiles& files, const fs::path& scratch, const fs::path& mount_point)
    : root_(mount_point.string()),
      proc_(root_ + "/proc"),
      process_limit_(proc_ + "/sys/kernel/pid_max"),
      pts_(root_ + "/dev/pts"),
      shm_(root_ + "/dev/shm"),
      empty_file_(root_ + "/.empty"),
      empty_folder_(root_ + "/.nothing") {
  using Kind = Step::Kind;
  Add(Kind::kFile, "", ".empty");
  for (const char* folder : {".nothing", "proc", "dev", "dev/pts", "dev/shm", "tmp", "run"}) {
    Add(Kind::kFolder, "", folder);
  }
  AddDevices();
  for (const fs::path& folder : VisibleFolders(files)) {
    hides_anything_ = hides_anything_ && folder != "/";
    Show(folder, Kind::kBindAll);
  }
  // Adds the links by which these folders are opened, too.
  for (const char* folder : kSystem) AddLinks(folder);
  for (const fs::path& folder : files.folders) AddLinks(folder);
  AddLinks(files.project_root);
  for (const fs::path& secret : HiddenFiles(files)) Hide(secret);
  const fs::path writable = AddLinks(scratch);
  AddFolders(writable);
  scratch_ = {Kind::kBind, writable.string(), root_ + writable.string()};
}

void FileView::Add(Step::Kind kind, const std::string& from, const fs::path& inside) {
  steps_.push_back({kind, from, root_ + "/" + inside.relative_path().string()});
}

void FileView::AddFolders(const fs::path& path) {
  fs::path folder = "/";
  for (const fs::path& name : path.relative_path()) {
    folder /= name;
    Add(Step::Kind::kFolder, "", folder);
  }
}

void FileView::Show(const fs::path& path, Step::Kind kind) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    AddFolders(path);
  } else {
    AddFolders(path.parent_path());
    Add(Step::Kind::kFile, "", path);
  }
  Add(kind, path.string(), path);
}

// Adds the symbolic links on the path; returns its target.
fs::path FileView::AddLinks(const fs::path& path) {
  fs::path real = "/";
  std::vector<fs::path> rest(path.begin(), path.end());
  std::ranges::reverse(rest);
  for (int links = 0; !rest.empty() && links < kMostLinks;) {
    const fs::path name = rest.back();
    rest.pop_back();
    if (name == "/" || name == "." || name.empty()) continue;
    if (name == "..") {
      real = real.parent_path();
      continue;
    }
    std::error_code error;
    const fs::path target = fs::read_symlink(real / name, error);
    if (error) {
      real /= name;
      continue;
    }
    ++links;
    AddFolders(real);
    Add(Step::Kind::kLink, target.string(), real / name);
    std::vector<fs::path> parts(target.begin(), target.end());
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
    if (target.is_absolute()) real = "/";
  }
  return real;
}

void FileView::AddDevices() {
  for (const char* name : kDevices) {
    const fs::path device = fs::path("/dev") / name;
    std::error_code ignored;
    if (!fs::exists(device, ignored)) continue;
    Add(Step::Kind::kFile, "", device);
    Add(Step::Kind::kBind, device.string(), device);
  }
  Add(Step::Kind::kLink, "pts/ptmx", "/dev/ptmx");
  Add(Step::Kind::kLink, "/proc/self/fd", "/dev/fd");
  Add(Step::Kind::kLink, "/proc/self/fd/0", "/dev/stdin");
  Add(Step::Kind::kLink, "/proc/self/fd/1", "/dev/stdout");
  Add(Step::Kind::kLink, "/proc/self/fd/2", "/dev/stderr");
}

// Covers the path with an empty file or folder.
void FileView::Hide(const fs::path& path) {
  std::error_code missing;
  const fs::file_status status = fs::symlink_status(path, missing);
  if (!fs::exists(status) || fs::is_symlink(status)) return;  // its target is not visible
  Add(Step::Kind::kBind, fs::is_directory(status) ? empty_folder_ : empty_file_, path);
}

bool FileView::Take(const Step& step) const {
  switch (step.kind) {
    case Step::Kind::kFolder:
      return mkdir(step.to.c_str(), 0755) == 0 || errno == EEXIST;
    case Step::Kind::kFile: {
      const int file = open(step.to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
      if (file >= 0) close(file);
      return file >= 0;
    }
    case Step::Kind::kLink:
      // The link exists already if its folder is visible.
      return symlink(step.from.c_str(), step.to.c_str()) == 0 || errno == EEXIST;
    case Step::Kind::kBind:
    case Step::Kind::kBindAll: {
      const unsigned long all = step.kind == Step::Kind::kBindAll ? MS_REC : 0;
      return mount(step.from.c_str(), step.to.c_str(), nullptr, MS_BIND | all, nullptr) == 0 ||
             errno == ENOENT;  // deleted meanwhile
    }
  }
  return false;
}

bool FileView::MountDevices(bool own_processes, const std::string& process_limit) const {
  constexpr unsigned long kPlain = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  const bool has_processes =
      own_processes ? mount("proc", proc_.c_str(), "proc", kPlain, nullptr) == 0
                    : mount("/proc", proc_.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
  if (has_processes && own_processes && !process_limit.empty()) {
    // Missing in kernels built without it.
    const int file = open(process_limit_.c_str(), O_WRONLY | O_CLOEXEC);
    [[maybe_unused]] const ssize_t ignored =
        write(file, process_limit.data(), process_limit.size());
    close(file);
  }
  return has_processes && mount("devpts", pts_.c_str(), "devpts", MS_NOSUID | MS_NOEXEC,
                                "newinstance,ptmxmode=0666,mode=620") == 0;
}

bool FileView::Enter(bool own_processes, const std::string& process_limit) const {
  if (!hides_anything_) return false;
  std::array<char, PATH_MAX> working_folder{};
  if (getcwd(working_folder.data(), working_folder.size()) == nullptr) return false;
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (mount("tmpfs", root_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "size=4m,mode=755") != 0) {
    return false;
  }
  for (const Step& step : steps_) {
    if (!Take(step)) return false;
  }
  if (!MountDevices(own_processes, process_limit)) return false;
  const MountAttributes read_only{kReadOnly};
  if (syscall(kMountSetattr, AT_FDCWD, root_.c_str(), kRecursive, &read_only, sizeof read_only)) {
    return false;
  }
  if (mount("tmpfs", shm_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC,
            "size=64m,mode=1777") != 0 ||
      !Take(scratch_)) {
    return false;
  }
  // The old root is mounted on the new one for a moment, and then detached.
  if (chdir(root_.c_str()) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 ||
      umount2(".", MNT_DETACH) != 0) {
    return false;
  }
  return chdir(working_folder.data()) == 0 || chdir("/") == 0;
}

}  // namespace skua::worker
