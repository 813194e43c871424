// Statements that change the surroundings of the subject (CallableKind::kEnvironment), and their
// order: the seed of `random`, if the subject has one, comes first in every test, and things that
// can be set up only once (arguments, input, processes, folder) are set up at most once.
#pragma once

#include <cstddef>
#include <vector>

#include "model/test_case.h"

namespace skua::search {

inline bool IsEnvironment(const model::Subject& subject, const model::Statement& statement) {
  return statement.kind == model::StatementKind::kCall &&
         subject.callables[statement.target].kind == model::CallableKind::kEnvironment;
}

class Environment {
 public:
  // Borrows the subject, which outlives it.
  explicit Environment(const model::Subject& subject);

  // Callables that tests call for their effect alone: setenv, delenv, argv, stdin, chdir,
  // processes, system, and write_file where the folder for files can be the current one.
  const std::vector<model::CallableIndex>& actions() const { return actions_; }
  // Callables that tests call for their result, a Path: write_file, missing_file, make_folder.
  const std::vector<model::CallableIndex>& path_makers() const { return path_makers_; }
  // The operator `__str__` that turns a Path into the name of a file; kNoIndex when there is none.
  model::CallableIndex path_text() const { return path_text_; }

  // Callables without which most tests find nothing to work on: what makes processes and networks
  // answer, arguments of the program, the folder for files as the current one, the time.
  const std::vector<model::CallableIndex>& prepared() const { return prepared_; }

  // Returns whether it makes a file or folder of the test's own, or the name of one that is
  // missing.
  static bool MakesPath(const model::Callable& callable) {
    return callable.kind == model::CallableKind::kEnvironment &&
           (callable.name == "write_file" || callable.name == "missing_file" ||
            callable.name == "make_folder");
  }
  // Returns whether processes, networks or functions answer with its arguments from then on.
  static bool Answers(const model::Callable& callable) {
    return callable.name == "processes" || callable.name.ends_with("_answers") || Gives(callable);
  }
  // Returns whether a function that the subject calls returns the argument of the callable from
  // then on.
  static bool Gives(const model::Callable& callable) {
    return callable.kind == model::CallableKind::kEnvironment &&
           (callable.name.starts_with("give:") || callable.name.starts_with("override:"));
  }

  bool IsSeed(const model::Statement& statement) const {
    return statement.kind == model::StatementKind::kCall && statement.target == seed_;
  }
  // Returns the number of statements at the start that no operator may move or remove: the seed and
  // its number.
  std::size_t PrefixOf(const model::TestCase& test) const;

  // Puts the seed where it belongs. Of statements that may be there only once, drops all but the
  // first, with the statements that used them. A test with nothing but the seed becomes empty.
  void Normalise(model::TestCase& test) const;

 private:
  // Numbers the things that may be done only once in a test; -1 for a statement that may be
  // repeated.
  int OnceSlotOf(const model::Statement& statement) const;

  const model::Subject* subject_;
  std::vector<model::CallableIndex> actions_;
  std::vector<model::CallableIndex> path_makers_;
  std::vector<model::CallableIndex> once_;
  std::vector<model::CallableIndex> prepared_;
  model::CallableIndex seed_ = model::kNoIndex;
  model::CallableIndex path_text_ = model::kNoIndex;
};

}  // namespace skua::search
