// Exit statuses of a child that a test left no other way but to end itself. The extension exits
// with them, and the engine reads them.
#pragma once

namespace skua::protocol {

// A test caught Timeout again and again: a timeout.
inline constexpr int kTimeoutSwallowed = 71;
// A test forked, and the new process returned from the test: a crash.
inline constexpr int kForkedByTest = 72;

}  // namespace skua::protocol
