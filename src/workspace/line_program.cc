#include "workspace/line_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <string_view>

#include "base/error.h"
#include "base/thread.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

std::string_view LastLine(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);
}

// Appends an answer for each complete line of the output.
void Append(std::string_view output, std::vector<LineAnswer>& answers) {
  for (std::size_t end; (end = output.find('\n')) != std::string_view::npos;) {
    answers.push_back({std::string(output.substr(0, end))});
    output.remove_prefix(end + 1);
  }
}

std::vector<LineAnswer> AskPart(const LineProgram& program, const fs::path& folder,
                                std::span<const std::string> requests,
                                const base::Deadline& deadline) {
  std::vector<LineAnswer> answers;
  answers.reserve(requests.size());
  while (answers.size() < requests.size() && !deadline.Expired()) {
    base::Command command;
    command.arguments = {program.interpreter, "-I", "-S", "-B", program.script};
    command.working_folder = folder;
    for (const std::string& request : requests.subspan(answers.size())) command.input += request;
    if (program.contain) program.contain(command);
    const std::size_t before = answers.size();
    const base::CommandResult result = base::Run(command, deadline);
    if (!result.started) {
      throw base::Error(fmt::format("cannot start the interpreter {}: {}",
                                    program.interpreter.string(), result.problem));
    }
    Append(result.output, answers);
    if (result.timed_out || answers.size() == requests.size()) break;
    if (answers.size() == before && result.signal == 0) {
      throw base::Error(fmt::format("the interpreter {} cannot read source files: {}",
                                    program.interpreter.string(), LastLine(result.errors)));
    }
    answers.push_back({"", true});
  }
  answers.resize(requests.size());
  return answers;
}

}  // namespace

std::vector<LineAnswer> AskEach(const LineProgram& program, const fs::path& folder,
                                std::span<const std::string> requests,
                                const base::Deadline& deadline) {
  if (program.answers) return program.answers(program.script, requests);
  // Number of files; starting a process takes as long as parsing a few.
  constexpr std::size_t kWorthAProcess = 50;
  const std::size_t parts =
      std::clamp<std::size_t>(requests.size() / kWorthAProcess, 1, std::max(program.jobs, 1u));
  std::vector<std::future<std::vector<LineAnswer>>> running;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = requests.size() * part / parts;
    const std::size_t end = requests.size() * (part + 1) / parts;
    running.push_back(std::async(base::kBesideOrLater, [&, begin, end] {
      return AskPart(program, folder, requests.subspan(begin, end - begin), deadline);
    }));
  }
  std::vector<LineAnswer> answers;
  for (auto& part : running) std::ranges::move(part.get(), std::back_inserter(answers));
  return answers;
}

}  // namespace skua::workspace
