#include "base/team.h"

#include <algorithm>
#include <utility>

#include "base/thread.h"

namespace skua::base {

std::size_t CoreShare::Each() const {
  return std::max<std::size_t>(1, cores_ / std::max<std::size_t>(1, users_));
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::size_t Team::size() const { return cores_ == nullptr ? 1 : cores_->Each(); }

void Team::Do(std::size_t parts, std::size_t at_a_time, const Work& work) {
  std::size_t seats = std::min(parts, at_a_time);
  while (threads_.size() + 1 < seats) {
    std::thread thread = TryThread([this, seat = threads_.size() + 1] { Wait(seat); });
    if (!thread.joinable()) break;
    threads_.push_back(std::move(thread));
  }
  seats = std::min(seats, threads_.size() + 1);
  if (seats <= 1) {
    for (std::size_t part = 0; part < parts; ++part) work(part, 0);
    return;
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  parts_ = parts;
  next_ = 0;
  seats_ = seats;
  begun_.notify_all();
  TakeParts(lock, 0);
  done_.wait(lock, [this] { return working_ == 0; });
  work_ = nullptr;
  if (const std::exception_ptr failure = std::exchange(failure_, nullptr)) {
    std::rethrow_exception(failure);
  }
}

void Team::Wait(std::size_t seat) {
  std::unique_lock lock(mutex_);
  for (;;) {
    begun_.wait(lock,
                [&] { return ends_ || (work_ != nullptr && seat < seats_ && next_ < parts_); });
    if (ends_) return;
    TakeParts(lock, seat);
    if (working_ == 0) done_.notify_one();
  }
}

void Team::TakeParts(std::unique_lock<std::mutex>& lock, std::size_t seat) {
  while (next_ < parts_) {
    const std::size_t part = next_++;
    const Work& work = *work_;
    ++working_;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      work(part, seat);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    --working_;
    if (!thrown) continue;
    next_ = parts_;
    if (!failure_ || part < failed_part_) {
      failure_ = thrown;
      failed_part_ = part;
    }
  }
}

}  // namespace skua::base
