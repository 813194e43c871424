// Notices the system calls by which a test reaches outside its process, whoever makes them, and
// limits of the sandbox that differ elsewhere: of memory, or of a file's size.
//
// Python's audit events miss effects of C code, and some of `os`. A filter has the kernel raise
// SIGSYS in place of such a call; the handler makes the call and examines its result. Other calls
// are not slowed down. A program that the process becomes or starts ends with SIGSYS when it makes
// such a call, so this is for processes whose tests start none.
#pragma once

#include <string_view>

namespace skua::runtime {

// One filter and one handler for each process, inherited by forks.
class WatchedCalls {
 public:
  // Sets up filter and handler, for the rest of the process's life, which then gets no new
  // privileges. Returns false if the kernel refuses it.
  static bool Install();

  // Sets whether calls from now on are a test's.
  static void Watch(bool watches);

  // Sets the folder in which a test may do anything.
  static void SetOwnFolder(std::string_view path);

  // Allows the end of a child that never became another program.
  static void ExpectChild();

  // Returns the name of the first call that reached outside since the last Take; null without any.
  static const char* Take();
};

}  // namespace skua::runtime
