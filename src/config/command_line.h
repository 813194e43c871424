// The command line as data. Parses with CLI11; neither prints nor exits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/option.h"

namespace skua::config {

enum class Command : uint8_t {
  kText,  // print `text` and exit with `exit_code`: help, version
  kRun,
  kPlan,
  kInit,
  kDoctor,
  kExplain,
  kReport,
  kAccept,
  kMerge,
  kCheck,
  kConfigShow,
  kConfigSchema,
  kConfigCheck,
  kCompletion,
};

struct Invocation {
  Command command = Command::kText;
  std::vector<Setting> overrides;  // flags that set options, in the order of the table
  std::vector<std::string> only;   // MODULE… of run and plan, as written
  std::optional<std::filesystem::path> config_file;  // --config, as written
  std::string explain_code;                          // empty: all codes
  bool force = false;                                // init --force
  std::string ci;                                    // init --ci; empty: none
  std::optional<unsigned> shards;                    // --shards of init and plan; 0: auto
  std::string format;                                // plan --format
  std::vector<std::filesystem::path> folders;        // DIR… of merge, as written
  std::vector<std::filesystem::path> suites;         // SUITE… of check, as written
  bool allow_missing = false;                        // merge --allow-missing
  std::vector<std::string> accepted;                 // MODULE|TEST… of accept, as written
  bool accept_all = false;                           // accept --all
  std::string origin;                                // init --from; empty: not given
  bool to_stdout = false;                            // init --stdout
  bool suite = false;                                // config schema --suite
  bool report = false;                               // config schema --report
  std::string shell;                                 // operand of completion
  std::string text;
  int exit_code = 0;
};

// Parses the arguments, without the program's name. Throws base::Error (one sentence, with the
// nearest known name) if they are invalid.
Invocation ParseCommandLine(std::span<const std::string> arguments);

}  // namespace skua::config
