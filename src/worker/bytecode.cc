#include "worker/bytecode.h"

#include "base/subprocess.h"

namespace skua::worker {

void Bytecode::Compile(const std::vector<std::filesystem::path>& files,
                       const base::Deadline& until) const {
  base::Command command;
  // Runs the interpreter isolated and without site, so that no code of the project or its
  // environment runs.
  command.arguments = {interpreter_.string(),
                       "-I",
                       "-S",
                       "-B",
                       (runtime_folder_ / "skua_runtime" / "alone" / "bytecode.py").string(),
                       folder_.path().string()};
  for (const std::filesystem::path& file : files) {
    if (file.string().find('\n') == std::string::npos) command.input += file.string() + "\n";
  }
  if (sandbox_) sandbox_->Contain(command, {runtime_folder_}, folder_.path());
  base::Run(command, until);
}

}  // namespace skua::worker
