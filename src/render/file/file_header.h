// The mark that makes a written file ours: a docstring at its top, which names the program and the
// module, and a comment at its end with a checksum of the rest. Comments of the project's own, such
// as a licence, may stand above the docstring. A file whose checksum differs was
// edited by a person and is never overwritten.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/subject.h"

namespace skua::render {

struct FileHeader {
  std::string version;  // of Skua
  std::string module;   // dotted; or a pair's name (model/pair.h)
  std::string fingerprint;
  bool unedited = false;   // the checksum is right
  std::string above = {};  // CommentAbove(): whole lines; empty: none
};

enum class FileKind : uint8_t { kTests, kFindings, kSuite };

// "test_parcel_rates.py", "test_parcel_rates_findings.py", "test_parcel_rates.json"; of a pair
// "test_parcel_quote_parcel_rates_integration.py"
std::string TestFileName(const model::ModuleId& module, FileKind kind = FileKind::kTests);

// The kind of a file with this name, or with such a name and a number ("test_parcel_rates_2.py").
FileKind KindOf(std::string_view file_name, std::string_view module);

// The text as lines of comment: "# SPDX-License-Identifier: MIT\n". Lines that are comments already
// stay as they are.
std::string CommentAbove(std::string_view text);

// What stands above the docstring, and that, with a newline behind it. REQUIRES: not kSuite, which
// has its header in keys.
std::string HeaderText(const FileHeader& header, FileKind kind = FileKind::kTests);
// `text`, which begins with HeaderText, with the closing comment appended.
std::string Sealed(std::string text, const FileHeader& header);

// Reads the header of a file of any kind; nothing when the file does not carry the mark. Line ends
// that git changed (CRLF) do not count as an edit.
std::optional<FileHeader> ParseHeader(std::string_view text);
bool IsUnedited(std::string_view text);

}  // namespace skua::render
