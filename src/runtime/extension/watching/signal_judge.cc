#include "runtime/extension/watching/signal_judge.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/extension/watching/architecture.h"

namespace skua::runtime {
namespace {

// Adds room, since a newer kernel may use longer messages.
template <typename Message>
union WithRoom {
  Message message;
  char room[512];
};

// Returns 0, or the error with which the signal is refused. A session with living members keeps its
// number, so no other process has it.
int Verdict(const seccomp_notif& question, pid_t session) {
  const auto sender = static_cast<pid_t>(question.pid);
  if (sender <= 0 || question.data.arch != kArchitecture) return EPERM;
  auto receiver = static_cast<pid_t>(question.data.args[0]);
  switch (question.data.nr) {
    case SYS_kill:
      if (receiver == 0) return 0;  // the sender's own group
      if (receiver == -1 || receiver == INT_MIN) return EPERM;
      // A group, whose processes are all in one session.
      if (receiver < 0) receiver = -receiver;
      break;
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo:
      if (receiver <= 0) return EINVAL;
      break;
    default:
      return EPERM;
  }
  const pid_t of_receiver = getsid(receiver);
  if (of_receiver < 0) return errno;
  return of_receiver == session || of_receiver == getsid(sender) ? 0 : EPERM;
}

}  // namespace

int AskAboutSignals(std::span<const char> program) {
  std::vector<sock_filter> instructions(program.size() / sizeof(sock_filter));
  std::memcpy(instructions.data(), program.data(), instructions.size() * sizeof(sock_filter));
  const sock_fprog all{static_cast<unsigned short>(instructions.size()), instructions.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return static_cast<int>(
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &all));
}

bool JudgeSignal(int listener, pid_t session) {
  pollfd asked{listener, POLLIN, 0};
  if (poll(&asked, 1, 0) <= 0) return true;
  if ((asked.revents & POLLIN) == 0) return false;
  WithRoom<seccomp_notif> question{.room = {}};
  // The sender may have been killed meanwhile, here and below.
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return true;
  const int error = Verdict(question.message, session);
  WithRoom<seccomp_notif_resp> answer{.room = {}};
  answer.message.id = question.message.id;
  answer.message.error = -error;
  // The arguments are numbers in registers, so the call cannot change after it was judged.
  answer.message.flags = error == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  return true;
}

}  // namespace skua::runtime
