#include "campaign/files/test_files.h"

#include <string>

#include "base/files.h"
#include "render/file/file_header.h"
#include "render/file/suite_file.h"
#include "support/matchers.h"

namespace skua::campaign {
namespace {

namespace fs = std::filesystem;
using render::FileKind;

struct KindOfFile {
  FileKind kind;
  std::string name, next, edit;
};
const KindOfFile kKinds[] = {
    {FileKind::kTests, "test_parcel_rates.py", "test_parcel_rates_2.py", "# mine\n"},
    {FileKind::kFindings, "test_parcel_rates_findings.py", "test_parcel_rates_findings_2.py",
     "# mine\n"},
    {FileKind::kSuite, "test_parcel_rates.json", "test_parcel_rates_2.json", "[]"},
};

class TestFilesTest : public ::testing::Test {
 protected:
  std::string Generated(const std::string& module, FileKind kind = FileKind::kTests) const {
    if (kind == FileKind::kSuite) {
      model::Subject subject{.module = {module, ""}};
      return render::RenderSuiteFile(subject, {}, {"0.1.0", "73252ebc", {}});
    }
    const render::FileHeader header{"0.1.0", module, "73252ebc", true};
    return render::Sealed(render::HeaderText(header, kind) + "\n\ndef test_one():\n    pass\n",
                          header);
  }
  std::string Read(const std::string& file) const { return base::ReadFile(root_.path() / file); }

  base::ScratchFolder root_;
  const TestFiles files_{root_.path(), "tests/generated"};
  const model::ModuleId rates_{"parcel.rates", "src/parcel/rates.py"};
};

TEST_F(TestFilesTest, NamesTheFileAfterTheModule) {
  for (const KindOfFile& kind : kKinds) {
    const TestFiles::Place place = files_.PlaceFor(rates_, kind.kind);
    EXPECT_EQ(place.file, "tests/generated/" + kind.name);
    EXPECT_FALSE(place.kept_edited);
  }
}

TEST_F(TestFilesTest, ReplacesWhatItWrote) {
  for (const KindOfFile& kind : kKinds) {
    const std::string file = "tests/generated/" + kind.name;
    files_.Write(file, Generated("parcel.rates", kind.kind));
    EXPECT_EQ(files_.PlaceFor(rates_, kind.kind).file, file);
  }
}

TEST_F(TestFilesTest, GoesBesideAnEditedFile) {
  for (const KindOfFile& kind : kKinds) {
    const std::string file = "tests/generated/" + kind.name;
    files_.Write(file, Generated("parcel.rates", kind.kind) + kind.edit);
    const TestFiles::Place place = files_.PlaceFor(rates_, kind.kind);
    EXPECT_EQ(place.file, "tests/generated/" + kind.next);
    EXPECT_EQ(place.kept_edited, file);
  }
}

TEST_F(TestFilesTest, RemovesOfAModuleWhatNobodyEdited) {
  files_.Write("tests/generated/test_parcel_rates_findings.py",
               Generated("parcel.rates", FileKind::kFindings) + "# mine\n");
  files_.Write("tests/generated/test_parcel_rates_findings_2.py", Generated("parcel_rates"));
  files_.Write("tests/generated/test_parcel_rates_findings_3.py",
               Generated("parcel.rates", FileKind::kFindings));
  files_.Write("tests/generated/test_parcel_rates.py", Generated("parcel.rates"));
  files_.RemoveUnedited(rates_, FileKind::kFindings);
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_rates_findings.py"));
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_rates_findings_2.py"));
  EXPECT_FALSE(files_.Exists("tests/generated/test_parcel_rates_findings_3.py"));
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_rates.py"));
  files_.RemoveUnedited(rates_, FileKind::kSuite);  // there is none
}

TEST_F(TestFilesTest, RemovesOfModulesThatAreGoneWhatNobodyEdited) {
  for (const KindOfFile& kind : kKinds) {
    files_.Write("tests/generated/" + kind.name, Generated("parcel.rates", kind.kind));
  }
  files_.Write("tests/generated/test_parcel_rates_2.py", Generated("parcel.rates") + "# mine\n");
  files_.Write("tests/generated/test_parcel_money.py", Generated("parcel.money"));
  files_.Write("tests/generated/test_mine.py", "def test_one():\n    pass\n");
  EXPECT_THAT(
      files_.RemoveOrphans([](const std::string& module) { return module == "parcel.rates"; }),
      ElementsAre("tests/generated/test_parcel_rates.json", "tests/generated/test_parcel_rates.py",
                  "tests/generated/test_parcel_rates_findings.py"));
  EXPECT_FALSE(files_.Exists("tests/generated/test_parcel_rates.py"));
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_rates_2.py"));
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_money.py"));
  EXPECT_TRUE(files_.Exists("tests/generated/test_mine.py"));
}

TEST_F(TestFilesTest, SaysWhatStandsAsItWasWritten) {
  for (const KindOfFile& kind : kKinds) {
    files_.Write("tests/generated/" + kind.name, Generated("parcel.rates", kind.kind));
    files_.Write("tests/generated/" + kind.next, Generated("parcel.rates", kind.kind) + kind.edit);
  }
  std::vector<FileKind> found;
  for (const TestFiles::Written& written : files_.Unedited()) {
    EXPECT_EQ(written.header.module, "parcel.rates");
    found.push_back(written.kind);
  }
  EXPECT_THAT(found, ElementsAre(FileKind::kSuite, FileKind::kTests, FileKind::kFindings));
}

TEST_F(TestFilesTest, FindsTheSuitesOfAModule) {
  const std::string written = Generated("parcel.rates", FileKind::kSuite);
  std::string edited = written;
  edited.replace(edited.find("73252ebc"), 8, "00000000");
  files_.Write("tests/generated/test_parcel_rates.json", edited);
  files_.Write("tests/generated/test_parcel_rates_2.json", written);
  EXPECT_THAT(files_.SuitesOf(rates_), ElementsAre(edited, written));
  EXPECT_THAT(files_.SuitesOf({"parcel.money", ""}), IsEmpty());
}

TEST_F(TestFilesTest, GoesBesideAFileOfSomebodyElse) {
  files_.Write("tests/generated/test_parcel_rates.py", "def test_by_hand():\n    pass\n");
  EXPECT_EQ(files_.PlaceFor(rates_).file, "tests/generated/test_parcel_rates_2.py");
}

TEST_F(TestFilesTest, GoesBesideAnotherModuleOfTheSameFileName) {
  files_.Write("tests/generated/test_parcel_rates.py", Generated("parcel_rates"));
  const TestFiles::Place place = files_.PlaceFor(rates_);
  EXPECT_EQ(place.file, "tests/generated/test_parcel_rates_2.py");
  EXPECT_FALSE(place.kept_edited);
}

TEST_F(TestFilesTest, MakesTheSourcesImportableWhereverTheCheckoutIs) {
  files_.WriteConftest({{root_.path() / "src", root_.path()}});
  const std::string text = Read("tests/generated/conftest.py");
  EXPECT_THAT(text, HasSubstr(".parent.parent.parent / \"src\"))"));
  EXPECT_THAT(text, Not(HasSubstr(root_.path().string())));
}

TEST_F(TestFilesTest, PutsTheProjectsCommentsAboveTheConftest) {
  files_.WriteConftest({{root_.path()}});
  const std::string without = Read("tests/generated/conftest.py");
  files_.WriteConftest({{root_.path()}}, "MIT");
  EXPECT_EQ(Read("tests/generated/conftest.py"), "# MIT\n" + without);
  files_.WriteConftest({{root_.path()}});
  EXPECT_EQ(Read("tests/generated/conftest.py"), without);
}

TEST_F(TestFilesTest, SetsDjangoUpInTheConftest) {
  files_.WriteConftest({{root_.path()}, DjangoSetup{"shop.settings", false}});
  const std::string text = Read("tests/generated/conftest.py");
  EXPECT_THAT(text,
              HasSubstr("os.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", \"shop.settings\")\n"
                        "django.setup()\n"));
  EXPECT_THAT(text, HasSubstr("def db("));
}

TEST_F(TestFilesTest, LeavesFixturesToPytestDjango) {
  files_.WriteConftest({{root_.path()}, DjangoSetup{"shop.settings", true}});
  const std::string text = Read("tests/generated/conftest.py");
  EXPECT_THAT(text, EndsWith("django.setup()\n"));
  EXPECT_THAT(text, Not(HasSubstr("import pytest")));
}

TEST_F(TestFilesTest, RemovesItsConftestOnlyWhereNoTestIsLeft) {
  files_.WriteConftest({{root_.path()}});
  files_.Write("tests/generated/test_a.py", "");
  files_.RemoveUnused();
  EXPECT_TRUE(files_.Exists("tests/generated/conftest.py"));
  files_.Remove("tests/generated/test_a.py");
  files_.RemoveUnused();
  EXPECT_FALSE(fs::exists(root_.path() / "tests/generated"));
  files_.Write("tests/generated/conftest.py", "import pytest\n");
  files_.RemoveUnused();
  EXPECT_TRUE(files_.Exists("tests/generated/conftest.py"));
}

TEST_F(TestFilesTest, LeavesSomebodyElsesConftestAlone) {
  files_.Write("tests/generated/conftest.py", "import mine\n");
  files_.WriteConftest({{root_.path() / "src"}});
  EXPECT_EQ(Read("tests/generated/conftest.py"), "import mine\n");
}

TEST_F(TestFilesTest, RemovesOnlyWhatAKilledRunLeft) {
  files_.Write("tests/generated/test_parcel_rates.py", Generated("parcel.rates"));
  const fs::path left = root_.path() / "tests/generated/.test_parcel_rates.py.123-1.skua-partial";
  base::WriteFileAtomically(left, "def te");
  files_.RemoveLeftovers();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(files_.Exists("tests/generated/test_parcel_rates.py"));
}

TEST_F(TestFilesTest, QuotesTheFoldersOfTheConftest) {
  files_.WriteConftest({{root_.path() / "it's \"quoted\" \\ here"}});
  EXPECT_THAT(Read("tests/generated/conftest.py"),
              HasSubstr(R"(.parent / 'it\'s "quoted" \\ here')"));
}

}  // namespace
}  // namespace skua::campaign
