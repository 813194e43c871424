#include "base/clock.h"

#include <algorithm>

namespace skua::base {

Duration Deadline::Remaining() const {
  if (Interrupted()) return Duration::zero();
  if (unlimited()) return Duration::max();
  return std::max(Duration::zero(), end_ - clock_->Now());
}

Deadline Deadline::Within(Duration limit) const {
  Deadline earlier = *this;
  const TimePoint now = clock_->Now();
  if (limit < TimePoint::max() - now) earlier.end_ = std::min(end_, now + limit);
  return earlier;
}

Deadline Deadline::Less(Duration reserve) const {
  Deadline earlier = *this;
  if (!unlimited()) earlier.end_ -= reserve;
  return earlier;
}

}  // namespace skua::base
