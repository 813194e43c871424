// Primitive statements: making one at random or from the constant pool, and changing one a little
// (Lukasczyk et al., §3.3.2).
#pragma once

#include <cstdint>
#include <string>

#include "base/rng.h"
#include "model/test_case.h"
#include "model/value.h"
#include "search/making/constant_pool.h"
#include "search/search_options.h"

namespace skua::search {

inline bool IsPrimitive(model::StatementKind kind) { return kind <= model::StatementKind::kBytes; }

// REQUIRES: a primitive value. The statement's type is kAny.
model::Statement StatementOf(const model::Value& value);
// Returns whether the statement makes this value (1, 1.0 and True differ).
bool Makes(const model::Statement& statement, const model::Value& value);

class Primitives {
 public:
  // Borrows both, which outlive it.
  Primitives(const SearchOptions& options, const ConstantPool& constants)
      : options_(options), constants_(constants) {}

  // REQUIRES: IsPrimitive(kind).
  model::Statement Make(model::StatementKind kind, base::Rng& rng) const;
  // Changes the value, never the kind. REQUIRES: a primitive statement. Returns whether it is
  // different now.
  bool Mutate(model::Statement& statement, base::Rng& rng) const;

 private:
  std::string RandomText(bool bytes, base::Rng& rng) const;
  void AppendWord(std::string& text, base::Rng& rng) const;
  void AppendCharacter(std::string& text, bool bytes, base::Rng& rng) const;
  void MutateInteger(model::Statement& statement, base::Rng& rng) const;
  double MutatedReal(double value, base::Rng& rng) const;
  void MutateStretch(std::string& text, bool bytes, base::Rng& rng) const;
  void MutateCharacters(std::string& text, bool bytes, base::Rng& rng) const;
  void MutateText(std::string& text, bool bytes, base::Rng& rng) const;

  const SearchOptions& options_;
  const ConstantPool& constants_;
};

}  // namespace skua::search
