#include "worker/frame_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include <thread>

namespace skua::worker {
namespace {

using namespace std::chrono_literals;
using Status = FrameSocket::Status;

std::string FrameOf(std::string_view body) {
  std::string bytes;
  protocol::Writer out(bytes);
  const std::size_t frame = out.BeginFrame(protocol::FrameKind::kTraces);
  bytes += body;
  out.EndFrame(frame);
  return bytes;
}

class FrameSocketTest : public ::testing::Test {
 protected:
  FrameSocketTest() {
    auto [ours, theirs] = FrameSocket::MakePair();
    ours_ = std::move(ours);
    theirs_ = std::move(theirs);
  }
  void Write(std::string_view bytes) {
    ASSERT_EQ(send(theirs_.get(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }
  Status Receive(base::Duration limit = 30s, base::Duration silence = 30s) {
    return ours_.Receive(frame_, base::Deadline(clock_).Within(limit), silence);
  }

  const base::SteadyClock clock_;
  FrameSocket ours_;
  FrameSocket::Frame frame_;
  base::Descriptor theirs_;
};

TEST_F(FrameSocketTest, TakesFramesApartHoweverTheirBytesCome) {
  const std::string bytes = FrameOf("one") + FrameOf("") + FrameOf(std::string(200'000, 'x'));
  std::thread writer([&] {
    for (std::size_t i = 0; i < bytes.size(); i += i < 60 ? 1 : 50'000) {
      Write(std::string_view(bytes).substr(i, i < 60 ? 1 : 50'000));
    }
  });
  ASSERT_EQ(Receive(), Status::kOk);
  EXPECT_EQ(frame_.body, "one");
  EXPECT_EQ(frame_.kind, protocol::FrameKind::kTraces);
  ASSERT_EQ(Receive(), Status::kOk);
  EXPECT_EQ(frame_.body, "");
  ASSERT_EQ(Receive(), Status::kOk);
  EXPECT_EQ(frame_.body.size(), 200'000u);
  writer.join();
}

TEST_F(FrameSocketTest, GivesWhatCameBeforeTheOtherEndClosed) {
  Write(FrameOf("last") + FrameOf("cut off").substr(0, 15));
  theirs_.Close();
  ASSERT_EQ(Receive(), Status::kOk);
  EXPECT_EQ(frame_.body, "last");
  EXPECT_EQ(Receive(), Status::kClosed);
}

TEST_F(FrameSocketTest, GivesUpAtTheDeadlineOrWhenItIsSilent) {
  Write(FrameOf("whole").substr(0, 13));
  EXPECT_EQ(Receive(0s), Status::kTimeout);
  EXPECT_EQ(Receive(30s, 1ms), Status::kTimeout);
  Write(FrameOf("whole").substr(13));
  EXPECT_EQ(Receive(), Status::kOk);
  EXPECT_EQ(frame_.body, "whole");
}

// Each look at it lets time pass, and more of a frame come that does not end.
class FeedingClock final : public base::Clock {
 public:
  explicit FeedingClock(int fd) : fd_(fd) {
    std::string frame;
    protocol::Writer out(frame);
    const std::size_t place = out.BeginFrame(protocol::FrameKind::kTraces);
    out.Patch(place + 8, protocol::LargestBody(protocol::FrameKind::kTraces));
    Feed(frame);
  }
  base::TimePoint Now() const override {
    Feed(std::string(1 << 16, 'x'));
    return base::TimePoint(now_ += 1ms);
  }

 private:
  void Feed(const std::string& bytes) const {
    send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  int fd_;
  mutable base::Duration now_{};
};

TEST_F(FrameSocketTest, GivesUpAtTheDeadlineAlsoWhenAFrameKeepsComing) {
  const FeedingClock clock(theirs_.get());
  EXPECT_EQ(ours_.Receive(frame_, base::Deadline(clock).Within(20ms), 30s), Status::kTimeout);
}

TEST_F(FrameSocketTest, DoesNotTakeAFrameThatTricklesInForASignOfLife) {
  const FeedingClock clock(theirs_.get());
  EXPECT_EQ(ours_.Receive(frame_, base::Deadline(clock), 20ms), Status::kTimeout);
}

TEST_F(FrameSocketTest, RefusesAFrameThatIsTooLargeForItsKind) {
  std::string frame = FrameOf("");
  protocol::Writer(frame).Patch(8, protocol::LargestBody(protocol::FrameKind::kTraces) + 1);
  Write(frame);
  EXPECT_THROW(Receive(), protocol::WireError);
}

TEST_F(FrameSocketTest, RefusesWhatIsNoFrame) {
  Write("this is what a test prints");
  EXPECT_THROW(Receive(), protocol::WireError);
}

TEST_F(FrameSocketTest, SendsMoreThanTheSocketHoldsAndADescriptorWithIt) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const std::string bytes(3'000'000, 'b');
  std::string received;
  int passed = -1;
  std::thread reader([&] {
    std::string buffer(100'000, 0);
    while (received.size() < bytes.size()) {
      iovec part{buffer.data(), buffer.size()};
      alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      const ssize_t size = recvmsg(theirs_.get(), &message, 0);
      if (size <= 0) return;
      received.append(buffer, 0, static_cast<std::size_t>(size));
      if (const cmsghdr* header = CMSG_FIRSTHDR(&message)) {
        std::memcpy(&passed, CMSG_DATA(header), sizeof(int));
      }
    }
  });
  EXPECT_EQ(ours_.Send(bytes, base::Deadline(clock_).Within(30s), {&pipe_ends[1], 1}), Status::kOk);
  reader.join();
  EXPECT_EQ(received, bytes);
  ASSERT_GE(passed, 0);
  EXPECT_EQ(write(passed, "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(read(pipe_ends[0], &byte, 1), 1);
  for (int fd : {passed, pipe_ends[0], pipe_ends[1]}) close(fd);
}

TEST_F(FrameSocketTest, DoesNotBlockOnAReaderThatDoesNotRead) {
  EXPECT_EQ(ours_.Send(std::string(3'000'000, 'b'), base::Deadline(clock_).Within(10ms)),
            Status::kTimeout);
  theirs_.Close();
  EXPECT_EQ(ours_.Send("x", base::Deadline(clock_).Within(30s)), Status::kClosed);
}

}  // namespace
}  // namespace skua::worker
