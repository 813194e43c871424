// One end of a socket pair for frames, with waits bounded by a deadline. Owns the descriptor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/descriptor.h"
#include "protocol/wire.h"

namespace skua::worker {

class FrameSocket {
 public:
  enum class Status {
    kOk,
    kTimeout,  // the deadline came, or the other end was silent for too long
    kClosed,   // the other end was closed
  };
  struct Frame {
    protocol::FrameKind kind{};
    std::string_view body;  // valid until the next Receive
  };

  FrameSocket() = default;
  explicit FrameSocket(base::Descriptor fd) : fd_(std::move(fd)) {}

  // Returns this process's end, and the descriptor for the other process, which is close-on-exec.
  // Throws base::Error if no descriptors are left.
  static std::pair<FrameSocket, base::Descriptor> MakePair();

  // Sends all of `bytes`. The descriptors `passed`, at most kMostPassed, are sent with the first
  // byte.
  Status Send(std::string_view bytes, const base::Deadline& deadline,
              std::span<const int> passed = {});
  static constexpr std::size_t kMostPassed = 2;
  // Waits for a whole frame. `silence` is the longest time until its first byte, and then until its
  // last one: a frame that trickles in is a timeout. Returns a whole frame that arrived by the
  // deadline. Throws protocol::WireError if the bytes are not a frame.
  Status Receive(Frame& frame, const base::Deadline& deadline, base::Duration silence);

 private:
  bool NextFrame(Frame& frame);
  Status Read();

  base::Descriptor fd_;
  std::string buffer_;  // bytes read; those from begin_ on are not returned yet
  std::size_t begin_ = 0;
};

}  // namespace skua::worker
