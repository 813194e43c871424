// Values that are likely to matter (constant seeding; Fraser and Arcuri, 2012): literals in the
// subject's source, and comparison operands met while running it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "model/subject.h"

namespace skua::search {

class ConstantPool {
 public:
  // `dynamic_probability`: how likely a value met while running is picked, where there are both
  // kinds.
  ConstantPool(const model::Subject& subject, double dynamic_probability);

  // Keeps the newest few values of each kind. Long texts, None and bool are passed over.
  void AddDynamic(const model::Value& value);

  // A value of this kind, or null when there is none. A static constant is as likely as it is
  // frequent.
  const model::Value* Pick(model::ValueKind kind, base::Rng& rng) const;

  // The ASCII characters of the static texts, each once. New characters of texts are taken from
  // them.
  const std::string& alphabet() const { return alphabet_; }

  // Short words of the subject's names and texts, and a few that anybody would use. There is always
  // one. New texts are made of them.
  const std::vector<std::string>& words() const { return words_; }

 private:
  static constexpr std::size_t kDynamicPerKind = 50;
  static constexpr std::size_t kMaxTextLength = 1000;

  struct OfKind {
    std::vector<model::Value> fixed;
    std::vector<uint64_t> cumulative_counts;
    std::vector<model::Value> dynamic;
    std::size_t oldest = 0;              // index into `dynamic`, once that is full
    std::unordered_set<uint64_t> known;  // hashes of all values; only ever asked, never walked
  };
  static std::size_t SlotOf(model::ValueKind kind) { return static_cast<std::size_t>(kind); }

  double dynamic_probability_;
  std::array<OfKind, 7> kinds_;  // by ValueKind, to kBytes
  std::string alphabet_;
  std::vector<std::string> words_;
};

}  // namespace skua::search
