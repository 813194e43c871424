#include "base/team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/no_threads.h"

namespace skua::base {
namespace {

TEST(CoreShare, IsTheSameForAllUsersAndOneAtLeast) {
  CoreShare cores(4);
  EXPECT_EQ(cores.Each(), 4u);
  cores.SetUsers(3);
  EXPECT_EQ(cores.Each(), 1u);
  cores.SetUsers(2);
  EXPECT_EQ(cores.Each(), 2u);
  cores.SetUsers(9);
  EXPECT_EQ(cores.Each(), 1u);
  cores.SetUsers(0);
  EXPECT_EQ(cores.Each(), 4u);
}

TEST(Team, WorksWithTheThreadsThatThereAre) {
  const CoreShare cores(4);
  Team team(&cores);
  team.Do(2, 2, [](std::size_t, std::size_t) {});  // has one thread from here on
  const test::NoThreads no_more;
  std::vector<std::atomic<int>> done(100);
  std::atomic<std::size_t> last_seat = 0;
  team.Do(done.size(), [&](std::size_t part, std::size_t seat) {
    ++done[part];
    if (seat > last_seat) last_seat = seat;
  });
  for (const auto& times : done) EXPECT_EQ(times, 1);
  EXPECT_LE(last_seat, 1u);
}

TEST(Team, DoesEachPartOnce) {
  for (const unsigned count : {1u, 2u, 5u}) {
    const CoreShare cores(count);
    Team team(&cores);
    for (const std::size_t parts : {0u, 1u, 3u, 200u}) {
      std::vector<std::atomic<int>> done(parts);
      team.Do(parts, [&](std::size_t part, std::size_t) { ++done[part]; });
      for (const auto& times : done) EXPECT_EQ(times, 1) << count << " cores";
    }
  }
}

TEST(Team, OfACallerWithoutCoresIsTheCaller) {
  Team team(nullptr);
  EXPECT_EQ(team.size(), 1u);
  std::vector<std::size_t> parts;
  const auto caller = std::this_thread::get_id();
  team.Do(3, [&](std::size_t part, std::size_t seat) {
    EXPECT_EQ(seat, 0u);
    EXPECT_EQ(std::this_thread::get_id(), caller);
    parts.push_back(part);
  });
  EXPECT_EQ(parts, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Team, DoesAsManyPartsAtATimeAsThereAreCores) {
  const CoreShare cores(3);
  Team team(&cores);
  std::barrier meeting(3);  // nobody gets past it alone
  std::vector<std::size_t> seats(3);
  team.Do(3, [&](std::size_t part, std::size_t seat) {
    meeting.arrive_and_wait();
    seats[part] = seat;
  });
  EXPECT_EQ(std::set(seats.begin(), seats.end()), (std::set<std::size_t>{0, 1, 2}));
}

TEST(Team, GivesNoTwoPartsAtATimeTheSameSeat) {
  const CoreShare cores(4);
  Team team(&cores);
  std::vector<std::atomic<int>> taken(4);
  team.Do(1000, 3, [&](std::size_t, std::size_t seat) {
    ASSERT_LT(seat, 3u);
    EXPECT_EQ(taken[seat].fetch_add(1), 0);
    taken[seat].fetch_sub(1);
  });
}

TEST(Team, GrowsAndShrinksWithItsCores) {
  CoreShare cores(4);
  cores.SetUsers(4);
  Team team(&cores);
  EXPECT_EQ(team.size(), 1u);
  cores.SetUsers(1);
  EXPECT_EQ(team.size(), 4u);
  std::barrier meeting(4);
  team.Do(4, [&](std::size_t, std::size_t) { meeting.arrive_and_wait(); });
  cores.SetUsers(2);
  std::atomic<std::size_t> highest = 0;
  team.Do(100, [&](std::size_t, std::size_t seat) { highest = std::max(highest.load(), seat); });
  EXPECT_LT(highest, 2u);
}

TEST(Team, ThrowsWhatAPartThrewAndGoesOnAfterwards) {
  const CoreShare cores(2);
  Team team(&cores);
  std::barrier meeting(2);
  try {
    team.Do(50, [&](std::size_t part, std::size_t) {
      if (part < 2) meeting.arrive_and_wait();
      throw std::runtime_error(std::to_string(part));
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "0");
  }
  std::atomic<int> done = 0;
  team.Do(5, [&](std::size_t, std::size_t) { ++done; });
  EXPECT_EQ(done, 5);
}

}  // namespace
}  // namespace skua::base
