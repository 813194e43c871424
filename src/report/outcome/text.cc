#include "report/outcome/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace skua::report {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode 15, East Asian Width W and F, by blocks: suffices for names and messages in a table.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},  {0x2E80, 0x303E}, {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},  {0xA960, 0xA97F}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
// Combining marks, joiners and variation selectors.
constexpr Range kNoWidth[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
// Marks that change the writing direction, by which a message could look like another line.
constexpr Range kDirection[] = {{0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

template <std::size_t N>
bool In(const Range (&ranges)[N], char32_t character) {
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const Range& range) {
    return range.first <= character && character <= range.last;
  });
}

bool IsXml(char32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n' || character == '\r';
  // XML 1.0 allows C1 controls, which may be harmful; it does not allow FFFE and FFFF.
  return !(character >= 0x7F && character <= 0x9F) && character != 0xFFFE && character != 0xFFFF;
}

bool IsSurrogate(std::string_view text) {
  return text.size() >= 3 && text[0] == '\xED' && (text[1] & 0xE0) == 0xA0 &&
         (text[2] & 0xC0) == 0x80;
}

// Appends the escape of an unprintable character at the start of `text`; returns its length in
// bytes. `length` is DecodeUtf8's result.
std::size_t AppendEscape(std::string_view text, std::size_t length, char32_t character,
                         std::string& out) {
  auto end = std::back_inserter(out);
  if (length == 0 && IsSurrogate(text)) {
    fmt::format_to(end, "\\ud{:x}{:02x}", (text[1] >> 2) & 0xF,
                   ((text[1] & 3) << 6) | (text[2] & 0x3F));
    return 3;
  }
  if (length == 0) {
    fmt::format_to(end, "\\x{:02x}", static_cast<unsigned char>(text[0]));
    return 1;
  }
  if (character <= 0xFF) {
    fmt::format_to(end, "\\x{:02x}", static_cast<unsigned>(character));
  } else {
    fmt::format_to(end, "\\u{:04x}", static_cast<unsigned>(character));
  }
  return length;
}

std::size_t CharacterWidth(char32_t character) {
  return In(kNoWidth, character) ? 0 : In(kWide, character) ? 2 : 1;
}

}  // namespace

std::size_t DecodeUtf8(std::string_view text, char32_t& character) {
  const auto byte = [&](std::size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) {
    character = lead;
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  character = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    character = (character << 6) | (byte(i) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  return character < kSmallest[length] || character > 0x10FFFF || is_surrogate ? 0 : length;
}

std::string XmlText(std::string_view text, std::size_t limit) {
  std::string out;
  out.reserve(std::min(text.size(), limit) + 64);
  std::size_t at = 0;
  while (at < text.size() && at < limit) {
    const std::string_view rest = text.substr(at);
    char32_t character = 0;
    const std::size_t length = DecodeUtf8(rest, character);
    if (length > 0 && IsXml(character)) {
      out.append(rest.substr(0, length));
      at += length;
    } else {
      at += AppendEscape(rest, length, character, out);
    }
  }
  if (at < text.size()) out += fmt::format(" … ({} more bytes)", text.size() - at);
  return out;
}

std::string OneLine(std::string_view text) {
  std::string out;
  bool gap = false;
  while (!text.empty()) {
    char32_t character = 0;
    std::size_t length = DecodeUtf8(text, character);
    if (length == 1 && (character == ' ' || (character >= '\t' && character <= '\r'))) {
      gap = true;
    } else {
      if (gap && !out.empty()) out += ' ';
      gap = false;
      if (length > 0 && IsXml(character) && !In(kDirection, character)) {
        out.append(text.substr(0, length));
      } else {
        length = AppendEscape(text, length, character, out);
      }
    }
    text.remove_prefix(length);
  }
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    char32_t character = 0xFFFD;
    const std::size_t length = std::max<std::size_t>(DecodeUtf8(text, character), 1);
    width += CharacterWidth(character);
    text.remove_prefix(length);
  }
  return width;
}

std::string FitWidth(std::string_view text, std::size_t width, Cut cut) {
  std::size_t too_much = DisplayWidth(text);
  if (too_much <= width) return std::string(text);
  if (width == 0) return "";
  too_much -= width - 1;  // the ellipsis takes a column

  const auto length_at = [&](std::size_t at, char32_t& character) {
    return std::max<std::size_t>(DecodeUtf8(text.substr(at), character), 1);
  };
  std::size_t at = 0;
  std::size_t columns = 0;
  const std::size_t kept = width - 1;
  while (at < text.size()) {
    char32_t character = 0xFFFD;
    const std::size_t length = length_at(at, character);
    if (cut == Cut::kStart && columns >= too_much && CharacterWidth(character) > 0) break;
    if (cut == Cut::kEnd && columns + CharacterWidth(character) > kept) break;
    columns += CharacterWidth(character);
    at += length;
  }
  return cut == Cut::kEnd ? std::string(text.substr(0, at)) + "…"
                          : "…" + std::string(text.substr(at));
}

std::string Count(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string FormatDuration(base::Duration duration) {
  const double seconds = std::max(0.0, std::chrono::duration<double>(duration).count());
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{}m {:02}s", whole / 60, whole % 60);
  return fmt::format("{}h {:02}m", whole / 3600, whole % 3600 / 60);
}

std::string FormatShare(double share) {
  if (!(share > 0)) return "0 %";
  const double percent = std::min(share, 1.0) * 100;
  // Tolerates rounding errors: 29/100 must not become 28 %.
  return fmt::format("{:.0f} %", std::max(1.0, std::floor(percent + 1e-9)));
}

std::string FormatCount(uint64_t count) {
  if (count < 1000) return std::to_string(count);
  if (count < 1'000'000) return fmt::format("{}k", count / 1000);
  return fmt::format("{:.1f}M", static_cast<double>(count / 100'000) / 10);
}

}  // namespace skua::report
