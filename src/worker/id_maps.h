// Maps the user and group of this process to themselves in a user namespace, so that files stay
// readable and keep their owners.
#pragma once

#include <string>

namespace skua::worker {

class IdMaps {
 public:
  IdMaps();  // of the effective user and group

  // Called in the new namespace. Async-signal-safe. Leaves the process dumpable, which writing
  // requires.
  bool Write() const;

 private:
  std::string users_, groups_;
};

}  // namespace skua::worker
