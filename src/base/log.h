// Log lines on stderr for --debug explain,stats,protocol. A Log is made once from the flags and
// passed down; there is no global one.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/secrets.h"

namespace skua::base {

enum class Topic : unsigned { kExplain = 1, kStats = 2, kProtocol = 4 };

class Log {
 public:
  Log() = default;
  // `topics`: Topic values joined by or. Borrows the secrets, which it masks in every line.
  explicit Log(unsigned topics, const Secrets* secrets = nullptr)
      : topics_(topics), secrets_(secrets) {}

  bool Wants(Topic topic) const { return (topics_ & static_cast<unsigned>(topic)) != 0; }

  template <typename... Args>
  void Say(Topic topic, fmt::format_string<Args...> text, Args&&... args) const {
    if (Wants(topic)) Write(topic, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  void Write(Topic topic, const std::string& line) const;  // one whole line, from any thread

  unsigned topics_ = 0;
  const Secrets* secrets_ = nullptr;
};

}  // namespace skua::base
