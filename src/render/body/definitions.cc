#include "render/body/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "render/python/python_text.h"

namespace skua::render {
namespace {

// Python source of a function that takes answers and returns a stand-in for a function or class of
// a library, and the modules that it needs. The runtime has functions that do the same.
struct StandIn {
  std::string_view callable;  // as from ReplacedFunction; of "clock:…" the prefix
  std::string text;
  std::array<std::string_view, 4> modules;
  std::string_view name = "answering";  // name of the defined function
};

// The stand-in for Popen has the attributes that `subprocess` itself and most code use.
constexpr const char* kAnswering = R"(def answering(*answers):
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

// Defines the functions of skua_runtime/frameworks/http_answers.py. They only replace the network,
// so a client's answers work as usual.
std::string RequestAnswering(std::string_view define, std::string_view name,
                             std::string_view parameters, std::string_view answer) {
  constexpr std::string_view kText = R"(def answering(*answers):
    """No request is sent; these answers come in turn: (status, text[, headers]), or exceptions."""
    left = list(answers) or [(200, "")]

    {0} {1}({2}):
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
{3}
    return {1})";
  return fmt::format(kText, define, name, parameters, answer);
}

constexpr std::string_view kRequestsAnswer = R"(        response = requests.Response()
        response.status_code, text, *headers = answer
        response.headers.update(*headers)
        response._content = text.encode()
        response.encoding = "utf-8"
        response.request, response.url = request, request.url
        return response
)";
constexpr std::string_view kHttpxAnswer = R"(        status, text, *headers = answer
        return httpx.Response(status, text=text, headers=dict(*headers), request=request)
)";
constexpr std::string_view kUrllibAnswer = R"(        status, text, *headers = answer
        message = email.message.Message()
        for name, value in dict(*headers).items():
            message[name] = value
        url, body = getattr(url, "full_url", url), io.BytesIO(text.encode())
        if status >= 400:
            raise urllib.error.HTTPError(url, status, "no", message, body)
        return urllib.response.addinfourl(body, message, url, status)
)";

// `isinstance` works for objects that the library's own class makes.
constexpr const char* kClock = R"(def clock(moment):
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

constexpr const char* kCalendar = R"(def calendar(moment):
    """A class date by which it is always that day."""

    class Day(type):
        def __instancecheck__(cls, thing):
            return isinstance(thing, cls.__base__)

    class Calendar(datetime.date, metaclass=Day):
        @classmethod
        def today(cls):
            return datetime.date.fromisoformat(moment[:10])

    return Calendar)";

constexpr const char* kNear = R"(class Near(float):
    """A number that equals those about as large."""

    def __eq__(self, other):
        return math.isclose(self, other, rel_tol=1e-6, abs_tol=1e-12))";

// In the order in which a file defines them.
const std::array<StandIn, 8> kStandIns = {{
    {"calendar", kCalendar, {"datetime"}, "calendar"},
    {"clock", kClock, {"datetime"}, "clock"},
    {"httpx_answers",
     RequestAnswering("def", "handle_request", "transport, request", kHttpxAnswer),
     {"httpx"}},
    {"httpx_async_answers",
     RequestAnswering("async def", "handle_async_request", "transport, request", kHttpxAnswer),
     {"httpx"}},
    {"processes", kAnswering, {"io", "os", "subprocess"}},
    {"requests_answers",
     RequestAnswering("def", "send", "adapter, request, **options", kRequestsAnswer),
     {"requests"}},
    {"urllib_answers",
     RequestAnswering("def", "open_url", "opener, url, *details", kUrllibAnswer),
     {"email.message", "io", "urllib.error", "urllib.response"}},
    {"near", kNear, {"math"}, "Near"},
}};
constexpr std::size_t kPlaceOfNear = 7;

// Returns the index of the stand-in for the callable, or that of kNear.
std::size_t PlaceOf(std::string_view callable) {
  const auto answering = std::span(kStandIns).first(kPlaceOfNear);
  return static_cast<std::size_t>(
      std::ranges::find(answering, callable.substr(0, callable.find(':')), &StandIn::callable) -
      answering.begin());
}

}  // namespace

bool Answers(std::string_view callable) { return PlaceOf(callable) != kPlaceOfNear; }

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
  return StandInAt(PlaceOf(callable));
}

const std::string& Definitions::Near() { return StandInAt(kPlaceOfNear); }

const std::string& Definitions::StandInAt(std::size_t place) {
  NamedText& defined = stand_ins_[place];
  if (!defined.name.empty()) return defined.name;
  const StandIn& stand_in = kStandIns[place];
  const std::string wanted(stand_in.name);
  std::map<std::string, std::string> names;
  for (const std::string_view module : stand_in.modules) {
    if (!module.empty()) names.emplace(module, imports_.Module(module));
  }
  defined.name = StandingName(wanted, stand_in.text, names);
  if (defined.name.empty()) {
    names[wanted] = defined.name = imports_.TakeName(wanted);
    defined.text = Renamed(stand_in.text, names) + '\n';
  }
  return defined.name;
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
  for (const auto& [place, stand_in] : stand_ins_) {
    if (!stand_in.text.empty()) added.push_back(stand_in);
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
