#include "render/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "render/python_text.h"

namespace skua::render {
namespace {

// A function that takes answers and returns what stands in for a function of a library, and the
// modules that it needs. The runtime has functions that do the same.
struct StandIn {
  std::string_view callable;  // as ReplacedFunction knows it; of "clock:…" what stands before it
  std::string_view text;
  std::array<std::string_view, 4> modules;
  std::string_view name = "answering";  // of the function
};

// What stands in for Popen has what `subprocess` itself and most code use of it.
constexpr std::string_view kAnswering = R"(def answering(*answers):
    """Processes do not start; they end with these (return code, output, errors) in turn."""
    left = list(answers) or [(0, "", "")]

    class Process:
        def __init__(self, args, *, stdin=None, stdout=None, stderr=None, **options):
            self.args = args
            answer = left.pop(0) if len(left) > 1 else left[0]
            self.returncode, output, errors = answer
            if stderr == subprocess.STDOUT:
                output += errors
            self.stdin = self.stream(stdin, "", options)
            self.stdout = self.stream(stdout, output, options)
            self.stderr = self.stream(stderr, errors, options)

        def stream(self, wanted, text, options):
            if hasattr(wanted, "fileno"):
                os.write(wanted.fileno(), text.encode())
            if wanted != subprocess.PIPE:
                return None
            pipe = io.BytesIO(text.encode())
            modes = ("text", "universal_newlines", "encoding", "errors")
            if not any(options.get(mode) for mode in modes):
                return pipe
            return io.TextIOWrapper(pipe, options.get("encoding"))

        def communicate(self, input=None, timeout=None):
            streams = (self.stdout, self.stderr)
            return tuple(stream and stream.read() for stream in streams)

        def poll(self):
            return self.returncode

        def wait(self, timeout=None):
            return self.returncode

        def kill(self):
            pass

        terminate = kill

        def __enter__(self):
            return self

        def __exit__(self, *details):
            pass

    return Process)";

// The same functions as in skua_runtime/frameworks/http_answers.py. Everything that a client does
// with an answer works as usual, since only what would go to the network is replaced.
constexpr std::string_view kRequestsAnswering = R"(def answering(*answers):
    """No request is sent; these answers come in turn: (status, text[, headers]), or exceptions."""
    left = list(answers) or [(200, "")]

    def send(adapter, request, **options):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
        response = requests.Response()
        response.status_code, text, *headers = answer
        response.headers.update(*headers)
        response._content = text.encode()
        response.encoding = "utf-8"
        response.request, response.url = request, request.url
        return response

    return send)";

constexpr std::string_view kHttpxAnswering = R"(def answering(*answers):
    """No request is sent; these answers come in turn: (status, text[, headers]), or exceptions."""
    left = list(answers) or [(200, "")]

    def handle_request(transport, request):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
        status, text, *headers = answer
        return httpx.Response(status, text=text, headers=dict(*headers), request=request)

    return handle_request)";

constexpr std::string_view kHttpxAsyncAnswering = R"(def answering(*answers):
    """No request is sent; these answers come in turn: (status, text[, headers]), or exceptions."""
    left = list(answers) or [(200, "")]

    async def handle_async_request(transport, request):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
        status, text, *headers = answer
        return httpx.Response(status, text=text, headers=dict(*headers), request=request)

    return handle_async_request)";

constexpr std::string_view kUrllibAnswering = R"(def answering(*answers):
    """No request is sent; these answers come in turn: (status, text[, headers]), or exceptions."""
    left = list(answers) or [(200, "")]

    def open_url(opener, url, *details):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
        status, text, *headers = answer
        message = email.message.Message()
        for name, value in dict(*headers).items():
            message[name] = value
        url, body = getattr(url, "full_url", url), io.BytesIO(text.encode())
        if status >= 400:
            raise urllib.error.HTTPError(url, status, "no", message, body)
        return urllib.response.addinfourl(body, message, url, status)

    return open_url)";

// `isinstance` knows the objects that the library's own class makes.
constexpr std::string_view kClock = R"(def clock(moment):
    """A class datetime by which it is always that moment."""

    class Moment(type):
        def __instancecheck__(cls, thing):
            return isinstance(thing, cls.__base__)

    class Clock(datetime.datetime, metaclass=Moment):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.fromisoformat(moment).replace(tzinfo=tz)

        today = utcnow = now

    return Clock)";

constexpr std::string_view kCalendar = R"(def calendar(moment):
    """A class date by which it is always that day."""

    class Day(type):
        def __instancecheck__(cls, thing):
            return isinstance(thing, cls.__base__)

    class Calendar(datetime.date, metaclass=Day):
        @classmethod
        def today(cls):
            return datetime.date.fromisoformat(moment[:10])

    return Calendar)";

constexpr std::array<StandIn, 7> kStandIns = {{
    {"clock", kClock, {"datetime"}, "clock"},
    {"calendar", kCalendar, {"datetime"}, "calendar"},
    {"processes", kAnswering, {"io", "os", "subprocess"}},
    {"requests_answers", kRequestsAnswering, {"requests"}},
    {"httpx_answers", kHttpxAnswering, {"httpx"}},
    {"httpx_async_answers", kHttpxAsyncAnswering, {"httpx"}},
    {"urllib_answers",
     kUrllibAnswering,
     {"email.message", "io", "urllib.error", "urllib.response"}},
}};

}  // namespace

bool Answers(std::string_view callable) {
  return std::ranges::any_of(kStandIns, [&](const StandIn& one) {
    return one.callable == callable.substr(0, callable.find(':'));
  });
}

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

const std::string& Definitions::Answering(std::string_view callable) {
  callable = callable.substr(0, callable.find(':'));
  NamedText& answering = answering_[std::string(callable)];
  if (!answering.name.empty()) return answering.name;
  const StandIn& stand_in =
      *std::ranges::find(kStandIns, callable, [](const StandIn& one) { return one.callable; });
  const std::string wanted(stand_in.name);
  std::map<std::string, std::string> names;
  for (const std::string_view module : stand_in.modules) {
    if (!module.empty()) names.emplace(module, imports_.Module(module));
  }
  answering.name = StandingName(wanted, stand_in.text, names);
  if (answering.name.empty()) {
    names[wanted] = answering.name = imports_.TakeName(wanted);
    answering.text = Renamed(stand_in.text, names) + '\n';
  }
  return answering.name;
}

std::string Definitions::Fixture(const std::string& wanted, const std::string& body,
                                 bool may_be_added) {
  const auto known = fixtures_.find(body);
  if (known != fixtures_.end()) return known->second.name;
  const auto text = [&](const std::string& name) {
    const bool has_folder = body.find("tmp_path") != std::string::npos;
    return fmt::format("@{}.fixture\ndef {}(monkeypatch{}):\n{}", imports_.Pytest(), name,
                       has_folder ? ", tmp_path" : "", body);
  };
  NamedText fixture;
  for (const NamedText& standing : standing_) {
    if (standing.text == text(standing.name)) fixture.name = standing.name;
  }
  if (fixture.name.empty()) {
    if (!may_be_added) return "";
    fixture.name = imports_.TakeName(wanted);
    fixture.text = text(fixture.name);
  }
  return fixtures_.emplace(body, std::move(fixture)).first->second.name;
}

std::vector<NamedText> Definitions::Added() const {
  std::vector<NamedText> added;
  for (const auto& [index, defined] : defined_) {
    if (!defined.text.empty()) added.push_back(defined);
  }
  for (const auto& [callable, answering] : answering_) {
    if (!answering.text.empty()) added.push_back(answering);
  }
  for (const auto& [body, fixture] : fixtures_) {
    if (!fixture.text.empty()) added.push_back(fixture);
  }
  return added;
}

std::string Definitions::Text() const {
  std::string text;
  for (const NamedText& added : Added()) text += "\n\n" + added.text;
  return text;
}

}  // namespace skua::render
