// Compares a text with a file below tests/golden/. With UPDATE_GOLDEN=1 in the environment the file
// is rewritten instead, and the diff is read.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/json.h"
#include "support/source.h"

namespace skua::testing {

// `name` is relative to tests/golden/: EXPECT_TRUE(MatchesGolden(text, "config/help_run.txt")).
inline ::testing::AssertionResult MatchesGolden(std::string_view actual, std::string_view name) {
  const std::filesystem::path file = std::filesystem::path(test::Source("tests/golden")) / name;
  if (const char* update = std::getenv("UPDATE_GOLDEN"); update != nullptr && *update == '1') {
    base::WriteFileAtomically(file, actual);
    return ::testing::AssertionSuccess();
  }
  const std::optional<std::string> expected = base::ReadFileIfThere(file);
  if (!expected) {
    return ::testing::AssertionFailure() << file << " is not there; make it with UPDATE_GOLDEN=1";
  }
  if (*expected == actual) return ::testing::AssertionSuccess();
  const auto differs =
      std::mismatch(expected->begin(), expected->end(), actual.begin(), actual.end());
  const auto line = 1 + std::count(expected->begin(), differs.first, '\n');
  return ::testing::AssertionFailure() << file << " differs from line " << line
                                       << " on; see it with UPDATE_GOLDEN=1 and git diff. "
                                       << "Got:\n"
                                       << actual;
}

// Writes JSON with each value that fits on one line on one line.
inline std::string Compact(const nlohmann::ordered_json& value, std::size_t depth = 0) {
  constexpr std::size_t kWidth = 140;
  const std::string flat = value.dump();
  if (!value.is_structured() || value.empty() || flat.size() + depth <= kWidth) return flat;
  const std::string margin = '\n' + std::string(depth + 1, ' ');
  std::string text;
  for (const auto& [key, item] : value.items()) {
    text += (text.empty() ? "" : ",") + margin;
    if (value.is_object()) text += nlohmann::ordered_json(key).dump() + ": ";
    text += Compact(item, depth + 1);
  }
  text += margin.substr(0, depth + 1);
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

// The same for a long JSON text, which is indented by `indent` and whose golden file is compact.
inline ::testing::AssertionResult MatchesGoldenJson(std::string_view actual, int indent,
                                                    std::string_view name) {
  const auto json = nlohmann::ordered_json::parse(std::string(actual));
  if (json.dump(indent) + "\n" != actual) {
    return ::testing::AssertionFailure() << name << ": the text is not indented by " << indent;
  }
  return MatchesGolden(Compact(json) + "\n", name);
}

// `text` with every `what` replaced: scratch folders and versions have no place in a golden file.
inline std::string Replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace skua::testing
