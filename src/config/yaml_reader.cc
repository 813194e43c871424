#include "config/yaml_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/pattern.h"
#include "config/option_value.h"
#include "config/suggest.h"

namespace skua::config {
namespace {

enum class ScalarType { kNull, kBoolean, kNumber, kString };

// Returns the type that the core schema of YAML 1.2 gives to a scalar, as editors with the JSON
// Schema do. (yaml-cpp's own conversions read 'yes' and 'on' as booleans.)
ScalarType TypeOf(const YAML::Node& scalar) {
  if (scalar.IsNull()) return ScalarType::kNull;
  if (scalar.Tag() != "?") return ScalarType::kString;  // quoted, or a block scalar
  static const base::Pattern kBoolean("true|True|TRUE|false|False|FALSE");
  static const base::Pattern kNumber(
      "[-+]?([0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"
      "|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
      "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  constexpr std::size_t kLongestNumber = 400;  // matching a pattern recurses for each character
  const std::string& text = scalar.Scalar();
  if (text.size() > kLongestNumber) return ScalarType::kString;
  if (kBoolean.Matches(text)) return ScalarType::kBoolean;
  if (kNumber.Matches(text)) return ScalarType::kNumber;
  return ScalarType::kString;
}

ScalarType TypeFor(OptionType type) {
  switch (type) {
    case OptionType::kBoolean:
      return ScalarType::kBoolean;
    case OptionType::kInteger:
    case OptionType::kNumber:
      return ScalarType::kNumber;
    default:
      return ScalarType::kString;
  }
}

// `line` counts from 0.
bool IsIndentedByTab(std::string_view text, int line) {
  for (; line > 0 && !text.empty(); --line) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return text.substr(0, text.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

// Collects the places where documents begin, and ignores their content.
class Beginnings : public YAML::EventHandler {
 public:
  std::vector<YAML::Mark> marks;

  void OnDocumentStart(const YAML::Mark& mark) override { marks.push_back(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// Returns the beginnings of at most two documents: yaml-cpp finds endlessly many where a document
// begins with a comma.
std::vector<YAML::Mark> FirstDocumentsIn(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  Beginnings beginnings;
  while (beginnings.marks.size() < 2 && parser.HandleNextDocument(beginnings)) {
  }
  return beginnings.marks;
}

std::vector<std::string_view> KeysBelow(std::string_view section) {
  std::vector<std::string_view> keys;
  for (const Option& option : Options()) {
    if (option.in_file() && option.section() == section) keys.push_back(option.key());
  }
  for (const Section& known : Sections()) {
    if (known.parent() == section) keys.push_back(known.key());
  }
  return keys;
}

class Reader {
 public:
  explicit Reader(const std::string& file_name) : file_name_(file_name) {}

  void Read(const std::string& text) {
    try {
      const std::vector<YAML::Mark> documents = FirstDocumentsIn(text);
      if (documents.size() > 1) Problem(documents[1], "expected one document, not several");
      if (documents.empty()) return;
      const YAML::Node first = YAML::Load(text);
      ReadMapping(first, "", first.Mark());
    } catch (const YAML::Exception& error) {
      Problem(error.mark, IsIndentedByTab(text, error.mark.line)
                              ? "this is not YAML: a tab indents the line; YAML takes spaces only"
                              : fmt::format("this is not YAML: {}", error.msg));
    }
  }

  YamlSettings Take() { return std::move(result_); }

 private:
  std::string At(const YAML::Mark& mark) const {
    return fmt::format("{}:{}:{}", file_name_, mark.line + 1, mark.column + 1);
  }
  void Problem(const YAML::Mark& mark, std::string_view text) {
    result_.problems.push_back(fmt::format("{}: {}", At(mark), text));
  }

  // `section` is empty for the whole file; `where` is the place of a node that has no place of its
  // own.
  void ReadMapping(const YAML::Node& mapping, std::string_view section, const YAML::Mark& where) {
    if (mapping.IsNull()) return;  // an empty mapping: all entries are comments
    if (!mapping.IsMap()) {
      const std::string subject = section.empty() ? "" : fmt::format("{}: ", section);
      return Problem(where, fmt::format("{}expected a mapping with some of {}", subject,
                                        fmt::join(KeysBelow(section), ", ")));
    }
    std::map<std::string, int> first_lines;
    for (const auto& entry : mapping) {
      const YAML::Node& key = entry.first;
      if (!key.IsScalar()) {
        Problem(key.Mark(), "expected a key, which is a word");
        continue;
      }
      const auto [first, is_new] = first_lines.emplace(key.Scalar(), key.Mark().line + 1);
      if (!is_new) {
        Problem(key.Mark(), fmt::format("'{}' appears twice; the first is in line {}", key.Scalar(),
                                        first->second));
        continue;
      }
      ReadEntry(section, key, entry.second);
    }
  }

  void ReadEntry(std::string_view section, const YAML::Node& key, const YAML::Node& value) {
    const std::string prefix = section.empty() ? "" : fmt::format("{}.", section);
    const std::string name = prefix + key.Scalar();
    const YAML::Mark where = value.IsNull() ? key.Mark() : value.Mark();
    const Option* option = FindOption(name);
    const bool is_here = option != nullptr && option->in_file() && option->section() == section;
    if (is_here) return ReadOption(*option, value, where);

    const Section* below = FindSection(name);
    if (below == nullptr || below->parent() != section) return ReportUnknown(section, key);
    if (!below->shorthand.empty() && value.IsScalar()) {
      return ReadOption(*FindOption(below->shorthand), value, where);
    }
    ReadMapping(value, below->name, where);
  }

  void ReadOption(const Option& option, const YAML::Node& value, const YAML::Mark& where) {
    const bool is_list = option.type == OptionType::kList || option.type == OptionType::kPairList ||
                         option.type == OptionType::kChoiceList;
    if (is_list && value.IsSequence()) return ReadList(option, value);
    if (!value.IsScalar()) {
      const std::string_view found = value.IsNull()       ? "nothing"
                                     : value.IsSequence() ? "a list"
                                                          : "a mapping";
      return Problem(
          where, fmt::format("{}: expected {}, not {}", option.name, Expectation(option), found));
    }
    const std::optional<OptionValue> parsed =
        is_list ? ReadItem(option, value) : ParseScalar(option, value);
    if (!parsed) return ReportValue(option, value, where);
    result_.settings.push_back({&option, *parsed, At(where), {}});
    if (is_list) result_.settings.back().item_origins = {At(where)};
  }

  std::optional<OptionValue> ParseScalar(const Option& option, const YAML::Node& value) const {
    const ScalarType type = TypeOf(value);
    if (type != TypeFor(option.type)) return std::nullopt;
    std::string text = value.Scalar();
    if (type == ScalarType::kBoolean) {
      std::ranges::transform(text, text.begin(),
                             [](char c) { return static_cast<char>(c | 0x20); });
    }
    return ParseValue(option, text);
  }

  // Reads one item; a list of one may be written without brackets.
  static std::optional<OptionValue> ReadItem(const Option& option, const YAML::Node& item) {
    if (!item.IsScalar() || TypeOf(item) != ScalarType::kString) return std::nullopt;
    if (item.Scalar().empty()) return std::nullopt;
    const bool is_known =
        option.choices.empty() || std::ranges::count(option.choices, item.Scalar()) > 0;
    if (!is_known) return std::nullopt;
    return std::vector<std::string>{item.Scalar()};
  }

  static std::optional<std::string> ItemOf(const Option& option, const YAML::Node& item) {
    if (ReadItem(option, item)) return item.Scalar();
    if (option.type != OptionType::kPairList || !item.IsSequence() || item.size() != 2 ||
        !ReadItem(option, item[0]) || !ReadItem(option, item[1])) {
      return std::nullopt;
    }
    return item[0].Scalar() + " -> " + item[1].Scalar();
  }

  void ReadList(const Option& option, const YAML::Node& list) {
    std::vector<std::string> items;
    std::vector<std::string> origins;
    for (const YAML::Node& item : list) {
      if (std::optional<std::string> text = ItemOf(option, item)) {
        items.push_back(*std::move(text));
        origins.push_back(At(item.Mark()));
      } else {
        ReportValue(option, item, item.IsNull() ? list.Mark() : item.Mark());
      }
    }
    result_.settings.push_back({&option, std::move(items), At(list.Mark()), std::move(origins)});
  }

  void ReportValue(const Option& option, const YAML::Node& value, const YAML::Mark& where) {
    if (!value.IsScalar()) {
      return Problem(where, fmt::format("{}: expected {}", option.name, Expectation(option)));
    }
    const ScalarType type = TypeOf(value);
    const bool quotable = TypeFor(option.type) == ScalarType::kString &&
                          type != ScalarType::kString && IsFreeText(option);
    Problem(where, fmt::format("{}: {}{}", option.name, Complaint(option, value.Scalar()),
                               quotable ? "; put it in quotes if it is one" : ""));
  }

  static bool IsFreeText(const Option& option) {
    return option.type != OptionType::kChoice && option.type != OptionType::kDuration &&
           option.type != OptionType::kSize;
  }

  void ReportUnknown(std::string_view section, const YAML::Node& key) {
    const std::string& name = key.Scalar();
    const std::string place = section.empty() ? "" : fmt::format(" in '{}'", section);
    const std::vector<std::string_view> known = KeysBelow(section);
    std::string otherwise = fmt::format("; expected one of {}", fmt::join(known, ", "));
    for (const Option& option : Options()) {
      if (!option.in_file() || (option.key() != name && option.name != name)) continue;
      otherwise = option.section().empty()
                      ? "; it belongs at the top of the file"
                      : fmt::format("; '{}' belongs in '{}'", option.key(), option.section());
    }
    Problem(key.Mark(),
            fmt::format("unknown key '{}'{}{}", name, place, DidYouMean(name, known, otherwise)));
  }

  const std::string& file_name_;
  YamlSettings result_;
};

}  // namespace

YamlSettings ReadYaml(const std::string& text, const std::string& file_name) {
  Reader reader(file_name);
  reader.Read(text);
  return reader.Take();
}

}  // namespace skua::config
