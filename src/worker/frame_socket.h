// One end of a socket pair that carries frames, with waits bounded by a deadline. Owns the
// descriptor.
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
    kClosed,   // the other end is gone
  };
  struct Frame {
    protocol::FrameKind kind{};
    std::string_view body;  // valid until the next Receive
  };

  FrameSocket() = default;
  explicit FrameSocket(base::Descriptor fd) : fd_(std::move(fd)) {}

  // Returns our end, and the descriptor for the other process, which is close-on-exec.
  // Throws base::Error when there are no descriptors left.
  static std::pair<FrameSocket, base::Descriptor> MakePair();

  // Sends all of `bytes`. The descriptors `passed`, at most kMostPassed, go with the first byte.
  Status Send(std::string_view bytes, const base::Deadline& deadline,
              std::span<const int> passed = {});
  static constexpr std::size_t kMostPassed = 2;
  // Waits for a whole frame. `silence` is the longest time until its first byte comes, and again
  // from there to its last byte: a frame that trickles in is not waited for. A whole frame that has
  // come by the deadline is still taken. Throws protocol::WireError when the bytes are no frame.
  Status Receive(Frame& frame, const base::Deadline& deadline, base::Duration silence);

 private:
  bool NextFrame(Frame& frame);
  Status Read();

  base::Descriptor fd_;
  std::string buffer_;  // bytes that were read; those from begin_ on were not returned yet
  std::size_t begin_ = 0;
};

}  // namespace skua::worker
