// The layering of src/: which folder may include which. The table is that of src/README.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/source.h"

namespace {

namespace fs = std::filesystem;
using Folders = std::set<std::string>;

// Beside its own. "*" = all.
const std::map<std::string, Folders> kMayInclude = {
    {"base", {}},
    {"record", {"base"}},
    {"model", {"base", "record"}},
    {"config", {"base", "record", "model"}},
    {"protocol", {"base", "record", "model"}},
    {"state", {"base", "record", "model"}},
    {"workspace", {"base", "record", "model"}},
    {"search", {"base", "record", "model"}},
    {"oracle", {"base", "record", "model"}},
    {"render", {"base", "record", "model"}},
    {"report", {"base", "record", "model"}},
    {"plan", {"base", "record", "model", "workspace", "state"}},
    {"worker", {"base", "record", "model", "protocol"}},
    {"runtime", {"base", "record", "model", "protocol"}},
    {"campaign", {"base", "record", "model", "search", "oracle", "render"}},
    {"packaging", {}},
    {"command", {"*"}},
    {"", {"*"}},  // src/main.cc
};

// Rooms of a folder, and which other rooms of it each may use. What stands at the top of the folder
// may use all of them, and no room may use it.
const std::map<std::string, std::map<std::string, Folders>> kRooms = {
    {"src/model", {{"options", {}}}},
    {"src/search",
     {
         {"goals", {}},
         {"expected", {}},
         {"making", {"goals", "expected"}},
         {"evaluation", {"goals", "making"}},
         {"varying", {"goals", "making", "evaluation"}},
         {"probing", {"goals", "making", "evaluation"}},
         {"polish", {"goals", "expected", "making", "evaluation"}},
         {"algorithms", {"goals", "making", "evaluation", "varying", "probing"}},
     }},
    {"src/oracle",
     {
         {"assertions", {}},
         {"findings", {"assertions"}},
         {"mutation", {"assertions"}},
         {"verification", {}},
     }},
    {"src/render",
     {
         {"python", {}},
         {"file", {"python"}},
         {"body", {"python"}},
         {"names", {"python", "body"}},
         {"module", {"python", "file", "body", "names"}},
     }},
    {"src/campaign",
     {
         {"pacing", {}},
         {"standing", {}},
         {"suite", {"pacing"}},
         {"files", {"standing", "suite"}},
     }},
    {"src/command",
     {
         {"survey", {}},
         {"reporting", {}},
         {"closing", {"survey", "reporting"}},
         {"shards", {"survey", "reporting"}},
         {"campaigns", {"survey", "reporting", "closing"}},
         {"project", {"survey", "shards", "campaigns"}},
         {"run", {"survey", "reporting", "closing", "shards", "campaigns", "project"}},
     }},
    {"src/report",
     {
         {"outcome", {}},
         {"formats", {"outcome"}},
         {"console", {"outcome"}},
     }},
    {"src/runtime/extension",
     {
         {"python", {}},
         {"watching", {}},
         {"lazy", {"python"}},
         {"isolation", {"python"}},
         {"distance", {"python", "lazy"}},
         {"probes", {"python", "lazy", "distance"}},
         {"running", {"python", "watching", "lazy", "isolation", "probes"}},
     }},
    {"src/runtime/skua_runtime",
     {
         {"source", {}},
         {"expected", {"source"}},
         {"texts", {"source"}},
         {"goals", {"source"}},
         {"mutants", {"source", "goals"}},
         {"loading", {"source", "goals", "mutants"}},  // a file
         {"world", {}},
         {"alone", {"source", "goals"}},
         {"frameworks", {"source", "texts", "world"}},
         {"cluster", {"source", "expected", "texts", "goals", "loading", "world", "frameworks"}},
         {"seeds", {"source", "expected", "texts", "loading", "world", "alone", "cluster"}},
         {"serving",
          {"source", "expected", "loading", "world", "alone", "frameworks", "cluster", "seeds"}},
     }},
};

// What is no room's and may be used by all.
const Folders kForAllRooms = {"search_options", "records"};

// Libraries that one folder wraps, so that nobody else knows them.
const std::map<std::string, Folders> kOnlyUsers = {
    {"yaml-cpp/", {"config"}},
    {"CLI/", {"config"}},
    {"SQLiteCpp/", {"state"}},
    {"sqlite3.h", {"state"}},
    {"pugixml.hpp", {"report"}},
    {"Python.h", {"runtime"}},
    {"toml++/", {"workspace"}},
    // Templates that each file would compile anew.
    {"nlohmann/json.hpp", {"base"}},
    {"regex", {"base"}},
};

// What is wrong with including `header` (with its quotes or brackets off) from `folder`, if
// anything.
std::optional<std::string> Complaint(const std::string& folder, const std::string& header,
                                     bool quoted) {
  for (const auto& [prefix, users] : kOnlyUsers) {
    if (header.starts_with(prefix) && !users.contains(folder)) {
      return "only " + *users.begin() + " may use " + prefix;
    }
  }
  if (!quoted) return std::nullopt;
  const std::size_t slash = header.find('/');
  if (slash == std::string::npos) return std::nullopt;  // beside the file that includes it
  const std::string target = header.substr(0, slash);
  if (!kMayInclude.contains(target) || target == folder) return std::nullopt;
  const auto row = kMayInclude.find(folder);
  if (row == kMayInclude.end()) return "the folder is not in the table";
  if (row->second.contains("*") || row->second.contains(target)) return std::nullopt;
  return folder + " may not include " + target;
}

std::vector<std::string> ComplaintsAbout(std::istream& source, const std::string& name,
                                         const std::string& folder) {
  static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
  std::vector<std::string> complaints;
  std::string line;
  for (int number = 1; std::getline(source, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, include)) continue;
    if (const auto complaint = Complaint(folder, match[2], match[1] == "\"")) {
      complaints.push_back(name + ":" + std::to_string(number) + ": " + *complaint + ": " + line);
    }
  }
  return complaints;
}

bool IsSource(const fs::path& path) {
  static const Folders extensions = {".h", ".hpp", ".cc", ".cpp", ".c"};
  return extensions.contains(path.extension().string());
}

TEST(Layering, EveryIncludeInSrcIsAllowed) {
  const fs::path root = fs::path(skua::test::Source("src"));
  std::vector<std::string> complaints;
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
    const fs::path relative = fs::relative(entry.path(), root);
    const std::string folder = relative.has_parent_path() ? relative.begin()->string() : "";
    std::ifstream source(entry.path());
    const auto found = ComplaintsAbout(source, "src/" + relative.generic_string(), folder);
    complaints.insert(complaints.end(), found.begin(), found.end());
    ++files;
  }
  EXPECT_GT(files, 10u) << "src/ was not found";
  for (const std::string& complaint : complaints) ADD_FAILURE() << complaint;
}

// "search/goals/fitness.h" or "skua_runtime.goals.jumps" in a line, as {"goals", …}; nothing when
// the line uses no room of `folder`. A file at the top is a room of its own name.
std::optional<std::string> RoomUsed(const std::string& line, const std::regex& use) {
  std::smatch match;
  if (!std::regex_search(line, match, use)) return {};
  return match[1];
}

// What a line that uses a room of the folder looks like.
std::regex UseOf(const std::string& folder) {
  if (folder.ends_with("skua_runtime")) {
    return std::regex(R"(^\s*(?:from|import)\s+skua_runtime(?:\.(\w+))?)");
  }
  return std::regex(R"re(^\s*#\s*include\s*")re" + folder.substr(4) + R"re(/(\w+)[./])re");
}

TEST(Layering, EveryRoomUsesOnlyTheRoomsBelowIt) {
  for (const auto& [folder, rooms] : kRooms) {
    const fs::path root = fs::path(skua::test::Source(folder));
    const std::regex use = UseOf(folder);
    std::size_t uses = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() ||
          !(IsSource(entry.path()) || entry.path().extension() == ".py"))
        continue;
      const fs::path relative = fs::relative(entry.path(), root);
      const std::string room = relative.begin()->stem().string();
      const auto row = rooms.find(room);
      if (relative.has_parent_path()) {
        ASSERT_NE(row, rooms.end()) << room << " is not in the table";
      } else if (row == rooms.end()) {
        continue;  // at the top
      }
      std::ifstream source(entry.path());
      std::string line;
      for (int number = 1; std::getline(source, line); ++number) {
        const std::optional<std::string> used = RoomUsed(line, use);
        if (!used) continue;
        ++uses;
        if (*used == room || kForAllRooms.contains(*used)) continue;
        EXPECT_TRUE(row->second.contains(*used))
            << entry.path() << ":" << number << ": " << room << " may not use " << *used;
      }
    }
    EXPECT_GT(uses, 0u) << folder;
  }
}

TEST(Layering, RoomsHaveNoCycle) {
  for (const auto& [folder, rooms] : kRooms) {
    Folders settled;
    for (bool progress = true; progress;) {
      progress = false;
      for (const auto& [room, used] : rooms) {
        const bool ready = std::all_of(used.begin(), used.end(),
                                       [&](const std::string& it) { return settled.contains(it); });
        if (ready && settled.insert(room).second) progress = true;
      }
    }
    EXPECT_EQ(settled.size(), rooms.size()) << folder;
  }
}

TEST(Layering, EveryFolderOfSrcIsInTheTable) {
  for (const auto& entry : fs::directory_iterator(fs::path(skua::test::Source("src")))) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(kMayInclude.contains(entry.path().filename().string())) << entry.path();
  }
}

TEST(Layering, TheTableHasNoCycle) {
  // Folders whose dependencies are all settled are settled in turn; a cycle never is.
  Folders settled;
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& [folder, allowed] : kMayInclude) {
      const bool ready = std::all_of(allowed.begin(), allowed.end(), [&](const std::string& it) {
        return it == "*" || settled.contains(it);
      });
      if (ready && settled.insert(folder).second) progress = true;
    }
  }
  EXPECT_EQ(settled.size(), kMayInclude.size());
}

TEST(Layering, ReportsAForbiddenIncludeWithFileAndLine) {
  std::istringstream source("// text\n#include \"base/hash.h\"\n  # include \"worker/pool.h\"\n");
  const auto complaints = ComplaintsAbout(source, "src/search/a.cc", "search");
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_EQ(complaints[0].substr(0, 21), "src/search/a.cc:3: se");
}

TEST(Layering, ReportsALibraryThatAnotherFolderWraps) {
  EXPECT_TRUE(Complaint("search", "yaml-cpp/yaml.h", false));
  EXPECT_FALSE(Complaint("config", "yaml-cpp/yaml.h", false));
  EXPECT_TRUE(Complaint("command", "pugixml.hpp", false));
}

}  // namespace
