#include "render/file/suite_file.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "record/writer.h"
#include "render/file/standing_suite.h"
#include "render/file/suite_json.h"
#include "render/file/suite_record.h"

namespace skua::render {
namespace {

constexpr std::size_t kLineLength = 100;
constexpr std::string_view kGenerator = "Skua ";

// Writes the members of an object or array, separated by `separator`.
template <typename Write>
void WriteMembers(const Json& json, std::string_view separator, std::string& text,
                  const Write& write) {
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) text += separator;
    first = false;
    if (json.is_object()) text += DumpJson(Json(key)) + ": ";
    write(value);
  }
}

std::string OnOneLine(const Json& json) {
  if (json.is_primitive()) return DumpJson(json);
  std::string text;
  WriteMembers(json, ", ", text, [&](const Json& value) { text += OnOneLine(value); });
  return fmt::format("{}{}{}", json.is_object() ? '{' : '[', text, json.is_object() ? '}' : ']');
}

// Writes a value on one line if it fits there.
void LayOutJson(const Json& json, std::size_t indent, std::string& text) {
  const std::string line = OnOneLine(json);
  if (json.is_primitive() || json.empty() || indent + line.size() <= kLineLength) {
    text += line;
    return;
  }
  const std::string margin = '\n' + std::string(indent, ' ');
  text += (json.is_object() ? '{' : '[') + margin + ' ';
  WriteMembers(json, "," + margin + ' ', text,
               [&](const Json& value) { LayOutJson(value, indent + 1, text); });
  text += margin + (json.is_object() ? '}' : ']');
}

std::string ChecksumWithout(const Json& without) {
  return fmt::format("{:016x}", base::Hash64(DumpJson(without)));
}

}  // namespace

std::string RenderSuiteFile(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options, std::string_view standing) {
  SuiteDocument document = NamedSuite(subject, suite);
  document.generator = std::string(kGenerator) + options.version;
  document.fingerprint = options.fingerprint;
  Json json = record::Write<Suites>(document);
  if (const auto file = StandingSuite::Read(standing)) {
    for (Json& test : file->MarkedTests()) json["tests"].push_back(std::move(test));
  }
  return SealedSuite(std::move(json));
}

std::string SealedSuite(Json json) {
  json.erase("checksum");
  // Parses the text again, with replacements for bytes that are not UTF-8.
  json = Json::parse(DumpJson(json));
  json["checksum"] = ChecksumWithout(json);
  std::string text;
  LayOutJson(json, 0, text);
  return text + '\n';
}

std::optional<FileHeader> ParseSuiteHeader(std::string_view text) {
  Json json;
  try {
    json = record::ParseStored(text);
  } catch (const record::ReadError&) {
    return std::nullopt;
  }
  const auto string_of = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!json.is_object() || string_of("format") != kSuiteFormat) return std::nullopt;
  std::string generator = string_of("generator");
  if (!generator.starts_with(kGenerator)) return std::nullopt;
  FileHeader header{generator.substr(kGenerator.size()), string_of("module"),
                    string_of("fingerprint"), false};
  const std::string checksum = string_of("checksum");
  json.erase("checksum");
  header.unedited = checksum == ChecksumWithout(json);
  return header;
}

}  // namespace skua::render
