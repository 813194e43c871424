#include "render/definitions.h"

#include <cctype>
#include <string_view>
#include <utility>

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

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The end of the string literal or comment that begins at `at`; `at` itself when none begins there.
std::size_t EndOfText(std::string_view source, std::size_t at) {
  if (source[at] == '#') return std::min(source.find('\n', at), source.size());
  if (source[at] != '"' && source[at] != '\'') return at;
  const std::string_view one = source.substr(at, 1);
  const std::string three(3, one[0]);
  const std::string_view quote = source.substr(at, 3) == three ? std::string_view(three) : one;
  for (std::size_t i = at + quote.size(); i < source.size(); i += source[i] == '\\' ? 2 : 1) {
    if (source.substr(i, quote.size()) == quote) return i + quote.size();
  }
  return source.size();
}

// `source` with names replaced, except in strings and comments and behind a dot.
std::string Renamed(std::string_view source, const std::map<std::string, std::string>& names) {
  std::string result;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = EndOfText(source, at);
    if (end == at && IsWord(source[at])) {
      while (end < source.size() && IsWord(source[end])) ++end;
      const auto name = names.find(std::string(source.substr(at, end - at)));
      if (name != names.end() && (at == 0 || source[at - 1] != '.')) {
        result += name->second;
        at = end;
        continue;
      }
    }
    if (end == at) ++end;
    result += source.substr(at, end - at);
    at = end;
  }
  return result;
}

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
