#include "search/making/constant_pool.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "search/expected/natural_texts.h"

namespace skua::search {

using model::Value;
using model::ValueKind;

namespace {

uint64_t HashOf(const Value& value) {
  if (!value.text.empty()) return base::Hash64(value.text);
  return static_cast<uint64_t>(value.integer) * 0x9e3779b97f4a7c15 ^
         std::bit_cast<uint64_t>(value.real) ^
         std::rotl(std::bit_cast<uint64_t>(value.imaginary), 7);
}

bool IsPooled(ValueKind kind) {
  return kind != ValueKind::kNone && kind != ValueKind::kBool && kind <= ValueKind::kBytes;
}

// Words that fit any subject.
constexpr auto kUsualWords = std::to_array<const char*>({"a", "b", "one", "two", "word", "text"});
constexpr std::size_t kLongestWord = 8;

std::vector<std::string> ShortWordsOf(const model::Subject& subject) {
  std::vector<std::string> words(kUsualWords.begin(), kUsualWords.end());
  const NaturalTexts texts(subject);
  for (const std::string& word : texts.words()) {
    if (word.size() <= kLongestWord) words.push_back(word);
  }
  return words;
}

}  // namespace

ConstantPool::ConstantPool(const model::Subject& subject, double dynamic_probability)
    : dynamic_probability_(dynamic_probability), words_(ShortWordsOf(subject)) {
  std::array<bool, 128> seen{};
  for (const model::Constant& constant : subject.constants) {
    const Value& value = constant.value;
    if (!IsPooled(value.kind) || value.text.size() > kMaxTextLength) continue;
    OfKind& kind = kinds_[SlotOf(value.kind)];
    const uint64_t before = kind.cumulative_counts.empty() ? 0 : kind.cumulative_counts.back();
    kind.fixed.push_back(value);
    kind.cumulative_counts.push_back(before + std::max(1u, constant.count));
    kind.known.insert(HashOf(value));
    if (value.kind != ValueKind::kStr && value.kind != ValueKind::kBytes) continue;
    for (char c : value.text) {
      const auto code = static_cast<unsigned char>(c);
      if (code < seen.size() && !std::exchange(seen[code], true)) alphabet_ += c;
    }
  }
}

void ConstantPool::AddDynamic(const Value& value) {
  if (!IsPooled(value.kind) || value.text.size() > kMaxTextLength) return;
  OfKind& kind = kinds_[SlotOf(value.kind)];
  const uint64_t hash = HashOf(value);
  if (kind.known.contains(hash)) return;
  kind.known.insert(hash);
  if (kind.dynamic.size() < kDynamicPerKind) {
    kind.dynamic.push_back(value);
    return;
  }
  Value& oldest = kind.dynamic[kind.oldest];
  kind.known.erase(HashOf(oldest));
  oldest = value;
  kind.oldest = (kind.oldest + 1) % kDynamicPerKind;
}

const Value* ConstantPool::Pick(ValueKind wanted, base::Rng& rng) const {
  if (SlotOf(wanted) >= kinds_.size()) return nullptr;
  const OfKind& kind = kinds_[SlotOf(wanted)];
  if (!kind.dynamic.empty() && (kind.fixed.empty() || rng.Chance(dynamic_probability_))) {
    return &rng.Pick(kind.dynamic);
  }
  if (kind.fixed.empty()) return nullptr;
  const uint64_t point = rng.Below(kind.cumulative_counts.back());
  const auto place =
      std::upper_bound(kind.cumulative_counts.begin(), kind.cumulative_counts.end(), point);
  return &kind.fixed[static_cast<std::size_t>(place - kind.cumulative_counts.begin())];
}

}  // namespace skua::search
