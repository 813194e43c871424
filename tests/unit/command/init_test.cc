#include "command/project/init.h"

#include <fmt/format.h>

#include <sstream>

#include "base/files.h"
#include "config/load.h"
#include "config/yaml_reader.h"
#include "support/error_of.h"
#include "support/golden.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

class InitTest : public ::testing::Test {
 protected:
  fs::path root() const { return fs::canonical(scratch_.path()); }
  void Write(const std::string& path, const std::string& text = "x = 1\n") {
    base::WriteFileAtomically(root() / path, text);
  }
  InitOptions Options(const std::string& interpreter = ".venv/bin/python") const {
    return {root(), false, InitInterpreter{root() / interpreter, "3.12.4", "8.3.2"}};
  }
  std::string Init(const InitOptions& options) {
    std::ostringstream out;
    EXPECT_EQ(command::Init(options, out), 0);
    return testing::Replaced(out.str(), root().string(), "<root>");
  }
  std::string Error(const InitOptions& options) {
    std::ostringstream out;
    const std::string error = test::ErrorOf([&] { command::Init(options, out); });
    return testing::Replaced(error, root().string(), "<root>");
  }
  config::Config Loaded() const { return config::Load({}, {root(), false}).config; }

  void MakeParcel() {
    Write("pyproject.toml", "[build-system]\nname = 'no'\n[project]\nname = \"parcel\"  # it\n");
    Write("src/parcel/__init__.py");
    Write("src/parcel/rates.py");
    Write("src/parcel/_vendor/__init__.py");
    Write("tests/test_rates.py");
  }

 private:
  base::ScratchFolder scratch_;
};

TEST_F(InitTest, SaysWhatItFoundAndWroteAndWhatIsNext) {
  MakeParcel();
  EXPECT_EQ(Init(Options()),
            "Found      package src/parcel (2 modules), tests in tests/, interpreter "
            ".venv/bin/python (3.12.4, pytest 8.3.2)\n"
            "Wrote      skua.yml\n"
            "Next       skua run        (uses up to 5m; try --budget 30s)\n");
  EXPECT_TRUE(
      testing::MatchesGolden(base::ReadFile(root() / "skua.yml"), "config/init_parcel.yml"));
}

TEST_F(InitTest, LeavesOutWhatAProjectWithASourceFolderHasBesideIt) {
  MakeParcel();
  Write("tasks/__init__.py");
  Write("tasks/check.py");
  EXPECT_THAT(LookAt(root()).sources, ElementsAre("src/parcel"));
  EXPECT_EQ(LookAt(root()).modules, 2u);
  EXPECT_TRUE(LookAt(root()).names_sources);
  Write("pyproject.toml", "[project]\nname = 'other'\n");
  EXPECT_THAT(LookAt(root()).sources, ElementsAre("src/parcel", "tasks"));
}

TEST_F(InitTest, LeavesOutAPackageOfScriptsBesideThePackageOfTheProject) {
  Write("pyproject.toml", "[project]\nname = 'Mark-Down'\n");
  for (const char* package : {"mark_down", "mark_down/tools", "tools", "plugins"}) {
    Write(fmt::format("{}/__init__.py", package));
  }
  EXPECT_THAT(LookAt(root()).sources, ElementsAre("mark_down", "plugins"));
  EXPECT_TRUE(LookAt(root()).names_sources);
  Write("pyproject.toml", "[project]\nname = 'tools'\n");
  EXPECT_THAT(LookAt(root()).sources, ElementsAre("mark_down", "plugins", "tools"));
}

TEST_F(InitTest, SaysWhereTestsAreThatStandInNoFolderOfTheirOwn) {
  Write("rates.py");
  Write("test_rates.py", "def test_it(): pass\n");
  EXPECT_THAT(Init(Options()), HasSubstr("module rates.py, tests in test_rates.py, interpreter"));
}

TEST_F(InitTest, WhatItWritesCanBeLoaded) {
  MakeParcel();
  Init(Options());
  const config::Config config = Loaded();
  EXPECT_THAT(config.project.source, ElementsAre("src/parcel"));
  EXPECT_THAT(config.project.exclude, ElementsAre("**/_vendor/**"));
  EXPECT_EQ(config.python.interpreter, ".venv/bin/python");
  EXPECT_EQ(config.output.tests, "tests/generated");
  EXPECT_EQ(config.budget.total, std::chrono::minutes(5));
}

TEST_F(InitTest, LeavesOutWhatDiffersFromMachineToMachine) {
  Write("tool.py");
  InitOptions options = Options();
  options.interpreter->path = "/usr/bin/python3";
  EXPECT_EQ(Init(options),
            "Found      module tool.py, interpreter /usr/bin/python3 (3.12.4, pytest 8.3.2)\n"
            "Wrote      skua.yml\n"
            "Next       skua run        (uses up to 5m; try --budget 30s)\n");
  EXPECT_TRUE(
      testing::MatchesGolden(base::ReadFile(root() / "skua.yml"), "config/init_module.yml"));
  EXPECT_EQ(Loaded().python.interpreter, "");
}

TEST_F(InitTest, SendsToTheDoctorWhenSomethingIsMissing) {
  Write("tool.py");
  InitOptions options = Options();
  options.interpreter->pytest_version.reset();
  EXPECT_THAT(Init(options), HasSubstr("(3.12.4, no pytest)\nWrote      skua.yml\n"
                                       "Next       skua doctor "));
  options.interpreter.reset();
  options.force = true;
  EXPECT_THAT(Init(options), HasSubstr("module tool.py, no interpreter\n"));
}

TEST_F(InitTest, NeverOverwritesWithoutForce) {
  Write("tool.py");
  Write("skua.yml", "budget: 1m\n");
  EXPECT_EQ(Error(Options()), "<root>/skua.yml is there already; skua init --force replaces it");
  EXPECT_EQ(base::ReadFile(root() / "skua.yml"), "budget: 1m\n");
  InitOptions options = Options();
  options.force = true;
  Init(options);
  EXPECT_NE(base::ReadFile(root() / "skua.yml"), "budget: 1m\n");
}

TEST_F(InitTest, WithoutModulesThereIsNothingToWrite) {
  Write("tests/test_a.py");
  Write("README.md");
  EXPECT_EQ(Error(Options()),
            "there are no Python modules to test in <root>; call skua init where they are, or name "
            "them in project.source of a skua.yml");
  EXPECT_FALSE(fs::exists(root() / "skua.yml"));
}

struct Layout {
  std::string name;
  std::vector<std::string> files;
  std::vector<std::string> sources;
  std::size_t modules;
  bool names_sources = true;
  std::string tests_folder = "";
};
std::ostream& operator<<(std::ostream& out, const Layout& layout) { return out << layout.name; }

class InitLayout : public InitTest, public ::testing::WithParamInterface<Layout> {};

TEST_P(InitLayout, IsSeenAndWrittenSoThatItLoads) {
  const Layout& expected = GetParam();
  for (const std::string& file : expected.files) Write(file);
  const ProjectLayout layout = LookAt(root());
  EXPECT_EQ(layout.sources, expected.sources);
  EXPECT_EQ(layout.modules, expected.modules);
  EXPECT_EQ(layout.names_sources, expected.names_sources);
  EXPECT_EQ(layout.tests_folder, expected.tests_folder);

  const std::string text = ConfigFor(layout, Options());
  Write("skua.yml", text);
  EXPECT_THAT(config::ReadYaml(text, "skua.yml").problems, IsEmpty()) << text;
  EXPECT_EQ(Loaded().project.source,
            expected.names_sources ? expected.sources : std::vector<std::string>{});
}

std::vector<std::string> ManyModules() {
  std::vector<std::string> files;
  for (char c = 'a'; c < 'm'; ++c) files.push_back(std::string("tool_") + c + ".py");
  return files;
}

INSTANTIATE_TEST_SUITE_P(
    Table, InitLayout,
    ::testing::Values(
        Layout{"src", {"src/a/__init__.py", "src/a/b.py", "test/x.py"}, {"src/a"}, 2, true, "test"},
        Layout{"flat", {"a/__init__.py", "a/b/__init__.py", "setup.py"}, {"a"}, 2},
        Layout{"two packages", {"a/__init__.py", "b/__init__.py"}, {"a", "b"}, 2},
        Layout{"single modules",
               {"one.py", "two.py", "tests/test_one.py"},
               {"one.py", "two.py"},
               2,
               true,
               "tests"},
        Layout{"module in src", {"src/one.py"}, {"src/one.py"}, 1},
        Layout{"many modules", ManyModules(), ManyModules(), 12, false}));

TEST_F(InitTest, NamesNoSourcesWhenThatWouldChangeTheModulesNames) {
  Write("acme/tools/a.py", "import acme.tools.b\n");
  Write("acme/tools/b.py");
  const ProjectLayout layout = LookAt(root());
  EXPECT_EQ(layout.modules, 2u);
  const std::string text = ConfigFor(layout, Options());
  Write("skua.yml", text);
  EXPECT_EQ(Loaded().project.source.empty(), !layout.names_sources);
  const ProjectLayout quiet = [&] {
    Write("acme/tools/a.py", "x = 1\n");  // now nothing tells that acme is a namespace
    return LookAt(root());
  }();
  EXPECT_FALSE(quiet.names_sources);
}

TEST_F(InitTest, NamesTheTestsThatThereAre) {
  Write("tool.py");
  EXPECT_THAT(LookAt(root()).existing_tests, IsEmpty());
  Write("tests/generated/test_tool.py");
  EXPECT_THAT(LookAt(root()).existing_tests, IsEmpty()) << "they are not hand-written";
  Write("tests/unit/test_a.py");
  Write("pkg/sub/test/test_b.py");
  Write("test_tool.py");
  EXPECT_THAT(LookAt(root()).existing_tests, ElementsAre("pkg/sub/test", "test_tool.py", "tests"));
  Init(Options());
  EXPECT_THAT(Loaded().existing_tests, ElementsAre("pkg/sub/test", "test_tool.py", "tests"));
  Write("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = ['tests/', 'docs']\n");
  EXPECT_THAT(LookAt(root()).existing_tests, ElementsAre("tests"));
  Write("pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = '.'\n");
  EXPECT_THAT(LookAt(root()).existing_tests, ElementsAre("pkg/sub/test", "test_tool.py", "tests"));
  for (char c = 'a'; c < 'm'; ++c) Write(std::string("test_") + c + ".py");
  EXPECT_THAT(LookAt(root()).existing_tests, IsEmpty()) << "they are too many to be listed";
}

TEST_F(InitTest, ReadsTheNameFromPyprojectOnlyWhereItIsTheProjects) {
  const struct {
    std::string text, name;
  } cases[] = {
      {"[project]\nname = 'a-b'\n", "a-b"},
      {"[tool.poetry]\r\nname = \"c\"\r\n", "c"},
      {"[tool.other]\nname = \"no\"\n[project]\nversion = \"1\"\n", ""},
      {"name = \"no\"\n", ""},
      {"[project]\n# name = \"no\"\n", ""},
      {"[project\nname", ""},
      {"", ""},
  };
  Write("a.py");
  for (const auto& [text, name] : cases) {
    Write("pyproject.toml", text);
    EXPECT_EQ(LookAt(root()).name, name) << text;
  }
}

}  // namespace
}  // namespace skua::command
