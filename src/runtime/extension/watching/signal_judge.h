// Judges signals that a process and its descendants send, in their attendant, if the kernel does
// not hide other processes from them. A filter of system calls has the kernel ask a listener about
// each signal while the sender waits. Allows signals to processes of the attendant's `session` and
// of the sender's own session: all of these descend from the filtered process.
#pragma once

#include <sys/types.h>

#include <span>

namespace skua::runtime {

// Gives this process a filter, which descendants inherit, for the rest of its life. Returns the
// listener that the kernel asks, an owned descriptor; -1, with errno, if the kernel refuses it.
// `program`: the filter's instructions in the kernel's format.
int AskAboutSignals(std::span<const char> program);

// Answers one question, if there is one. Returns false if no process is left that could ask.
bool JudgeSignal(int listener, pid_t session);

}  // namespace skua::runtime
