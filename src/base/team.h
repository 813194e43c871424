// A thread pool that does the parts of one piece of work, as many at a time as there are free
// cores.
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

// Divides the cores evenly among several users. Callable from any thread.
class CoreShare {
 public:
  explicit CoreShare(unsigned cores = 1) : cores_(cores) {}
  CoreShare(const CoreShare&) = delete;
  CoreShare& operator=(const CoreShare&) = delete;

  void SetCores(unsigned cores) { cores_ = cores; }
  void SetUsers(std::size_t users) { users_ = users; }
  // Returns how many cores each user may use now, at least 1.
  std::size_t Each() const;

 private:
  std::atomic<unsigned> cores_;
  std::atomic<std::size_t> users_ = 1;
};

// A thread pool for one calling thread, which works along. The threads live as long as the team,
// and so do processes that they start.
class Team {
 public:
  // Does part `part`. Parts that run at the same time have different `seat`s; seat 0 is the calling
  // thread.
  using Work = std::function<void(std::size_t part, std::size_t seat)>;

  // `cores` must outlive the team; null: the caller works alone.
  explicit Team(const CoreShare* cores) : cores_(cores) {}
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Returns how many parts would run at a time now.
  std::size_t size() const;
  // Does parts 0 to `parts` - 1, begun in this order, with fewer threads if the system has no more.
  // Returns when all are done. After an exception it begins no more parts, and throws the exception
  // of the lowest part.
  void Do(std::size_t parts, const Work& work) { Do(parts, size(), work); }
  // Does the parts with at most `at_a_time` of them at a time.
  void Do(std::size_t parts, std::size_t at_a_time, const Work& work);

 private:
  void Wait(std::size_t seat);
  void TakeParts(std::unique_lock<std::mutex>& lock, std::size_t seat);

  const CoreShare* cores_;
  std::vector<std::thread> threads_;  // of seats 1 and up
  std::mutex mutex_;                  // guards all members below
  std::condition_variable begun_, done_;
  const Work* work_ = nullptr;  // null: no work
  std::size_t parts_ = 0, next_ = 0;
  std::size_t seats_ = 0;    // number of seats that take part
  std::size_t working_ = 0;  // number of running parts
  bool ends_ = false;
  std::size_t failed_part_ = 0;
  std::exception_ptr failure_;
};

}  // namespace skua::base
