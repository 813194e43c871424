// Defines symbols of recent glibc versions that the static C++ library needs, since the project's
// Python loads the extension with the glibc that it runs on. check_wheel.py reads which glibc is
// needed.
#include <unistd.h>

#include <cstdlib>

extern "C" {

// A symbol of glibc 2.32: false, because the subject may start threads at any time.
[[gnu::visibility("hidden")]] extern char __libc_single_threaded;
char __libc_single_threaded = 0;

// A symbol of glibc 2.36 for std::random_device, which is linked but unused.
[[gnu::visibility("hidden")]] unsigned int arc4random() {
  unsigned int number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}

}  // extern "C"
