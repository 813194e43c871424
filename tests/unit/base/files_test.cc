#include "base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <vector>

#include "base/error.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Property;
using ::testing::Throws;

std::ptrdiff_t EntriesIn(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(ReadFile, GivesEveryByte) {
  const ScratchFolder scratch;
  const std::string bytes("one\0two\r\n\xff", 10);
  WriteFileAtomically(scratch.path() / "file", bytes);
  EXPECT_EQ(ReadFile(scratch.path() / "file"), bytes);
  EXPECT_EQ(ReadFileIfThere(scratch.path() / "file"), bytes);
}

TEST(ReadFile, NamesTheFileThatItCannotRead) {
  const ScratchFolder scratch;
  EXPECT_THAT([&] { ReadFile(scratch.path() / "missing.txt"); },
              Throws<Error>(Property(&Error::what, HasSubstr("missing.txt: No such file"))));
  EXPECT_THROW(ReadFile(scratch.path()), Error);
  EXPECT_EQ(ReadFileIfThere(scratch.path() / "missing.txt"), std::nullopt);
}

TEST(WriteFileAtomically, ReplacesAndLeavesNothingBeside) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "a/b/file";
  WriteFileAtomically(file, "old");
  WriteFileAtomically(file, "new");
  EXPECT_EQ(ReadFile(file), "new");
  EXPECT_EQ(EntriesIn(file.parent_path()), 1);
}

TEST(WriteFileAtomically, KeepsTheOldContentWhenItFails) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "target";
  WriteFileAtomically(folder / "child", "kept");
  EXPECT_THROW(WriteFileAtomically(folder, "a folder is in the way"), Error);
  EXPECT_EQ(ReadFile(folder / "child"), "kept");
  EXPECT_EQ(EntriesIn(scratch.path()), 1);
}

TEST(WriteFileAtomically, ShowsReadersOneOrTheOtherContent) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "file";
  const std::string contents[] = {std::string(50'000, 'a'), std::string(90'000, 'b')};
  WriteFileAtomically(file, contents[0]);
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) WriteFileAtomically(file, contents[i % 2]);
  });
  int torn = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string seen = ReadFile(file);
    torn += seen != contents[0] && seen != contents[1];
  }
  writer.join();
  EXPECT_EQ(torn, 0);
}

TEST(WriteFileAtomically, LeavesWhatIsKnownAsTemporaryWhenKilled) {
  EXPECT_TRUE(IsTemporary("/project/.test_a.py.123-1.skua-partial"));
  EXPECT_FALSE(IsTemporary("/project/test_a.py"));
  EXPECT_FALSE(IsTemporary("/project/test_a.py.skua-partial"));
}

TEST(ScratchFolder, IsOnesOwnAndGoesWithEverythingInIt) {
  fs::path path;
  {
    const ScratchFolder one, other;
    EXPECT_NE(one.path(), other.path());
    path = one.path();
    struct stat status;
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
    fs::create_directories(path / "locked/inside");
    std::ofstream(path / "locked/inside/file") << "x";
    fs::permissions(path / "locked/inside", fs::perms::none);
    fs::permissions(path / "locked", fs::perms::none);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, DoesNotFollowLinksOutOfItself) {
  const ScratchFolder outside;
  WriteFileAtomically(outside.path() / "canary", "alive");
  {
    const ScratchFolder scratch;
    fs::create_directory_symlink(outside.path(), scratch.path() / "link");
  }
  EXPECT_EQ(ReadFile(outside.path() / "canary"), "alive");
}

}  // namespace
}  // namespace skua::base
