// The file that `output.style: json` writes: a suite as JSON, laid out for people, with a mark that
// tells whether somebody edited it since.
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

// `standing`: the text of the file as it stands, whose tests with an open behaviour change stay
// behind the others; empty: there are none.
std::string RenderSuiteFile(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options, std::string_view standing = {});

// The text of the file, with its checksum set anew.
std::string SealedSuite(Json json);

// Nothing when the text is no such file. Another layout of the same JSON does not count as an edit.
std::optional<FileHeader> ParseSuiteHeader(std::string_view text);

}  // namespace skua::render
