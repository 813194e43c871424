// Opens state.db: checks it, sets it aside when it cannot be read, and makes a new one.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "model/reason.h"

namespace skua::state {

struct OpenedFile {
  std::unique_ptr<SQLite::Database> connection;
  std::optional<model::Reason> reason;  // why the state begins anew
};

// Both functions throw base::Error when the file cannot be used at all.
OpenedFile OpenForWriting(const std::filesystem::path& file);
// A file that is missing or cannot be read counts as an empty state; writing to it fails.
OpenedFile OpenForReading(const std::filesystem::path& file);

}  // namespace skua::state
