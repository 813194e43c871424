// Writes the result of a campaign to files in the tree.
#pragma once

#include <string>

#include "campaign/campaign.h"
#include "campaign/files/suite_writer.h"

namespace skua::campaign {

// The module's file of tests, which may not exist yet.
std::string FileOf(const CampaignTools& tools, const model::ModuleId& module);

// Returns a writer in the style of the options, with the fingerprint in the headers, that writes
// into the files of the tree. Borrows the subject.
SuiteWriter WriterFor(const CampaignTools& tools, const model::Subject& subject,
                      const std::string& tests_file, const std::string& findings_file,
                      const std::string& fingerprint, StandingFiles standing = {});

// Writes the outcome's suite to its files, names them in the outcome, and removes files for which
// there is no test. The tests of the suite have names from then on. Throws base::Error when a file
// cannot be written.
void WriteResult(const CampaignTools& tools, CampaignResult& result);

}  // namespace skua::campaign
