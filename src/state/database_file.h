// Opens state.db: checks it, sets it aside if it cannot be read, and creates a new one.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "model/reason.h"

namespace skua::state {

struct OpenedFile {
  std::unique_ptr<SQLite::Database> connection;
  std::optional<model::Reason> reason;  // why the state is empty
};

// Both functions throw base::Error if the file cannot be used at all.
OpenedFile OpenForWriting(const std::filesystem::path& file);
// A missing or unreadable file counts as an empty state; writing to it fails.
OpenedFile OpenForReading(const std::filesystem::path& file);

}  // namespace skua::state
