// Values that no output may hold, such as tokens and passwords, and the search for them in texts.
#pragma once

#include <cstdint>
#include <streambuf>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skua::base {

// A value is found as it is, and as JSON, Python, HTML and XML write it; of a long one each half is
// found, too, since a text may be cut or broken.
class Secrets {
 public:
  // Values shorter than 8 bytes are not looked for. REQUIRES: no other thread uses this.
  void Add(std::string_view value);

  bool empty() const { return values_.empty(); }
  bool AreIn(std::string_view text) const { return !PlacesIn(text, /*all=*/false).empty(); }
  // The text with *** in place of each.
  std::string Masked(std::string_view text) const;

 private:
  struct Anchor {
    std::size_t value;   // index into values_
    std::size_t offset;  // of the eight bytes that are looked for
  };
  struct Place {
    std::size_t begin, end;
  };
  void AddForm(std::string value);
  // In order, and without overlaps. At most one is found unless `all` are wanted.
  std::vector<Place> PlacesIn(std::string_view text, bool all) const;

  std::vector<std::string> values_;
  std::unordered_multimap<uint64_t, Anchor> anchors_;  // by their eight bytes
  std::vector<bool> may_begin_;                        // by a hash of eight bytes
};

// Writes to another buffer, line by line, with the secrets masked.
class MaskingBuffer : public std::streambuf {
 public:
  // Borrows both.
  MaskingBuffer(std::streambuf& target, const Secrets& secrets)
      : target_(target), secrets_(secrets) {}

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  bool Forward(std::size_t size);

  std::streambuf& target_;
  const Secrets& secrets_;
  std::string pending_;
};

}  // namespace skua::base
