#include "worker/fork_server.h"
#include "base/json.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "support/processes.h"
#include "worker_fixture.h"

namespace skua::worker {
namespace {

using namespace std::chrono_literals;

// In place of the runtime: a server that answers what the request for a process tells it to.
constexpr const char* kLiar = R"(
import json
import socket
import struct

HEADER = struct.Struct("<4sHHI")


def receive(connection):
    header, _, _, _ = socket.recv_fds(connection, HEADER.size, 4)
    return connection.recv(HEADER.unpack(header)[3], socket.MSG_WAITALL)


def main(control):
    server = socket.socket(fileno=control)
    while True:
        header, descriptors, _, _ = socket.recv_fds(server, HEADER.size, 4)
        if not header:
            return
        server.recv(HEADER.unpack(header)[3], socket.MSG_WAITALL)
        process = socket.socket(fileno=descriptors[0])
        answer = json.loads(receive(process))["answer"].encode()
        process.sendall(HEADER.pack(b"SKUA", 1, 1, len(answer)) + answer)
)";

class ForkServerTest : public WorkerFixture {
 protected:
  ForkServer::Options OptionsFor(const std::string& kind, const std::filesystem::path& runtime) {
    return {options_.interpreter, runtime, kind, options_.limits, options_.features};
  }
  std::unique_ptr<ForkedProcess> Fork(ForkServer& server, nlohmann::json details) {
    const Containment containment(folder_.path(), options_.limits, options_.features);
    return server.Fork({MakeEnvironment({folder_.path(), 0, {}, {}}), folder_.path(), &containment},
                       std::move(details), Generous());
  }

  const base::ScratchFolder folder_;
  const std::shared_ptr<MemoryWatch> memory_ =
      std::make_shared<MemoryWatch>(options_.limits.memory_bytes);
};

TEST_F(ForkServerTest, BelievesNoNumberThatIsNotOfItsOwnProcesses) {
  const base::ScratchFolder runtime;
  base::WriteFileAtomically(runtime.path() / "skua_runtime/serving/liar.py", kLiar);
  const pid_t victim = fork();
  if (victim == 0) {
    while (true) pause();
  }
  for (const std::string& answer :
       {fmt::format(R"({{"pid": {}}})", victim), fmt::format(R"({{"pid": {}}})", getpid()),
        std::string(R"({"pid": 1})"), std::string(R"({"pid": 0})"), std::string(R"({"pid": -1})"),
        std::string(R"({"pid": "1"})"), std::string("{}"), std::string("[]"), std::string("{")}) {
    ForkServer server(OptionsFor("liar", runtime.path()), folder_.path(), 0, memory_);
    EXPECT_EQ(Fork(server, {{"answer", answer}}), nullptr) << answer;
    // Whatever it answers from now on, it is not asked again.
    EXPECT_EQ(Fork(server, {{"answer", answer}}), nullptr) << answer;
  }
  EXPECT_EQ(waitpid(victim, nullptr, WNOHANG), 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
}

TEST_F(ForkServerTest, HasNoProcessesWhereItDoesNotStart) {
  const base::ScratchFolder runtime;  // with nothing in it
  ForkServer server(OptionsFor("liar", runtime.path()), folder_.path(), 0, memory_);
  EXPECT_EQ(Fork(server, nlohmann::json::object()), nullptr);
}

TEST_F(ForkServerTest, LeavesNoDescriptorOpenWhereItCannotBegin) {
  // Landlock fails for a folder that is a file, and where the kernel has none.
  const std::filesystem::path file = folder_.path() / "file";
  base::WriteFileAtomically(file, "");
  ForkServer::Options options = OptionsFor("liar", folder_.path());
  options.features.landlock_abi = 1;
  const std::size_t before = test::OpenDescriptors();
  EXPECT_THROW(ForkServer(options, file, 0, memory_), base::Error);
  EXPECT_EQ(test::OpenDescriptors(), before);
  {
    ForkServer server(OptionsFor("liar", folder_.path()), folder_.path(), 0, memory_);
    Fork(server, nlohmann::json::object());
  }
  EXPECT_EQ(test::OpenDescriptors(), before);
}

TEST_F(ForkServerTest, TellsHowAProcessEndsAndKillsOneThatDoesNot) {
  ForkServer server(OptionsFor("forked_pytest", options_.runtime_folder), folder_.path(), 0,
                    memory_);
  const auto run = [&](const std::vector<std::string>& arguments) {
    return Fork(server, {{"arguments", arguments},
                         {"output", (folder_.path() / "output").string()},
                         {"root", project_.string()},
                         {"bytecode", ""}});
  };
  const auto version = run({"--version"});
  ASSERT_NE(version, nullptr);
  const auto end = version->Wait(Generous());
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 0);
  EXPECT_TRUE(version->Kill());

  base::WriteFileAtomically(folder_.path() / "test_it.py",
                            "import time\nwhile True: time.sleep(1000)\n");
  const auto endless = run({(folder_.path() / "test_it.py").string()});
  ASSERT_NE(endless, nullptr);
  EXPECT_FALSE(endless->Wait(1ms));
  const pid_t pid = endless->process().pid();
  EXPECT_TRUE(endless->Kill());
  EXPECT_TRUE(test::HasEnded(pid));
}

}  // namespace
}  // namespace skua::worker
