// The exit statuses of a child that ends itself when a test left no other way. The engine counts
// each of them as a crash.
#pragma once

namespace skua::runtime {

inline constexpr int kTimeoutSwallowed = 71;  // a test caught Timeout again and again
inline constexpr int kForkedByTest = 72;  // a test forked, and the new process returned from the
                                          // test

}  // namespace skua::runtime
