#include "command/shards/shard_environment.h"

#include <map>

#include "base/error.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

using Variables = std::map<std::string, std::string>;

FoundShard Find(std::string_view text, const Variables& variables = {}) {
  return FindShard(text, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

struct FoundInEnvironment {
  const char* text;
  Variables variables;
  unsigned index;
  unsigned total;
};

TEST(FindShard, CountsFromOne) {
  const FoundInEnvironment cases[] = {
      {"1/1", {}, 1, 1},
      {"2/4", {}, 2, 4},
      {"200/200", {}, 200, 200},
      {"3/4", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}, 3, 4},
      {"auto", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}, 1, 2},
      {"auto", {{"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "2"}}, 2, 2},
      {"auto", {{"CI_NODE_TOTAL", "1"}}, 1, 1},  // a GitLab job that is not parallel
      {"auto", {{"CIRCLE_NODE_INDEX", "0"}, {"CIRCLE_NODE_TOTAL", "3"}}, 1, 3},
      {"auto", {{"CIRCLE_NODE_INDEX", "2"}, {"CIRCLE_NODE_TOTAL", "3"}}, 3, 3},
      {"auto", {{"TEST_SHARD_INDEX", "0"}, {"TEST_TOTAL_SHARDS", "5"}}, 1, 5},
      {"auto/4", {{"JOB_COMPLETION_INDEX", "3"}}, 4, 4},
      {"auto", {{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "2"}}, 1, 2},
      {"auto",
       {{"SLURM_ARRAY_TASK_ID", "11"},
        {"SLURM_ARRAY_TASK_MIN", "10"},
        {"SLURM_ARRAY_TASK_COUNT", "2"}},
       2,
       2},
      {"auto",
       {{"SLURM_ARRAY_TASK_ID", "5"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_STEP", "2"},
        {"SLURM_ARRAY_TASK_COUNT", "3"}},
       3,
       3},
      {"auto/2", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}, 1, 2},
      // Bazel within a job of GitLab: the inner one counts. What is empty is not set.
      {"auto",
       {{"CI_NODE_INDEX", "1"},
        {"CI_NODE_TOTAL", "2"},
        {"TEST_SHARD_INDEX", "2"},
        {"TEST_TOTAL_SHARDS", "3"}},
       3,
       3},
      {"auto", {{"TEST_SHARD_INDEX", ""}, {"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}, 1, 2},
  };
  for (const FoundInEnvironment& c : cases) {
    SCOPED_TRACE(std::string(c.text) + (c.variables.empty() ? "" : c.variables.begin()->first));
    const FoundShard found = Find(c.text, c.variables);
    EXPECT_EQ(found.shard.index, c.index);
    EXPECT_EQ(found.shard.total, c.total);
  }
}

TEST(FindShard, TellsWhichFileBazelWantsTouched) {
  const Variables variables = {{"TEST_SHARD_INDEX", "0"},
                               {"TEST_TOTAL_SHARDS", "2"},
                               {"TEST_SHARD_STATUS_FILE", "/tmp/status"}};
  EXPECT_EQ(Find("auto", variables).status_file, "/tmp/status");
  EXPECT_EQ(Find("1/2", variables).status_file, "");
}

struct Refused {
  const char* text;
  Variables variables;
  const char* sentence;
};

TEST(FindShard, NeverTakesAPartForTheWhole) {
  const Refused cases[] = {
      {"0/4", {}, "expected I/N such as 2/4"},
      {"5/4", {}, "not '5/4'"},
      {"1/0", {}, "not '1/0'"},
      {"1/201", {}, "at most 200"},
      {"2", {}, "of how many? Write 2/N"},
      {"2/", {}, "not '2/'"},
      {"/2", {}, "not '/2'"},
      {"-1/2", {}, "not '-1/2'"},
      {"1/2/3", {}, "not '1/2/3'"},
      {"x", {}, "not 'x'"},
      {"auto/x", {}, "not 'auto/x'"},
      {"auto", {}, "none of TEST_SHARD_INDEX, CI_NODE_INDEX"},
      {"auto", {{"CI_NODE_TOTAL", "2"}}, "none of"},
      {"auto", {{"CI_NODE_INDEX", "1"}}, "CI_NODE_INDEX is 1, but CI_NODE_TOTAL is not set"},
      {"auto", {{"CIRCLE_NODE_INDEX", "0"}}, "CIRCLE_NODE_TOTAL is not set"},
      {"auto", {{"TEST_SHARD_INDEX", "0"}}, "TEST_TOTAL_SHARDS is not set"},
      {"auto", {{"SLURM_ARRAY_TASK_ID", "0"}}, "SLURM_ARRAY_TASK_COUNT is not set"},
      {"auto", {{"JOB_COMPLETION_INDEX", "0"}}, "Kubernetes tells no total"},
      {"auto", {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "2"}}, "there is no such shard"},
      {"auto", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "2"}}, "there is no such shard"},
      {"auto", {{"CIRCLE_NODE_INDEX", "3"}, {"CIRCLE_NODE_TOTAL", "3"}}, "there is no such shard"},
      {"auto", {{"CIRCLE_NODE_INDEX", "-1"}, {"CIRCLE_NODE_TOTAL", "3"}}, "there is no such shard"},
      {"auto/2", {{"JOB_COMPLETION_INDEX", "2"}}, "there is no such shard"},
      {"auto", {{"CI_NODE_INDEX", "one"}, {"CI_NODE_TOTAL", "2"}}, "CI_NODE_INDEX is 'one'"},
      {"auto/3", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}, "says that there are 2"},
      {"auto",
       {{"SLURM_ARRAY_TASK_ID", "2"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_STEP", "2"},
        {"SLURM_ARRAY_TASK_COUNT", "3"}},
       "there is no such shard"},
  };
  for (const Refused& c : cases) {
    try {
      const FoundShard found = Find(c.text, c.variables);
      ADD_FAILURE() << c.text << " is " << found.shard.index << " of " << found.shard.total;
    } catch (const base::Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(c.sentence)) << c.text;
    }
  }
}

}  // namespace
}  // namespace skua::command
