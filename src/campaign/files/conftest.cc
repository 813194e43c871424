#include "campaign/files/conftest.h"

#include <fmt/format.h>

#include "render/python/literal.h"

namespace skua::campaign {
namespace {

namespace fs = std::filesystem;

// The parts of pytest-django for projects without it: the environment of tests, and the fixture
// `db`, after which the database of tests is as before. Its tables are made from the models,
// without their migrations, in the worker too (django_project.py).
constexpr std::string_view kDjangoFixtures = R"(

@pytest.fixture(scope="session", autouse=True)
def django_test_environment():
    """Lets tests send requests and mail, as "manage.py test" does."""
    try:
        setup_test_environment()
    except RuntimeError:  # another conftest.py has done it
        yield
        return
    yield
    teardown_test_environment()


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment):
    """Makes a database for tests."""
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["MIGRATE"] = False
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    yield
    connection.creation.destroy_test_db(name, verbosity=0)


@pytest.fixture
def db(django_db_setup):
    """Undoes what a test does in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
)";

// An expression for `path` in a file of `folder` that holds wherever the checkout is.
std::string PathExpression(const fs::path& folder, const fs::path& path) {
  const fs::path up = path.lexically_relative(folder);
  std::string expression = "Path(__file__).resolve().parent";
  for (const fs::path& part : up) {
    if (part == "..") {
      expression += ".parent";
    } else if (part != ".") {
      expression += " / " + render::StrLiteral(part.string());
    }
  }
  return expression;
}

}  // namespace

std::string ConftestText(const Conftest& conftest, const fs::path& folder) {
  const std::optional<DjangoSetup>& django = conftest.django;
  const bool has_fixtures = django && !django->has_pytest_django;
  std::string text(kConftestStart);
  text += "\n";
  if (django) text += "import os\n";
  text += "import sys\nfrom pathlib import Path\n\n";
  if (django) text += "import django\n";
  if (has_fixtures) {
    text +=
        "import pytest\n"
        "from django.db import connection, transaction\n"
        "from django.test.utils import setup_test_environment, teardown_test_environment\n";
  }
  if (django) text += "\n";
  for (auto path = conftest.source_path.rbegin(); path != conftest.source_path.rend(); ++path) {
    text += fmt::format("sys.path.insert(0, str({}))\n", PathExpression(folder, *path));
  }
  if (django) {
    text += fmt::format("os.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", {})\ndjango.setup()\n",
                        render::StrLiteral(django->settings));
  }
  if (has_fixtures) text += kDjangoFixtures;
  return text;
}

}  // namespace skua::campaign
