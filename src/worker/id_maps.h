// The user and the group of this process, for a user namespace in which they are the same as
// outside, so that files stay readable and keep their owners.
#pragma once

#include <string>

namespace skua::worker {

class IdMaps {
 public:
  IdMaps();  // of the effective user and group

  // Called in the new namespace. Async-signal-safe. Leaves the process dumpable, as it has to be to
  // write them.
  bool Write() const;

 private:
  std::string users_, groups_;
};

}  // namespace skua::worker
