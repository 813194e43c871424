#include "base/log.h"

#include <cstdio>

namespace skua::base {

void Log::Write(Topic topic, const std::string& line) const {
  const char* name = topic == Topic::kExplain ? "explain"
                     : topic == Topic::kStats ? "stats"
                                              : "protocol";
  const std::string whole =
      fmt::format("skua {}: {}\n", name, secrets_ == nullptr ? line : secrets_->Masked(line));
  std::fwrite(whole.data(), 1, whole.size(), stderr);  // one call, so that lines stay whole
}

}  // namespace skua::base
