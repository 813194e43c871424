// The numbers of a time policy by name, for what varies them one at a time.
#pragma once

#include <functional>
#include <string_view>
#include <variant>

#include "model/options/time_policy.h"

namespace skua::test {

using PolicyNumber = std::variant<base::Duration*, double*, unsigned*>;

// Calls `visit` for each, as "group.name", in the order of the header.
template <typename Visit>
void VisitNumbers(model::TimePolicy& policy, Visit visit) {
#define SKUA_NUMBER(name) visit(std::string_view(#name), PolicyNumber(&policy.name))
  SKUA_NUMBER(run.closing);
  SKUA_NUMBER(run.closing_least);
  SKUA_NUMBER(run.closing_least_part);
  SKUA_NUMBER(run.closing_most);
  SKUA_NUMBER(run.reporting);
  SKUA_NUMBER(run.writing_reports);
  SKUA_NUMBER(run.listing_least);
  SKUA_NUMBER(run.own_tests);
  SKUA_NUMBER(run.own_tests_most);
  SKUA_NUMBER(run.both_orders);
  SKUA_NUMBER(run.one_order);
  SKUA_NUMBER(run.after_own_tests);
  SKUA_NUMBER(run.own_least);
  SKUA_NUMBER(run.without_written);
  SKUA_NUMBER(run.weighing_most);
  SKUA_NUMBER(run.ending);
  SKUA_NUMBER(run.ending_least);
  SKUA_NUMBER(run.replaying);
  SKUA_NUMBER(run.replaying_least);
  SKUA_NUMBER(run.bytecode);
  SKUA_NUMBER(shares.minimum);
  SKUA_NUMBER(shares.runs_for_all);
  SKUA_NUMBER(shares.least_part);
  SKUA_NUMBER(shares.most_doublings);
  SKUA_NUMBER(shares.most_of_wall_clock);
  SKUA_NUMBER(shares.most_for_ending);
  SKUA_NUMBER(shares.changed);
  SKUA_NUMBER(shares.fruitless);
  SKUA_NUMBER(gain.half_time);
  SKUA_NUMBER(gain.prior);
  SKUA_NUMBER(gain.least_searched);
  SKUA_NUMBER(gain.likely);
  SKUA_NUMBER(patience.same_code);
  SKUA_NUMBER(patience.changed_code);
  SKUA_NUMBER(patience.new_code);
  SKUA_NUMBER(patience.least_of_new);
  SKUA_NUMBER(patience.least);
  SKUA_NUMBER(patience.asked_after);
  SKUA_NUMBER(patience.asked_after_least);
  SKUA_NUMBER(slices.slice);
  SKUA_NUMBER(slices.growth);
  SKUA_NUMBER(slices.least);
  SKUA_NUMBER(slices.ending);
  SKUA_NUMBER(slices.suspended_per_job);
  SKUA_NUMBER(slices.hardly_any);
  SKUA_NUMBER(slices.first_look);
  SKUA_NUMBER(slices.slices_to_load);
  SKUA_NUMBER(order.strikes);
  SKUA_NUMBER(order.runs_per_rank);
  SKUA_NUMBER(cost.search_per_goal);
  SKUA_NUMBER(cost.usual_ending);
  SKUA_NUMBER(reserves.least_of_share);
  SKUA_NUMBER(reserves.searching);
  SKUA_NUMBER(reserves.tests_per_goal);
  SKUA_NUMBER(reserves.minimising);
  SKUA_NUMBER(reserves.most_after_minimising);
  SKUA_NUMBER(reserves.extending);
  SKUA_NUMBER(reserves.most_judging);
  SKUA_NUMBER(reserves.most_verifying);
  SKUA_NUMBER(reserves.verifications);
  SKUA_NUMBER(reserves.pytest);
  SKUA_NUMBER(reserves.pytest_imports);
  SKUA_NUMBER(reserves.most_busy);
  SKUA_NUMBER(reserves.verifying_test);
  SKUA_NUMBER(reserves.verifying_runs);
  SKUA_NUMBER(reserves.fitting);
  SKUA_NUMBER(reserves.fitting_runs);
  SKUA_NUMBER(reserves.fitting_test);
  SKUA_NUMBER(reserves.fitting_observed);
  SKUA_NUMBER(reserves.fitting_least);
  SKUA_NUMBER(reserves.minimised_least);
  SKUA_NUMBER(reserves.observers);
  SKUA_NUMBER(reserves.imports_elsewhere);
  SKUA_NUMBER(reserves.loading_mutants);
  SKUA_NUMBER(reserves.observing);
  SKUA_NUMBER(reserves.observing_test);
  SKUA_NUMBER(reserves.observing_runs);
  SKUA_NUMBER(reserves.judging);
  SKUA_NUMBER(reserves.judging_test);
  SKUA_NUMBER(reserves.least_first_slices);
  SKUA_NUMBER(reserves.observing_least);
  SKUA_NUMBER(reserves.observing_late);
  SKUA_NUMBER(reserves.overrun);
  SKUA_NUMBER(campaign.long_load);
  SKUA_NUMBER(campaign.loads_in_share);
  SKUA_NUMBER(campaign.confirming_troubles);
  SKUA_NUMBER(campaign.making_plain);
  SKUA_NUMBER(campaign.passing_plain_first);
  SKUA_NUMBER(campaign.adding_for_mutants);
  SKUA_NUMBER(campaign.passing_plain);
  SKUA_NUMBER(campaign.trying_plain);
  SKUA_NUMBER(campaign.extending);
  SKUA_NUMBER(campaign.importing_again);
  SKUA_NUMBER(campaign.trying_all_kills);
  SKUA_NUMBER(campaign.reporting_goal);
  SKUA_NUMBER(campaign.first_generation);
  SKUA_NUMBER(campaign.late_generation);
  SKUA_NUMBER(campaign.late_generation_least);
  SKUA_NUMBER(verifying.after_alone);
  SKUA_NUMBER(verifying.after_alone_least);
  SKUA_NUMBER(existing_tests.part);
  SKUA_NUMBER(existing_tests.starting);
  SKUA_NUMBER(existing_tests.most);
  SKUA_NUMBER(existing_tests.again);
  SKUA_NUMBER(executing.confirming);
  SKUA_NUMBER(executing.generation);
  SKUA_NUMBER(executing.import_mutants);
  SKUA_NUMBER(executing.test);
  SKUA_NUMBER(executing.least_test);
  SKUA_NUMBER(executing.slow);
  SKUA_NUMBER(executing.generous);
  SKUA_NUMBER(executing.frequent);
  SKUA_NUMBER(executing.least_if_frequent);
  SKUA_NUMBER(executing.alone);
  SKUA_NUMBER(imports.longest);
  SKUA_NUMBER(imports.longest_mutated);
  SKUA_NUMBER(imports.most);
  SKUA_NUMBER(imports.short_one);
  SKUA_NUMBER(imports.surely_enough);
  SKUA_NUMBER(imports.existing_tests);
#undef SKUA_NUMBER
}

}  // namespace skua::test
