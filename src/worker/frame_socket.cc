#include "worker/frame_socket.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.h"

namespace skua::worker {
namespace {

using std::chrono::milliseconds;

// Longest delay until an interruption (a flag that wakes no descriptor) is noticed.
constexpr milliseconds kLongestWait(50);
constexpr std::size_t kReadSize = 1 << 16;

// Waits until the socket is ready; returns false if `deadline` comes first.
bool WaitFor(int fd, short events, const base::Deadline& deadline) {
  while (!deadline.Expired()) {
    const base::Duration wait = std::min<base::Duration>(deadline.Remaining(), kLongestWait);
    pollfd entry{fd, events, 0};
    const int ready =
        poll(&entry, 1, static_cast<int>(std::chrono::ceil<milliseconds>(wait).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) {
      throw base::Error(fmt::format("cannot wait for a worker: {}", std::strerror(errno)));
    }
  }
  return false;
}

}  // namespace

std::pair<FrameSocket, base::Descriptor> FrameSocket::MakePair() {
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
    throw base::Error(fmt::format("cannot make a socket pair: {}", std::strerror(errno)));
  }
  return {FrameSocket(base::Descriptor(fds[0])), base::Descriptor(fds[1])};
}

FrameSocket::Status FrameSocket::Send(std::string_view bytes, const base::Deadline& deadline,
                                      std::span<const int> passed) {
  while (!bytes.empty()) {
    iovec part{const_cast<char*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(kMostPassed * sizeof(int))] = {};
    if (!passed.empty()) {
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(passed.size_bytes());
      cmsghdr* header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(passed.size_bytes());
      std::memcpy(CMSG_DATA(header), passed.data(), passed.size_bytes());
    }
    const ssize_t sent = sendmsg(fd_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      passed = {};
    } else if (errno == EAGAIN) {
      if (!WaitFor(fd_.get(), POLLOUT, deadline)) return Status::kTimeout;
    } else if (errno != EINTR) {
      return Status::kClosed;
    }
  }
  return Status::kOk;
}

bool FrameSocket::NextFrame(Frame& frame) {
  if (buffer_.size() - begin_ < protocol::kHeaderSize) return false;
  char bytes[protocol::kHeaderSize];
  std::memcpy(bytes, buffer_.data() + begin_, sizeof bytes);
  const protocol::FrameHeader header = protocol::ParseHeader(bytes);
  const std::size_t size = protocol::kHeaderSize + header.length;
  if (buffer_.size() - begin_ < size) return false;
  frame.kind = static_cast<protocol::FrameKind>(header.kind);
  frame.body = std::string_view(buffer_).substr(begin_ + protocol::kHeaderSize, header.length);
  begin_ += size;
  return true;
}

FrameSocket::Status FrameSocket::Read() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t filled = buffer_.size();
  buffer_.resize(filled + kReadSize);
  const ssize_t size = recv(fd_.get(), buffer_.data() + filled, kReadSize, MSG_DONTWAIT);
  const int cause = errno;
  buffer_.resize(filled + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  if (size > 0) return Status::kOk;
  return size < 0 && (cause == EAGAIN || cause == EINTR) ? Status::kTimeout : Status::kClosed;
}

FrameSocket::Status FrameSocket::Receive(Frame& frame, const base::Deadline& deadline,
                                         base::Duration silence) {
  base::Deadline quiet = deadline.Within(silence);
  bool has_begun = begin_ < buffer_.size();
  while (!NextFrame(frame)) {
    const Status status = Read();
    if (status == Status::kClosed) return status;
    if (status == Status::kTimeout) {
      if (!WaitFor(fd_.get(), POLLIN, quiet)) return Status::kTimeout;
    } else if (!has_begun) {
      has_begun = true;
      quiet = deadline.Within(silence);
    } else if (quiet.Expired()) {
      return NextFrame(frame) ? Status::kOk : Status::kTimeout;
    }
  }
  return Status::kOk;
}

}  // namespace skua::worker
