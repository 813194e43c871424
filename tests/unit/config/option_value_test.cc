#include "config/option_value.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

namespace skua::config {
namespace {

using namespace std::chrono_literals;

const Option& Named(std::string_view name) { return *FindOption(name); }

TEST(Duration, IsReadAndWritten) {
  const struct {
    std::string_view text;
    base::Duration duration;
    std::string_view written;
  } cases[] = {
      {"90s", 90s, "1m30s"},
      {"5m", 5min, "5m"},
      {"1h10m", 70min, "1h10m"},
      {"250ms", 250ms, "250ms"},
      {"1h", 1h, "1h"},
      {"2m5s250ms", 125250ms, "2m5s250ms"},
      {"0h1s", 1s, "1s"},
      {"1500ms", 1500ms, "1s500ms"},
      {"999999h", 999999h, "999999h"},
  };
  for (const auto& [text, duration, written] : cases) {
    EXPECT_EQ(ParseValue(Named("budget.total"), text), OptionValue(duration)) << text;
    EXPECT_EQ(FormatDuration(duration), written);
  }
}

TEST(Duration, NothingElseIsRead) {
  for (const std::string_view text :
       {"", "5", "5x", "m", "-5m", "5 m", " 5m", "5m ", "1.5h", "10m1h", "0s", "0h0m", "5M", "1d",
        "1000000h", "5m5m", "99999999999999999999s", "5m\n"}) {
    EXPECT_EQ(ParseValue(Named("budget.total"), text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseValue(Named("budget.total"), std::string(1 << 20, '1')), std::nullopt);
}

TEST(Size, IsReadAndWritten) {
  const struct {
    std::string_view text;
    uint64_t bytes;
    std::string_view written;
  } cases[] = {
      {"512MiB", 512ull << 20, "512MiB"},
      {"2GB", 2'000'000'000, "2GB"},
      {"2 GB", 2'000'000'000, "2GB"},
      {"1024KiB", 1 << 20, "1MiB"},
      {"7B", 7, "7B"},
      {"3kB", 3000, "3kB"},
      {"3KB", 3000, "3kB"},
      {"999999999GiB", 999999999ull << 30, "999999999GiB"},
  };
  for (const auto& [text, bytes, written] : cases) {
    EXPECT_EQ(ParseValue(Named("sandbox.memory"), text), OptionValue(bytes)) << text;
    EXPECT_EQ(FormatValue(Named("sandbox.memory"), OptionValue(bytes)), written);
  }
  for (const std::string_view text : {"", "5", "GB", "0MB", "-1MB", "1.5GB", "5TB", "1 000MB"}) {
    EXPECT_EQ(ParseValue(Named("sandbox.memory"), text), std::nullopt) << text;
  }
}

TEST(Numbers, KeepToTheirLimits) {
  const struct {
    std::string_view option, text;
    std::optional<OptionValue> value;
  } cases[] = {
      {"budget.jobs", "0", uint64_t{0}},
      {"budget.jobs", "1024", uint64_t{1024}},
      {"budget.jobs", "1025", std::nullopt},
      {"budget.jobs", "-1", std::nullopt},
      {"budget.jobs", "1.0", std::nullopt},
      {"budget.jobs", "2 ", std::nullopt},
      {"search.seed", "9007199254740991", uint64_t{9007199254740991}},
      {"search.seed", "18446744073709551616", std::nullopt},
      {"search.pool", "0", 0.0},
      {"search.pool", "0.25", 0.25},
      {"search.pool", "1.01", std::nullopt},
      {"fail_under", "100", 100.0},
      {"fail_under", "nan", std::nullopt},
      {"fail_under", "inf", std::nullopt},
      {"fail_under", "80%", std::nullopt},
  };
  for (const auto& [option, text, value] : cases) {
    EXPECT_EQ(ParseValue(Named(option), text), value) << option << " " << text;
  }
}

TEST(ChoiceList, IsSeparatedByCommas) {
  const Option& debug = Named("call.debug");
  EXPECT_EQ(ParseValue(debug, "stats"), OptionValue(std::vector<std::string>{"stats"}));
  EXPECT_EQ(ParseValue(debug, "explain,stats"),
            OptionValue(std::vector<std::string>{"explain", "stats"}));
  for (const std::string_view text :
       {"", ",", "stats,", "stats,,explain", "stats, explain", "all"}) {
    EXPECT_EQ(ParseValue(debug, text), std::nullopt) << text;
  }
}

TEST(Complaint, SaysWhatWasExpectedAndTheNearestChoice) {
  EXPECT_EQ(Complaint(Named("budget.total"), "5x"),
            "expected a duration such as 90s, 5m or 1h10m, not '5x'");
  EXPECT_EQ(Complaint(Named("call.color"), "alwys"),
            "expected auto, always or never, not 'alwys'; did you mean 'always'?");
  EXPECT_EQ(Complaint(Named("version"), "2"), "expected 1, not '2'");
  EXPECT_LT(Complaint(Named("budget.total"), std::string(5000, 'x')).size(), 200u);
}

TEST(QuoteForYaml, IsReadBackAsTheSameString) {
  for (const std::string text :
       {"src/parcel", ".",          "",        "~",        "yes",     "No",   "null", "3.10", "1e5",
        "0x1F",       "0o7",        "1_000",   "12:30:00", "a: b",    "a #b", "- a",  "-",    "[a]",
        "{a}",        "*.py",       "**/x/**", "&a",       "!a",      "%a",   "@a",   "`a`",  "'a'",
        "a\"b\\c",    "two\nlines", "tab\t",   "ünïcode",  " space ", "a,b",  ".inf", "=",    "<<",
        "a:",         ":",          "?",       "|",        ">",       "é\x01"}) {
    const YAML::Node list = YAML::Load("[" + QuoteForYaml(text) + "]");
    ASSERT_TRUE(list[0].IsScalar()) << text;
    EXPECT_EQ(list[0].Scalar(), text);
  }
  EXPECT_EQ(QuoteForYaml("src/parcel"), "src/parcel");
  EXPECT_EQ(QuoteForYaml("3.10"), "\"3.10\"");
}

}  // namespace
}  // namespace skua::config
