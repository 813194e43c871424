// Notices the system calls by which a test reaches outside its process, whoever makes them, and
// where it reaches a limit of the sandbox, which is another elsewhere: of memory, or of a file's
// size.
//
// Python's audit events do not tell of what C code does, nor of all that `os` does. A filter has
// the kernel raise SIGSYS in place of such a call; the handler makes the call and looks at what
// came of it. Other calls are not slowed down. A program that the process becomes or starts ends
// with SIGSYS when it makes such a call, so this is for processes whose tests start none.
#pragma once

#include <string_view>

namespace skua::runtime {

// There is one filter and one handler a process, inherited by forks.
class WatchedCalls {
 public:
  // Sets up filter and handler, for the rest of the process's life, which gets no new
  // privileges then. False where the kernel refuses it.
  static bool Install();

  // Calls from now on are a test's doing, or are not.
  static void Watch(bool watches);

  // The folder in which a test may do what it likes.
  static void SetOwnFolder(std::string_view path);

  // A child may end that never became another program.
  static void ExpectChild();

  // The name of the first call that reached out since this was asked; null without any.
  static const char* Take();
};

}  // namespace skua::runtime
