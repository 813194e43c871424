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

void Definitions::Adopt(const std::vector<NamedText>& standing) {
  standing_ = standing;
  for (const NamedText& definition : standing_) imports_.Reserve(definition.name);
}

std::string Definitions::StandingName(const std::string& wanted, std::string_view definition,
                                      std::map<std::string, std::string> names) const {
  for (const NamedText& standing : standing_) {
    names[wanted] = standing.name;
    std::string text = Renamed(definition, names);
    while (text.ends_with('\n')) text.pop_back();
    if (text + '\n' == standing.text) return standing.name;
  }
  return "";
}

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
  NamedText defined{StandingName(wanted.name, wanted.definition, names), ""};
  if (!defined.name.empty()) {
    imports_.AdoptName(wanted.name, defined.name);
    return defined_.emplace(index, std::move(defined)).first->second.name;
  }
  defined.name = names[wanted.name] = imports_.TakeName(wanted.name);
  defined.text = Renamed(wanted.definition, names);
  while (defined.text.ends_with('\n')) defined.text.pop_back();
  defined.text += '\n';
  return defined_.emplace(index, std::move(defined)).first->second.name;
}

const std::string& Definitions::Answering() {
  if (!answering_.name.empty()) return answering_.name;
  constexpr const char* kName = "answering";
  const std::string os = imports_.Module("os");
  answering_.name = StandingName(kName, kAnswering, {{"os", os}});
  if (answering_.name.empty()) {
    answering_.name = imports_.TakeName(kName);
    answering_.text = Renamed(kAnswering, {{kName, answering_.name}, {"os", os}}) + '\n';
  }
  return answering_.name;
}

std::vector<NamedText> Definitions::Added() const {
  std::vector<NamedText> added;
  for (const auto& [index, defined] : defined_) {
    if (!defined.text.empty()) added.push_back(defined);
  }
  if (!answering_.text.empty()) added.push_back(answering_);
  return added;
}

std::string Definitions::Text() const {
  std::string text;
  for (const NamedText& added : Added()) text += "\n\n" + added.text;
  return text;
}

}  // namespace skua::render
