// Divides time, and gives the reasons. Each number by which a run, the plan, the campaigns and the
// workers divide time is a row here: its unit is its type (a duration, a part between 0 and 1, a
// count), and the sentence above it is its reason. Code reads the policy and has no fractions of
// its own. The replays of tests/benchmarks/policy vary each number over recorded searches: in a
// reason "the replay" is that program, and "the records" are its recorded searches.
#pragma once

#include <chrono>
#include <cmath>

#include "base/clock.h"

namespace skua::model {

// Returns `part` of a duration, at most the longest duration.
inline base::Duration Scaled(base::Duration duration, double part) {
  const double scaled = static_cast<double>(duration.count()) * part;
  if (scaled >= static_cast<double>(base::Duration::max().count())) return base::Duration::max();
  return base::Duration(static_cast<base::Duration::rep>(std::llround(scaled)));
}

struct TimePolicy {
  // What a run keeps back beside its campaigns.
  struct Run {
    // The closing pytest run and the reports take longer the more was written, and a longer budget
    // writes more: a twentieth of it.
    double closing = 0.05;
    // Starting pytest once and writing reports takes about a second, however short the budget.
    base::Duration closing_least = std::chrono::seconds(1);
    // With a budget of a second or two that second would leave nothing for campaigns.
    double closing_least_part = 0.25;
    // Reports of a thousand modules are written in less than this; more would only lie idle.
    base::Duration closing_most = std::chrono::seconds(15);
    // This part of what is kept back for closing is for what comes after the written files ran
    // together: listing what was never measured, the state and the reports.
    double reporting = 0.25;
    // This part of what is kept back for closing is for writing reports, after the statements of
    // modules that were never measured are listed.
    double writing_reports = 0.125;
    // The statements of modules that were never measured are listed for this long at least, also
    // when the budget is used up: reports are complete, and a run may be two seconds late.
    base::Duration listing_least = std::chrono::milliseconds(750);
    // Where the project has tests of its own, they run beside the generated ones, at least twice:
    // they get this part of the budget beside what closing has. A suite of some seconds fits a
    // budget of a minute or two.
    double own_tests = 0.15;
    // A suite that takes longer than this, twice, is cut off: the generated tests have been seen
    // beside most of it by then. It is also the limit where a run has no budget.
    base::Duration own_tests_most = std::chrono::seconds(30);
    // Both orders together get this part of the time for own tests; the rest is for finding out
    // who is to blame where one fails.
    double both_orders = 0.65;
    // The first order, in which the generated tests run before, gets this part of both: it shows
    // most, but a suite that hangs must leave time for the other.
    double one_order = 0.6;
    // After the project's own tests the generated ones get this many times the time that they took
    // before them, since state that own tests leave may make them slower.
    double behind_own = 2;
    // However long the others take, own tests get this part of the second order.
    double own_least = 0.5;
    // What fails is run without the written tests in this part of what is left then. What has not
    // passed by then does not count as harmed.
    double without_written = 0.4;
    // Counting what each test allocates gets no more than this part of the budget: nobody waits for
    // it.
    double weighing_most = 0.1;
    // Pytest ends this long after its last test at the latest, or a generated test keeps it from
    // ending: what libraries do at exit takes less than a second.
    base::Duration ending = std::chrono::seconds(3);
    // Where the run's time is over before, tests are blamed only if pytest has had this long to
    // end.
    base::Duration ending_least = std::chrono::seconds(1);
    // Running the earlier tests of affected modules, before any search, may take this part of the
    // budget: what they show is told whatever becomes of the searches. Those of modified modules
    // may take all of it, since what a change breaks is what a run has to tell first.
    double replaying = 0.15;
    // Starting pytest twice and importing a few modules takes about two seconds, however short the
    // budget; with less nothing would be seen.
    base::Duration replaying_least = std::chrono::seconds(3);
    // Compiling bytecode in advance spares each worker a little; what is not compiled when this
    // part of the budget is over, workers compile when they import it.
    double bytecode = 0.025;
  } run;

  // What a module gets to begin with, in all strategies.
  struct Shares {
    // Loading, minimising, observing and verifying took 2.9 s in half of the records. In the replay
    // twice as much takes a tenth longer, and half as much saves 4 %, without a difference in
    // coverage beyond the noise. It is the default of `budget.minimum`.
    base::Duration minimum = std::chrono::seconds(3);
    // Where there is too little for all, each module has its turn within five runs. The count is
    // one less, as campaigns may take longer than their share.
    unsigned runs_for_all = 4;
    // Below this part of the minimum a campaign ends before it has verified anything, and its time
    // is lost. A share is never smaller, and no campaign is started with less.
    double least_part = 0.5;
    // A module that was cut short gets twice as much each time. After six times that is 64
    // minimums, which is more than any budget's half.
    unsigned most_doublings = 6;
    // However often it was cut short, a module leaves half of the wall clock to the others.
    double most_of_wall_clock = 0.5;
    // A campaign's end, as the last one had it, may not take more than this of the next share:
    // something is left to search.
    double most_for_ending = 0.75;
    // What changed is what the user waits for; it counts so much more than what did not. The replay
    // shows no difference: this is a choice of what to cover first, not of how much.
    double changed = 2;
    // The share of an unchanged module is divided by this for each campaign in a row that covered
    // nothing new.
    double fruitless = 2;
  } shares;

  // How many goals more searching is expected to cover; see plan/expected_gain.h.
  struct Gain {
    // A new search is expected to find half of the open goals within this time. It decides a share
    // only for a module with a test file but without a record of its searches.
    base::Duration half_time = std::chrono::seconds(2);
    // Jeffreys' prior for a rate: to have seen no goal in the last doubling does not say that the
    // next one will bring none.
    double prior = 0.5;
    // A search that was hardly begun has no rate yet: it counts as this long.
    base::Duration least_searched = std::chrono::milliseconds(50);
    // Goals that a share must promise for an unchanged module to run. In the replay twice as much
    // saves 8 % of the time and loses two goals in ten thousand; but part of that time is after the
    // end of the records, where gains are unknown.
    double likely = 0.25;
  } gain;

  // How long a search may bring nothing until it ends; see plan/patience.h.
  struct Patience {
    // The last quarter of all searching in the same code: its tests and goals are known, so gains
    // come ever more slowly.
    double same_code = 0.25;
    // The last third in code that changed: earlier tests cover at once what stayed, and what is new
    // is small.
    double changed_code = 1.0 / 3;
    // The last half in code that no campaign has seen.
    double new_code = 0.5;
    // The patience is at least this many minimums in code that no campaign has searched: the time
    // of its next gain is unknown. The replay covers as much without it, in a tenth less time, but
    // cannot see gains after the end of the records.
    double least_of_new = 4;
    // At least this long for each doubling of what is open: where much is open, the first
    // generations are slower, and there is more to be found. 31 open goals make a second. Without
    // it, the replay of short and of long budgets loses 2 % of all goals, and that of the strategy
    // `history` 8 %.
    base::Duration least = std::chrono::milliseconds(200);
    // A search with a share of its own is asked so often whether it goes on.
    base::Duration asked_after = std::chrono::milliseconds(500);
    // It is asked no more often than this: a generation takes as long.
    base::Duration asked_after_least = std::chrono::milliseconds(50);
  } patience;

  // The adaptive strategy; see plan/adaptive_shares.h.
  struct Slices {
    // A slice of searching, at least, so that suspending and resuming is little beside it. The
    // replay covers as much with half or twice of it.
    base::Duration slice = std::chrono::seconds(1);
    // A slice is at least this part of the time searched before it, so that the number of
    // suspensions is logarithmic in that time.
    double growth = 0.5;
    // With less slack than this a search covers nothing, so campaigns end.
    base::Duration least = std::chrono::milliseconds(250);
    // A campaign that never ran needs this part of its minimum for its end. The replay shows no
    // difference beyond the noise between a quarter and all of it.
    double ending = 0.5;
    // A suspended campaign keeps a thread and a sleeping worker: four for each job are enough to
    // choose among.
    unsigned suspended_per_job = 4;
    // If less than this part of the minimums is left over, there is no time to reallocate, and each
    // campaign gets its whole share at once.
    double hardly_any = 0.25;
    // A campaign needs this part of its minimum to see what the tests that are carried over cover.
    double first_look = 0.25;
    // A first slice, loading included, may take this many times the time that it searches: where
    // the budget is tight, ending a campaign takes three times as long as its search.
    unsigned slices_to_load = 4;
  } slices;

  // Which unchanged modules run, and in which order modules do; see plan/plan.h.
  struct Order {
    // An unchanged module rests after this many campaigns in a row that covered nothing new.
    unsigned strikes = 3;
    // A module moves up by one group for this many runs in a row that did not reach it, so that
    // each gets its turn, however many modules keep changing.
    unsigned runs_per_rank = 4;
  } order;

  // What a campaign will cost, where modules are divided among machines; see plan/shards.h.
  struct Cost {
    // Searching, for each goal that is to be covered.
    base::Duration search_per_goal = std::chrono::milliseconds(100);
    // Loading, oracle and verification, where nothing is known of them.
    base::Duration usual_ending = std::chrono::seconds(1);
  } cost;

  // What a campaign keeps of its share for the passes that follow; see campaign/reserves.h.
  struct Reserves {
    // Loading leaves at least this part of a share to plan with.
    double least_of_share = 0.5;
    // A search that goes on finding has this part of the share, before anything that makes a suite
    // better: mutants, plainer values and more tests have what the others leave.
    double searching = 0.5;
    // A search is expected to keep a test for this part of its goals. Of nine in ten records of
    // modules with more than a hundred goals it kept fewer.
    double tests_per_goal = 0.5;
    // Making the suite small has this part of the share beside what follows it. For modules of 250
    // goals it takes a fifth of a second.
    double minimising = 0.05;
    // What follows making the suite small has this part of the share at most. With half of this the
    // replay loses suites with 4 % of all goals.
    double most_after_minimising = 2.0 / 3;
    // Plainer values and more tests for surviving mutants have this part of the share at least, and
    // what the others do not need.
    double extending = 0.1;
    // Trying the mutants has this part of the share at most: a suite is worth something without.
    double most_judging = 0.125;
    // Verifying has this part of the share at most.
    double most_verifying = 1.0 / 3;
    // A suite is verified by so many runs of pytest, each of which imports the module: three, and
    // two more where tests were dropped or put something back. With time for three, small suites
    // were lost that needed more, and the replay covers 1 % less.
    unsigned verifications = 5;
    // A run of pytest takes this long without its tests and the subject: a fork and collecting. On
    // an idle machine it takes a tenth of a second; twice as much is kept back, since suites were
    // lost where the machine became busy behind the search.
    base::Duration pytest = std::chrono::milliseconds(200);
    // A run of pytest imports the subject, which takes it so many times as long as a server, which
    // has imported the runtime and what that needs before.
    double pytest_imports = 1.5;
    // On a busy machine loading waits for others, and so will what follows: what is counted as on
    // an idle one counts as many times as loading took longer than it worked, and at most so many:
    // loading may wait for other things.
    double most_busy = 3;
    // Verifying a test: it is run four times with others, and once alone in a fork. On an idle
    // machine that takes 4 ms for most modules and 25 ms for some, for which what the runs of
    // pytest leave over makes up; with less for both, such a suite was lost.
    base::Duration verifying_test = std::chrono::milliseconds(8);
    // Verifying runs a test in five orders, and in some again where others were dropped, each for
    // as long as it took in the search. Without this a suite of slow tests was lost.
    unsigned verifying_runs = 8;
    // Where less time is left than that, only so many tests are verified as are expected to fit.
    // Without its tests, verifying then counts with this part of what is kept back for it, which is
    // what small suites took on an idle machine.
    double fitting = 0.2;
    // … and at least so many runs, where it was measured what one takes: a first one and one in
    // other orders.
    unsigned fitting_runs = 2;
    // Each test counts with this, which is what the tests of large suites took there.
    base::Duration fitting_test = std::chrono::milliseconds(15);
    // … or with so many times what observing it took, where that is more: the machine is busy, or
    // the process large. A verified test runs in five orders, and in a fork of its own in one.
    double fitting_observed = 1.5;
    // Below this part of the tests too little would be gained: as many are tried all the same.
    double fitting_least = 0.25;
    // So many tests are minimised in any case, which takes tenths of a second. Of more only those
    // that are expected to fit: 1,600 tests were confirmed in the time in which none was verified.
    unsigned minimised_least = 200;
    // Two processes are loaded for observing.
    unsigned observers = 2;
    // One of them has all mutants, which take as long as so many loads more.
    unsigned loading_mutants = 1;
    // Observing takes this long beside the loads.
    base::Duration observing = std::chrono::milliseconds(150);
    // Where the import asks the world something, the subject is imported in so many other worlds to
    // observe the tests, and in as many more, at least, to check the suite: without this the suite
    // was lost in shares of ten seconds.
    unsigned imports_elsewhere = 4;
    // Observing a test in each of the two, of which a child has several.
    base::Duration observing_test = std::chrono::milliseconds(3);
    // Each of the two runs it for as long as it took in the search, and what chance decides is run
    // 32 times more: a suite of slow tests of random dates took ten times as long as running it
    // once, and was lost with four.
    unsigned observing_runs = 12;
    // Trying the mutants takes this long beside the tests.
    base::Duration judging = std::chrono::milliseconds(200);
    // A test is tried with the mutants that it reaches, of which several share a fork.
    base::Duration judging_test = std::chrono::milliseconds(10);
    // A search that a pacer ends has a share of this many first slices at least to plan with.
    double least_first_slices = 2;
    // Observing has this part of what is left then at least: of tests that nobody observed none can
    // be verified. Without it a suite whose tests took long was lost with a third of its share
    // left.
    double observing_least = 0.5;
    // Observing may use this part of what judging and verifying have kept back, rather than lose
    // what was found.
    double observing_late = 0.5;
    // A campaign may take this much of its share longer, rather than lose what was found.
    double overrun = 0.5;
  } reserves;

  // Within a campaign.
  struct Campaign {
    // A share may be smaller than a module needs that loads slowly: others get less then, as what
    // it took to load would be lost in the next run, too.
    base::Duration long_load = std::chrono::seconds(10);
    // A share is at least so many loads: a module is loaded three times, and imported by pytest as
    // often.
    unsigned loads_in_share = 9;
    // Crashes and hangs are tried again in this part of what is left before observing: each may
    // cost its limit on time.
    double confirming_troubles = 0.5;
    // Tests are made plain for their goals alone in this part of what is left before observing,
    // which is little in a share of ten seconds. With a tenth of it, many tests of a large module
    // kept arguments that they do not need.
    double making_plain = 0.4;
    // Plain values in place of results, and usual ones, have this part of the time for mutants.
    double passing_plain_first = 0.15;
    // Tests as they were before they became plain are tried on mutants that survive in this part of
    // what is left before verifying. The rest is for values of tests that kill what no plain one
    // does.
    double adding_for_mutants = 0.5;
    // Passing usual values, and plain ones in place of results, in tests that were added for
    // mutants has this part of what is left before verifying: each try observes the test and judges
    // mutants, so that it took all where it could.
    double passing_plain = 0.4;
    // Plainer values are tried in this part of what is left before verifying; observing and judging
    // what came of it has the other.
    double trying_plain = 0.5;
    // Tests for mutants that survive are looked for in this part of what is left before verifying;
    // their values are made plain in the rest.
    double extending = 0.75;
    // Where the import asks the world something, the suite is observed in further imports for this
    // part of what is left before verifying: pytest needs the rest.
    double importing_again = 0.4;
    // After verification the kills of each test are counted in this part of the remaining time, if
    // budget.suite_time needs them; the other part is for verifying the tests that stay once more.
    double trying_all_kills = 0.5;
    // State, JSON and page tell each goal: those of a pair with 100,000 take 2 s of a
    // processor, by which the run was late. A module's hundreds take nothing.
    base::Duration reporting_goal = std::chrono::microseconds(20);
    // The first generation begins with all that is carried over: it may take so much longer.
    base::Duration first_generation = std::chrono::seconds(1);
    // A generation that is under way when its slice is over may take this part of it longer …
    double late_generation = 0.1;
    // … and this, so that short slices do not end amid one.
    base::Duration late_generation_least = std::chrono::milliseconds(100);
  } campaign;

  // Verification; see oracle/verification.h.
  struct Verifying {
    // On a busy machine the tests that run alone, which come first, may take all the time. They
    // leave this part of it for what follows, which cannot be foreseen: two passes of their own,
    // another server and the passes of that …
    double behind_alone = 0.45;
    // … and this at least, in which processes start and end, but no more than half of the time.
    base::Duration behind_alone_least = std::chrono::milliseconds(500);
  } verifying;

  // Hand-written tests of a module, which run once; see campaign/existing_coverage.h.
  struct ExistingTests {
    // They are for many campaigns, and may take this part of the share of one …
    double part = 0.25;
    // … or what it takes to start pytest …
    base::Duration starting = std::chrono::milliseconds(1500);
    // … but no more than this part of what is left.
    double most = 0.5;
    // Where their time did not suffice, they need so many times as much to be worth another try.
    unsigned again = 2;
  } existing_tests;

  // Executing tests, and trying mutants.
  struct Executing {
    // A generation may take what is left but for this part, in which what it found is confirmed,
    // however slow its tests.
    double confirming = 0.25;
    // A generation takes this part of a search and no more, but for what is carried over: it has
    // fewer tests where these are slow. With tests of 200 ms a search of ten seconds was over with
    // its first generation.
    double generation = 1.0 / 16;
    // Mutants of what runs at import cost a process and an import each: they get this part of the
    // time for mutants, since what it is for can do more with the rest.
    double import_mutants = 0.25;
    // Where seconds are left, few tests that do not end would take them all: a test has this part
    // of what remains …
    double test = 1.0 / 16;
    // … but no less than this.
    base::Duration least_test = std::chrono::milliseconds(100);
    // Candidates that do not end, or take far longer than others, have their whole limit while they
    // took no more than this part of the time of all: a search may have to wait for the first of
    // them, but must not live on them …
    double slow = 0.1;
    // … and then so many times what the others took on average: noise does not make a test that
    // much slower.
    unsigned generous = 16;
    // A test that is run by itself was not slow when it was tried: it has so many times its limit.
    unsigned alone = 2;
  } executing;

  // Importing a module.
  struct Imports {
    // Packages that import slowly do so within seconds; what takes longer hangs.
    base::Duration longest = std::chrono::seconds(30);
    // A module that was imported before is imported with a mutant within this time, or the mutant
    // makes it hang.
    base::Duration longest_mutated = std::chrono::seconds(10);
    // An import has this part of what is left of the budget, as a campaign loads its module again
    // for observing …
    double most = 0.4;
    // … but of little, all up to this.
    base::Duration short_one = std::chrono::seconds(5);
    // An import that had less time than this does not hang for sure: the machine may be busy.
    base::Duration surely_enough = std::chrono::seconds(4);
    // Pytest has this part of the time for hand-written tests to itself: it kills what hangs, and
    // answers, before the engine would have to give it up.
    double existing_tests = 0.8;
  } imports;
};

}  // namespace skua::model
