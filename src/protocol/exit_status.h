// The exit statuses of a child that ends itself when a test left no other way. They are written by
// the extension, and read by the engine.
#pragma once

namespace skua::protocol {

// A test caught Timeout again and again: the engine takes it for one that timed out.
inline constexpr int kTimeoutSwallowed = 71;
// A test forked, and the new process returned from the test: the engine takes it for a crash.
inline constexpr int kForkedByTest = 72;

}  // namespace skua::protocol
