#include "command/survey/written_records.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "model/pair.h"

namespace skua::command {

void AddWrittenRecords(const campaign::TestFiles& files,
                       const std::vector<workspace::SourceModule>& sources,
                       std::vector<model::ModuleRecord>& records) {
  std::map<std::string_view, model::ModuleRecord*> known;
  for (model::ModuleRecord& record : records) known.emplace(record.module.name, &record);
  const bool all_finished =
      std::ranges::all_of(sources, [&](const workspace::SourceModule& source) {
        const auto found = known.find(source.module.name);
        return found != known.end() && found->second->finished_run > 0;
      });
  if (all_finished) return;

  std::map<std::string_view, const model::ModuleId*> present;
  for (const auto& source : sources) present.emplace(source.module.name, &source.module);
  std::vector<model::ModuleRecord> added;
  for (const campaign::TestFiles::Written& written : files.Unedited()) {
    if (written.kind == render::FileKind::kFindings || model::IsPair(written.header.module))
      continue;
    const auto found = known.find(written.header.module);
    model::ModuleRecord fresh;
    model::ModuleRecord& record = found == known.end() ? fresh : *found->second;
    if (record.finished_run > 0) continue;
    if (found == known.end()) {
      const auto module = present.find(written.header.module);
      record.module =
          module == present.end() ? model::ModuleId{written.header.module, ""} : *module->second;
      record.seen_fingerprint = written.header.fingerprint;
      record.seen_since = 1;
    }
    record.finished_run = std::max<int64_t>(record.seen_since, 1);
    record.finished_fingerprint = written.header.fingerprint;
    record.file = written.file;
    record.from_file = true;
    if (found == known.end()) added.push_back(std::move(fresh));
  }
  records.insert(records.end(), added.begin(), added.end());
  std::ranges::sort(records, {}, &model::ModuleRecord::module);
}

}  // namespace skua::command
