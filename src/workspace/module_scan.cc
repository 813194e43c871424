#include "workspace/module_scan.h"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecond = 1'000'000'000;

int64_t Nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

// Returns the time of the clock that stamps files; it moves in ticks.
int64_t FileClockNow() {
  timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return Nanoseconds(now);
}

std::optional<model::FileStamp> StampOf(const fs::path& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return model::FileStamp{static_cast<uint64_t>(info.st_size), Nanoseconds(info.st_mtim),
                          Nanoseconds(info.st_ctim), info.st_ino};
}

// Returns whether the file may have been written after reading without a new stamp, within one tick
// of the clock. File systems that keep whole seconds have slow ticks.
bool IsRacy(const model::CachedScan& entry) {
  const auto& stamp = entry.stamp;
  const bool whole_seconds = stamp.mtime_ns % kSecond == 0 && stamp.ctime_ns % kSecond == 0;
  const int64_t tick = whole_seconds ? 2 * kSecond : 0;
  return std::max(stamp.mtime_ns, stamp.ctime_ns) + tick >= entry.read_at_ns;
}

// Returns a hash of the content; nullopt if the file cannot be read, which scan.py reports better.
std::optional<uint64_t> ContentHash(const fs::path& path) {
  try {
    return base::Hash64(base::ReadFile(path));
  } catch (const base::Error&) {
    return std::nullopt;
  }
}

struct Pending {
  std::size_t index = 0;
  std::optional<model::CachedScan> entry;  // the new cache entry, without the scan
};

class ScanWithCache {
 public:
  ScanWithCache(const fs::path& root, const Scanner& scanner, model::ScanCache& cache)
      : root_(root), scanner_(scanner), cache_(cache) {
    if (std::string identity = IdentityOf(scanner); cache.scanner != identity) {
      changed_ = true;
      cache.scanner = std::move(identity);
      cache.files.clear();
    }
  }

  std::vector<SourceModule> Run(const std::vector<model::ModuleId>& modules, const base::Log& log,
                                const base::Deadline& deadline) {
    std::vector<SourceModule> result;
    result.reserve(modules.size());
    kept_.reserve(modules.size());
    for (const model::ModuleId& module : modules) {
      result.push_back({module, {}});
      Look(result.back(), result.size() - 1);
    }
    log.Say(base::Topic::kStats, "scan: {} modules, {} from the cache, {} parsed", modules.size(),
            modules.size() - pending_.size(), pending_.size());
    if (!pending_.empty()) ScanPending(result, deadline);
    if (!cache_.files.empty()) changed_ = true;  // some entries are of deleted files
    cache_.files = std::move(kept_);
    return result;
  }

  bool changed() const { return changed_; }

 private:
  // Takes the scan from the cache, or notes that it is missing.
  void Look(SourceModule& source, std::size_t index) {
    const fs::path path = root_ / source.module.path;
    const int64_t now = FileClockNow();
    const auto stamp = StampOf(path);
    const auto known = cache_.files.find(source.module.path);
    const bool usable =
        stamp && known != cache_.files.end() && known->second.module == source.module.name;
    if (usable && known->second.stamp == *stamp && !IsRacy(known->second)) {
      source.scan = known->second.scan;
      kept_.insert(cache_.files.extract(known));
      return;
    }
    const auto hash = stamp ? ContentHash(path) : std::nullopt;
    if (!hash) {
      pending_.push_back({index, std::nullopt});
      return;
    }
    changed_ = true;
    model::CachedScan entry{source.module.name, *stamp, now, *hash, {}};
    // The file was touched, or checked out again.
    if (usable && known->second.content_hash == *hash) {
      entry.scan = source.scan = known->second.scan;
      kept_.emplace(source.module.path, std::move(entry));
    } else {
      pending_.push_back({index, std::move(entry)});
    }
  }

  void ScanPending(std::vector<SourceModule>& result, const base::Deadline& deadline) {
    std::vector<model::ModuleId> modules;
    for (const Pending& pending : pending_) modules.push_back(result[pending.index].module);
    const auto scans = RunScanner(scanner_, root_, modules, deadline);
    for (std::size_t i = 0; i < scans.size(); ++i) {
      SourceModule& source = result[pending_[i].index];
      source.scan = scans[i];
      auto& entry = pending_[i].entry;
      if (!entry || scans[i].fingerprint.empty()) continue;
      // The file was written meanwhile.
      if (StampOf(root_ / source.module.path) != entry->stamp) continue;
      entry->scan = scans[i];
      kept_.emplace(source.module.path, std::move(*entry));
    }
  }

  const fs::path& root_;
  const Scanner& scanner_;
  model::ScanCache& cache_;
  std::unordered_map<std::string, model::CachedScan> kept_;
  std::vector<Pending> pending_;
  bool changed_ = false;
};

}  // namespace

std::vector<SourceModule> ScanModules(const fs::path& root,
                                      const std::vector<model::ModuleId>& modules,
                                      const Scanner& scanner, model::ScanCache& cache,
                                      bool* cache_changed, const base::Log& log,
                                      const base::Deadline& deadline) {
  ScanWithCache scan(root, scanner, cache);
  auto result = scan.Run(modules, log, deadline);
  *cache_changed = scan.changed();
  return result;
}

}  // namespace skua::workspace
