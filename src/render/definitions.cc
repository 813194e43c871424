#include "render/definitions.h"

#include <string_view>
#include <utility>

#include "render/python_text.h"

namespace skua::render {
namespace {

// The same function as in the runtime's surroundings.py. When Popen calls it, the pipes are made
// and it is decided where output goes; so text or bytes, with or without pipes, everything works as
// usual.
constexpr std::string_view kAnswering = R"(def answering(*answers):
    """Processes do not start; they end with these (return code, output, errors) in turn."""
    left = list(answers) or [(0, "", "")]

    def execute_child(process, *details):
        _, stdin, _, stdout, _, stderr = pipes = details[10:16]
        process.returncode, *texts = left.pop(0) if len(left) > 1 else left[0]
        for stream, text in zip((stdout, stderr), texts):
            if stream >= 0:
                os.write(stream, text.encode())
        if stdin >= 0:
            with open(os.devnull, "wb") as nobody:
                os.dup2(nobody.fileno(), stdin)
        process._close_pipe_fds(*pipes)

    return execute_child)";

}  // namespace

Definitions::Definitions(const model::Subject& subject, Imports& imports)
    : subject_(subject), imports_(imports) {}

std::string Definitions::Reach(model::ClassIndex index) {
  const model::Class& wanted = subject_.classes[index];
  if (wanted.definition.empty()) return imports_.Reach(wanted.module, wanted.qualified_name);
  const auto known = defined_.find(index);
  if (known != defined_.end()) return known->second.name;

  std::map<std::string, std::string> names;
  for (const std::string& import : wanted.definition_imports) {
    const std::string_view qualified = std::string_view(import).substr(import.find(':') + 1);
    const std::string name(qualified.substr(0, qualified.find('.')));
    names[name] = imports_.Reach(std::string_view(import).substr(0, import.find(':')), name);
  }
  Defined defined;
  defined.name = names[wanted.name] = imports_.TakeName(wanted.name);
  defined.text = Renamed(wanted.definition, names);
  while (defined.text.ends_with('\n')) defined.text.pop_back();
  return defined_.emplace(index, std::move(defined)).first->second.name;
}

const std::string& Definitions::Answering() {
  if (answering_.name.empty()) {
    answering_.name = imports_.TakeName("answering");
    answering_.text =
        Renamed(kAnswering, {{"answering", answering_.name}, {"os", imports_.Module("os")}});
  }
  return answering_.name;
}

std::string Definitions::Text() const {
  std::string text;
  for (const auto& [index, defined] : defined_) text += "\n\n" + defined.text + "\n";
  if (!answering_.text.empty()) text += "\n\n" + answering_.text + "\n";
  return text;
}

}  // namespace skua::render
