// From what a campaign came to, to files in the tree.
#pragma once

#include <string>

#include "campaign/campaign.h"
#include "campaign/suite_writer.h"

namespace skua::campaign {

// Where the module's tests are, or will be.
std::string FileOf(const CampaignTools& tools, const model::ModuleId& module);

// Writes as the options say, under the fingerprint. Borrows the subject.
SuiteWriter WriterFor(const CampaignTools& tools, const model::Subject& subject,
                      const std::string& tests_file, const std::string& findings_file,
                      const std::string& fingerprint);

// Writes the outcome's suite to its files, tells of it in the outcome, and leaves no file behind
// that it has no test for. Throws base::Error when a file cannot be written.
void WriteResult(const CampaignTools& tools, CampaignResult& result);

}  // namespace skua::campaign
