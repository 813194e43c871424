#include "report/console/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skua::report {
namespace {

constexpr std::size_t kBarWidth = 36;

// Returns the used part of the budget or, without a budget, the part of finished modules.
double ShareDone(const ProgressSnapshot& progress) {
  if (progress.budget > base::Duration::zero()) {
    return 1 - std::chrono::duration<double>(progress.budget_left) / progress.budget;
  }
  return progress.modules == 0
             ? 1
             : static_cast<double>(progress.modules_done) / static_cast<double>(progress.modules);
}

std::string Bar(double share, std::size_t width, bool color) {
  const auto half_steps = static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * 2 * static_cast<double>(width)));
  std::string done;
  for (std::size_t i = 0; i < half_steps / 2; ++i) done += "━";
  if (half_steps % 2 == 1) done += "╸";
  std::string rest;
  // Without colour, the rest of the bar would look like the finished part.
  for (std::size_t i = (half_steps + 1) / 2; i < width; ++i) rest += color ? "━" : "─";
  return Styled(done, Style::kGreen, color) + Styled(rest, Style::kDim, color);
}

// Returns parts of the line by importance; parts that do not fit are omitted from the end.
std::vector<std::string> Parts(const ProgressSnapshot& progress) {
  std::vector<std::string> parts;
  if (progress.budget > base::Duration::zero()) {
    parts.push_back(FormatDuration(std::max(progress.budget_left, base::Duration::zero())) +
                    " left");
  }
  if (progress.modules > 0) {
    parts.push_back(fmt::format("{}/{} modules", progress.modules_done, progress.modules));
  }
  for (const std::string& module : progress.running) parts.push_back(OneLine(module));
  if (progress.suspended > 0) parts.push_back(fmt::format("{} suspended", progress.suspended));
  parts.push_back(FormatCount(progress.executed_tests) + " tests tried");
  return parts;
}

}  // namespace

std::string ProgressLine(const ProgressSnapshot& progress, std::size_t width, bool color) {
  const std::size_t bar_width = std::min(kBarWidth, width / 3);
  std::string line = fmt::format(" {}", Bar(ShareDone(progress), bar_width, color));
  std::size_t used = 1 + bar_width;
  for (const std::string& part : Parts(progress)) {
    const std::size_t needed = DisplayWidth(part) + (used == 1 + bar_width ? 2 : 3);
    if (used + needed > width) break;
    line.append(used == 1 + bar_width ? 2 : 3, ' ').append(part);
    used += needed;
  }
  return line;
}

std::string HeartbeatLine(const ProgressSnapshot& progress) {
  return fmt::format("Progress   {}", fmt::join(Parts(progress), ", "));
}

}  // namespace skua::report
