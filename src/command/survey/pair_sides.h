// Finds the caller or callee that a name means: a module of the project, or a class or function of
// one; and the modules with base classes of another module's classes.
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
  std::string part;  // qualified name of a class or function; empty: the whole module
};

class PairSides {
 public:
  // Borrows both. Reads modules when a name needs them, until the deadline.
  PairSides(const config::Config& config, const Survey& survey, const base::Deadline& deadline);

  // Returns nullopt if no module, or class or function of one, has the name. Accepts any name in a
  // module that cannot be read.
  std::optional<PairSide> Find(std::string_view name);
  // Like Find, but throws base::Error with the fault, after `place`.
  PairSide Require(std::string_view name, const std::string& place);

  // Returns for each module the modules that define base classes of its classes, in order; never
  // the module itself.
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
