// Numbers that divide time, with reasons. Every number by which a run, the plan, the campaigns and
// the workers divide time is a row here: a duration, a part between 0 and 1, or a count, below a
// sentence with the reason. Code reads the policy and has no fractions of its own. The replays of
// tests/benchmarks/policy vary each number over recorded searches: "the replay" is that program,
// "the records" are its recorded searches.
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
  // Time that a run keeps for other work than its campaigns.
  struct Run {
    // A twentieth of the budget for closing: the more tests a longer budget writes, the longer the
    // closing pytest run and the reports take.
    double closing = 0.05;
    // Starting pytest once and writing reports takes about a second, however short the budget.
    base::Duration closing_least = std::chrono::seconds(1);
    // Most of the budget for closing_least, so that campaigns have time with a budget of one
    // second.
    double closing_least_part = 0.25;
    // Reports of a thousand modules take less than this; more time would be idle.
    base::Duration closing_most = std::chrono::seconds(15);
    // Part of the closing time for the work after the written files ran together: listing
    // unmeasured statements, the state and the reports.
    double reporting = 0.25;
    // Part of the closing time for writing reports, after the statements of unmeasured modules are
    // listed.
    double writing_reports = 0.125;
    // Least time to list the statements of unmeasured modules, even if the budget is used up:
    // reports are complete, and a run may be two seconds late.
    base::Duration listing_least = std::chrono::milliseconds(750);
    // Part of the budget, beside closing, for the project's own tests, which run together with the
    // generated ones at least twice. A suite of some seconds fits a budget of a minute or two.
    double own_tests = 0.15;
    // Longest run of own tests, twice; later tests are cut off, after generated tests ran beside
    // most of the suite. Also the limit of a run without a budget.
    base::Duration own_tests_most = std::chrono::seconds(30);
    // Part of the time for own tests that both orders get; the rest is for finding the culprit of a
    // failure.
    double both_orders = 0.65;
    // Part of both orders for the first one, generated tests before own ones: it shows most, but a
    // suite that hangs must leave time for the other order.
    double one_order = 0.6;
    // After own tests the generated ones get this many times their usual time, since state that own
    // tests leave may make them slower.
    double after_own_tests = 2;
    // Least part of the second order for own tests, however long the generated ones take.
    double own_least = 0.5;
    // Part of the remaining time to rerun failed tests without the written ones. A test that has
    // not passed by then does not count as harmed.
    double without_written = 0.4;
    // Most of the budget for counting what each test allocates, which is not urgent.
    double weighing_most = 0.1;
    // Longest time that pytest may take to end after its last test; what libraries do at exit takes
    // less than a second. After it, a generated test is blamed.
    base::Duration ending = std::chrono::seconds(3);
    // When the run's time is over earlier, tests are blamed only if pytest had this long to end.
    base::Duration ending_least = std::chrono::seconds(1);
    // Part of the budget to rerun earlier tests of affected modules before any search, so that
    // their failures are reported in any case. Tests of modified modules may take all of it, as a
    // run has to report first what a change breaks.
    double replaying = 0.15;
    // Least time for rerunning: starting pytest twice and importing a few modules takes about two
    // seconds.
    base::Duration replaying_least = std::chrono::seconds(3);
    // Part of the budget to compile bytecode in advance, which spares each worker a little. Workers
    // compile the rest on import.
    double bytecode = 0.025;
  } run;

  // The share with which a module begins, in all strategies.
  struct Shares {
    // Loading, minimising, observing and verifying took 2.9 s in half of the records. In the replay
    // twice as much takes a tenth longer, and half as much saves 4 %, without a difference in
    // coverage beyond the noise. It is the default of `budget.minimum`.
    base::Duration minimum = std::chrono::seconds(3);
    // With too little time for all, each module gets its turn within five runs: one more than this,
    // as campaigns may exceed their share.
    unsigned runs_for_all = 4;
    // Smallest part of the minimum that is given as a share: a campaign with less ends before it
    // has verified anything.
    double least_part = 0.5;
    // Most doublings of the minimum for a module that was cut short again and again: 64 minimums
    // exceed half of any budget.
    unsigned most_doublings = 6;
    // Most of the wall clock for one module, however often it was cut short.
    double most_of_wall_clock = 0.5;
    // Most of a share that is kept for the end of a campaign, as the last one took: something is
    // left to search.
    double most_for_ending = 0.75;
    // A changed module's weight, compared with an unchanged one: the user waits for it. The replay
    // shows no difference; the number decides what is covered first, not how much.
    double changed = 2;
    // Divides the share of an unchanged module for each campaign in a row that covered nothing new.
    double fruitless = 2;
  } shares;

  // Estimates how many goals more searching covers; see plan/expected_gain.h.
  struct Gain {
    // Time within which a new search is expected to cover half of the open goals. Used only for a
    // module with a test file but no record of searches.
    base::Duration half_time = std::chrono::seconds(2);
    // Jeffreys' prior for a rate: no goal in the last doubling does not prove that the next one
    // brings none.
    double prior = 0.5;
    // Shortest search from which a rate is computed; a shorter one counts as this long.
    base::Duration least_searched = std::chrono::milliseconds(50);
    // Least gain in goals for which an unchanged module runs. In the replay twice as much saves 8 %
    // of the time and loses two goals in ten thousand; but part of that time is after the end of
    // the records, where gains are unknown.
    double likely = 0.25;
  } gain;

  // How long a search may go without a gain; see plan/patience.h.
  struct Patience {
    // In unchanged code, the last quarter of all searching: gains come ever more slowly.
    double same_code = 0.25;
    // In changed code, the last third: earlier tests cover the unchanged part at once, and the new
    // part is small.
    double changed_code = 1.0 / 3;
    // In code that no campaign has searched, the last half.
    double new_code = 0.5;
    // Least patience in code that no campaign has searched, in minimums: the time of its next gain
    // is unknown. The replay covers as much without it, in a tenth less time, but cannot see gains
    // after the end of the records.
    double least_of_new = 4;
    // Least patience for each doubling of the open goals: with many, first generations are slower
    // and more can be found. 31 open goals make a second. Without it, the replay of short and of
    // long budgets loses 2 % of all goals, and that of the strategy `history` 8 %.
    base::Duration least = std::chrono::milliseconds(200);
    // Interval at which a search with a share of its own checks whether to continue.
    base::Duration asked_after = std::chrono::milliseconds(500);
    // Shortest interval between checks: a generation takes as long.
    base::Duration asked_after_least = std::chrono::milliseconds(50);
  } patience;

  // The adaptive strategy; see plan/adaptive_shares.h.
  struct Slices {
    // Shortest slice of searching, so that suspending and resuming is cheap beside it. The replay
    // covers as much with half or twice of it.
    base::Duration slice = std::chrono::seconds(1);
    // Least part of the time searched so far for a slice, so that the number of suspensions is
    // logarithmic in that time.
    double growth = 0.5;
    // Shortest useful time for a search; with less, campaigns end.
    base::Duration least = std::chrono::milliseconds(250);
    // Part of the minimum that a campaign which never ran needs for its end. The replay shows no
    // difference beyond noise between a quarter and all of it.
    double ending = 0.5;
    // Suspended campaigns, each with a thread and a sleeping worker: four for each job are enough
    // to choose from.
    unsigned suspended_per_job = 4;
    // Least part of the minimums to reallocate; with less, each campaign gets its whole share at
    // once.
    double hardly_any = 0.25;
    // Part of the minimum that a campaign needs to measure the tests carried over.
    double first_look = 0.25;
    // Most of a first slice, loading included, in multiples of its searching time: with a tight
    // budget, ending a campaign takes three times as long as its search.
    unsigned slices_to_load = 4;
  } slices;

  // Which unchanged modules run, and in which order modules do; see plan/plan.h.
  struct Order {
    // Campaigns in a row without a gain after which an unchanged module rests.
    unsigned strikes = 3;
    // Runs in a row that did not reach a module, after which it moves up by one group, so that each
    // module gets its turn.
    unsigned runs_per_rank = 4;
  } order;

  // Estimates what a campaign costs, to divide modules among machines; see plan/shards.h.
  struct Cost {
    // Searching time for each goal.
    base::Duration search_per_goal = std::chrono::milliseconds(100);
    // Time for loading, oracle and verification, if unknown.
    base::Duration usual_ending = std::chrono::seconds(1);
  } cost;

  // The part of a share that a campaign keeps for the passes after the search; see
  // campaign/pacing/reserves.h.
  struct Reserves {
    // Least part of a share that is left to plan with after loading.
    double least_of_share = 0.5;
    // Part of the share for a search that still finds goals, before anything that improves a suite:
    // mutants, plainer values and more tests get the rest. With 0.5, shares of ten seconds left no
    // time for the passes that change calls.
    double searching = 0.4;
    // Expected tests kept for each goal. Nine in ten records of modules with more than a hundred
    // goals kept fewer.
    double tests_per_goal = 0.5;
    // Part of the share to minimise the suite, a fifth of a second for modules of 250 goals.
    double minimising = 0.05;
    // Most of the share for the passes after minimising. With half of this the replay loses suites
    // with 4 % of all goals.
    double most_after_minimising = 2.0 / 3;
    // Least part of the share for plainer values and more tests for surviving mutants, besides what
    // other passes leave.
    double extending = 0.1;
    // Most of the share for trying mutants: a suite is useful without.
    double most_judging = 0.125;
    // Most of the share for verifying.
    double most_verifying = 1.0 / 3;
    // Runs of pytest in which a suite is verified, each of which imports the module: three, and two
    // more if tests were dropped or restore state. With time for three, small suites were lost, and
    // the replay covers 1 % less.
    unsigned verifications = 5;
    // A run of pytest without tests and the subject: a fork and collecting. It takes a tenth of a
    // second on an idle machine; twice as much is kept, since suites were lost where the machine
    // became busy after the search.
    base::Duration pytest = std::chrono::milliseconds(200);
    // Factor by which importing the subject takes longer in pytest than in a server, which has
    // already imported the runtime and its needs.
    double pytest_imports = 1.5;
    // Most that estimates are multiplied by on a busy machine: by the ratio of loading's elapsed to
    // its working time, but loading may wait for other things.
    double most_busy = 3;
    // Verifying a test: four runs with others and one alone in a fork. On an idle machine it takes
    // 4 ms for most modules and 25 ms for some, for which the runs of pytest leave enough; with
    // less for both, a suite was lost.
    base::Duration verifying_test = std::chrono::milliseconds(8);
    // Runs of a test in verification: five orders, and some again if others were dropped, each as
    // long as in the search. Without this a suite of slow tests was lost.
    unsigned verifying_runs = 8;
    // If time is short, verifies only as many tests as are expected to fit. Verifying without tests
    // then counts with this part of its reserve, which small suites took on an idle machine.
    double fitting = 0.2;
    // … and at least this many runs of pytest, if the time of one was measured: a first one and one
    // in other orders.
    unsigned fitting_runs = 2;
    // … plus this for each test, as tests of large suites took.
    base::Duration fitting_test = std::chrono::milliseconds(15);
    // … or this many times the observation of the test, if longer, on a busy machine or in a large
    // process. A verified test runs in five orders, in one of them in a fork.
    double fitting_observed = 1.5;
    // Least part of the tests to verify: fewer would gain too little.
    double fitting_least = 0.25;
    // Tests that are minimised in any case, in tenths of a second; more only if they are expected
    // to fit. 1,600 tests were confirmed in the time in which none was verified.
    unsigned minimised_least = 200;
    // Processes that are loaded for observing.
    unsigned observers = 2;
    // Loads that the mutants add in one of the processes.
    unsigned loading_mutants = 1;
    // Observing, in addition to the loads.
    base::Duration observing = std::chrono::milliseconds(150);
    // Imports in other worlds for observing tests, if the import asks for the time and the like,
    // and as many at least for checking the suite: without this the suite was lost in shares of ten
    // seconds.
    unsigned imports_elsewhere = 4;
    // Observing one test in each of the two processes.
    base::Duration observing_test = std::chrono::milliseconds(3);
    // Runs of a test while observing, each as long as in the search; a random test is run 32 times
    // more. A suite of slow tests of random dates took ten times as long as running it once, and
    // was lost with four.
    unsigned observing_runs = 12;
    // Trying the mutants, in addition to the tests.
    base::Duration judging = std::chrono::milliseconds(200);
    // Trying one test with the mutants that it reaches, several of which share a fork.
    base::Duration judging_test = std::chrono::milliseconds(10);
    // Least share, in first slices, of a search that a pacer ends.
    double least_first_slices = 2;
    // Least part of the remaining time for observing: a test that was not observed cannot be
    // verified. Without it a suite of slow tests was lost with a third of its share left.
    double observing_least = 0.5;
    // Part of the reserve for judging and verifying that observing may use rather than lose tests.
    double observing_late = 0.5;
    // Part of its share that a campaign may exceed rather than lose tests.
    double overrun = 0.5;
  } reserves;

  // Within one campaign.
  struct Campaign {
    // A share may be smaller than a slowly loading module needs; it then gets this much at the cost
    // of others, as otherwise its load would be lost in each run.
    base::Duration long_load = std::chrono::seconds(10);
    // Least share in loads: a module is loaded three times, and imported by pytest as often.
    unsigned loads_in_share = 9;
    // Part of the time before observing to retry crashes and hangs, each of which may cost its time
    // limit.
    double confirming_troubles = 0.5;
    // Part of the time before observing to make tests plain for their goals alone. With a tenth of
    // it, many tests of a large module kept unneeded arguments.
    double making_plain = 0.4;
    // Part of the time before verifying to change calls of tests, before mutants are tried.
    double passing_plain_first = 0.25;
    // Part of the time before verifying to try tests, as they were before they became plain, on
    // surviving mutants. The rest is for values of tests that kill what no plain one does.
    double adding_for_mutants = 0.5;
    // Part of the time before verifying to pass usual and plain values in tests added for mutants.
    // Each try observes the test and judges mutants, so it needs a limit.
    double passing_plain = 0.4;
    // Part of the time before verifying to try plainer values; the rest is for observing and
    // judging the results.
    double trying_plain = 0.5;
    // Part of the time before verifying to search tests for surviving mutants; the rest is for
    // making their values plain.
    double extending = 0.75;
    // Part of the time before verifying to observe the suite in further imports, if the import asks
    // for the time and the like: pytest needs the rest.
    double importing_again = 0.4;
    // Part of the time after verification to count the kills of each test, if budget.suite_time
    // needs them; the rest is for verifying the remaining tests once more.
    double trying_all_kills = 0.5;
    // Reporting one goal in state, JSON and page: a pair with 100,000 goals takes 2 s of a
    // processor. A module's hundreds take nothing.
    base::Duration reporting_goal = std::chrono::microseconds(20);
    // Extra time for the first generation, which runs all tests carried over.
    base::Duration first_generation = std::chrono::seconds(1);
    // Part of a slice by which a running generation may exceed it …
    double late_generation = 0.1;
    // … or this, if longer, so that short slices do not end amid a generation.
    base::Duration late_generation_least = std::chrono::milliseconds(100);
  } campaign;

  // Verifying with pytest; see oracle/verification/verification.h.
  struct Verifying {
    // Part of the time that the first pass, tests alone, leaves for later ones on a busy machine:
    // two passes, another server and its passes …
    double after_alone = 0.45;
    // … or this, if longer, in which processes start and end, but no more than half of the time.
    base::Duration after_alone_least = std::chrono::milliseconds(500);
  } verifying;

  // Running a module's hand-written tests once; see campaign/standing/existing_coverage.h.
  struct ExistingTests {
    // Part of one campaign's share, as the results serve many campaigns …
    double part = 0.25;
    // … or the time to start pytest, if longer …
    base::Duration starting = std::chrono::milliseconds(1500);
    // … but no more than this part of the remaining time.
    double most = 0.5;
    // After a run that was cut off, the factor by which the time must be longer for another try.
    unsigned again = 2;
  } existing_tests;

  // Executing tests and trying mutants.
  struct Executing {
    // Part of the remaining time that a generation leaves to confirm its results, however slow its
    // tests.
    double confirming = 0.25;
    // Most of a search for one generation, except for tests carried over; it has fewer tests if
    // they are slow. With tests of 200 ms a search of ten seconds ended after its first generation.
    double generation = 1.0 / 16;
    // Part of the time for mutants that those of code run at import get, since each costs a process
    // and an import.
    double import_mutants = 0.25;
    // Most of the remaining time for one test, so that a few endless tests do not take seconds …
    double test = 1.0 / 16;
    // … but no less than this.
    base::Duration least_test = std::chrono::milliseconds(100);
    // Part of the total time that endless or very slow candidates may take with their whole limit:
    // a search may wait for the first of them, but must not depend on them …
    double slow = 0.1;
    // … and then this many times the average of the others: noise does not slow a test as much.
    unsigned generous = 16;
    // Number of endless candidates from which on they are frequent if they also take most of the
    // time: with the least limit of a test, a scheduler's loop left a search 80 tests a second …
    unsigned frequent = 8;
    // … so they get this as the least limit, in which a usual test runs a hundred times.
    base::Duration least_if_frequent = std::chrono::milliseconds(10);
    // Factor on the limit of a test that is run by itself, since it was not slow before.
    unsigned alone = 2;
  } executing;

  // Imports of a module.
  struct Imports {
    // Longest import: slow packages take seconds, longer ones hang.
    base::Duration longest = std::chrono::seconds(30);
    // Longest import with a mutant, of a module that was imported before; a longer one hangs.
    base::Duration longest_mutated = std::chrono::seconds(10);
    // Most of the remaining budget for an import, as a campaign loads its module again for
    // observing …
    double most = 0.4;
    // … but all of it, up to this.
    base::Duration short_one = std::chrono::seconds(5);
    // Shortest time after which an unfinished import counts as hanging: the machine may be busy.
    base::Duration surely_enough = std::chrono::seconds(4);
    // Part of the time for hand-written tests that pytest may use: it kills hanging tests, and
    // answers, before the engine gives up on it.
    double existing_tests = 0.8;
  } imports;
};

}  // namespace skua::model
