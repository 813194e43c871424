#include "command/project/explain.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using model::ReasonCode;

std::string Explained(std::string_view code, const std::vector<ReasonCase>& cases = {},
                      const ExplainOptions& options = {}) {
  std::ostringstream out;
  Explain(code, cases, options, out);
  return out.str();
}

TEST(Explain, SaysWhatItMeansWhereItWasMetAndWhatToDo) {
  const std::vector<ReasonCase> cases = {
      {"parcel.label", {ReasonCode::kImportRaises, "No module named 'reportlab' (src/a.py:3)"}},
      {"parcel.loop", {ReasonCode::kImportHangs, ""}},
      {"parcel.odd", {ReasonCode::kImportRaises, ""}},
  };
  EXPECT_EQ(Explained("n104", cases),
            "SKUA-N104  fails at import\n"
            "The module raises when it is imported, so nothing in it can be called.\n"
            "  parcel.label: No module named 'reportlab' (src/a.py:3)\n"
            "  parcel.odd\n"
            "Try: `python -c 'import MODULE'` shows the whole traceback. Install the project's "
            "dependencies into\n"
            "the interpreter that Skua uses (`skua doctor` says which one), set python.path if the "
            "import needs\n"
            "another folder, or add the module to project.exclude.\n");
}

TEST(Explain, KnowsEveryCodeAndListsThemAll) {
  const std::string list = Explained("");
  for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
    EXPECT_THAT(Explained(entry.id), StartsWith(std::string(entry.id)));
    EXPECT_THAT(list, HasSubstr(fmt::format(" {}   {}", entry.id, entry.title)));
  }
}

TEST(Explain, ListsTheCodesAndNamesTheNearestForOneThatIsNot) {
  const std::pair<const char*, const char*> slips[] = {
      {"SKUA-N140", "SKUA-N104"}, {"s504", "SKUA-S50"}, {"SKUA_N104", "SKUA-N104"}};
  for (const auto& [typed, meant] : slips) {
    std::ostringstream out;
    const std::string error = test::ErrorOf([&] { Explain(typed, {}, {}, out); });
    EXPECT_THAT(error, HasSubstr(std::string("no reason code '") + typed));
    EXPECT_THAT(error, HasSubstr(std::string("did you mean ") + meant));
    EXPECT_THAT(out.str(), HasSubstr("SKUA-N101"));
  }
}

TEST(Explain, FitsTheTerminal) {
  ExplainOptions narrow{.width = 40};
  std::istringstream lines(Explained("C602", {}, narrow));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
}

TEST(Explain, LetsNoEscapeSequenceOfTheSubjectThrough) {
  const std::vector<ReasonCase> cases = {{"m", {ReasonCode::kImportRaises, "\x1b[2J\nnext"}}};
  const std::string text = Explained("N104", cases);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, HasSubstr("  m: \\x1b[2J next\n"));
}

}  // namespace
}  // namespace skua::command
