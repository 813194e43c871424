// What a side of a pair names: a module of the project, or a class or function of one; and which
// modules have classes that inherit from another one's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "workspace/definitions.h"
#include "workspace/module_scan.h"

namespace skua::command {

struct PairSide {
  const workspace::SourceModule* module = nullptr;
  std::string part;  // the qualified name of a class, or of a function; empty: the whole module
};

class PairSides {
 public:
  // Borrows both. Modules are read when a name asks for them, until the deadline.
  PairSides(const config::Config& config, const Survey& survey, const base::Deadline& deadline);

  // Nothing: the name is that of no module, and of no class or function of one. What a module
  // defines that cannot be read is believed.
  std::optional<PairSide> Find(std::string_view name);
  // The same; throws base::Error with what is wrong with it, behind `place`.
  PairSide Require(std::string_view name, const std::string& place);

  // Which modules have the bases of classes in each of these, in order; never the module itself.
  std::vector<std::vector<const workspace::SourceModule*>> BasesOf(
      const std::vector<const workspace::SourceModule*>& modules) const;

 private:
  bool Defines(const workspace::SourceModule& module, const std::string& part);
  const workspace::SourceModule* Module(std::string_view name) const;
  std::vector<std::optional<workspace::Definitions>> Read(
      const std::vector<model::ModuleId>& modules) const;

  const config::Config& config_;
  const Survey& survey_;
  const base::Deadline deadline_;
  std::map<std::string_view, const workspace::SourceModule*> modules_;
  std::map<const workspace::SourceModule*, std::optional<workspace::Definitions>> definitions_;
};

}  // namespace skua::command
