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

// `text` with every `what` replaced: scratch folders and versions have no place in a golden file.
inline std::string Replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace skua::testing
