#include "worker/worker_loader.h"

#include <unistd.h>

#include "base/error.h"
#include "support/matchers.h"
#include "worker_fixture.h"

namespace skua::worker {
namespace {

using model::ReasonCode;
using namespace std::chrono_literals;

class WorkerLoaderTest : public WorkerFixture {
 protected:
  model::LoadedSubject Load(const std::string& module, base::Duration limit = 1min) {
    WorkerLoader loader(options_, log_);
    return loader.Load(Module(module), {}, base::Deadline(shared().clock).Within(limit));
  }
};

TEST_F(WorkerLoaderTest, LearnsFromHandWrittenTests) {
  base::WriteFileAtomically(project_ / "price.py", "def total(n, rate): return n * rate\n");
  base::WriteFileAtomically(project_ / "test_price.py",
                            "import price\ndef test_it(): assert price.total(2, 1.5) == 3\n");
  WorkerLoader loader(options_, log_);
  const model::LoadOptions options{.seed_files = {"test_price.py", "not_there.py"}};
  const model::LoadedSubject loaded = loader.Load(Module("price"), options, Generous());
  ASSERT_FALSE(loaded.failure.has_value()) << loaded.failure->detail;
  ASSERT_EQ(loaded.seeds.size(), 1u);
  const auto& statements = loaded.seeds[0].statements;
  ASSERT_EQ(statements.size(), 3u);
  EXPECT_EQ(statements[1].real, 1.5);
  EXPECT_EQ(loaded.subject.callables[statements[2].target].name, "total");
}

TEST_F(WorkerLoaderTest, LeavesOutWhatTheUserExcludes) {
  base::WriteFileAtomically(project_ / "price.py", "def total(): pass\ndef tax(): pass\n");
  options_.exclude = {"price:t?x"};
  const model::LoadedSubject loaded = Load("price");
  ASSERT_FALSE(loaded.failure.has_value()) << loaded.failure->detail;
  for (const model::Callable& callable : loaded.subject.callables) {
    EXPECT_EQ(callable.in_subject, callable.name == "total") << callable.name;
  }
}

TEST_F(WorkerLoaderTest, FindsWhatIsInTheModule) {
  const model::LoadedSubject loaded = Load("hostile");
  ASSERT_FALSE(loaded.failure.has_value()) << loaded.failure->detail;
  ASSERT_NE(loaded.executor, nullptr);
  EXPECT_TRUE(loaded.notes.empty());
  EXPECT_EQ(loaded.subject.module.path, "hostile.py");
  EXPECT_GT(loaded.subject.callables.size(), 20u);
  EXPECT_FALSE(loaded.subject.predicates.empty());
}

struct FailingImport {
  const char* module;
  ReasonCode code;
  const char* detail;
};

class FailingImportTest : public WorkerLoaderTest,
                          public ::testing::WithParamInterface<FailingImport> {};

TEST_P(FailingImportTest, HasItsReason) {
  const model::LoadedSubject loaded = Load(GetParam().module);
  ASSERT_TRUE(loaded.failure.has_value());
  EXPECT_EQ(loaded.failure->code, GetParam().code) << loaded.failure->detail;
  EXPECT_THAT(loaded.failure->detail, HasSubstr(GetParam().detail));
  EXPECT_EQ(loaded.executor, nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    Imports, FailingImportTest,
    ::testing::Values(
        FailingImport{"import_syntax", ReasonCode::kSyntaxError, "import_syntax.py"},
        FailingImport{"import_ends_process", ReasonCode::kImportExits, "exit status 3"},
        FailingImport{"import_exits", ReasonCode::kImportExits, "not as a module, please"},
        FailingImport{"import_raises", ReasonCode::kImportRaises, "import_raises.py:1"},
        FailingImport{"import_nothing", ReasonCode::kNoCallables, ""},
        FailingImport{"import_eats_memory", ReasonCode::kImportOutOfMemory, ""},
        FailingImport{"import_crashes", ReasonCode::kImportCrashes, "signal 11"},
        FailingImport{"import_closes_everything", ReasonCode::kImportExits, "closed the files"},
        FailingImport{"import_writes_to_descriptors", ReasonCode::kWorkerLost, "frame"},
        FailingImport{"import_reads_stdin", ReasonCode::kReadsStdin, "import_reads_stdin.py:1"}),
    [](const auto& test) { return std::string(test.param.module); });

TEST_F(WorkerLoaderTest, StartsAProcessWhereThereIsNoServerToForkIt) {
  const base::ScratchFolder runtime;
  std::filesystem::copy(options_.runtime_folder, runtime.path(),
                        std::filesystem::copy_options::recursive);
  std::filesystem::remove(runtime.path() / "skua_runtime" / "serving" / "forked_worker.py");
  options_.runtime_folder = runtime.path();
  const model::LoadedSubject loaded = Load("hostile", 30s);
  EXPECT_FALSE(loaded.failure.has_value());
  EXPECT_FALSE(loaded.subject.callables.empty());
}

TEST_F(WorkerLoaderTest, SaysThatThereWasNoTimeToStartAWorker) {
  const model::LoadedSubject loaded = Load("hostile", 0s);
  ASSERT_TRUE(loaded.failure.has_value());
  EXPECT_EQ(loaded.failure->code, ReasonCode::kNoBudgetLeft);
  EXPECT_EQ(loaded.failure->detail, "no worker started in time");
}

TEST_F(WorkerLoaderTest, GivesUpAnImportThatHangs) {
  const model::LoadedSubject loaded = Load("import_hangs_in_c", 9s);
  ASSERT_TRUE(loaded.failure.has_value());
  EXPECT_EQ(loaded.failure->code, ReasonCode::kImportHangs);
  EXPECT_THAT(loaded.failure->detail, HasSubstr("did not end within 5.0 s"));
}

TEST_F(WorkerLoaderTest, CallsNoImportAHangThatHadLittleTime) {
  const model::LoadedSubject loaded = Load("import_loops", 1s);
  ASSERT_TRUE(loaded.failure.has_value());
  EXPECT_EQ(loaded.failure->code, ReasonCode::kNoBudgetLeft);
  EXPECT_THAT(loaded.failure->detail, HasSubstr("did not end within 0."));
}

TEST_F(WorkerLoaderTest, LeavesAHangingImportWhenInterrupted) {
  std::atomic<bool> interrupted = true;
  WorkerLoader loader(options_, log_);
  const model::LoadedSubject loaded =
      loader.Load(Module("import_loops"), {}, base::Deadline(shared().clock, &interrupted));
  ASSERT_TRUE(loaded.failure.has_value());
  EXPECT_EQ(loaded.failure->code, ReasonCode::kInterrupted);
}

TEST_F(WorkerLoaderTest, NotesWhatIsOddAboutAnImport) {
  const std::pair<const char*, ReasonCode> cases[] = {
      {"import_prints", ReasonCode::kPrintsMuch},
      {"import_starts_threads", ReasonCode::kStartsThreads}};
  for (const auto& [module, code] : cases) {
    const model::LoadedSubject loaded = Load(module);
    ASSERT_FALSE(loaded.failure.has_value()) << module << ": " << loaded.failure->detail;
    ASSERT_EQ(loaded.notes.size(), 1u) << module;
    EXPECT_EQ(loaded.notes[0].code, code);
  }
}

TEST_F(WorkerLoaderTest, GivesObserversTheNumbersOfTheSearchWhereTwoImportsDiffer) {
  WorkerLoader loader(options_, log_);
  const model::LoadedSubject first = loader.Load(Module("import_unstable"), {}, Generous());
  const model::LoadedSubject again =
      loader.Load(Module("import_unstable"), {.instrument = false}, Generous());
  ASSERT_FALSE(again.failure.has_value()) << again.failure->detail;
  ASSERT_EQ(again.subject.callables.size(), first.subject.callables.size());
  EXPECT_EQ(again.subject.callables[0].name, first.subject.callables[0].name);
}

TEST_F(WorkerLoaderTest, NoticesThatTheFileHasChanged) {
  WorkerLoader loader(options_, log_);
  base::WriteFileAtomically(project_ / "price.py", "def total(n): return n\n");
  EXPECT_FALSE(loader.Load(Module("price"), {}, Generous()).failure.has_value());
  base::WriteFileAtomically(project_ / "price.py", "def total(n):\n  if n: return 1\n");
  const model::LoadedSubject again =
      loader.Load(Module("price"), {.instrument = false}, Generous());
  ASSERT_TRUE(again.failure.has_value());
  EXPECT_EQ(again.failure->code, ReasonCode::kUnstableNumbering);
}

TEST_F(WorkerLoaderTest, FindsTheSameWithAnyHashSeedAndWithoutInstrumentation) {
  WorkerLoader loader(options_, log_);
  for (const model::LoadOptions& load :
       {model::LoadOptions{}, model::LoadOptions{true, 1}, model::LoadOptions{false, 2}}) {
    const model::LoadedSubject loaded = loader.Load(Module("hostile"), load, Generous());
    EXPECT_FALSE(loaded.failure.has_value()) << loaded.failure->detail;
  }
}

TEST_F(WorkerLoaderTest, SaysThatTheInterpreterDoesNotRun) {
  options_.interpreter = "/no/such/python";
  EXPECT_THAT([this] { Load("hostile"); },
              ::testing::ThrowsMessage<base::Error>(HasSubstr("/no/such/python")));
}

TEST_F(WorkerLoaderTest, SaysThatTheRuntimeDoesNotStart) {
  options_.runtime_folder = scratch_.path();
  WorkerLoader loader(options_, log_);
  EXPECT_THAT([&] { loader.Greet(Generous()); },
              ::testing::ThrowsMessage<base::Error>(HasSubstr("No module named 'skua_runtime'")));
}

}  // namespace
}  // namespace skua::worker
