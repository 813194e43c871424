// The bytes that engine and worker exchange: frames on a stream socket, little-endian, fields
// unpadded. Included by both sides, which are built from one commit: a frame of another version is
// a bug, not a case. Knows only the standard library.
//
//   frame   = magic:u32 "SKUA"  version:u16  kind:u16  length:u32  body:length bytes
//   text    = length:u32  bytes
//   list(x) = count:u32  x*
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace skua::protocol {

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

inline constexpr uint32_t kMagic = 0x41554b53;
inline constexpr uint16_t kVersion = 1;
inline constexpr std::size_t kHeaderSize = 12;

enum class FrameKind : uint16_t {
  kControl = 1,      // both ways, on the server's socket: JSON, see control.h
  kBatch = 2,        // engine → child: tests to run, see batch.h
  kTraces = 3,       // child → engine: results, in order; several for a batch, see trace_frame.h
  kObserve = 4,      // engine → child: a batch of one test to be described
  kObservation = 5,  // child → engine: see observation_frame.h
  kRetire = 6,       // engine → child: list(predicate:u32); no answer
};

// Returns the largest size of a frame's body in bytes, far above any real one, so that neither side
// can make the other allocate more. 0: unknown kind.
constexpr uint32_t LargestBody(FrameKind kind) {
  switch (kind) {
    case FrameKind::kControl:  // a subject's description
    case FrameKind::kBatch:
    case FrameKind::kObserve:
      return 256u << 20;
    case FrameKind::kTraces:
    case FrameKind::kObservation:
      return 64u << 20;
    case FrameKind::kRetire:
      return 16u << 20;
  }
  return 0;
}

class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FrameHeader {
  uint32_t magic = kMagic;
  uint16_t version = kVersion;
  uint16_t kind = 0;
  uint32_t length = 0;
};
static_assert(sizeof(FrameHeader) == kHeaderSize);

// Throws WireError if the bytes are not a header of this version.
inline FrameHeader ParseHeader(const char (&bytes)[kHeaderSize]) {
  FrameHeader header;
  std::memcpy(&header, bytes, kHeaderSize);
  if (header.magic != kMagic) throw WireError("not a frame");
  if (header.version != kVersion) throw WireError("a frame of another version");
  const uint32_t largest = LargestBody(static_cast<FrameKind>(header.kind));
  if (largest == 0) throw WireError("a frame of an unknown kind");
  if (header.length > largest) throw WireError("a frame too large");
  return header;
}

// Appends to a buffer whose memory is reused.
class Writer {
 public:
  explicit Writer(std::string& buffer) : buffer_(&buffer) {}

  template <typename T>
  void Put(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    buffer_->append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void PutText(std::string_view text) {
    Put(static_cast<uint32_t>(text.size()));
    buffer_->append(text);
  }

  // Begins a frame and returns its place, for EndFrame, which fills in the length.
  std::size_t BeginFrame(FrameKind kind) {
    const std::size_t place = buffer_->size();
    Put(kMagic);
    Put(kVersion);
    Put(kind);
    Put(uint32_t{0});
    return place;
  }
  void EndFrame(std::size_t place) {
    Patch(place + 8, static_cast<uint32_t>(buffer_->size() - place - kHeaderSize));
  }
  template <typename T>
  void Patch(std::size_t place, T value) {
    std::memcpy(buffer_->data() + place, &value, sizeof(T));
  }
  std::size_t size() const { return buffer_->size(); }

 private:
  std::string* buffer_;
};

// Reads a body; throws WireError past its end. Strings point into the body.
class Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) {}

  template <typename T>
  T Get() {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    T value;
    std::memcpy(&value, Take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string_view GetText() { return Take(Get<uint32_t>()); }
  std::string_view Take(std::size_t size) {
    if (size > rest_.size()) throw WireError("a frame ends too early");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view TakeRest() { return Take(rest_.size()); }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace skua::protocol
