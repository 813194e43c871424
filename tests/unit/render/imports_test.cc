#include "render/python/imports.h"

#include <gtest/gtest.h>

namespace skua::render {
namespace {

TEST(Imports, AreExplodedWhereTheyDoNotFitOnALine) {
  Imports imports({"parcel"});
  const std::string x(40, 'x'), y(40, 'y');
  imports.Reach("parcel", x);
  imports.Reach("parcel", y);
  EXPECT_EQ(imports.Text(), "from parcel import (\n    " + x + ",\n    " + y + ",\n)\n");
}

TEST(Imports, GiveAnAliasToEachNameThatARunnerOfTestsTakesForItsOwn) {
  for (const char* name :
       {"setup", "teardown", "setup_module", "teardown_module", "setup_function",
        "teardown_function", "setUpModule", "tearDownModule", "load_tests", "pytestmark",
        "pytest_plugins", "pytest_generate_tests", "pytest_configure", "test_it", "TestIt"}) {
    Imports imports({});
    EXPECT_NE(imports.Reach("shop.fixtures", name), name);
    EXPECT_NE(imports.Text().find(" as "), std::string::npos) << name;
  }
  Imports imports({});
  EXPECT_EQ(imports.Reach("shop.fixtures", "set_up"), "set_up");
}

TEST(Imports, GiveNoAliasThatARunnerOfTestsTakesForItsOwn) {
  Imports imports({});
  EXPECT_EQ(imports.Reach("setup", "print"), "setup_print");
  EXPECT_EQ(imports.Reach("setup", "__test__"), "setup_test__");
  EXPECT_EQ(imports.Reach("test_data", "print"), "subject_test_data_print");
  imports.TakeName("module");
  EXPECT_EQ(imports.Reach("setup", "module"), "subject_setup_module");
  EXPECT_EQ(imports.Module("setup"), "setup_file");
  EXPECT_EQ(imports.Module("shop"), "shop");
}

}  // namespace
}  // namespace skua::render
