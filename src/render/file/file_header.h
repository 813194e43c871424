// The mark of a generated file: a docstring at its top with the program and the module, and a
// comment at its end, the seal, with a checksum of the rest. Comments of the project's own, such as
// a licence, may precede the docstring. A file with another checksum was edited by a person and is
// never overwritten.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/subject.h"

namespace skua::render {

struct FileHeader {
  std::string version;  // of Skua
  std::string module;   // dotted; or the name of a pair (model/pair.h)
  std::string fingerprint;
  bool unedited = false;   // the checksum is right
  std::string above = {};  // CommentAbove(): whole lines; empty: none
};

enum class FileKind : uint8_t { kTests, kFindings, kSuite };

// Returns "test_parcel_rates.py", "test_parcel_rates_findings.py", "test_parcel_rates.json"; for a
// pair "test_parcel_quote_parcel_rates_integration.py".
std::string TestFileName(const model::ModuleId& module, FileKind kind = FileKind::kTests);

// Returns the kind of a file by its name, which may end in a number ("test_parcel_rates_2.py").
FileKind KindOf(std::string_view file_name, std::string_view module);

// Returns the text as comment lines: "# SPDX-License-Identifier: MIT\n". Lines that are already
// comments stay unchanged.
std::string CommentAbove(std::string_view text);

// Returns the comments above the docstring, and the docstring, with a newline after it. REQUIRES:
// not kSuite, whose header is in keys.
std::string HeaderText(const FileHeader& header, FileKind kind = FileKind::kTests);
// Returns `text`, which begins with HeaderText, with the closing comment appended.
std::string Sealed(std::string text, const FileHeader& header);

// Reads the header of a file of any kind; nullopt if it has no mark. Line ends changed by git
// (CRLF) do not count as an edit.
std::optional<FileHeader> ParseHeader(std::string_view text);
bool IsUnedited(std::string_view text);

}  // namespace skua::render
