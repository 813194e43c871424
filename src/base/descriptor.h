// The only owner of a file descriptor; the destructor closes it.
#pragma once

#include <unistd.h>

#include <utility>

namespace skua::base {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}  // negative: no descriptor
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    const Descriptor before(std::exchange(fd_, std::exchange(other.fd_, -1)));
    return *this;
  }

  // Returns the borrowed descriptor.
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void Close() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

}  // namespace skua::base
