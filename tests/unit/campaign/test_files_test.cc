#include "campaign/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "render/file_header.h"

namespace skua::campaign {
namespace {

namespace fs = std::filesystem;

class TestFilesTest : public ::testing::Test {
 protected:
  std::string Generated(const std::string& module) const {
    const render::FileHeader header{"0.1.0", module, "73252ebc", true};
    return render::Sealed(render::HeaderText(header) + "\n\ndef test_one():\n    pass\n", header);
  }
  std::string Read(const std::string& file) const { return base::ReadFile(root_.path() / file); }

  base::ScratchFolder root_;
  const TestFiles files_{root_.path(), "tests/generated"};
  const model::ModuleId rates_{"parcel.rates", "src/parcel/rates.py"};
};

TEST_F(TestFilesTest, NamesTheFileAfterTheModule) {
  const TestFiles::Place place = files_.PlaceFor(rates_);
  EXPECT_EQ(place.file, "tests/generated/test_parcel_rates.py");
  EXPECT_FALSE(place.kept_edited);
}

TEST_F(TestFilesTest, ReplacesWhatItWrote) {
  files_.Write("tests/generated/test_parcel_rates.py", Generated("parcel.rates"));
  EXPECT_EQ(files_.PlaceFor(rates_).file, "tests/generated/test_parcel_rates.py");
}

TEST_F(TestFilesTest, GoesBesideAnEditedFile) {
  files_.Write("tests/generated/test_parcel_rates.py", Generated("parcel.rates") + "# mine\n");
  const TestFiles::Place place = files_.PlaceFor(rates_);
  EXPECT_EQ(place.file, "tests/generated/test_parcel_rates_2.py");
  EXPECT_EQ(place.kept_edited, "tests/generated/test_parcel_rates.py");
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
  files_.WriteConftest({root_.path() / "src", root_.path()});
  const std::string text = Read("tests/generated/conftest.py");
  EXPECT_THAT(text, ::testing::HasSubstr(".parent.parent.parent / \"src\"))"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr(root_.path().string())));
}

TEST_F(TestFilesTest, LeavesSomebodyElsesConftestAlone) {
  files_.Write("tests/generated/conftest.py", "import mine\n");
  files_.WriteConftest({root_.path() / "src"});
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

}  // namespace
}  // namespace skua::campaign
