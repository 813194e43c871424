// Signals that a process and its descendants send are judged by their attendant, where the kernel
// hides no processes of others from them. A filter of system calls has the kernel ask a listener
// about each; the sender waits for the answer. Those to processes of the same session, and to those
// of the sender's, are sent: all of these descend from the process that got the filter.
#pragma once

#include <sys/types.h>

#include <span>

namespace skua::runtime {

// Gives this process a filter, which descendants inherit, for the rest of its life. Returns the
// listener that the kernel asks, a descriptor that belongs to the caller; -1, with errno, when the
// kernel refuses it. `program` are the filter's instructions, as the kernel reads them.
int AskAboutSignals(std::span<const char> program);

// Answers one question, if there is one. False when nobody is left who could ask.
bool JudgeSignal(int listener, pid_t session);

}  // namespace skua::runtime
