#include "report/outcome/next_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/outcome/remark.h"

namespace skua::report {
namespace {

// "the finding", "the first of 3 findings"
std::string FirstOf(std::size_t count, std::string_view thing) {
  return count == 1 ? fmt::format("the {}", thing)
                    : fmt::format("the first of {} {}s", count, thing);
}

}  // namespace

std::string NextStep(const model::RunOutcome& outcome, const std::string& page) {
  const std::vector<Remark> remarks = RemarksOfRun(outcome);
  const auto shown = std::ranges::find_if(
      remarks, [](const Remark& remark) { return !CommandOf(remark).empty(); });
  if (shown != remarks.end()) {
    const bool changes = shown->kind == Remark::Kind::kBehaviourChange;
    const auto count =
        static_cast<std::size_t>(std::ranges::count_if(remarks, [&](const Remark& remark) {
          return (remark.kind == Remark::Kind::kBehaviourChange) == changes;
        }));
    return fmt::format("{} shows {}", CommandOf(*shown),
                       FirstOf(count, changes ? "behaviour change" : "finding"));
  }
  const bool has_failed = outcome.failed_gates && !outcome.failed_gates->empty();
  if (has_failed && !page.empty()) return page + " shows the lines that no test reaches";
  if (!outcome.files_written.empty()) {
    return "read what was written, and commit it beside the code";
  }
  return "";
}

}  // namespace skua::report
