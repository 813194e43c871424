// Values that are likely to matter (constant seeding; Fraser and Arcuri, 2012): those that stand in
// the subject's source, and comparison operands met while running it.
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
  // `dynamic_probability`: of picking what was met while running, where there is both.
  ConstantPool(const model::Subject& subject, double dynamic_probability);

  // Keeps the newest few of each kind; long texts, None and bool are passed over.
  void AddDynamic(const model::Value& value);

  // Null when there is none of this kind. A static constant is as likely as it is frequent.
  const model::Value* Pick(model::ValueKind kind, base::Rng& rng) const;

  // The ASCII characters of the static texts, each once; for new characters of texts.
  const std::string& alphabet() const { return alphabet_; }

 private:
  static constexpr std::size_t kDynamicPerKind = 50;
  static constexpr std::size_t kMaxTextLength = 1000;

  struct OfKind {
    std::vector<model::Value> fixed;
    std::vector<uint64_t> cumulative_counts;
    std::vector<model::Value> dynamic;
    std::size_t oldest = 0;              // of `dynamic`, once it is full
    std::unordered_set<uint64_t> known;  // hashes of both; only ever asked, never walked
  };
  static std::size_t SlotOf(model::ValueKind kind) { return static_cast<std::size_t>(kind); }

  double dynamic_probability_;
  std::array<OfKind, 7> kinds_;  // by ValueKind, to kBytes
  std::string alphabet_;
};

}  // namespace skua::search
