// One end of a socket pair that carries frames, waited for with a deadline. Owns the descriptor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "protocol/wire.h"

namespace skua::worker {

class FrameSocket {
 public:
  enum class Status {
    kOk,
    kTimeout,  // the deadline came, or the other end was silent for too long
    kClosed,   // the other end is gone
  };
  struct Frame {
    protocol::FrameKind kind{};
    std::string_view body;  // until the next Receive
  };

  FrameSocket() = default;
  explicit FrameSocket(int fd) : fd_(fd) {}
  ~FrameSocket();
  FrameSocket(FrameSocket&& other) noexcept { Swap(other); }
  FrameSocket& operator=(FrameSocket&& other) noexcept {
    Swap(other);
    return *this;
  }

  // Ours, and the one for the other process: close-on-exec, to be closed by the caller.
  // Throws base::Error when there are no descriptors left.
  static std::pair<FrameSocket, int> MakePair();

  // Sends all of `bytes`; the descriptors `passed`, at most kMostPassed, go with the first of them.
  Status Send(std::string_view bytes, const base::Deadline& deadline,
              std::span<const int> passed = {});
  static constexpr std::size_t kMostPassed = 2;
  // Waits for a whole frame. `silence`: the longest time without any byte.
  // Throws protocol::WireError when what comes is no frame.
  Status Receive(Frame& frame, const base::Deadline& deadline, base::Duration silence);

 private:
  void Swap(FrameSocket& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(buffer_, other.buffer_);
    std::swap(begin_, other.begin_);
  }
  bool NextFrame(Frame& frame);
  Status Read();

  int fd_ = -1;
  std::string buffer_;  // read, and from begin_ on not yet handed out
  std::size_t begin_ = 0;
};

}  // namespace skua::worker
