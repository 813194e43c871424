// How a child leaves on its own when a test left no other way. The engine counts either as a crash.
#pragma once

namespace skua::runtime {

inline constexpr int kTimeoutSwallowed = 71;  // the test caught Timeout again and again
inline constexpr int kForkedByTest = 72;      // a process that a test forked came back from it

}  // namespace skua::runtime
