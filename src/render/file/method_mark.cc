#include "render/file/method_mark.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/python/layout.h"

namespace skua::render {
namespace {

constexpr std::string_view kFirst = "    # ";
constexpr std::string_view kNext = "    #     ";
constexpr std::string_view kExpectedFailure = "expectedFailure\n";

// Returns `reason` as comment lines, broken at single spaces, so that joining the lines with spaces
// restores it.
std::string CommentOf(std::string_view reason) {
  std::string comment, line(kFirst);
  for (std::size_t begin = 0, end; begin < reason.size(); begin = end + 1) {
    end = reason.find(' ', begin);
    while (end != std::string_view::npos &&
           (reason[end - 1] == ' ' || end + 1 == reason.size() || reason[end + 1] == ' ')) {
      end = reason.find(' ', end + 1);
    }
    if (end == std::string_view::npos) end = reason.size();
    const std::string word(reason.substr(begin, end - begin));
    const bool is_first = begin == 0;
    if (!is_first && DisplayWidth(line + " " + word) > kUsualColumns) {
      comment += line + "\n";
      line = std::string(kNext) + word;
    } else {
      line += (is_first ? "" : " ") + word;
    }
  }
  return comment + line + "\n";
}

struct Mark {
  std::string reason;
  std::size_t end = 0;  // end of its lines in the method's text; 0: no mark
};

Mark MarkOf(std::string_view method) {
  if (!method.starts_with(fmt::format("{}{}", kFirst, kChangeSince))) return {};
  Mark mark;
  for (std::size_t at = 0; at < method.size();) {
    const std::size_t end = std::min(method.find('\n', at), method.size() - 1) + 1;
    const std::string_view line = method.substr(at, end - at);
    if (!line.starts_with(kFirst) && line.ends_with(kExpectedFailure)) {
      mark.end = end;
      return mark;
    }
    const std::string_view margin = at == 0 ? kFirst : kNext;
    if (!line.starts_with(margin)) return {};
    if (at > 0) mark.reason += ' ';
    mark.reason += line.substr(margin.size(), line.size() - margin.size() - 1);
    at = end;
  }
  return {};
}

}  // namespace

std::string WithMethodMark(std::string_view method, std::string_view reason,
                           std::string_view base) {
  const std::string_view unittest = base.substr(0, base.rfind('.'));
  return fmt::format("{}    @{}.{}{}", CommentOf(reason), unittest, kExpectedFailure, method);
}

std::string WithoutMethodMark(std::string_view method) {
  return std::string(method.substr(MarkOf(method).end));
}

std::string ReasonOfMethod(std::string_view method) { return MarkOf(method).reason; }

}  // namespace skua::render
