#include "render/body/environment_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "render/body/usage.h"

namespace skua::render {
namespace {

constexpr std::string_view kGive = "give:";

bool MakesPath(std::string_view callable) {
  return callable == "write_file" || callable == "missing_file" || callable == "make_folder";
}

bool IsAscii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

}  // namespace

std::optional<Expression> PathText(std::string_view callable, const std::string& name) {
  if (!MakesPath(callable)) return std::nullopt;
  return Expression{"tmp_path / " + name, Binding::kProduct};
}

std::string PathAction(std::string_view callable, const std::string& content,
                       const model::Statement* content_statement) {
  if (callable == "make_folder") return ".mkdir()";
  if (callable != "write_file") return "";
  if (content_statement->kind == model::StatementKind::kBytes) {
    return fmt::format(".write_bytes({})", content);
  }
  const bool is_ascii =
      content_statement->kind == model::StatementKind::kStr && IsAscii(content_statement->text);
  return fmt::format(".write_text({}{})", content, is_ascii ? "" : ", encoding=\"utf-8\"");
}

std::string ReadAction(model::Value& content) {
  if (content.text.find('\r') != std::string::npos) content.kind = model::ValueKind::kBytes;
  if (content.kind == model::ValueKind::kBytes) return ".read_bytes()";
  return fmt::format(".read_text({})", IsAscii(content.text) ? "" : "encoding=\"utf-8\"");
}

std::optional<std::pair<std::string, std::string>> OverriddenBy(std::string_view callable) {
  constexpr std::string_view kOverride = "override:";
  if (!callable.starts_with(kOverride)) return std::nullopt;
  const std::string_view names = callable.substr(kOverride.size());
  const std::size_t colon = names.find(':');
  return std::pair{std::string(names.substr(0, colon)), std::string(names.substr(colon + 1))};
}

bool Gives(std::string_view callable) { return callable.starts_with(kGive); }

std::string ReplacedFunction(std::string_view callable) {
  if (OverriddenBy(callable)) return "";
  if (const auto colon = callable.find(':'); colon != std::string_view::npos) {
    return std::string(callable.substr(colon + 1));
  }
  if (callable == "processes") return "subprocess.Popen";
  if (callable == "system") return "os.system";
  if (callable == "skip_sleep") return "time.sleep";
  if (callable == "requests_answers") return "requests.adapters.HTTPAdapter.send";
  if (callable == "httpx_answers") return "httpx.HTTPTransport.handle_request";
  if (callable == "httpx_async_answers") return "httpx.AsyncHTTPTransport.handle_async_request";
  if (callable == "urllib_answers") return "urllib.request.OpenerDirector.open";
  return "";
}

std::string EnvironmentText(std::string_view callable, const std::vector<std::string>& arguments,
                            Imports& imports) {
  const std::string joined = fmt::format("{}", fmt::join(arguments, ", "));
  if (callable == "setenv") return fmt::format("monkeypatch.setenv({})", joined);
  if (callable == "delenv") return fmt::format("monkeypatch.delenv({}, raising=False)", joined);
  if (callable == "chdir") return "monkeypatch.chdir(tmp_path)";
  if (callable == "seed") return fmt::format("{}.seed({})", imports.Module("random"), joined);
  if (callable == "argv") {
    return fmt::format("monkeypatch.setattr(\"sys.argv\", [\"program\"{}{}])",
                       arguments.empty() ? "" : ", ", joined);
  }
  if (callable == "stdin") {
    return fmt::format("monkeypatch.setattr(\"sys.stdin\", {}.StringIO({}))", imports.Module("io"),
                       joined);
  }
  if (OverriddenBy(callable)) return fmt::format("monkeypatch.setitem({})", joined);
  if (!ReplacedFunction(callable).empty()) return fmt::format("monkeypatch.setattr({})", joined);
  return "";
}

std::vector<std::string> FixturesOf(const model::Subject& subject, const model::GeneratedTest& test,
                                    const std::string& restoring) {
  const Usage usage(subject, test);
  std::set<std::string> fixtures;
  for (std::size_t i = 0; i < test.test.size(); ++i) {
    const model::Statement& s = test.test.statements[i];
    if (s.kind != model::StatementKind::kCall) continue;
    const model::Callable& callable = subject.callables[s.target];
    if (callable.kind != model::CallableKind::kEnvironment) continue;
    if (MakesPath(callable.name)) {
      const bool needed = usage.uses(i) > 0 || usage.asserted(i) > 0;
      if (needed || callable.name != "missing_file") fixtures.insert("tmp_path");
    } else if (callable.name != "seed") {
      fixtures.insert("monkeypatch");
      if (callable.name == "chdir") fixtures.insert("tmp_path");
    }
  }
  for (const model::RestoredState& restored : test.restored) {
    const bool is_database = restored.by == model::RestoredBy::kDatabase;
    fixtures.insert(is_database ? "db" : restoring.empty() ? "monkeypatch" : restoring);
    const bool is_apart = restored.by == model::RestoredBy::kApart;
    if (is_apart && restoring.empty()) fixtures.insert("tmp_path");
  }
  for (const model::Assertion& assertion : test.assertions) {
    using model::AssertionKind;
    if (assertion.kind == AssertionKind::kOutput || assertion.kind == AssertionKind::kErrorOutput) {
      fixtures.insert("capsys");
    } else if (assertion.kind == AssertionKind::kLog) {
      fixtures.insert("caplog");
    } else if (assertion.kind == AssertionKind::kFile) {
      fixtures.insert("tmp_path");
    }
  }
  return {fixtures.begin(), fixtures.end()};
}

}  // namespace skua::render
