#include "base/secrets.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace skua::base {
namespace {

constexpr std::size_t kAnchor = sizeof(uint64_t);
constexpr std::size_t kLong = 32;  // bytes; half of a value this long is still unusual
constexpr unsigned kFilterBits = 16;
constexpr std::string_view kMask = "***";

uint64_t AnchorAt(std::string_view text, std::size_t at) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + at, kAnchor);
  return bytes;
}

std::size_t SlotOf(uint64_t anchor) { return (anchor * 0x9e3779b97f4a7c15u) >> (64 - kFilterBits); }

using Escape = std::pair<char, std::string_view>;
constexpr Escape kMarkup[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
constexpr Escape kLiteral[] = {{'\\', "\\\\"}, {'"', "\\\""}};
constexpr Escape kBackslash[] = {{'\\', "\\\\"}};

template <std::size_t N>
std::string Escaped(std::string_view value, const Escape (&escapes)[N]) {
  std::string escaped;
  for (const char letter : value) {
    const auto* const escape = std::ranges::find(escapes, letter, &Escape::first);
    if (escape == std::end(escapes)) {
      escaped += letter;
    } else {
      escaped += escape->second;
    }
  }
  return escaped;
}

}  // namespace

void Secrets::Add(std::string_view value) {
  if (value.size() < kAnchor) return;
  AddForm(std::string(value));
  AddForm(Escaped(value, kMarkup));
  AddForm(Escaped(value, kLiteral));
  AddForm(Escaped(value, kBackslash));
}

void Secrets::AddForm(std::string value) {
  if (std::ranges::find(values_, value) != values_.end()) return;
  may_begin_.resize(std::size_t{1} << kFilterBits);
  const auto add = [&](std::size_t offset) {
    const uint64_t anchor = AnchorAt(value, offset);
    may_begin_[SlotOf(anchor)] = true;
    anchors_.emplace(anchor, Anchor{values_.size(), offset});
  };
  add(0);
  if (value.size() >= kLong) add(value.size() / 2);
  values_.push_back(std::move(value));
}

// Sorts the places, and joins those that overlap.
std::vector<Secrets::Place> Secrets::Joined(std::vector<Place> places) {
  std::ranges::sort(places, {}, &Place::begin);
  std::vector<Place> apart;
  for (const Place& place : places) {
    if (!apart.empty() && place.begin <= apart.back().end) {
      apart.back().end = std::max(apart.back().end, place.end);
    } else {
      apart.push_back(place);
    }
  }
  return apart;
}

std::vector<Secrets::Place> Secrets::PlacesIn(std::string_view text, bool all) const {
  std::vector<Place> places;
  if (values_.empty()) return places;
  for (std::size_t at = 0; at + kAnchor <= text.size(); ++at) {
    const uint64_t anchor = AnchorAt(text, at);
    if (!may_begin_[SlotOf(anchor)]) continue;
    const auto [first, last] = anchors_.equal_range(anchor);
    for (auto it = first; it != last; ++it) {
      const auto& [index, offset] = it->second;
      const std::string_view value = values_[index];
      std::size_t begin = at, from = offset, end = at, to = offset;
      while (end < text.size() && to < value.size() && text[end] == value[to]) ++end, ++to;
      while (begin > 0 && from > 0 && text[begin - 1] == value[from - 1]) --begin, --from;
      const std::size_t enough = value.size() < kLong ? value.size() : value.size() / 2;
      if (end - begin >= enough) places.push_back({begin, end});
    }
    if (!all && !places.empty()) break;
  }
  return Joined(std::move(places));
}

std::string Secrets::Masked(std::string_view text) const {
  std::string masked;
  std::size_t done = 0;
  for (const Place& place : PlacesIn(text, /*all=*/true)) {
    masked.append(text.substr(done, place.begin - done)).append(kMask);
    done = place.end;
  }
  return masked.append(text.substr(done));
}

bool MaskingBuffer::Forward(std::size_t size) {
  const std::string text = secrets_.Masked(std::string_view(pending_).substr(0, size));
  pending_.erase(0, size);
  const auto length = static_cast<std::streamsize>(text.size());
  return target_.sputn(text.data(), length) == length;
}

std::streamsize MaskingBuffer::xsputn(const char* text, std::streamsize size) {
  pending_.append(text, static_cast<std::size_t>(size));
  const std::size_t line = pending_.rfind('\n');
  return line == std::string::npos || Forward(line + 1) ? size : 0;
}

MaskingBuffer::int_type MaskingBuffer::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char text = traits_type::to_char_type(letter);
  return xsputn(&text, 1) == 1 ? letter : traits_type::eof();
}

int MaskingBuffer::sync() {
  const bool is_written = Forward(pending_.size());
  return is_written && target_.pubsync() == 0 ? 0 : -1;
}

}  // namespace skua::base
