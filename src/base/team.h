// Threads that do the parts of one piece of work side by side, as many at a time as there are cores
// for it at that moment.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace skua::base {

// The cores that several users share evenly. Any thread may call it.
class CoreShare {
 public:
  explicit CoreShare(unsigned cores = 1) : cores_(cores) {}
  CoreShare(const CoreShare&) = delete;
  CoreShare& operator=(const CoreShare&) = delete;

  void SetCores(unsigned cores) { cores_ = cores; }
  void SetUsers(std::size_t users) { users_ = users; }
  // What each user may use now, at least 1.
  std::size_t Each() const;

 private:
  std::atomic<unsigned> cores_;
  std::atomic<std::size_t> users_ = 1;
};

// Used by one thread, which works with the others. These wait between two pieces of work, and end
// with the team, so that processes that they started live as long as it does.
class Team {
 public:
  // Does part `part`. No two parts that run at the same time have the same `seat`; seats count from
  // 0, which is the caller's.
  using Work = std::function<void(std::size_t part, std::size_t seat)>;

  // Null: the caller works alone. `cores` outlives the team.
  explicit Team(const CoreShare* cores) : cores_(cores) {}
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // How many parts are done at a time, as of now.
  std::size_t size() const;
  // Does parts 0 to `parts` - 1, with fewer threads where the system has no more, and begins them
  // in this order. Returns when all are done. When some throw, no more parts are begun, and the
  // exception of the first of these parts is thrown.
  void Do(std::size_t parts, const Work& work) { Do(parts, size(), work); }
  // The same with at most so many parts at a time.
  void Do(std::size_t parts, std::size_t at_a_time, const Work& work);

 private:
  void Wait(std::size_t seat);
  void TakeParts(std::unique_lock<std::mutex>& lock, std::size_t seat);

  const CoreShare* cores_;
  std::vector<std::thread> threads_;  // of the seats from 1 on
  std::mutex mutex_;                  // guards all below
  std::condition_variable begun_, done_;
  const Work* work_ = nullptr;  // null: nothing is to be done
  std::size_t parts_ = 0, next_ = 0;
  std::size_t seats_ = 0;    // that take part
  std::size_t working_ = 0;  // parts that are being done
  bool ends_ = false;
  std::size_t failed_part_ = 0;
  std::exception_ptr failure_;
};

}  // namespace skua::base
