// The file of `output.style: json`: a suite as JSON, laid out for people, with a mark that shows
// whether somebody edited it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/file_header.h"
#include "render/file/render_options.h"
#include "render/file/suite_schema.h"

namespace skua::render {

// `standing`: the text of the existing file, whose tests with an open behaviour change are kept
// after the others; empty: none.
std::string RenderSuiteFile(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options, std::string_view standing = {});

// Returns the text of the file with a new checksum.
std::string SealedSuite(Json json);

// Returns nullopt if the text is not such a file. Another layout of the same JSON does not count as
// an edit.
std::optional<FileHeader> ParseSuiteHeader(std::string_view text);

}  // namespace skua::render
