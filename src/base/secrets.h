// Finds and masks secret values, such as tokens and passwords, in texts.
#pragma once

#include <cstdint>
#include <streambuf>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skua::base {

// Finds values as they are, and as JSON, Python, HTML and XML escape them. Finds each half of a
// long value too, since a text may be cut.
class Secrets {
 public:
  // Ignores values shorter than 8 bytes. REQUIRES: no other thread uses this object.
  void Add(std::string_view value);

  bool empty() const { return values_.empty(); }
  bool AreIn(std::string_view text) const { return !PlacesIn(text, /*all=*/false).empty(); }
  // Returns the text with *** in place of each secret.
  std::string Masked(std::string_view text) const;

 private:
  struct Anchor {
    std::size_t value;   // index into values_
    std::size_t offset;  // of the eight bytes that the search compares
  };
  struct Place {
    std::size_t begin, end;
  };
  void AddForm(std::string value);
  // Returns occurrences in ascending order, without overlaps; only one unless `all` is set.
  static std::vector<Place> Joined(std::vector<Place> places);
  std::vector<Place> PlacesIn(std::string_view text, bool all) const;

  std::vector<std::string> values_;
  std::unordered_multimap<uint64_t, Anchor> anchors_;  // by the hash of eight bytes
  std::vector<bool> may_begin_;  // by a hash of eight bytes: whether a secret has these bytes
};

// Writes to another buffer line by line, with secrets masked.
class MaskingBuffer : public std::streambuf {
 public:
  // Borrows both arguments.
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
