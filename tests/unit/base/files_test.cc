#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "support/matchers.h"
#include "support/processes.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;
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

TEST(ReadFile, LeavesNoDescriptorOpenWhenItFails) {
  const ScratchFolder scratch;
  const std::size_t before = test::OpenDescriptors();
  EXPECT_THROW(ReadFile(scratch.path()), Error);
  fs::create_directory(scratch.path() / "target");
  EXPECT_THROW(WriteFileAtomically(scratch.path() / "target", "text"), Error);
  EXPECT_EQ(test::OpenDescriptors(), before);
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

// Waits for what goes on behind a destructor.
bool IsGoneSoon(const fs::path& path) {
  for (int i = 0; i < 3000 && fs::exists(fs::symlink_status(path)); ++i) usleep(10'000);
  return !fs::exists(fs::symlink_status(path));
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

TEST(ReadUntrusted, TakesRegularFilesAloneAndNoMoreThanItIsToldTo) {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "file";
  WriteFileAtomically(file, "0123456789");
  fs::create_symlink(file, scratch.path() / "link");
  ASSERT_EQ(mkfifo((scratch.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(ReadUntrusted(file), "0123456789");
  EXPECT_EQ(ReadUntrusted(file, 4), "0123");
  for (const fs::path& other : {scratch.path() / "link", scratch.path() / "pipe", scratch.path(),
                                scratch.path() / "missing", fs::path("/dev/zero")}) {
    EXPECT_EQ(ReadUntrusted(other), std::nullopt) << other;
  }
}

TEST(ReadFile, WaitsForNoPipeAndReadsNoDevice) {
  const ScratchFolder scratch;
  const fs::path pipe = scratch.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", scratch.path() / "zero");
  EXPECT_THROW(ReadFile(pipe), Error);
  EXPECT_THROW(ReadFileIfThere(scratch.path() / "zero"), Error);
}

TEST(ScratchFolder, IsGoneAtTheEndHoweverDeepItIs) {
  std::optional<ScratchFolder> scratch(std::in_place);
  const fs::path path = scratch->path();
  Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY));
  for (int i = 0; i < 3000; ++i) {
    ASSERT_EQ(mkdirat(folder.get(), "deeper", 0700), 0);
    folder = Descriptor(openat(folder.get(), "deeper", O_RDONLY | O_DIRECTORY));
  }
  scratch.reset();
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, OfAKilledProcessIsRemovedByALaterOne) {
  const ScratchFolder parent;
  const fs::path abandoned = parent.path() / "skua~gone", held = parent.path() / "skua~held";
  const fs::path other = parent.path() / "skua-notes";
  for (const fs::path& folder : {abandoned, held, other}) fs::create_directories(folder / "inside");
  const Descriptor lock(open(held.c_str(), O_RDONLY | O_DIRECTORY));
  ASSERT_EQ(flock(lock.get(), LOCK_EX | LOCK_NB), 0);
  const Removals removals = RemoveAbandonedScratch(parent.path(), Duration::zero());
  EXPECT_TRUE(IsGoneSoon(abandoned));
  EXPECT_TRUE(fs::exists(held / "inside"));
  EXPECT_TRUE(fs::exists(other / "inside"));
}

TEST(ScratchFolder, IsNotTakenForAbandonedWhileItIsNew) {
  const ScratchFolder parent;
  fs::create_directories(parent.path() / "skua~new");
  RemoveAbandonedScratch(parent.path()).Await(std::chrono::seconds(1));
  EXPECT_TRUE(fs::exists(parent.path() / "skua~new"));
}

TEST(ScratchFolder, IsHeldByItsOwner) {
  const ScratchFolder scratch;
  const Descriptor folder(open(scratch.path().c_str(), O_RDONLY | O_DIRECTORY));
  EXPECT_NE(flock(folder.get(), LOCK_EX | LOCK_NB), 0);
}

}  // namespace
}  // namespace skua::base
