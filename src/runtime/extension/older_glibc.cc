// The extension is loaded by the project's Python, whatever glibc that runs on: what the static C++
// library asks of a recent one stands here instead. check_wheel.py reads which glibc is needed.
#include <unistd.h>

#include <cstdlib>

extern "C" {

// Since glibc 2.32. False: the subject may start threads at any time.
[[gnu::visibility("hidden")]] extern char __libc_single_threaded;
char __libc_single_threaded = 0;

// Since glibc 2.36, of std::random_device, which comes along and is not used.
[[gnu::visibility("hidden")]] unsigned int arc4random() {
  unsigned int number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}

}  // extern "C"
