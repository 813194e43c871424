// Opening state.db: checked, set aside when it cannot be read, made afresh.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "model/reason.h"

namespace skua::state {

struct OpenedFile {
  std::unique_ptr<SQLite::Database> connection;
  std::optional<model::Reason> reason;  // why it starts afresh
};

// Both throw base::Error when the file cannot be had at all.
OpenedFile OpenForWriting(const std::filesystem::path& file);
// A file that is not there, or cannot be read, is an empty state; writing fails.
OpenedFile OpenForReading(const std::filesystem::path& file);

}  // namespace skua::state
